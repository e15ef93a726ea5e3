import Kernel

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

    /// In the order in which they were planned.
    private var pending: [Timer] = []

    var isEmpty: Bool { pending.isEmpty }

    mutating func add(_ timer: Timer) { pending.append(timer) }

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
