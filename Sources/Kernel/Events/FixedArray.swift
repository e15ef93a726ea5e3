/// A fixed number of plain values in memory with one owner.
///
/// The event loop writes to its tables a few times per event. An `Array` checks at each write
/// whether its storage is shared; this type cannot be copied, so it need not. With a radio, a phone
/// and a ledger that cannot be copied this saved 31 % of workload W1. Indices are checked.
public struct FixedArray<Element: BitwiseCopyable>: ~Copyable {
    @usableFromInline let base: UnsafeMutablePointer<Element>
    public let count: Int

    /// - `count`: zero or more.
    @inlinable
    public init(repeating element: Element, count: Int) {
        precondition(count >= 0, "an array of \(count) elements")
        base = .allocate(capacity: count)
        base.initialize(repeating: element, count: count)
        self.count = count
    }

    @inlinable
    public init(_ array: [Element]) {
        base = .allocate(capacity: array.count)
        count = array.count
        for (index, element) in array.enumerated() { (base + index).initialize(to: element) }
    }

    @inlinable
    deinit { base.deallocate() }

    @inlinable
    public var indices: Range<Int> { 0..<count }

    /// Valid while this array lives; reading several parts of an element then checks the index
    /// once.
    ///
    /// - Precondition: `index` is one of `indices`.
    @inlinable @inline(__always)
    public func pointer(to index: Int) -> UnsafePointer<Element> {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "no such element")
        return UnsafePointer(base + index)
    }

    /// Accesses an element by address, although the accessor's name is not official yet.
    ///
    /// `_read` and `_modify` suspend and resume, and were not inlined everywhere.
    ///
    /// - Precondition: `index` is one of `indices`.
    @inlinable
    public subscript(index: Int) -> Element {
        @inline(__always)
        unsafeAddress {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "no such element")
            return UnsafePointer(base + index)
        }
        @inline(__always)
        unsafeMutableAddress {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "no such element")
            return base + index
        }
    }
}

extension FixedArray: @unchecked Sendable where Element: Sendable {}
