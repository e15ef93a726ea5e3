import Kernel

@testable import DeviceModel

/// The oracle for `drx`: the power of a rest, on-duration by on-duration, by `docs/model.md`.
///
/// All times are nanoseconds since the start of the run, from which on-durations are counted.
struct ObviousReception {
    private let reception: DiscontinuousReception
    private let awake: Double
    private let until: Int64
    private var now: Int64
    /// In millijoules.
    private var energy = 0.0

    /// - Parameters:
    ///   - reception: The state's sleep cycle.
    ///   - awake: The state's power, in milliwatts.
    ///   - from: The start of the rest.
    ///   - until: The end of the rest.
    static func energy(
        _ reception: DiscontinuousReception, awake: Double, from: Int64, until: Int64
    ) -> Double {
        var rest = ObviousReception(
            reception: reception, awake: awake, until: until, now: from)
        rest.pass()
        return rest.energy
    }

    /// When a resting phone in `state` hears data that arrives at `time`: on-duration by
    /// on-duration, or page by page.
    static func heard(_ state: RadioState, from: Int64, at time: Int64) -> Int64 {
        if let paging = state.paging { return roundedUp(time, to: paging.nanoseconds) }
        guard let drx = state.reception, drx.downlink == .waits else { return time }
        let expiry = from + drx.inactivity.nanoseconds
        let (on, long, short) = (drx.on.nanoseconds, drx.long.nanoseconds, drx.short)
        let grid = short?.cycle.nanoseconds ?? long
        var begun = expiry / grid * grid
        if time < max(expiry, begun + on) { return time }
        while true {
            var next = roundedUp(begun + 1, to: long)
            if let short {
                let cycle = short.cycle.nanoseconds
                let nextShort = roundedUp(begun + 1, to: cycle)
                if nextShort <= expiry + cycle * Int64(short.count) { next = nextShort }
            }
            begun = next
            if time < begun + on { return max(time, begun) }
        }
    }

    private mutating func pass() {
        let expiry = now + reception.inactivity.nanoseconds
        let on = reception.on.nanoseconds
        let long = reception.long.nanoseconds
        let short = reception.short?.cycle.nanoseconds
        // On-durations that begin before it are those of the short cycle.
        let lastShort = reception.short.map {
            expiry + $0.cycle.nanoseconds * Int64($0.count)
        }
        let begun = expiry / (short ?? long) * (short ?? long)
        spend(awake, until: max(expiry, begun + on))
        while now < until {
            var next = Self.roundedUp(now, to: long)
            if let short, let lastShort, Self.roundedUp(now, to: short) <= lastShort {
                next = Self.roundedUp(now, to: short)
            }
            if next > now { sleep(until: next) }
            spend(awake, until: next + on)
        }
    }

    private mutating func sleep(until next: Int64) {
        let levels = [reception.micro, reception.light, reception.deep].compactMap { $0 }
        let possible = levels.filter { $0.leastGap.nanoseconds <= next - now }
        guard let level = possible.max(by: { $0.leastGap < $1.leastGap }) else {
            return spend(awake, until: next)
        }
        energy += level.transition.magnitude
        spend(level.power.magnitude, until: next)
    }

    private mutating func spend(_ power: Double, until end: Int64) {
        let end = min(end, until)
        if end > now { energy += power * Double(end - now) / 1e9 }
        now = max(now, end)
    }

    private static func roundedUp(_ time: Int64, to period: Int64) -> Int64 {
        (time + period - 1) / period * period
    }
}
