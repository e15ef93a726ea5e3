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

extension DailyWindow: Formed {
    public static let form: Form<DailyWindow> = Form(
        "A span of time each day; the run begins at midnight.", name: "dailyWindow",
        standard: wholeDay,
        fields: [
            .span(
                "from", \.from, "Start, as time since midnight, less than 24 h.", isRequired: true),
            .span(
                "until", \.until,
                "End, as time since midnight, at most 24 h; if less than from, on the next day.",
                .aboveZero, isRequired: true),
            .law(
                "later-by", \.laterBy, "Delay of each start and each end.",
                otherwise: .without("not at all")),
        ],
        check: { window in
            window.fault.map {
                FormFault(option: "from", message: $0.message, advice: $0.advice)
            }
        })

    /// A window of the same hours each day.
    static let fixed: Form<DailyWindow> = Form(
        "The same hours each day; the run begins at midnight.", name: "dailyHours",
        standard: wholeDay, fields: Array(form.fields.prefix(2)), check: form.check)
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
