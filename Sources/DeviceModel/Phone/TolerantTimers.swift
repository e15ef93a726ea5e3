import EventKernel

/// Calls that may come early, so that wake-ups which lie close together become one.
struct TolerantTimers: Sendable {
    struct Timer: Sendable {
        /// As the event queue has it.
        var number: Int32
        /// It may come from then on.
        var earliest: Instant
        /// Of the call at its latest time.
        var key: EventKey
    }

    /// In the order in which they were planned.
    private var pending: [Timer] = []

    var isEmpty: Bool { pending.isEmpty }

    mutating func add(_ number: Int32, from earliest: Instant, _ key: EventKey) {
        pending.append(Timer(number: number, earliest: earliest, key: key))
    }

    /// Takes out one that is pending.
    ///
    /// - Returns: the key of its call.
    mutating func remove(_ number: Int32) -> EventKey? {
        guard let place = pending.firstIndex(where: { $0.number == number }) else { return nil }
        return pending.remove(at: place).key
    }

    /// Takes out those that may come at `time`, and those whose latest time has passed.
    mutating func takeOpen(at time: Instant) -> [Timer] {
        let open = pending.filter { $0.earliest <= time }
        if !open.isEmpty { pending.removeAll { $0.earliest <= time } }
        return open
    }
}
