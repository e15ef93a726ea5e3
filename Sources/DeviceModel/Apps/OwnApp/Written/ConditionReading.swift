struct WrittenSpan: Formed {
    var from = TimeSpan.zero
    var until = TimeSpan.zero

    static let form = Form(Self(), "Part of the day.").required(
        .span("from", \.from, "Start, as time since midnight."),
        .span("until", \.until, "End, as time since midnight.")
    ).checked {
        let day = DailyWindow.day
        return .when(
            $0.from >= day || $0.until > day || $0.from == $0.until, nil,
            "from \($0.from.seconds) until \($0.until.seconds) is not a part of a day",
            advice: "Write hours since midnight, such as from: 22 h, until: 6 h.")
    }
}

extension RuleCondition {
    /// The conditions that a list can contain.
    static let written = OneOf<RuleCondition>(
        "A condition: one of these.", name: "appCondition", choices)

    private static let choices: [OneOf<RuleCondition>.Choice] = [
        .choice(
            "network", what: "a network", "The network is this one; any: servers can be reached.",
            RuleCondition.network),
        .flag("charging", "Whether the phone is at a charger.", RuleCondition.charging),
        .quantity(
            "battery-above",
            "The battery is above this level; without a battery in the world it counts as full.",
            RuleCondition.batteryAbove),
        .quantity("battery-below", "The battery is below this level.", RuleCondition.batteryBelow),
        .flag("in-front", "Whether the user has the app in front.", RuleCondition.inFront),
        .part("between", "The time of day is within this span, which may contain midnight.") {
            (span: WrittenSpan) in .between(span.from, span.until)
        },
        .quantity(
            "chance", "True with this probability, drawn anew each time.", RuleCondition.chance),
        .count("every-nth", "True every nth time that it is tested.", RuleCondition.everyNth),
        .count("queued", "The outbox holds at least this many items.", RuleCondition.queued),
        .word("fetched", "The app's last fetch received something.", .fetched),
        .span(
            "position-older", "The app has no position, or its position is older than this.",
            RuleCondition.positionOlder),
        .flag("low-power", "Whether the system reports a low battery.", RuleCondition.lowPower),
        .flag(
            "setting", "A parameter that is true; false leaves steps out.",
            RuleCondition.setting),
    ]
}
