/// Makes a device profile from a power profile.
///
/// Values of the file keep their element as source. What is missing, zero, a placeholder or a copy
/// becomes an assumption with its reason.
public struct ImportedDevice {
    private let figures: PowerFigures
    private let cpu: CPUFigures
    private let settings: ImportSettings
    private var draft: ProfileDraft

    public static func profile(
        _ figures: PowerFigures, _ settings: ImportSettings, radios: [String]
    ) throws(OperatingPointError) -> ImportedProfile {
        var device = ImportedDevice(figures, settings)
        return try device.make(radios)
    }

    private init(_ figures: PowerFigures, _ settings: ImportSettings) {
        (self.figures, self.settings) = (figures, settings)
        cpu = CPUFigures(figures)
        draft = ProfileDraft(settings)
    }

    private mutating func make(_ radios: [String]) throws(OperatingPointError) -> ImportedProfile {
        var parts: ProfileTree = [
            "battery": battery, "floor": floor, "processor": try processor(), "gnss": gnss,
            "wi-fi-scan": wifiScan, "wi-fi-join": assumed(.wifiJoin), "audio": audio,
            "display": display, "bluetooth": bluetooth, "alert": assumed(.alert),
        ]
        parts["modem-idle"] = figures.modem(for: .lte).map { modem in
            modem.paging.map { draft.power($0, at: "modem-idle") }
                ?? draft.evidence(.pagingOnLTE)
        }
        var tree: ProfileTree = [
            "kind": "device", "name": .text(settings.name), "description": .text(description),
        ]
        if !draft.sources.isEmpty { tree["sources"] = .mapping(draft.sources) }
        tree = tree + parts
        let names = radios + settings.radios.filter { !radios.contains($0) }
        tree["radios"] = .list(names.map { .text($0) })
        if !settings.technologies.isEmpty {
            tree["technologies"] = .list(settings.technologies.map { .text($0) })
        }
        if !settings.systems.isEmpty { tree["systems"] = .list(settings.systems.map { .text($0) }) }
        return draft.profile(.device, settings.name, tree + assumed(.services))
    }

    private var description: String {
        "\(settings.name), from Android's own power profile by tailwatt profiles import: the "
            + "vendor's figures for Android, not a laboratory measurement. All powers except the "
            + "floor are above the floor.\(copies)"
    }

    private var copies: String {
        let found = figures.vectors.map(\.what)
        if found.isEmpty { return "" }
        return " Copied from or to other phones: \(found.joined(separator: ", "))."
    }

    private var battery: ProfileTree {
        mutating get {
            let reason =
                settings.voltage == ImportSettings.usualVoltage
                ? "no power profile has it; 3.8 to 3.87 V are printed on batteries of its time"
                : "no power profile has it; set by --voltage"
            return ["capacity": capacity, "voltage": .assumed("\(settings.voltage)", reason)]
        }
    }

    private var capacity: ProfileTree {
        mutating get {
            if let asked = settings.capacity {
                guard let source = settings.capacitySource else {
                    return .assumed("\(asked)", "as was asked for (--capacity)")
                }
                let key = draft.add(
                    key: "CAPACITY", citation: source, url: nil, confidence: "seen-secondhand")
                return .sourced("\(asked)", key)
            }
            let element = figures.profile.element("battery.capacity")
            guard let value = element?.values.first, value > 0 else {
                return .assumed(
                    "\(ImportSettings.usualCapacity)",
                    "battery.capacity is missing: the phone's fuel gauge tells Android; between "
                        + "other phones' 2100 and 5020 mAh")
            }
            return draft.direct(
                "\(PlainNumber.text(value)) mAh", "battery.capacity", line: element?.line,
                at: "battery.capacity")
        }
    }

    private var floor: ProfileTree {
        mutating get {
            if let suspended = cpu.suspended { return draft.power(suspended, at: "floor") }
            return assumed(
                5.72, "not given; 5.72 mA is the median of ten phones' cpu.suspend, 2012 to 2024")
        }
    }

    private func assumed(_ part: ImportAssumptions.Part) -> ProfileTree {
        settings.assumptions[part]
    }

    /// A current that no element gives, at the battery's voltage.
    private func assumed(_ current: Double, _ reason: String) -> ProfileTree {
        let power = Milliwatts.tidy(current * settings.voltage.magnitude)
        return .assumed("\(power)", "\(reason), at \(settings.voltage)")
    }

    /// A file's `cpu.idle` is a part of what an awake phone draws, so all three powers rest on
    /// phones that were measured. The file gives the powers of the cores.
    private mutating func processor() throws(OperatingPointError) -> ProfileTree {
        let volts = settings.voltage.magnitude
        let (busy, busyWords) = try running(settings.background ?? cpu.usualBackground)
        let (front, frontWords) = try running(settings.foreground ?? cpu.usualForeground)
        let own = cpu.idle.map { "the file's \($0.element), \($0.power), is a part of it" } ?? ""
        func awake(_ current: Double, _ words: String, _ path: String) -> ProfileTree {
            if !cpu.clusters.isEmpty {
                draft.note(path, "\(Milliwatts.tidy(current * volts)) more", words)
            }
            return draft.evidence(
                .awake, note: "with \(words), of which waiting has a quarter",
                plus: (current - busy / 4) * volts)
        }
        return [
            "wake-up-energy": draft.evidence(.wakeUp),
            "wake-up-time": .assumed(
                "250 ms",
                "resuming a suspended processor and its drivers takes a few tenths of a second"),
            "awake-background": draft.evidence(.awake, note: own),
            "awake-foreground": awake(front, frontWords, "processor.awake-foreground"),
            "busy-background": awake(busy, busyWords, "processor.busy-background"),
            "launch-time": .assumed(
                "1.5 s",
                "not published; a small app is there in a second or two, and its code, "
                    + "libraries and state must be read from flash before it runs"),
        ]
    }

    private func running(_ point: OperatingPoint?) throws(OperatingPointError) -> (Double, String) {
        guard let point else { return (47.05, "47.05 mA, a Nexus 4 at its lowest clock (PP-029)") }
        let (sum, words) = try cpu.current(at: point)
        return (sum, "\(words) mA; that it runs at \(point) is assumed")
    }

    private var gnss: ProfileTree {
        mutating get {
            let powers: ProfileTree
            if let on = figures.figure("gps.on"), on.copied == nil {
                powers = [
                    "acquiring": draft.power(on, at: "gnss.acquiring"),
                    "tracking": draft.power(on, at: "gnss.tracking"),
                ]
            } else {
                let note = figures.gnssNote
                powers = [
                    "acquiring": draft.evidence(.satellites, note: note),
                    "tracking": draft.evidence(.satellites, note: note),
                ]
            }
            return powers + assumed(.gnss)
        }
    }

    private var wifiScan: ProfileTree {
        mutating get {
            let power: ProfileTree
            if let scan = figures.figure("wifi.scan") {
                power = draft.power(scan, at: "wi-fi-scan.power")
            } else if let wifi = figures.wifi {
                let value = "\(wifi.receiving.power)"
                draft.note("wi-fi-scan.power", value, wifi.receiving)
                power = .assumed(
                    value,
                    "not given; scanning is listening: \(wifi.receiving.element), "
                        + wifi.receiving.words)
            } else {
                power = .assumed(
                    "193 mW", "not given; a Nexus 4 has 52.1 mA scanning (PP-035), at 3.7 V")
            }
            return ["power": power] + assumed(.wifiScan)
        }
    }

    private var audio: ProfileTree {
        mutating get {
            guard let playing = figures.figure("audio") else {
                let power = assumed(
                    35, "not given; 35 mA is the median of seven phones' audio, 2016 to 2022")
                return ["playing": power, "recording": power]
            }
            return [
                "playing": draft.power(playing, at: "audio.playing"),
                "recording": .assumed(
                    "\(playing.power)",
                    "not given; as much as playing, an encoder and a microphone instead"),
            ]
        }
    }

    private var display: ProfileTree {
        mutating get {
            var tree: ProfileTree = [:]
            for (key, element, current) in [
                ("minimum", "screen.on", 98.0), ("full", "screen.full", 202.0),
            ] {
                tree[key] =
                    figures.display(element).map { draft.power($0, at: "display.\(key)") }
                    ?? assumed(
                        current, "not given; \(Int(current)) mA are among other phones' \(element)")
            }
            tree = tree + assumed(.display)
            if let ambient = figures.display("ambient.on") {
                tree["ambient"] = draft.power(ambient, at: "display.ambient")
            }
            return tree
        }
    }

    private var bluetooth: ProfileTree {
        mutating get {
            var tree = assumed(.bluetooth)
            guard let own = figures.bluetooth else { return tree }
            tree["on"] = draft.power(own.idle, at: "bluetooth.on")
            let scanning = Milliwatts.tidy(own.receiving.power.magnitude / 10)
            draft.note("bluetooth.scanning", "\(scanning)", own.receiving)
            tree["scanning"] = .assumed(
                "\(scanning)",
                "listening a tenth of the time, as Android's low-power scans do: "
                    + "\(own.receiving.element), \(own.receiving.words)")
            return tree
        }
    }
}

/// The user's additions that make a power profile a device.
public struct ImportSettings: Sendable {
    public var name: String
    /// The file's name in sources, or a citation with phone and year.
    public var citation: String
    public var url: String?
    /// Nominal; no power profile gives it.
    public var voltage: Volts
    public let assumptions: ImportAssumptions
    /// The battery's capacity, where the file does not give it.
    public var capacity: MilliampereHours?
    public var capacitySource: String?
    /// Where background work runs; `nil` for ``CPUFigures/usualBackground``.
    public var background: OperatingPoint?
    /// Where the app in front runs; `nil` for ``CPUFigures/usualForeground``.
    public var foreground: OperatingPoint?
    /// Which of the five transmit powers to use, from 0 to 4.
    public var transmitLevel = 2
    public var systems: [String] = []
    public var technologies: [String] = []
    public var radios: [String] = []

    public init(
        name: String, citation: String, voltage: Volts = Self.usualVoltage,
        assumptions: ImportAssumptions
    ) {
        (self.name, self.citation, self.voltage) = (name, citation, voltage)
        self.assumptions = assumptions
    }

    /// Typical of phones since about 2015, whose batteries are labelled 3.8 to 3.87 V.
    public static let usualVoltage = Volts(3.85)
    /// Between the least and the most of twelve files, 2100 and 5020 mAh.
    public static let usualCapacity = MilliampereHours(4000)
}
