import Kernel

@testable import DeviceModel

// The oracle's counts by direction, and the power of its segments.
extension EagerRadio {
    /// The queue of a `queue` law in one direction.
    struct LawQueue {
        var bytes: Int64 = 0
        var last: Int64 = 0

        mutating func add(_ more: Int64, at now: Instant, _ law: DrainLaw) {
            if more == 0 { return }
            let x = Double(bytes)
            let needed =
                Double(law.perSquare.nanoseconds) * x * x + Double(law.perByte.nanoseconds) * x
                + Double(law.constant.nanoseconds)
            if Double(now.nanoseconds - last) > needed { bytes = 0 }
            bytes += more
            last = now.nanoseconds
        }
    }

    /// The sum of an `activity` rule in one direction.
    struct ActivitySum {
        var bytes: Int64 = 0
        var last: Int64?

        /// Whether the packets close enough to `now` count as activity.
        func stands(at now: Instant, _ rule: ActivityRule) -> Bool {
            guard let last, now.nanoseconds - last <= rule.within.nanoseconds else { return false }
            return bytes >= rule.bytes.count
        }

        /// Whether `more` brings the sum to the threshold.
        mutating func add(_ more: Int64, at now: Instant, _ rule: ActivityRule) -> Bool {
            if more == 0 { return false }
            if let last, now.nanoseconds - last > rule.within.nanoseconds { bytes = 0 }
            bytes += more
            last = now.nanoseconds
            return Double(bytes) >= rule.bytes.magnitude
        }
    }

    /// The energy in millijoules: power times time of all segments, cycle by cycle, plus the costs
    /// of bursts and bytes.
    var energy: Double {
        byteEnergy + segments.reduce(0) { $0 + $1.energy }
            + Double(bursts.uplink) * (profile.bursts?.uplink.energy.magnitude ?? 0)
            + Double(bursts.downlink) * (profile.bursts?.downlink.energy.magnitude ?? 0)
    }
}

extension EagerRadio.Segment {
    /// Power times time in millijoules, cycle by cycle.
    var energy: Double {
        let (from, until) = (self.from - entered, self.until - entered)
        switch draw {
        case .constant(let power) where reception != nil:
            return ObviousReception.energy(
                reception!, awake: power.magnitude, from: self.from, until: self.until)
        case .constant(let power): return power.magnitude * Double(until - from) / 1e9
        case .cycle(let cycle):
            let on = cycle.onDuration(within: until) - cycle.onDuration(within: from)
            let off = until - from - on
            let pauses = cycle.pausesBegun(within: until) - cycle.pausesBegun(within: from)
            return (cycle.onPower.magnitude * Double(on) + cycle.offPower.magnitude * Double(off))
                / 1e9 + cycle.transition.magnitude * Double(pauses)
        }
    }
}
