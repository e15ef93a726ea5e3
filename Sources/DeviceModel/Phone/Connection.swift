import Kernel

/// One connection through a middlebox, and to a server, that end it after a silence.
struct Connection: Sendable {
    /// Which connection it is: another network makes it another.
    private(set) var number: Int32 = 0
    /// When the connection dies, or died, unless a packet comes before.
    private(set) var diesAt: Instant = .never
    /// When it last carried something.
    private(set) var lastPacket: Instant = .start
    private var deadTotal = TimeSpan.zero
    private var deadTimes = DurationHistogram()

    /// At the very end of the time-out the mapping is still there.
    func isAlive(at time: Instant) -> Bool { time <= diesAt }

    /// A packet came through, or a new connection was made.
    mutating func refresh(at time: Instant, idleTimeout: TimeSpan?) {
        if !isAlive(at: time) {
            deadTotal = deadTotal + (time - diesAt)
            deadTimes.add(time - diesAt)
        }
        diesAt = idleTimeout.map { time + $0 } ?? .never
        lastPacket = time
    }

    /// The network is gone, and the connection with it; or the server has closed it.
    mutating func end(at time: Instant) {
        number += 1
        // Dead at this very instant, unlike a mapping at the end of its time-out.
        diesAt = min(diesAt, time - TimeSpan(nanoseconds: 1))
    }

    /// How long it was dead, time by time; what lasts at `horizon` has not ended.
    func deadTimes(until horizon: Instant) -> DurationHistogram {
        var times = deadTimes
        times.unended = isAlive(at: horizon) ? 0 : 1
        return times
    }

    /// How long the connection has been dead by `horizon`, over the whole run.
    func timeDead(until horizon: Instant) -> TimeSpan {
        isAlive(at: horizon) ? deadTotal : deadTotal + (horizon - diesAt)
    }
}
