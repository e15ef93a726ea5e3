/// A connection that a middlebox or its server ends after a silence.
struct Connection: Sendable {
    /// Counts connections; a change of network makes a new one.
    private(set) var number: Int32 = 0
    /// When the connection dies or died, unless a packet comes before.
    private(set) var diesAt: Instant = .never
    private(set) var lastPacket: Instant = .start
    private var deadTotal = TimeSpan.zero
    private var deadTimes = DurationHistogram()

    /// The mapping still exists at the exact end of its time-out.
    func isAlive(at time: Instant) -> Bool { time <= diesAt }

    mutating func refresh(at time: Instant, idleTimeout: TimeSpan?) {
        if !isAlive(at: time) {
            deadTotal = deadTotal + (time - diesAt)
            deadTimes.add(time - diesAt)
        }
        diesAt = idleTimeout.map { time + $0 } ?? .never
        lastPacket = time
    }

    /// Ends the connection: the network is gone, or the server closed it.
    mutating func end(at time: Instant) {
        number += 1
        // Dead at this very instant, unlike a mapping at the end of its time-out.
        diesAt = min(diesAt, time - TimeSpan(nanoseconds: 1))
    }

    /// Durations for which it was dead; one that lasts at `horizon` has not ended.
    func deadTimes(until horizon: Instant) -> DurationHistogram {
        var times = deadTimes
        times.unended = isAlive(at: horizon) ? 0 : 1
        return times
    }

    func timeDead(until horizon: Instant) -> TimeSpan {
        isAlive(at: horizon) ? deadTotal : deadTotal + (horizon - diesAt)
    }
}
