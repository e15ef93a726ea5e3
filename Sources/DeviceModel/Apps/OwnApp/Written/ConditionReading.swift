import Forms
import Kernel

/// A part of the day.
struct WrittenSpan: Formed {
    var from = TimeSpan.zero
    var until = TimeSpan.zero

    static let form: Form<WrittenSpan> = Form(
        "A part of the day.", standard: WrittenSpan(),
        fields: [
            .span("from", \.from, "Since midnight.", isRequired: true),
            .span("until", \.until, "Since midnight.", isRequired: true),
        ],
        check: { span in
            let day = DailyWindow.day
            return span.from < day && span.until <= day && span.from != span.until
                ? nil
                : FormFault(
                    option: nil,
                    message: "from \(span.from.seconds) until \(span.until.seconds) is no part of "
                        + "a day",
                    advice: "Write hours since midnight, such as from: 22 h, until: 6 h.")
        })
}

extension RuleCondition {
    /// What can stand in a list of conditions.
    static let written = OneOf<RuleCondition>(
        "A condition: one of these.", name: "appCondition", choices)

    private static let choices: [OneOf<RuleCondition>.Choice] = [
        .choice(
            "network", what: "a network",
            "The network that the phone is in; any where servers can be reached.",
            RuleCondition.network),
        .flag("charging", "Whether the phone is at a charger.", RuleCondition.charging),
        .quantity(
            "battery-above", "The battery is fuller than this; one that lasts is full.",
            RuleCondition.batteryAbove),
        .quantity("battery-below", "The battery is emptier than this.", RuleCondition.batteryBelow),
        .flag("in-front", "Whether the user has the app in front.", RuleCondition.inFront),
        .part("between", "The time of day; a span may contain midnight.") {
            (span: WrittenSpan) in .between(span.from, span.until)
        },
        .quantity("chance", "With this chance, drawn anew each time.", RuleCondition.chance),
        .count("every-nth", "Each time that it has been asked so often.", RuleCondition.everyNth),
        .count("queued", "At least so many things lie in the outbox.", RuleCondition.queued),
        .word("fetched", "The app's last fetch got something.", .fetched),
        .span(
            "position-older", "The app has no position, or one that is older than this.",
            RuleCondition.positionOlder),
        .flag(
            "low-power", "Whether the system holds the battery for nearly empty.",
            RuleCondition.lowPower),
        .flag(
            "setting",
            "Whether this is true: a parameter, that leaves steps out where it is not.",
            RuleCondition.setting),
    ]
}
