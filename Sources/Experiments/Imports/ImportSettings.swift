import Kernel

/// What a user adds to a power profile to make a device of it.
public struct ImportSettings: Sendable {
    /// The device's name, by which its radios are named too.
    public var name: String
    /// What sources call the file: its name, or a citation with phone and year.
    public var citation: String
    /// Where the file can be read; `nil`: not said.
    public var url: String?
    /// The battery's nominal voltage, which no power profile tells.
    public var voltage: Volts
    /// What the battery holds, where the file does not tell.
    public var capacity: MilliampereHours?
    /// Where that capacity is from; `nil`: it is an assumption.
    public var capacitySource: String?
    /// Where background work runs; `nil`: ``CPUFigures/usualBackground``.
    public var background: OperatingPoint?
    /// Where the app in front runs; `nil`: ``CPUFigures/usualForeground``.
    public var foreground: OperatingPoint?
    /// Which of the five transmit powers sending has, from 0 to 4.
    public var transmitLevel = 2
    /// The systems that ran on the phone; empty: not said.
    public var systems: [String] = []
    /// What the phone's radios speak, as radios name it; empty: not said.
    public var technologies: [String] = []
    /// Radio profiles that suit the phone beside those from the file.
    public var radios: [String] = []

    public init(name: String, citation: String, voltage: Volts = Self.usualVoltage) {
        (self.name, self.citation, self.voltage) = (name, citation, voltage)
    }

    /// Of phones since about 2015: 3.8 to 3.87 V are printed on their batteries.
    public static let usualVoltage = Volts(3.85)
    /// Where nothing is said: between the twelve files' least, 2100 mAh, and most, 5020 mAh.
    public static let usualCapacity = MilliampereHours(4000)
}
