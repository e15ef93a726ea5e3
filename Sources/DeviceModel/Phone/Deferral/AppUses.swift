/// What is remembered of each app, in memory that has one owner.
///
/// It is read and changed where it lies: a copy of all of it would take longer than what is done
/// with it, and so would the memory that an accessor needs which suspends (`_read`, `_modify`).
struct AppUses: ~Copyable {
    private var base: UnsafeMutablePointer<AppUse>
    private(set) var count: Int32 = 0
    private var capacity: Int
    /// Of an app of which nothing has been told.
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

    /// Where it lies until an app is told of that has not been.
    @inline(__always)
    func address(of place: Int32) -> UnsafePointer<AppUse> {
        UnsafePointer(0 <= place && place < count ? base + Int(place) : unused)
    }

    /// - Precondition: `place` is not below 0.
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
