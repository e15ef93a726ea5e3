import Forms
import Kernel

// Forms of what depends on the time of day or on places. Required fields have placeholder defaults.

extension WiFiPresence: Formed {
    public static let form: Form<WiFiPresence> = Form(
        "Times with a Wi-Fi network.", standard: WiFiPresence(),
        alternatives: [["daily"], ["at"]],
        fields: [
            .list("daily", \.windows, "Times of day.", count: 1...24, isRequired: true),
            .choices(
                "at", \.places, what: "a place of the movement",
                "Places of the movement; Wi-Fi is present during stays there."),
            .law(
                "nat-idle-timeout", \.natIdleTimeout,
                "Idle timeout of a NAT behind Wi-Fi, as in the world.",
                .betweenEvents, otherwise: .without("the world's")),
        ])

    private var windows: [DailyWindow] {
        get { if case .daily(let windows) = rule { windows } else { [] } }
        set { rule = .daily(newValue) }
    }

    private var places: [Place] {
        get { if case .places(let places) = rule { places } else { [] } }
        set { rule = .places(newValue) }
    }
}

extension BatteryCourse: Formed {
    public static let form: Form<BatteryCourse> = Form(
        "A battery that may become empty.", standard: BatteryCourse(),
        fields: [
            .quantity(
                "start", \.start, "Charge at the start: more than 0 %, at most 100 %.",
                .aboveZero, isRequired: true),
            .quantity(
                "comes-on", \.comesOn, "Charge at which a phone with an empty battery runs again.",
                .aboveZero),
            .flag(
                "low-power", \.savesPower,
                "Whether the battery saver is on while the battery is low."
            ).without("as in the system"),
        ])
}

extension Charging: Formed {
    public static let form: Form<Charging> = Form(
        "Times at a charger.", standard: Charging(),
        fields: [
            .list("daily", \.daily, "Times of day.", count: 1...24, isRequired: true),
            .quantity(
                "power", \.power,
                "Power of the charger; the battery receives what the phone does not draw.",
                .aboveZero),
        ])
}
