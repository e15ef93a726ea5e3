/// The clock and the pending events of one run.
///
/// A run is a pure function of what is scheduled here: there is no other clock, no global state and
/// no order but that of `EventKey`.
///
/// ```swift
/// var simulation = Simulation<Ping>(horizon: Instant(nanoseconds: 10))
/// simulation.schedule(.ping, at: .start, priority: .arrival)
/// while let ping = simulation.next() { … }
/// ```
public struct Simulation<Event: BitwiseCopyable & Sendable>: ~Copyable, Sendable {
    /// The end of the run. `next()` still returns an event at the horizon, but no later one.
    public let horizon: Instant

    /// Where `next()` stops: the horizon, or before the start during a pause.
    @usableFromInline var last: Instant
    @usableFromInline var clock: Instant = .start
    /// Events until the next pause; wraps around in the event that causes it.
    @usableFromInline var left: UInt64
    /// The initial `left` plus everything that was added to it.
    private var granted: UInt64
    @usableFromInline var queue = EventQueue<Event>()
    @usableFromInline var insertions: UInt64 = 0

    /// - Parameters:
    ///   - horizon: at or after the start.
    ///   - events: until the first pause; see ``isPaused``.
    public init(horizon: Instant, pausingAfter events: UInt64 = .max) {
        precondition(horizon >= .start, "the horizon cannot be before the start")
        self.horizon = horizon
        last = horizon
        (left, granted) = (events, events)
    }

    @inlinable
    public var now: Instant { clock }
    public var eventCount: UInt64 { granted &- left }

    /// Whether events wait for ``resume(for:)``, so that the owner can check the run's cost.
    ///
    /// Counting down to an overflow costs nothing more: counting up would check for it as well.
    public var isPaused: Bool { last < .start }

    /// - Parameter events: until the next pause, at least one.
    public mutating func resume(for events: UInt64) {
        granted &+= events
        left &+= events
        last = horizon
    }

    /// Whether `time` lies before the horizon and the run is not paused.
    @inlinable @inline(__always)
    public func goesOn(to time: Instant) -> Bool { time < last }

    @inlinable @inline(__always)
    mutating func count() {
        let (rest, isSpent) = left.subtractingReportingOverflow(1)
        left = rest
        if isSpent { pause() }
    }

    /// Stops events until ``resume(for:)`` is called.
    @inlinable
    public mutating func pause() { last = Instant(nanoseconds: -1) }

    /// The number of scheduled events, cancelled ones included.
    public var insertionCount: UInt64 { insertions }

    public var pendingCount: Int { queue.count }

    /// The time of the next event, even beyond the horizon; `never` without a pending event.
    @inlinable @inline(__always)
    public var nextTime: Instant { queue.first?.time ?? .never }
    public var nextKey: EventKey? { queue.first }

    /// - Returns: a key that cancels the event until it happens.
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

    /// Ignores an event that has happened or was cancelled.
    ///
    /// - Returns: whether it was pending.
    @inlinable
    @discardableResult
    public mutating func cancel(_ key: EventKey) -> Bool { queue.cancel(key) }

    /// Moves the clock to the next event and returns it; `nil` if none is left up to the horizon.
    @inlinable @inline(__always)
    public mutating func next() -> Event? {
        guard nextTime <= last, let (key, event) = queue.pop() else { return nil }
        clock = key.time
        count()
        return event
    }

    /// Moves the clock to something outside the queue, such as the computed end of a transfer.
    ///
    /// - Precondition: it is neither before the clock nor beyond a pending event.
    @inlinable
    public mutating func advance(to time: Instant) {
        precondition(time >= clock, "time cannot run backwards")
        precondition(time <= nextTime, "a pending event cannot be skipped")
        clock = time
        count()
    }
}
