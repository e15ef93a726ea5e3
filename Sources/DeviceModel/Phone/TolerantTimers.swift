import Kernel

/// Calls that may come early, so that wake-ups which lie close together become one.
struct TolerantTimers: Sendable {
    struct Timer: Sendable {
        /// As the calendar has it.
        var ticket: Ticket
        /// It may come from then on.
        var earliest: Instant
        /// Of the moment from which it may come; `nil` where that is now.
        var opening: EventKey?
        /// Of the call at its latest time.
        var latest: EventKey
    }

    /// In the order in which they were planned.
    private var pending: [Timer] = []

    var isEmpty: Bool { pending.isEmpty }

    mutating func add(_ timer: Timer) { pending.append(timer) }

    /// Takes out one that is pending.
    mutating func remove(_ ticket: Ticket) -> Timer? {
        guard let place = pending.firstIndex(where: { $0.ticket == ticket }) else { return nil }
        return pending.remove(at: place)
    }

    /// Takes out those that may come at `time`, and those whose latest time has passed.
    mutating func takeOpen(at time: Instant) -> [Timer] {
        let open = pending.filter { $0.earliest <= time }
        if !open.isEmpty { pending.removeAll { $0.earliest <= time } }
        return open
    }
}
