/// The order of pending events: time, then priority, then insertion.
///
/// The order is total, so a run's trace depends on its inputs alone. The key is one 128-bit number
/// (64 bits of time, 8 of priority, 56 of insertion), because comparing one number is the cheapest
/// total order.
public struct EventKey: BitwiseCopyable, Comparable, Hashable, Sendable {
    @usableFromInline let bits: UInt128

    /// - `time`: at or after the start of the run.
    /// - `insertion`: the number of earlier events in the run.
    @inlinable @inline(__always)
    public init(time: Instant, priority: EventPriority, insertion: UInt64) {
        precondition(time >= .start, "an event cannot be before the start of the run")
        let rank = UInt64(priority.rawValue) << 56 | (insertion & 0x00FF_FFFF_FFFF_FFFF)
        bits = UInt128(UInt64(time.nanoseconds)) << 64 | UInt128(rank)
    }

    @inlinable
    public var time: Instant { Instant(nanoseconds: Int64(truncatingIfNeeded: bits >> 64)) }

    @inlinable
    public static func < (left: EventKey, right: EventKey) -> Bool { left.bits < right.bits }
}

/// The order of events in one nanosecond.
///
/// Completions free what arrivals may need. Arrivals count as activity before a timer fires, so
/// data that arrives in the same nanosecond keeps the timer from firing.
public enum EventPriority: UInt8, Comparable, Sendable {
    /// The end of something: a transfer, a promotion.
    case completion
    /// Something new: data, a wake-up, a call, a cell change.
    case arrival
    /// An inactivity timer or a timeout.
    case timer

    @inlinable
    public static func < (left: EventPriority, right: EventPriority) -> Bool {
        left.rawValue < right.rawValue
    }
}
