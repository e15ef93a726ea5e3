/// The clock and the pending events of one run.
///
/// A run is a pure function of what is put in here: there is no other clock, no global state and no
/// order but that of `EventKey`.
///
/// ```swift
/// var simulation = Simulation<Ping>(horizon: Instant(nanoseconds: 10))
/// simulation.schedule(.ping, at: .start, priority: .arrival)
/// while let ping = simulation.next() { … }
/// ```
@frozen
public struct Simulation<Event: BitwiseCopyable & Sendable>: ~Copyable, Sendable {
    /// Where the run ends. An event at the horizon still happens; a later one never does.
    public let horizon: Instant

    @usableFromInline var clock: Instant = .start
    @usableFromInline var happened: UInt64 = 0
    @usableFromInline var queue = EventQueue<Event>()
    @usableFromInline var insertions: UInt64 = 0

    /// - Parameter horizon: at or after the start.
    public init(horizon: Instant) {
        precondition(horizon >= .start, "the horizon cannot be before the start")
        self.horizon = horizon
    }

    /// The time of the event that happened last.
    @inlinable
    public var now: Instant { clock }

    /// How many events have happened.
    public var eventCount: UInt64 { happened }

    /// How many events have been scheduled, cancelled ones included.
    public var insertionCount: UInt64 { insertions }

    public var pendingCount: Int { queue.count }

    /// When the next pending event happens, whether before the horizon or not.
    @inlinable @inline(__always)
    public var nextTime: Instant { queue.first?.time ?? .never }

    /// The key of the next pending event; `nil`: there is none.
    public var nextKey: EventKey? { queue.first }

    /// Plans an event, now or later.
    ///
    /// - Returns: the key with which it can be cancelled until it has happened.
    @inlinable @inline(__always)
    @discardableResult
    public mutating func schedule(
        _ event: Event, at time: Instant, priority: EventPriority
    ) -> EventKey {
        precondition(time >= clock, "an event cannot be scheduled in the past")
        let key = EventKey(time: time, priority: priority, insertion: insertions)
        insertions += 1
        queue.push(event, at: key)
        return key
    }

    /// Takes a pending event out. An event that has happened, or was cancelled, is left alone.
    ///
    /// - Returns: whether it was pending.
    @inlinable
    @discardableResult
    public mutating func cancel(_ key: EventKey) -> Bool { queue.cancel(key) }

    /// Moves the clock to the next event and returns it, or `nil` when none is left before the
    /// horizon's end.
    @inlinable @inline(__always)
    public mutating func next() -> Event? {
        guard nextTime <= horizon, let (key, event) = queue.pop() else { return nil }
        clock = key.time
        happened += 1
        return event
    }

    /// Moves the clock to an occurrence that is not in the queue, such as the analytically known
    /// end of a transfer. It may not lie before the clock or beyond a pending event.
    @inlinable
    public mutating func advance(to time: Instant) {
        precondition(time >= clock, "time cannot run backwards")
        precondition(time <= nextTime, "a pending event cannot be skipped")
        clock = time
        happened += 1
    }
}
