import Kernel

/// The timers that end a state without data: the network's and the phone's own.
///
/// One counts from data that counts as activity in this state, the other from any data.
struct InactivityTimers: Sendable {
    struct Expiry {
        var time: Instant
        var isDormancy: Bool
    }

    private(set) var reset: Instant = .start
    private var entered: Instant = .start
    private var dormantAt: Instant = .never
    private let dormantAfter: TimeSpan?
    private var uplink = ActivitySum()
    private var downlink = ActivitySum()
    private var hasPassed = false

    init(_ machine: RadioMachine) { dormantAfter = machine.dormancy?.after }

    /// Starts the timer and the activity count of a new state.
    @inline(__always)
    mutating func enter(at time: Instant) {
        reset = time
        entered = time
        uplink = ActivitySum()
        downlink = ActivitySum()
        hasPassed = false
    }

    /// `enter(at:)` for a radio whose rules count no activity.
    @inline(__always)
    mutating func enterPlainly(at time: Instant) {
        reset = time
        entered = time
    }

    mutating func restart(at time: Instant) { reset = time }

    /// Lets no timer end the rest before `time`, because the network has data for the phone.
    mutating func hold(until time: Instant, by rule: RadioMachine.TimerRule) {
        if reset + rule.after < time { reset = time - rule.after }
        dormantAt = max(dormantAt, time)
    }

    /// Stops the phone's timer until there is data again.
    mutating func disarm() { dormantAt = .never }

    /// Counts data that a later promotion brought to the state. A rule about the first data does
    /// not count it as passed.
    mutating func bring(
        uplink up: Int64, downlink down: Int64, by rule: RadioMachine.TimerRule, at time: Instant
    ) -> Bool {
        guard rule.firstPacketResets else {
            return carry(uplink: up, downlink: down, by: rule, at: time)
        }
        if let dormantAfter { dormantAt = time + dormantAfter }
        return true
    }

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

    func sum(at time: Instant, _ within: TimeSpan) -> Int64 {
        time - last > within ? 0 : bytes
    }
}
