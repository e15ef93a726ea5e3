import Kernel

/// When the radio next leaves a state for want of data: by the network's timer, or by the phone's.
///
/// Two clocks run: one since the data that counts as activity in this state, one since any data.
struct InactivityTimers: Sendable {
    struct Expiry {
        var time: Instant
        /// Whether it is the phone's own timer that expires.
        var isDormancy: Bool
    }

    /// When the network's timer was last reset.
    private(set) var reset: Instant = .start
    private var entered: Instant = .start
    private var dormantAt: Instant = .never
    private let dormantAfter: TimeSpan?
    private var uplink = ActivitySum()
    private var downlink = ActivitySum()
    /// Whether data has passed in this state.
    private var hasPassed = false

    init(_ machine: RadioMachine) { dormantAfter = machine.dormancy?.after }

    /// A new state: its timer begins, and its activity is counted from nothing.
    @inline(__always)
    mutating func enter(at time: Instant) {
        reset = time
        entered = time
        uplink = ActivitySum()
        downlink = ActivitySum()
        hasPassed = false
    }

    /// The same where no rule looks at activity, so that none has been counted.
    @inline(__always)
    mutating func enterPlainly(at time: Instant) {
        reset = time
        entered = time
    }

    /// The timer counts from `time` after all.
    mutating func restart(at time: Instant) { reset = time }

    /// No timer ends the rest before `time`: the network has data for the phone.
    mutating func hold(until time: Instant, by rule: RadioMachine.TimerRule) {
        if reset + rule.after < time { reset = time - rule.after }
        dormantAt = max(dormantAt, time)
    }

    /// The phone's timer has done its work until there is data again.
    mutating func disarm() { dormantAt = .never }

    /// Data was brought to the state as it was entered, by a promotion behind that data: for a rule
    /// that the first data in the state is special to, it has not passed there.
    mutating func bring(
        uplink up: Int64, downlink down: Int64, by rule: RadioMachine.TimerRule, at time: Instant
    ) -> Bool {
        guard rule.firstPacketResets else {
            return carry(uplink: up, downlink: down, by: rule, at: time)
        }
        if let dormantAfter { dormantAt = time + dormantAfter }
        return true
    }

    /// When the radio leaves the state of `rule` if no data comes: not before it was entered,
    /// though a timer that began earlier may have run out by then.
    @inline(__always)
    func expiry(by rule: RadioMachine.TimerRule) -> Expiry {
        let timer = max(entered, reset + rule.after)
        if rule.isDormancyArmed, dormantAt < timer {
            return Expiry(time: max(entered, dormantAt), isDormancy: true)
        }
        return Expiry(time: timer, isDormancy: false)
    }

    /// Data was carried. Returns whether that resets the network's timer.
    @inline(__always)
    mutating func carry(
        uplink up: Int64, downlink down: Int64, by rule: RadioMachine.TimerRule, at time: Instant
    ) -> Bool {
        if let dormantAfter { dormantAt = time + dormantAfter }
        if rule.activityBytes > 0, !isActivity(up, down, by: rule, at: time) { return false }
        reset = time
        return true
    }

    private mutating func isActivity(
        _ up: Int64, _ down: Int64, by rule: RadioMachine.TimerRule, at time: Instant
    ) -> Bool {
        let within = rule.activityWithin
        if up > 0 { uplink.add(up, at: time, within) }
        if down > 0 { downlink.add(down, at: time, within) }
        defer { hasPassed = true }
        if rule.firstPacketResets, !hasPassed { return true }
        let looksAtBoth = rule.sumsEitherDirection
        let isUp = (up > 0 || looksAtBoth) && uplink.sum(at: time, within) >= rule.activityBytes
        let isDown =
            (down > 0 || looksAtBoth) && downlink.sum(at: time, within) >= rule.activityBytes
        return isUp || isDown
    }

    @inline(__always)
    mutating func carry(
        _ transfer: Transfer, by rule: RadioMachine.TimerRule, at time: Instant
    ) -> Bool {
        carry(uplink: transfer.uplink, downlink: transfer.downlink, by: rule, at: time)
    }
}

/// Bytes of one direction that came close enough together.
private struct ActivitySum: Sendable {
    private var bytes: Int64 = 0
    private var last: Instant = .start

    mutating func add(_ more: Int64, at time: Instant, _ within: TimeSpan) {
        bytes = sum(at: time, within) + more
        last = time
    }

    /// What still stands at `time`.
    func sum(at time: Instant, _ within: TimeSpan) -> Int64 {
        time - last > within ? 0 : bytes
    }
}
