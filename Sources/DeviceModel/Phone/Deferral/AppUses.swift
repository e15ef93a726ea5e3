/// The records of the apps' use, in memory with one owner.
///
/// It is read and changed in place: a copy, or a suspending accessor (`_read`, `_modify`), would
/// take longer than the change.
struct AppUses: ~Copyable {
    private var base: UnsafeMutablePointer<AppUse>
    private(set) var count: Int32 = 0
    private var capacity: Int
    private let unused: UnsafeMutablePointer<AppUse>

    init() {
        capacity = 1
        base = .allocate(capacity: capacity)
        unused = .allocate(capacity: 1)
        unused.initialize(to: AppUse())
    }

    deinit {
        base.deinitialize(count: Int(count))
        base.deallocate()
        unused.deinitialize(count: 1)
        unused.deallocate()
    }

    /// Valid until an app is added.
    @inline(__always)
    func address(of place: Int32) -> UnsafePointer<AppUse> {
        UnsafePointer(0 <= place && place < count ? base + Int(place) : unused)
    }

    /// - Precondition: `place` is not negative.
    @inline(__always)
    mutating func mutableAddress(of place: Int32) -> UnsafeMutablePointer<AppUse> {
        precondition(place >= 0, "no app's place")
        if place >= count { grow(toHold: Int(place)) }
        return base + Int(place)
    }

    @inline(never)
    private mutating func grow(toHold index: Int) {
        if index >= capacity {
            capacity = max(2 * capacity, index + 1)
            let larger = UnsafeMutablePointer<AppUse>.allocate(capacity: capacity)
            larger.moveInitialize(from: base, count: Int(count))
            base.deallocate()
            base = larger
        }
        let known = Int(count)
        (base + known).initialize(repeating: AppUse(), count: index + 1 - known)
        count = Int32(index + 1)
    }
}
