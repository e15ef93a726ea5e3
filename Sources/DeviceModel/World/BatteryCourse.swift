import Kernel

/// How full the battery is at the start, and when it is charged.
public struct BatteryCourse: Hashable, Sendable {
    public var start = Fraction.zero
    public var comesOn: Fraction = BatteryCourse.usualComesOn
    /// Whether the system saves power once the battery is nearly empty: its user may leave that
    /// off.
    public var savesPower = true

    /// Where a world does not say: a few minutes on a charger.
    public static let usualComesOn = Fraction(0.03)
}

/// When the phone is at a charger.
public struct Charging: Hashable, Sendable {
    public var daily: [DailyWindow] = []
    public var power: Milliwatts = Charging.usualPower

    /// Where a world does not say: what a USB 2.0 port may give, 500 mA at 5 V.
    public static let usualPower = Milliwatts(2500)
}
