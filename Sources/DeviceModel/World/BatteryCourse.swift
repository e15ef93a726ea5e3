/// The initial charge, and when an empty phone starts again.
public struct BatteryCourse: Formed, Hashable, Sendable {
    public var start = Fraction.zero
    public var comesOn: Fraction = BatteryCourse.usualComesOn
    public var savesPower = true

    /// The default: a few minutes on a charger.
    public static let usualComesOn = Fraction(0.03)

    public static let form = Form(Self(), "A battery that may become empty.").required(
        .quantity(
            "start", \.start, "Charge at the start: more than 0 %, at most 100 %.", .aboveZero)
    ).optional(
        .quantity(
            "comes-on", \.comesOn, "Charge at which a phone with an empty battery runs again.",
            .aboveZero),
        .flag(
            "low-power", \.savesPower, "Whether the battery saver is on while the battery is low."
        ).without("as in the system"))
}

/// When the phone is at a charger.
public struct Charging: Formed, Hashable, Sendable {
    public var daily: [DailyWindow] = []
    public var power: Milliwatts = Charging.usualPower

    /// The default: what a USB 2.0 port may give, 500 mA at 5 V.
    public static let usualPower = Milliwatts(2500)

    public static let form = Form(Self(), "Times at a charger.").required(
        .list("daily", \.daily, "Times of day.", count: 1...24)
    ).optional(
        .quantity(
            "power", \.power,
            "Power of the charger; the battery receives what the phone does not draw.", .aboveZero))
}
