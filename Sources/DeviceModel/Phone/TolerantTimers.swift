/// Calls that may come early, so that close wake-ups become one.
struct TolerantTimers: Sendable {
    struct Timer: Sendable {
        /// The calendar's form of the ticket.
        var ticket: Ticket
        var earliest: Instant
        /// The event at `earliest`; `nil` where that is now.
        var opening: EventKey?
        var latest: EventKey
    }

    /// A call that stands still while the processor sleeps.
    private struct AwakeTimer: Sendable {
        var ticket: Ticket
        /// By the processor's uptime.
        var due: TimeSpan
    }

    /// In the order in which they were planned.
    private var pending: [Timer] = []
    private var awake: [AwakeTimer] = []
    /// Calls that have fallen due, and may not have come.
    private var called: [(ticket: Ticket, key: EventKey)] = []
    /// The next look at those that stand still; right until the processor sleeps.
    var look: EventKey?

    var isEmpty: Bool { pending.isEmpty && awake.isEmpty }
    var hasAwake: Bool { !awake.isEmpty }

    /// The uptime of the first call that stands still; `nil` without one.
    var firstDue: TimeSpan? { awake.lazy.map(\.due).min() }

    mutating func add(_ timer: Timer) { pending.append(timer) }

    /// Adds a call that stands still while the processor sleeps.
    mutating func add(_ ticket: Ticket, due: TimeSpan) {
        awake.append(AwakeTimer(ticket: ticket, due: due))
    }

    /// Takes out a call that stands still, if there is one with this ticket.
    ///
    /// - Returns: the call, if it has fallen due.
    mutating func removeAwake(_ ticket: Ticket) -> EventKey? {
        awake.removeAll { $0.ticket == ticket }
        guard let place = called.firstIndex(where: { $0.ticket == ticket }) else { return nil }
        return called.remove(at: place).key
    }

    mutating func call(_ ticket: Ticket, _ key: EventKey) {
        called.removeAll { $0.key.time < key.time }
        called.append((ticket, key))
    }

    /// Takes out those that are due by this uptime, in the order in which they fall due.
    mutating func takeDue(by uptime: TimeSpan) -> [Ticket] {
        let due = awake.filter { $0.due <= uptime }
        if due.isEmpty { return [] }
        awake.removeAll { $0.due <= uptime }
        return due.sorted { $0.due < $1.due }.map(\.ticket)
    }

    mutating func remove(_ ticket: Ticket) -> Timer? {
        guard let place = pending.firstIndex(where: { $0.ticket == ticket }) else { return nil }
        return pending.remove(at: place)
    }

    /// Removes and returns the timers that may fire at `time`, and those whose latest time has
    /// passed.
    mutating func takeOpen(at time: Instant) -> [Timer] {
        let open = pending.filter { $0.earliest <= time }
        if !open.isEmpty { pending.removeAll { $0.earliest <= time } }
        return open
    }
}
