/// A value in memory with one owner.
///
/// The compiler tracks every field of a value that cannot be copied. Behind a pointer it sees one,
/// which makes large, seldom used parts of a run much cheaper.
public struct Owned<Value: ~Copyable>: ~Copyable {
    /// Valid while its owner lives.
    public let pointer: UnsafeMutablePointer<Value>

    @inlinable
    public init(_ value: consuming Value) {
        pointer = .allocate(capacity: 1)
        pointer.initialize(to: value)
    }

    @inlinable
    deinit {
        pointer.deinitialize(count: 1)
        pointer.deallocate()
    }
}

extension Owned: @unchecked Sendable where Value: Sendable & ~Copyable {}
