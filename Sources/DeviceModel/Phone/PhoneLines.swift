import Kernel

/// The ledger lines of everything but the radio.
struct PhoneLines: Sendable {
    var processor: Processor.Lines
    let gnss: SatelliteLines
    let audio: SoundLines
    let display: DisplayLines
    let wifi: ScanLines
    /// `nil`: no app uses Bluetooth, or its power is unknown.
    let bluetooth: BluetoothLines?
    /// Initial lines of the parts that are only switched.
    let switched: [Int]
    /// An idle modem beside Wi-Fi; `nil`: there is none.
    let modem: Int?

    /// - Parameters:
    ///   - radios: components that have lines of their own.
    ///   - needs: of the apps; what none of them uses gets no line.
    ///   - modemIdle: of a phone whose radio is Wi-Fi; `nil`: its modem is off.
    ///   - isAlwaysOn: whether the display shows the time when it is not lit.
    ///   - isUsed: whether the user ever has the phone in hand.
    ///   - plan: gets the lines, always in the same order.
    init(
        _ device: DeviceProfile, radios: [Component], needs: AppNeeds, brightness: Fraction,
        modemIdle: Milliwatts?, isAlwaysOn: Bool, isUsed: Bool, scans: ScanRules?,
        plan: inout LedgerPlan
    ) {
        processor = Processor.Lines(device.processor, isUsed: isUsed, &plan)
        gnss = SatelliteLines(device.gnss, &plan)
        audio = SoundLines(device, needs, &plan)
        display = DisplayLines(
            device.display, brightness, isAlwaysOn: isAlwaysOn, isUsed: isUsed, &plan)
        let others = [Component.cellular, .wifi, .bluetooth].filter { !radios.contains($0) }
        let othersOff = others.map { component in
            guard component == .cellular, let power = modemIdle else {
                return plan.add(component, "off", .baseline)
            }
            return plan.add(component, "idle", .baseline, power)
        }
        modem = modemIdle == nil ? nil : others.firstIndex(of: .cellular).map { othersOff[$0] }
        wifi = ScanLines(
            device.wifiScan, off: others.firstIndex(of: .wifi).map { othersOff[$0] }, &plan)
        bluetooth =
            needs.contains(.bluetooth)
            ? BluetoothLines(
                device.bluetooth, scans,
                off: others.firstIndex(of: .bluetooth).map { othersOff[$0] }, &plan) : nil
        let floor = plan.add(.floor, "on", .baseline, device.floor)
        switched = [gnss.off, audio.off, display.off, floor] + othersOff
    }
}

extension Processor.Lines {
    fileprivate init(_ processor: ProcessorProfile, isUsed: Bool, _ plan: inout LedgerPlan) {
        asleep = plan.add(.processor, "asleep", .baseline)
        waking = plan.add(.processor, "waking", .wakeUp, perEvent: processor.wakeUpEnergy)
        awake = plan.add(.processor, "awake-background", .wakeUp, processor.awakeBackground)
        let step = LedgerCourse.Step(line: waking, span: processor.wakeUpTime, entered: nil)
        wakeUp = plan.add(LedgerCourse(steps: [step]))
        if isUsed {
            inFront = plan.add(.processor, "awake-foreground", .use, processor.awakeForeground)
        }
    }
}

struct SatelliteLines: Sendable {
    let off: Int
    let acquiring: Int
    let tracking: Int
    /// `nil`: the receiver goes off at once.
    let lingering: Int?
    /// Off, while the system watches for changes of place; `off` without power for that.
    let monitoring: Int

    fileprivate init(_ gnss: GNSSProfile, _ plan: inout LedgerPlan) {
        off = plan.add(.gnss, "off", .baseline)
        acquiring = plan.add(.gnss, "acquiring", .acquisition, gnss.acquiring)
        tracking = plan.add(.gnss, "tracking", .tracking, gnss.tracking)
        lingering = gnss.lingering.map { plan.add(.gnss, "lingering", .tail, $0.power) }
        monitoring =
            gnss.monitoring == .zero
            ? off : plan.add(.gnss, "monitoring", .tracking, gnss.monitoring)
    }
}

struct SoundLines: Sendable {
    let off: Int
    let playing: Int
    /// Equal to `playing` where no policy records.
    let recording: Int
    /// Recording while an app or the world's player plays.
    let both: Int
    /// Playing to a receiver over Wi-Fi; `playing` without one.
    let afar: Int
    /// Sound of an alert, charged for its vibration; `playing` where no policy alerts.
    let alert: Int

    fileprivate init(_ device: DeviceProfile, _ needs: AppNeeds, _ plan: inout LedgerPlan) {
        off = plan.add(.audio, "off", .baseline)
        playing = plan.add(.audio, "playing", .playback, device.audioPlaying)
        if needs.contains(.records), let power = device.audioRecording {
            recording = plan.add(.audio, "recording", .playback, power)
            both = plan.add(
                .audio, "playing-and-recording", .playback, device.audioPlaying + power)
        } else {
            (recording, both) = (playing, playing)
        }
        afar =
            needs.contains(.airPlay)
            ? plan.add(
                .audio, "playing-afar", .playback,
                device.audioPlayingAfar ?? device.audioPlaying) : playing
        alert =
            needs.contains(.alerts)
            ? plan.add(
                .audio, "alert", .alert, device.audioPlaying,
                perEvent: device.alert?.vibration ?? .zero)
            : playing
    }
}

struct DisplayLines: Sendable {
    /// Without power; `off` unless the display is always on.
    let dark: Int
    let off: Int
    let lit: Int
    /// Lit in the user's hand; `lit` where the phone is not used.
    let inHand: Int
    /// The dim display during an alert; `nil`: the device has none.
    let pulse: Int?

    fileprivate init(
        _ display: DisplayProfile, _ brightness: Fraction, isAlwaysOn: Bool, isUsed: Bool,
        _ plan: inout LedgerPlan
    ) {
        let power = display.lit(at: brightness)
        dark = plan.add(.display, "off", .baseline)
        off =
            isAlwaysOn
            ? plan.add(.display, "ambient", .baseline, display.ambient ?? .zero) : dark
        lit = plan.add(.display, "lit", .alert, power)
        inHand = isUsed ? plan.add(.display, "lit", .use, power) : lit
        pulse = display.ambient.map { plan.add(.display, "pulse", .alert, $0) }
    }
}

struct ScanLines: Sendable {
    /// Meaningless where the Wi-Fi part is a radio with its own states.
    let off: Int
    /// `nil` for such a radio, and for a device that does not scan.
    let scanning: Int?
    /// Charged per scan where the Wi-Fi part is such a radio.
    let scan: Int

    fileprivate init(_ profile: WiFiScanProfile?, off: Int?, _ plan: inout LedgerPlan) {
        self.off = off ?? 0
        guard let profile else {
            (scanning, scan) = (nil, 0)
            return
        }
        if off != nil {
            let line = plan.add(.wifi, "scanning", .acquisition, profile.power)
            (scanning, scan) = (line, line)
        } else {
            scanning = nil
            scan = plan.add(
                .wifi, "scanning", .acquisition, perEvent: profile.power * profile.time.seconds)
        }
    }
}

/// Lines that replace those of radio, processor and floor while the phone is off.
struct OffLines: Sendable {
    let radio: Int
    let processor: Int
    let floor: Int
    /// `nil`: no idle modem is beside the radio.
    let modem: Int?

    init(_ radio: Component, hasModem: Bool, plan: inout LedgerPlan) {
        self.radio = plan.add(radio, "off", .baseline)
        processor = plan.add(.processor, "off", .baseline)
        floor = plan.add(.floor, "off", .baseline)
        modem = hasModem ? plan.add(.cellular, "off", .baseline) : nil
    }
}

extension LedgerPlan {
    mutating func add(
        _ component: Component, _ state: String, _ kind: EnergyKind, _ power: Milliwatts = .zero,
        perEvent: Millijoules = .zero
    ) -> Int {
        add(LedgerLine(component, state, kind, .constant(power), perEvent: perEvent))
    }
}
