import Kernel

/// The initial charge, and when an empty phone starts again.
public struct BatteryCourse: Hashable, Sendable {
    public var start = Fraction.zero
    public var comesOn: Fraction = BatteryCourse.usualComesOn
    /// Whether low-power mode is on while the battery is nearly empty.
    public var savesPower = true

    /// The default: a few minutes on a charger.
    public static let usualComesOn = Fraction(0.03)
}

/// When the phone is at a charger.
public struct Charging: Hashable, Sendable {
    public var daily: [DailyWindow] = []
    public var power: Milliwatts = Charging.usualPower

    /// The default: what a USB 2.0 port may give, 500 mA at 5 V.
    public static let usualPower = Milliwatts(2500)
}
