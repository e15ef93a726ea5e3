import EventKernel
import Quantities

/// The ledger lines of everything but the radio.
struct PhoneLines: Sendable {
    var processor: Processor.Lines
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
    /// That of playing where no policy records.
    let audioRecording: Int
    /// Recording while somebody plays.
    let audioBoth: Int
    /// Sound of an alert; charged for its vibration. That of playing where no policy alerts so.
    let audioAlert: Int
    let displayOff: Int
    let displayLit: Int
    /// The lines of the parts that are only switched, as they are at the start of a run.
    let switched: [Int]

    init(
        _ device: DeviceProfile, radios: [Component], needs: AppNeeds, plan: inout LedgerPlan
    ) {
        func line(
            _ component: Component, _ state: String, _ kind: EnergyKind, _ power: Milliwatts,
            perEvent: Millijoules = .zero
        ) -> Int {
            plan.add(LedgerLine(component, state, kind, .constant(power), perEvent: perEvent))
        }
        processor = Processor.Lines(device.processor, plan: &plan)
        gnssOff = line(.gnss, "off", .baseline, .zero)
        gnssAcquiring = line(.gnss, "acquiring", .acquisition, device.gnss.acquiring)
        gnssTracking = line(.gnss, "tracking", .tracking, device.gnss.tracking)
        gnssLingering = device.gnss.lingering.map { line(.gnss, "lingering", .tail, $0.power) }
        audioOff = line(.audio, "off", .baseline, .zero)
        let playing = line(.audio, "playing", .playback, device.audioPlaying)
        audioPlaying = playing
        if needs.contains(.records), let recording = device.audioRecording {
            audioRecording = line(.audio, "recording", .playback, recording)
            audioBoth = line(
                .audio, "playing-and-recording", .playback, device.audioPlaying + recording)
        } else {
            (audioRecording, audioBoth) = (playing, playing)
        }
        audioAlert =
            needs.contains(.alerts)
            ? line(
                .audio, "alert", .alert, device.audioPlaying,
                perEvent: device.alert?.vibration ?? .zero)
            : playing
        displayOff = line(.display, "off", .baseline, .zero)
        displayLit = line(.display, "lit", .alert, device.display.lit)
        let others = [Component.cellular, .wifi, .bluetooth].filter { !radios.contains($0) }
        let othersOff = others.map { line($0, "off", .baseline, .zero) }
        wifiOff = others.firstIndex(of: .wifi).map { othersOff[$0] } ?? 0
        let scan = device.wifiScan
        let scanEnergy = (scan?.power ?? .zero) * (scan?.time.seconds ?? .zero)
        if let scan, !radios.contains(.wifi) {
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

extension Processor.Lines {
    fileprivate init(_ processor: ProcessorProfile, plan: inout LedgerPlan) {
        func line(
            _ state: String, _ kind: EnergyKind, _ power: Milliwatts, perEvent: Millijoules = .zero
        ) -> Int {
            plan.add(LedgerLine(.processor, state, kind, .constant(power), perEvent: perEvent))
        }
        asleep = line("asleep", .baseline, .zero)
        waking = line("waking", .wakeUp, .zero, perEvent: processor.wakeUpEnergy)
        awake = line("awake-background", .wakeUp, processor.awakeBackground)
        wakeUp = plan.add(
            LedgerCourse(steps: [
                LedgerCourse.Step(line: waking, span: processor.wakeUpTime, entered: nil)
            ]))
    }
}

/// The lines of the parts that are not off but in a phone whose battery is empty.
struct OffLines: Sendable {
    let radio: Int
    let processor: Int
    let floor: Int

    init(_ radio: Component, plan: inout LedgerPlan) {
        func line(_ component: Component) -> Int {
            plan.add(LedgerLine(component, "off", .baseline, .constant(.zero)))
        }
        (self.radio, processor, floor) = (line(radio), line(.processor), line(.floor))
    }
}

/// The parts of a phone and the ledger plan that they share: compiled once, for all runs.
final class PhoneLayout: Sendable {
    let device: DeviceProfile
    let plan: LedgerPlan
    let machine: RadioMachine
    let lines: PhoneLines
    let signalling: SignallingPlan
    /// `nil` for a phone with one radio.
    let wifi: WiFiLayout?
    /// `nil` for a phone whose battery is not followed.
    let off: OffLines?
    /// Charged for each millisecond of a processor that computes; `nil`: no app does.
    let computing: Int?

    init(
        device: DeviceProfile, radio: RadioProfile, wifiRadio: RadioProfile? = nil,
        followsBattery: Bool = false, activities: [String], needs: AppNeeds = []
    ) {
        var plan = LedgerPlan(activities: activities)
        machine = RadioMachine(radio, plan: &plan)
        let others = wifiRadio.map { [$0.technology.component] } ?? []
        var lines = PhoneLines(
            device, radios: [machine.component] + others, needs: needs, plan: &plan)
        signalling = SignallingPlan(radio, plan: &plan)
        off = followsBattery ? OffLines(machine.component, plan: &plan) : nil
        computing = needs.contains(.computes) ? plan.addComputing(device.processor) : nil
        lines.processor.off = off?.processor ?? -1
        wifi = wifiRadio.map { WiFiLayout($0, device, plan: &plan) }
        self.lines = lines
        self.device = device
        self.plan = plan
    }
}

extension LedgerPlan {
    /// What computing draws beside being awake, for each millisecond.
    fileprivate mutating func addComputing(_ processor: ProcessorProfile) -> Int {
        let more = max(
            0,
            (processor.busyBackground ?? processor.awakeBackground).magnitude
                - processor.awakeBackground.magnitude)
        return add(
            LedgerLine(
                .processor, "awake-background", .wakeUp, .constant(processor.awakeBackground),
                perEvent: Millijoules(more / 1000)))
    }
}
