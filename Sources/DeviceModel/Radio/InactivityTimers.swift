/// The timers that end a state without data: the network's and the phone's own.
struct InactivityTimers: Sendable {
    struct Expiry {
        var time: Instant
        var isDormancy: Bool
    }

    private(set) var reset: Instant = .start
    private var entered: Instant = .start
    private var dormantAt: Instant = .never
    private let dormantAfter: TimeSpan?

    init(_ machine: RadioMachine) { dormantAfter = machine.dormancy?.after }

    /// Starts the timer of a new state.
    @inline(__always)
    mutating func enter(at time: Instant) {
        reset = time
        entered = time
    }

    mutating func restart(at time: Instant) { reset = time }

    /// Stops the phone's timer until there is data again.
    mutating func disarm() { dormantAt = .never }

    /// When the radio leaves the state of `rule` without data. A timer that expired earlier ends it
    /// at once.
    @inline(__always)
    func expiry(by rule: RadioMachine.TimerRule) -> Expiry {
        let timer = max(entered, reset + rule.after)
        if rule.isDormancyArmed, dormantAt < timer {
            return Expiry(time: max(entered, dormantAt), isDormancy: true)
        }
        return Expiry(time: timer, isDormancy: false)
    }

    /// Restarts both after data.
    @inline(__always)
    mutating func carry(at time: Instant) {
        if let dormantAfter { dormantAt = time + dormantAfter }
        reset = time
    }
}
