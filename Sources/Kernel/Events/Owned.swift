/// A value in memory of its own, which has one owner.
///
/// The compiler follows each field of what cannot be copied by itself, down to the last number,
/// wherever one of them is used. What lies behind this is one field to it: a run's parts that are
/// large, and that the event loop seldom needs, take it a fraction of the time here.
public struct Owned<Value: ~Copyable>: ~Copyable {
    /// Where the value lies, while its owner lives.
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
