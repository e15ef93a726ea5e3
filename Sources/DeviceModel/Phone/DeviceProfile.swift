public struct DeviceProfile: Formed, Hashable, Sendable {
    public var name = ""
    public var battery = Battery()
    public var floor = Milliwatts.zero
    public var processor = ProcessorProfile()
    public var gnss = GNSSProfile()
    public var wifiScan: WiFiScanProfile?
    public var wifiJoin: WiFiJoinProfile?
    public var audioPlaying = Milliwatts.zero
    /// Playing to a receiver over Wi-Fi, without the phone's own output and its radio; `nil`:
    /// `audioPlaying`.
    public var audioPlayingAfar: Milliwatts?
    public var audioRecording: Milliwatts?
    public var display = DisplayProfile()
    public var bluetooth: BluetoothProfile?
    public var alert: AlertProfile?
    public var modemIdle: Milliwatts?
    public var radios: [String] = []
    /// Technologies of its radios; `nil`: any.
    public var technologies: [RadioProfile.Technology]?
    public var systems: [String]?
    public var memoryForApps: Bytes?
    public var multitasks = true
    public var supportsSignificantChange = false
    public var supportsRegionMonitoring = false

    /// The name is not a field: it is the file's. Required fields have placeholder defaults.
    public static let form = Form(
        Self(), "A phone: its battery, and the power of its parts other than the radio."
    ).required(
        .part("battery", \.battery, "Battery data as printed on it."),
        .quantity(
            "floor", \.floor,
            "Power of the sleeping phone with everything off and the radio idle."),
        .part("processor", \.processor, "Processor that background code wakes."),
        .part("gnss", \.gnss, "Satellite receiver.")
    ).optional(
        .part(
            "wi-fi-scan", \.wifiScan, "Positions from nearby Wi-Fi access points.",
            without: "the phone finds none"),
        .part("wi-fi-join", \.wifiJoin, "Joining a known Wi-Fi network.", without: "nothing")
    ).required(
        .part("audio", \.self, "Sound.", form: audio),
        .part("display", \.display, "Display.")
    ).optional(
        .part(
            "bluetooth", \.bluetooth, "Power and energy of Bluetooth Low Energy.",
            without: "not counted"),
        .part(
            "alert", \.alert, "Sound and vibration of an alert, besides lighting the display.",
            without: "not at all"),
        .quantity(
            "modem-idle", \.modemIdle,
            "Power of the idle modem, above the floor, in a scenario whose radio is Wi-Fi.",
            otherwise: .without("nothing"))
    ).required(
        .names("radios", \.radios, "Radio profiles that were measured on this phone, or suit it.")
    ).optional(
        technologies,
        .names(
            "systems", \.systems,
            "Systems that ran on this phone; a scenario with another system is hypothetical.",
            count: 1...100, otherwise: .usual("any")),
        .quantity(
            "memory-for-apps", \.memoryForApps,
            "Memory left to all apps together, beyond which the largest are purged.", .aboveZero,
            otherwise: .without("no limit")),
        .statedFlag(
            "multitasking", \.multitasks,
            "Whether apps stay in memory when left, on a system with multitasking."
        ).without("yes")
    ).required(
        .statedFlag(
            "significant-change", \.supportsSignificantChange,
            "Whether the phone has the cell positioning that significant-change needs."),
        .statedFlag(
            "region-monitoring", \.supportsRegionMonitoring,
            "Whether the phone can tell apps that it enters or leaves a region."))

    private static let technologies = Field<DeviceProfile>(
        "technologies",
        "Technologies of its radios; a scenario with another technology is hypothetical.",
        without: "any",
        content: { _ in .list(.choice(RadioProfile.Technology.self), 1...4) },
        read: { reader, device in
            let words = RadioProfile.Technology.allCases.map(\.rawValue)
            let found = reader.givenWords("technologies", of: words, what: "a technology")
            device.technologies = found?.compactMap(RadioProfile.Technology.init)
        },
        text: { device in
            device.technologies.map { "[\($0.map(\.rawValue).joined(separator: ", "))]" }
        })

    private static let audio = Form(DeviceProfile(), "Sound.").required(
        .quantity(
            "playing", \.audioPlaying, "Power while playing, above the floor, processor included.")
    ).optional(
        .quantity(
            "playing-afar", \.audioPlayingAfar,
            "Power while playing to a receiver over Wi-Fi, above the floor, radio excluded.",
            otherwise: .without("as playing")),
        .quantity(
            "recording", \.audioRecording,
            "Power while recording, above the floor, processor included.",
            otherwise: .without("the phone cannot record")))
}

extension SystemRules {
    /// The rules on a phone that may be unable to keep apps in memory when they are left.
    func on(_ device: DeviceProfile) -> SystemRules {
        if device.multitasks || !lifeCycle.multitasks { return self }
        return modified(self) {
            $0.lifeCycle.multitasks = false
            $0.name += " on \(device.name)"
        }
    }
}

/// A battery, by its printed ratings.
public struct Battery: Formed, Hashable, Sendable {
    public var capacity = MilliampereHours.zero
    public var voltage = Volts.zero

    /// Energy of a full battery: capacity × nominal voltage.
    public var energy: Millijoules { capacity * voltage }

    public static let form = Form(Self(), "Battery data as printed on it.").required(
        .quantity("capacity", \.capacity, "Charge of a full battery.", .aboveZero),
        .quantity("voltage", \.voltage, "Nominal voltage: the mean over a discharge.", .aboveZero))
}

/// Joining a known Wi-Fi network: scan, association and address.
public struct WiFiJoinProfile: Formed, Hashable, Sendable {
    public var energy: Millijoules
    public var time: TimeSpan

    public init(energy: Millijoules, time: TimeSpan) {
        precondition(time > .zero, "joining takes \(time.seconds)")
        (self.energy, self.time) = (energy, time)
    }

    public var power: Milliwatts { Milliwatts(energy.magnitude / time.seconds.magnitude) }

    public static let form = Form(
        WiFiJoinProfile(energy: .zero, time: TimeSpan(nanoseconds: 1)),
        "Joining a known Wi-Fi network."
    ).required(
        .quantity("energy", \.energy, "Total energy, above the floor."),
        .span("time", \.time, "Time until transfers use the network.", .aboveZero))
}

public struct ProcessorProfile: Formed, Hashable, Sendable {
    public var wakeUpEnergy = Millijoules.zero
    public var wakeUpTime = TimeSpan.zero
    public var awakeBackground = Milliwatts.zero
    public var awakeForeground = Milliwatts.zero
    public var busyBackground: Milliwatts?
    public var launchTime = TimeSpan.zero

    public static let form = Form(Self(), "Processor that background code wakes.").required(
        .quantity(
            "wake-up-energy", \.wakeUpEnergy, "Energy of one wake-up besides the time awake."),
        .span(
            "wake-up-time", \.wakeUpTime,
            "Time from the interrupt to the first line of the app's code."),
        .quantity(
            "awake-background", \.awakeBackground,
            "Power while running background code, above the floor."),
        .quantity(
            "awake-foreground", \.awakeForeground,
            "Power while running the app in front, above the floor, display excluded.")
    ).optional(
        .quantity(
            "busy-background", \.busyBackground,
            "Power while computing all the time in the background, above the floor.",
            otherwise: .without("as awake-background"))
    ).required(
        .span(
            "launch-time", \.launchTime,
            "Time that launching a terminated app keeps the processor busy."))
}

/// The display, lit by its user or by an alert.
public struct DisplayProfile: Formed, Hashable, Sendable {
    public var minimum = Milliwatts.zero
    public var full = Milliwatts.zero
    public var alertTime = TimeSpan.zero
    public var ambient: Milliwatts?
    public var alertLight: AlertRules.Light?

    /// Power at a brightness: minimum + brightness × full (AOSP, `ScreenPowerCalculator`).
    ///
    /// - Parameter brightness: 0 for the dimmest, 100 % for the brightest.
    public func lit(at brightness: Fraction) -> Milliwatts { minimum + full * brightness.magnitude }

    public static let form = Form(Self(), "Display.").required(
        .quantity("minimum", \.minimum, "Power at the lowest brightness, above the floor."),
        .quantity("full", \.full, "Additional power at full brightness."),
        .span("alert-time", \.alertTime, "Time that an alert or a call lights it.")
    ).optional(
        .quantity(
            "ambient", \.ambient, "Power of the dim display that shows the time.",
            otherwise: .without("it has none")),
        .statedChoice(
            "alert-light", \.alertLight, what: "a light of alerts",
            "Effect of an alert on the display in the vendor's build: none, pulse or wakes.",
            otherwise: .without("as the system's alerts")))
}

/// How an alert calls its user, besides lighting the display.
public struct AlertProfile: Formed, Hashable, Sendable {
    /// Length of the sound, which draws as much as playing; zero or more.
    public var soundTime = TimeSpan.zero
    public var vibrationPower = Milliwatts.zero
    public var vibrationTime = TimeSpan.zero

    public var vibration: Millijoules { vibrationPower * vibrationTime.seconds }

    public static let form = Form(
        Self(), "Sound and vibration of an alert, besides lighting the display."
    ).required(
        .span("sound-time", \.soundTime, "Length of the sound."),
        .quantity("vibration-power", \.vibrationPower, "Power of the motor."),
        .span("vibration-time", \.vibrationTime, "Length of the vibration."))
}
