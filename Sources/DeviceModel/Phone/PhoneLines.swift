import EventKernel
import Quantities

/// The ledger lines of everything but the radio.
struct PhoneLines: Sendable {
    let processor: Processor.Lines
    let gnssOff: Int
    let gnssAcquiring: Int
    let gnssTracking: Int
    /// `nil` where the receiver is off at once.
    let gnssLingering: Int?
    let wifiOff: Int
    /// `nil` where the Wi-Fi part is a radio with states of its own.
    let wifiScanning: Int?
    /// Charged for a scan there.
    let wifiScan: Int
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
        gnssLingering = device.gnss.lingering.map { line(.gnss, "lingering", .tail, $0.power) }
        audioOff = line(.audio, "off", .baseline, .zero)
        audioPlaying = line(.audio, "playing", .playback, device.audioPlaying)
        displayOff = line(.display, "off", .baseline, .zero)
        displayLit = line(.display, "lit", .alert, device.display.lit)
        let others = [Component.cellular, .wifi, .bluetooth].filter { $0 != radio }
        let othersOff = others.map { line($0, "off", .baseline, .zero) }
        wifiOff = others.firstIndex(of: .wifi).map { othersOff[$0] } ?? 0
        let scan = device.wifiScan
        let scanEnergy = (scan?.power ?? .zero) * (scan?.time.seconds ?? .zero)
        if let scan, radio != .wifi {
            let scanning = line(.wifi, "scanning", .acquisition, scan.power)
            (wifiScanning, wifiScan) = (scanning, scanning)
        } else if scan != nil {
            wifiScanning = nil
            wifiScan = line(.wifi, "scanning", .acquisition, .zero, perEvent: scanEnergy)
        } else {
            (wifiScanning, wifiScan) = (nil, 0)
        }
        switched =
            [gnssOff, audioOff, displayOff, line(.floor, "on", .baseline, device.floor)]
            + othersOff
    }
}

/// The parts of a phone and the ledger plan that they share: compiled once, for all runs.
final class PhoneLayout: Sendable {
    let device: DeviceProfile
    let plan: LedgerPlan
    let machine: RadioMachine
    let lines: PhoneLines
    let signalling: SignallingPlan

    init(device: DeviceProfile, radio: RadioProfile, activities: [String]) {
        var plan = LedgerPlan(activities: activities)
        machine = RadioMachine(radio, plan: &plan)
        lines = PhoneLines(device, radio: machine.component, plan: &plan)
        signalling = SignallingPlan(radio, plan: &plan)
        self.device = device
        self.plan = plan
    }
}
