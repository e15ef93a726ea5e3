import Forms
import Kernel

enum ConditionKey: String, OneKey {
    case network, charging
    case batteryAbove = "battery-above"
    case batteryBelow = "battery-below"
    case inFront = "in-front"
    case between, chance
    case everyNth = "every-nth"
    case queued, fetched
    case positionOlder = "position-older"
    case lowPower = "low-power"
    case setting

    var about: String {
        switch self {
        case .network: "The network that the phone is in; any where servers can be reached."
        case .charging: "Whether the phone is at a charger."
        case .batteryAbove: "The battery is fuller than this; one that lasts is full."
        case .batteryBelow: "The battery is emptier than this."
        case .inFront: "Whether the user has the app in front."
        case .between: "The time of day; a span may contain midnight."
        case .chance: "With this chance, drawn anew each time."
        case .everyNth: "Each time that it has been asked so often."
        case .queued: "At least so many things lie in the outbox."
        case .fetched: "The app's last fetch got something."
        case .positionOlder: "The app has no position, or one that is older than this."
        case .lowPower: "Whether the system holds the battery for nearly empty."
        case .setting: "Whether this is true: a parameter, that leaves steps out where it is not."
        }
    }

    var content: FieldContent {
        switch self {
        case .network: .choice(RuleNetwork.self)
        case .charging, .inFront, .lowPower, .setting: .flag
        case .batteryAbove, .batteryBelow, .chance: .quantity(Fraction.self)
        case .between: .part(WrittenSpan.form.shape)
        case .everyNth, .queued: .count(1...1_000_000)
        case .fetched: .part(FormShape("Nothing more.", []))
        case .positionOlder: .quantity(Seconds.self)
        }
    }
}

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
    static func read(_ reader: any FieldReader) -> RuleCondition? {
        guard let key = ConditionKey.chosen(in: reader) else { return nil }
        let name = key.rawValue
        switch key {
        case .network:
            let words = RuleNetwork.allCases.map(\.rawValue)
            return reader.givenWord(name, of: words, what: "a network")
                .flatMap(RuleNetwork.init).map { .network($0) }
        case .charging: return reader.givenFlag(name).map { .charging($0) }
        case .batteryAbove: return share(name, reader).map { .batteryAbove($0) }
        case .batteryBelow: return share(name, reader).map { .batteryBelow($0) }
        case .inFront: return reader.givenFlag(name).map { .inFront($0) }
        case .between:
            return reader.givenPart(name) { WrittenSpan.form.value(from: $0) }.map {
                .between($0.from, $0.until)
            }
        case .chance: return share(name, reader).map { .chance($0) }
        case .everyNth: return count(name, reader).map { .everyNth($0) }
        case .queued: return count(name, reader).map { .queued($0) }
        case .fetched:
            _ = reader.givenPart(name) { _ in true }
            return .fetched
        case .positionOlder:
            return reader.givenSpan(name, .zeroOrMore).map { .positionOlder($0) }
        case .lowPower: return reader.givenFlag(name).map { .lowPower($0) }
        case .setting: return reader.givenFlag(name).map { .setting($0) }
        }
    }

    private static func share(_ key: String, _ reader: any FieldReader) -> Fraction? {
        reader.givenQuantity(key, .zeroOrMore)
    }

    private static func count(_ key: String, _ reader: any FieldReader) -> Int32? {
        reader.givenCount(key, in: 1...1_000_000).map { Int32($0) }
    }

    static let shape = FormShape(
        "A condition: one of these.", name: "appCondition",
        alternatives: ConditionKey.allCases.map { [$0.rawValue] },
        ConditionKey.allCases.map { .needed($0.rawValue, $0.content, $0.about) })
}
