/// The ledger lines of everything but the radio.
struct PhoneLines: Sendable {
    var processor: Processor.Lines
    var gnss: SatelliteLines
    let audio: SoundLines
    var display: DisplayLines
    let wifi: ScanLines
    /// `nil`: no app uses Bluetooth, or its power is unknown.
    let bluetooth: BluetoothLines?
    /// Initial lines of the parts that are only switched.
    private(set) var switched: [Int]
    /// The modem in a scenario on Wi-Fi alone, or the floor with and without a modem that is camped
    /// on a cell; `nil`: the phone has none, or the radio's own states have all that it draws.
    private(set) var modem: (idle: Int, off: Int)?

    /// - Parameters:
    ///   - radios: components that have lines of their own.
    ///   - needs: of the apps; what none of them uses gets no line.
    ///   - isUsed: whether the user ever has the phone in hand.
    ///   - plan: gets the lines, always in the same order.
    init(
        _ device: DeviceProfile, radios: [Component], needs: AppNeeds, brightness: Fraction,
        isUsed: Bool, scans: ScanRules?, plan: inout LedgerPlan
    ) {
        processor = Processor.Lines(device.processor, isUsed: isUsed, &plan)
        gnss = SatelliteLines(device.gnss, &plan)
        audio = SoundLines(device, needs, &plan)
        display = DisplayLines(device.display.lit(at: brightness), isUsed: isUsed, &plan)
        let others = [Component.cellular, .wifi, .bluetooth].filter { !radios.contains($0) }
        let othersOff = others.map { plan.add($0, "off", .baseline) }
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

    /// Adds the lines of parts that few phones have. They come last, so that the numbers of all
    /// other lines do not depend on them.
    mutating func addLast(
        _ device: DeviceProfile, _ radio: RadioProfile, isAlwaysOn: Bool, _ plan: inout LedgerPlan
    ) {
        if device.gnss.monitoring > .zero {
            gnss.monitoring = plan.add(.gnss, "monitoring", .tracking, device.gnss.monitoring)
        }
        if let ambient = device.display.ambient {
            display.pulse = plan.add(.display, "pulse", .alert, ambient)
            if isAlwaysOn {
                display.off = plan.add(.display, "ambient", .baseline, ambient)
                begin(display.off, for: display.dark)
            }
        }
        let off = switched.first { plan.shapes[$0].component == .cellular }
        if let off, let power = device.modemIdle {
            let idle = plan.add(.cellular, "idle", .baseline, power)
            modem = (idle, off)
            begin(idle, for: off)
        }
        if radio.camped > .zero,
            let floor = switched.first(where: { plan.shapes[$0].component == .floor })
        {
            let camped = plan.add(.floor, "camped", .baseline, device.floor + radio.camped)
            modem = (camped, floor)
            begin(camped, for: floor)
        }
    }

    private mutating func begin(_ line: Int, for other: Int) {
        switched = switched.map { $0 == other ? line : $0 }
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
    fileprivate(set) var monitoring: Int

    fileprivate init(_ gnss: GNSSProfile, _ plan: inout LedgerPlan) {
        off = plan.add(.gnss, "off", .baseline)
        acquiring = plan.add(.gnss, "acquiring", .acquisition, gnss.acquiring)
        tracking = plan.add(.gnss, "tracking", .tracking, gnss.tracking)
        lingering = gnss.lingering.map { plan.add(.gnss, "lingering", .tail, $0.power) }
        monitoring = off
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
            both = plan.add(.audio, "playing-and-recording", .playback, device.audioPlaying + power)
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
    fileprivate(set) var off: Int
    let lit: Int
    /// Lit in the user's hand; `lit` where the phone is not used.
    let inHand: Int
    /// The dim display during an alert; `nil`: the device has none.
    fileprivate(set) var pulse: Int?

    fileprivate init(_ power: Milliwatts, isUsed: Bool, _ plan: inout LedgerPlan) {
        dark = plan.add(.display, "off", .baseline)
        off = dark
        lit = plan.add(.display, "lit", .alert, power)
        inHand = isUsed ? plan.add(.display, "lit", .use, power) : lit
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

    init(_ radio: Component, plan: inout LedgerPlan) {
        self.radio = plan.add(radio, "off", .baseline)
        processor = plan.add(.processor, "off", .baseline)
        floor = plan.add(.floor, "off", .baseline)
    }
}

extension LedgerPlan {
    mutating func add(
        _ component: Component, _ state: String, _ kind: EnergyKind, _ power: Milliwatts = .zero,
        perEvent: Millijoules = .zero
    ) -> Int { add(LedgerLine(component, state, kind, .constant(power), perEvent: perEvent)) }
}
