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
public struct Simulation<Event: BitwiseCopyable & Sendable>: ~Copyable, Sendable {
    /// Where the run ends. An event at the horizon still happens; a later one never does.
    public let horizon: Instant

    /// An event at this time still happens: the horizon, or before the start during a pause.
    @usableFromInline var last: Instant
    @usableFromInline var clock: Instant = .start
    /// Events that may happen before the next pause; wraps around in the one that brings it about.
    @usableFromInline var left: UInt64
    /// What `left` was at first and what was added to it.
    private var granted: UInt64
    @usableFromInline var queue = EventQueue<Event>()
    @usableFromInline var insertions: UInt64 = 0

    /// - Parameters:
    ///   - horizon: at or after the start.
    ///   - events: how many events happen before the first pause; see ``isPaused``.
    public init(horizon: Instant, pausingAfter events: UInt64 = .max) {
        precondition(horizon >= .start, "the horizon cannot be before the start")
        self.horizon = horizon
        last = horizon
        (left, granted) = (events, events)
    }

    /// The time of the event that happened last.
    @inlinable
    public var now: Instant { clock }

    /// How many events have happened.
    public var eventCount: UInt64 { granted &- left }

    /// Whether no event happens until ``resume(for:)`` is called: so that the run's owner can look,
    /// now and then, at what it has taken so far.
    ///
    /// Events are counted downwards, and the one for which nothing is left pauses: the check for
    /// overflow, which counting upwards would need as well, is all that it costs.
    public var isPaused: Bool { last < .start }

    /// Goes on after a pause.
    ///
    /// - Parameter events: how many more happen before the next pause, at least one.
    public mutating func resume(for events: UInt64) {
        granted &+= events
        left &+= events
        last = horizon
    }

    /// Whether an event at `time` would happen: it lies before the horizon, and there is no pause.
    @inlinable @inline(__always)
    public func goesOn(to time: Instant) -> Bool { time < last }

    @inlinable @inline(__always)
    mutating func count() {
        let (rest, isSpent) = left.subtractingReportingOverflow(1)
        left = rest
        if isSpent { pause() }
    }

    /// No event happens until ``resume(for:)`` is called.
    @inlinable
    public mutating func pause() { last = Instant(nanoseconds: -1) }

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
        guard nextTime <= last, let (key, event) = queue.pop() else { return nil }
        clock = key.time
        count()
        return event
    }

    /// Moves the clock to an occurrence that is not in the queue, such as the analytically known
    /// end of a transfer. It may not lie before the clock or beyond a pending event.
    @inlinable
    public mutating func advance(to time: Instant) {
        precondition(time >= clock, "time cannot run backwards")
        precondition(time <= nextTime, "a pending event cannot be skipped")
        clock = time
        count()
    }
}
