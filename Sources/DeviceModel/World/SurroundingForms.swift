import Forms
import Kernel

// Forms of what depends on the time of day or on places. Required fields have placeholder defaults.

extension WiFiPresence: Formed {
    public static let form: Form<WiFiPresence> = Form(
        "When there is a Wi-Fi network.", standard: WiFiPresence(),
        alternatives: [["daily"], ["at"]],
        fields: [
            .list("daily", \.windows, "Times of day.", count: 1...24, isRequired: true),
            .choices(
                "at", \.places, what: "a place of the movement",
                "During stays at these places of the movement."),
            .law(
                "nat-idle-timeout", \.natIdleTimeout, "As in the world, behind Wi-Fi.",
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
        "A time of day, each day; the run begins at midnight.", name: "dailyWindow",
        standard: wholeDay,
        fields: [
            .span("from", \.from, "Since midnight, less than 24 h.", isRequired: true),
            .span(
                "until", \.until,
                "Since midnight, at most 24 h; on the next day where it is less than from.",
                .aboveZero, isRequired: true),
            .law(
                "later-by", \.laterBy, "How much later each beginning and each end comes.",
                otherwise: .without("not at all")),
        ],
        check: { window in
            window.fault.map {
                FormFault(option: "from", message: $0.message, advice: $0.advice)
            }
        })
}

extension BatteryCourse: Formed {
    public static let form: Form<BatteryCourse> = Form(
        "A battery that may be empty.", standard: BatteryCourse(),
        fields: [
            .quantity(
                "start", \.start, "How full it is at the start: more than 0 %, at most 100 %.",
                .aboveZero, isRequired: true),
            .quantity(
                "comes-on", \.comesOn,
                "A phone whose battery was empty runs again once it is charged so far.",
                .aboveZero),
            .flag(
                "low-power", \.savesPower,
                "Whether the system's saving mode is on while the battery is nearly empty."
            ).without("as the system has it"),
        ])
}

extension Charging: Formed {
    public static let form: Form<Charging> = Form(
        "Times at a charger.", standard: Charging(),
        fields: [
            .list("daily", \.daily, "Times of day.", count: 1...24, isRequired: true),
            .quantity(
                "power", \.power,
                "What the charger gives; the battery gets what the phone does not draw of it.",
                .aboveZero),
        ])
}
