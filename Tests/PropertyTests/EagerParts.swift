import Kernel

@testable import DeviceModel

// The power of the oracle's segments.
extension EagerRadio {
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
