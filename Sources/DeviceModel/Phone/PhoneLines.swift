import EventKernel
import Quantities

/// The ledger lines of everything but the radio.
struct PhoneLines: Sendable {
    let processor: Processor.Lines
    let gnssOff: Int
    let gnssAcquiring: Int
    let gnssTracking: Int
    let audioOff: Int
    let audioPlaying: Int
    let displayOff: Int
    let displayLit: Int
    /// The lines of the parts that are only switched, as they are at the start of a run.
    let switched: [Int]

    init(_ device: DeviceProfile, radio: Component, plan: inout LedgerPlan) {
        func line(
            _ component: Component, _ state: String, _ kind: EnergyKind, _ power: Milliwatts,
            perEvent: Millijoules = .zero
        ) -> Int {
            plan.add(LedgerLine(component, state, kind, .constant(power), perEvent: perEvent))
        }
        processor = Processor.Lines(
            asleep: line(.processor, "asleep", .baseline, .zero),
            waking: line(
                .processor, "waking", .wakeUp, .zero, perEvent: device.processor.wakeUpEnergy),
            awake: line(
                .processor, "awake-background", .wakeUp, device.processor.awakeBackground))
        gnssOff = line(.gnss, "off", .baseline, .zero)
        gnssAcquiring = line(.gnss, "acquiring", .acquisition, device.gnss.acquiring)
        gnssTracking = line(.gnss, "tracking", .tracking, device.gnss.tracking)
        audioOff = line(.audio, "off", .baseline, .zero)
        audioPlaying = line(.audio, "playing", .playback, device.audioPlaying)
        displayOff = line(.display, "off", .baseline, .zero)
        displayLit = line(.display, "lit", .alert, device.display.lit)
        let others = [Component.cellular, .wifi, .bluetooth].filter { $0 != radio }
        switched =
            [gnssOff, audioOff, displayOff, line(.floor, "on", .baseline, device.floor)]
            + others.map { line($0, "off", .baseline, .zero) }
    }
}

/// The parts of a phone and the ledger plan that they share: compiled once, for all runs.
final class PhoneLayout: Sendable {
    let device: DeviceProfile
    let plan: LedgerPlan
    let machine: RadioMachine
    let lines: PhoneLines

    init(device: DeviceProfile, radio: RadioProfile, activities: [String]) {
        var plan = LedgerPlan(activities: activities)
        machine = RadioMachine(radio, plan: &plan)
        lines = PhoneLines(device, radio: machine.component, plan: &plan)
        self.device = device
        self.plan = plan
    }
}
