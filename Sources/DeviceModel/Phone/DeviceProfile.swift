import Kernel

/// A phone: its battery, and what its parts draw beside the radio.
public struct DeviceProfile: Hashable, Sendable {
    public var name: String
    public var battery: Battery
    /// The sleeping phone, everything off and the radio idle.
    public var floor: Milliwatts
    public var processor: ProcessorProfile
    public var gnss: GNSSProfile
    /// `nil` for a phone that finds no positions by Wi-Fi.
    public var wifiScan: WiFiScanProfile?
    /// What joining a Wi-Fi network takes; `nil`: neither time nor energy.
    public var wifiJoin: WiFiJoinProfile?
    /// Above `floor`, with what the processor does for the sound.
    public var audioPlaying: Milliwatts
    /// Playing that goes to a receiver over Wi-Fi, without the phone's own output and without its
    /// radio; `nil`: as much as playing.
    public var audioPlayingAfar: Milliwatts?
    /// Above `floor`, with what the processor does for it; `nil` for a phone that cannot record.
    public var audioRecording: Milliwatts?
    public var display: DisplayProfile
    /// `nil`: what Bluetooth Low Energy draws is not counted.
    public var bluetooth: BluetoothProfile?
    /// `nil` for a phone whose alerts light the display and do nothing else.
    public var alert: AlertProfile?
    /// The names of the radio profiles that were measured on, or suit, this phone.
    public var radios: [String]
    /// What its radios can speak; `nil`: any may.
    public var technologies: [RadioProfile.Technology]?
    /// The names of the systems that ran on this phone; `nil`: any may.
    public var systems: [String]?
    /// What the system leaves to apps together; `nil`: it is never short.
    public var memoryForApps: Bytes?
    /// Whether apps stay when they are left, on a system with multitasking.
    public var multitasks = true
    /// Whether the cell positioning that significant-change needs is there (iPhone 3GS and 4).
    public var supportsSignificantChange: Bool
    /// Whether the phone can monitor regions (iPhone 4).
    public var supportsRegionMonitoring: Bool
}

extension SystemRules {
    /// The same on a phone, which may be unable to keep apps that are left.
    func on(_ device: DeviceProfile) -> SystemRules {
        if device.multitasks || !lifeCycle.multitasks { return self }
        var rules = self
        rules.lifeCycle.multitasks = false
        rules.name += " on \(device.name)"
        return rules
    }
}

/// A battery by what is printed on it.
public struct Battery: Hashable, Sendable {
    public var capacity: MilliampereHours
    /// Nominal: the mean over a discharge.
    public var voltage: Volts

    /// What a full battery holds: capacity × nominal voltage.
    public var energy: Millijoules { capacity * voltage }
}

/// Joining a Wi-Fi network that has come: scanning, association, an address.
public struct WiFiJoinProfile: Hashable, Sendable {
    /// All of it together, above the floor.
    public var energy: Millijoules
    /// Greater than zero.
    public var time: TimeSpan

    public init(energy: Millijoules, time: TimeSpan) {
        precondition(time > .zero, "joining takes \(time.seconds)")
        self.energy = energy
        self.time = time
    }

    /// The mean over the time.
    public var power: Milliwatts { Milliwatts(energy.magnitude / time.seconds.magnitude) }
}

/// The processor that background code wakes.
public struct ProcessorProfile: Hashable, Sendable {
    /// What one wake-up costs beside the time awake.
    public var wakeUpEnergy: Millijoules
    /// From the interrupt to the first line of the app's code.
    public var wakeUpTime: TimeSpan
    /// Running background code, above the floor.
    public var awakeBackground: Milliwatts
    /// Running the app that the user has in front, above the floor, the display not included.
    public var awakeForeground: Milliwatts
    /// Computing all the time in the background, above the floor; `nil`: as much as being awake.
    public var busyBackground: Milliwatts?
    /// How long launching a terminated app in the background keeps the processor busy, before the
    /// app's code runs.
    public var launchTime: TimeSpan
}

/// The display: lit by its user, or by an alert.
public struct DisplayProfile: Hashable, Sendable {
    /// At its dimmest.
    public var minimum: Milliwatts
    /// What it draws more at its brightest.
    public var full: Milliwatts
    /// How long an alert keeps it lit.
    public var alertTime: TimeSpan

    /// Lit at a brightness: minimum + brightness x full, as Android's calculator has it (AOSP,
    /// `ScreenPowerCalculator`).
    ///
    /// - Parameter brightness: 0 for the dimmest, 100 % for the brightest.
    public func lit(at brightness: Fraction) -> Milliwatts {
        minimum + full * brightness.magnitude
    }
}

/// How an alert calls its user beside lighting the display.
public struct AlertProfile: Hashable, Sendable {
    /// How long its sound is, which draws what playing draws; zero or more.
    public var soundTime: TimeSpan
    /// Of the motor that shakes the phone, above everything else.
    public var vibrationPower: Milliwatts
    /// How long it shakes; zero or more.
    public var vibrationTime: TimeSpan

    /// What one vibration takes.
    public var vibration: Millijoules { vibrationPower * vibrationTime.seconds }
}
