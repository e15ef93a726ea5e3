import Forms
import Kernel

enum TriggerKey: String, OneKey {
    case launched, opened, left, every, at, message, item, network, charging
    case lowPower = "low-power"
    case call, after
    case significantChange = "significant-change"
    case region, visit, moved, accessory, reminders
    case radioUp = "radio-up"
    case batteryBelow = "battery-below"
    case transferDone = "transfer-done"
    case recorded

    var about: String {
        switch self {
        case .launched: "The app is launched, by its user or by the system."
        case .opened: "The user brings the app to the front."
        case .left: "The user leaves the app, which runs in the background from then on."
        case .every: "A span of time has passed."
        case .at: "A time of the day, since midnight; each day."
        case .message:
            "The app's server sends what has come: over the system's connection, silent where the "
                + "app declares remote-notification, as a call where it declares voip-push, or "
                + "else shown; or over the app's own."
        case .item: "The user has made something to send, which is put into the outbox."
        case .network: "The phone is in another network."
        case .charging: "The phone comes to a charger (true), or leaves it."
        case .lowPower: "The system holds the battery for nearly empty (true), or no longer."
        case .call: "A telephone call begins or ends."
        case .after: "An errand of the rule with this name is done."
        case .significantChange: "The system tells of a significant change of the place."
        case .region: "The system tells of a region of the world, by its name."
        case .visit:
            "The system tells of a place at which the phone has come to rest, or that it has left."
        case .moved:
            "A position of the app's own, from locate or track, is so far from the one at which "
                + "the rule last fired."
        case .accessory: "A device near the phone says something."
        case .radioUp:
            "Other apps' traffic has the radio up, and something lies in the outbox of an app that "
                + "runs."
        case .reminders:
            "The system calls the user for reminders that it was handed, as the first step, a "
                + "notify, says."
        case .batteryBelow: "The battery has come below this share of it."
        case .transferDone: "The system has carried all that the app handed over."
        case .recorded:
            "A file with what the app did, line by line: each line is an errand that works and "
                + "carries what it says."
        }
    }

    var content: FieldContent {
        switch self {
        case .launched, .opened, .left, .item, .network, .significantChange, .transferDone,
            .radioUp:
            .part(FormShape("Nothing more.", []))
        case .every: .quantity(Seconds.self, .aboveZero)
        case .at: .quantity(Seconds.self)
        case .message: .part(WrittenPush.form.shape)
        case .charging, .lowPower: .flag
        case .call: .choice(CallMoment.self)
        case .visit: .choice(VisitMoment.self)
        case .moved: .quantity(Meters.self, .aboveZero)
        case .accessory: .part(RuleAccessory.form.shape)
        case .reminders: .part(RuleReminders.form.shape)
        case .batteryBelow: .quantity(Fraction.self)
        case .after, .region: .name
        case .recorded: .either([.text, .defined("appLog")])
        }
    }

    var companions: [String] {
        switch self {
        case .every: ["by", "tolerance", "jitter", "needs"]
        case .at: ["by"]
        case .region: ["when"]
        case .message: ["over"]
        case .launched, .opened, .left, .item, .network, .charging, .lowPower, .call, .after,
            .significantChange, .visit, .moved, .accessory, .reminders, .batteryBelow,
            .transferDone, .radioUp:
            []
        case .recorded: ["repeats"]
        }
    }
}

struct WrittenPush: Formed {
    var shape = TransferShape.pushMessage
    var push = RulePush()

    static let form: Form<WrittenPush> = Form(
        "A server's push.", standard: WrittenPush(),
        fields: [
            .quantity("up", \.shape.uplink, "Sent."),
            .quantity("down", \.shape.downlink, "Received."),
            .count(
                "round-trips", \.shape.roundTrips,
                "Requests that wait for their answers, one after the other.", in: 0...1000),
            .flag(
                "tells", \.push.tells,
                "Whether a push says what has come, of which a fetch gets what belongs to it."
            ).without("no, where the app has a fetch"),
            .flag(
                "alerts", \.push.alerts,
                "Whether the system calls the user when it shows a push."
            ).without("yes"),
            .choice(
                "when", \.push.moment, what: "where the app is",
                "Where the app is when a push fires the rule."
            ).without("any"),
        ])
}

enum MessageWay: String, CaseIterable, Sendable {
    case push
    case connection
}

extension RuleAccessory: Formed {
    public static let form: Form<RuleAccessory> = Form(
        "A device near the phone.", standard: RuleAccessory(link: .external, every: .zero),
        fields: [
            .choice(
                "link", \.link, what: "a link to a device", "How the device talks to the phone.",
                isRequired: true),
            .span("every", \.every, "From one event to the next.", .aboveZero, isRequired: true),
            .span(
                "interval", \.interval,
                "From one event of the connection to the next, or from one time that the phone "
                    + "makes itself known to the next: each is paid for.", .aboveZero),
        ])
}

extension RuleTrigger {
    static func read(_ reader: any FieldReader) -> RuleTrigger? {
        guard let key = TriggerKey.chosen(in: reader) else { return nil }
        let name = key.rawValue
        switch key {
        case .launched: return plain(name, reader, .launched)
        case .opened: return plain(name, reader, .opened)
        case .left: return plain(name, reader, .left)
        case .item: return plain(name, reader, .item)
        case .network: return plain(name, reader, .network)
        case .radioUp: return plain(name, reader, .radioUp)
        case .significantChange: return plain(name, reader, .significantChange)
        case .transferDone: return plain(name, reader, .transferDone)
        case .every: return every(reader)
        case .at: return timeOfDay(name, reader).map { .at($0, by: clock(reader)) }
        case .message:
            let way = given("over", reader) { word("over", reader, "a way") } ?? MessageWay.push
            return reader.givenPart(name) { part in
                let written = WrittenPush.form.value(from: part)
                if way == .connection, written.push != RulePush() {
                    part.refuse(
                        FormFault(
                            option: nil,
                            message: "tells, alerts and when are of pushes, and the message comes "
                                + "over a connection",
                            advice: "Leave them out, or over: connection."))
                }
                return written
            }.map {
                way == .push ? .message($0.shape, $0.push) : .received($0.shape)
            }
        case .visit: return word(name, reader, "a moment").map { .visit($0) }
        case .moved: return reader.givenQuantity(name, .aboveZero).map { .moved($0) }
        case .accessory:
            return reader.givenPart(name) { RuleAccessory.form.value(from: $0) }.map {
                .accessory($0)
            }
        case .reminders:
            return reader.givenPart(name) { RuleReminders.form.value(from: $0) }.map {
                .reminders($0)
            }
        case .batteryBelow:
            return reader.givenQuantity(name, .aboveZero).map { .batteryBelow($0) }
        case .charging: return reader.givenFlag(name).map { .charging($0) }
        case .lowPower: return reader.givenFlag(name).map { .lowPower($0) }
        case .call: return word(name, reader, "a moment").map { .call($0) }
        case .after: return reader.givenName(name).map { .after($0) }
        case .region:
            let moment: RegionMoment? = given("when", reader) { word("when", reader, "a moment") }
            return reader.givenName(name).map { .region($0, moment ?? .crossed) }
        case .recorded:
            return reader.givenPart(name) { RecordedBehaviour.form.value(from: $0) }.map {
                .recorded($0)
            }
        }
    }

    private static func plain(
        _ key: String, _ reader: any FieldReader, _ trigger: RuleTrigger
    ) -> RuleTrigger {
        _ = reader.givenPart(key) { _ in true }
        return trigger
    }

    private static func given<Value>(
        _ key: String, _ reader: any FieldReader, _ read: () -> Value?
    ) -> Value? {
        reader.isThere(key) ? read() : nil
    }

    private static func timeOfDay(_ key: String, _ reader: any FieldReader) -> TimeSpan? {
        guard let time = reader.givenSpan(key, .zeroOrMore) else { return nil }
        if time < DailyWindow.day { return time }
        reader.refuse(
            FormFault(
                option: key, message: "\(key) is \(time.seconds), but a day has 24 h",
                advice: "Write a time since midnight, such as \(key): 3 h."))
        return nil
    }

    private static func clock(_ reader: any FieldReader) -> RuleClock? {
        given("by", reader) {
            reader.givenWord("by", of: callers, what: "what calls an app").flatMap(RuleClock.init)
        }
    }

    private static func every(_ reader: any FieldReader) -> RuleTrigger? {
        if let job = job(reader) { return .job(job) }
        let clock = clock(reader)
        let tolerance = given("tolerance", reader) {
            reader.givenSpan("tolerance", .zeroOrMore)
        }
        let jitter = given("jitter", reader) { reader.givenSpan("jitter", .zeroOrMore) }
        return reader.givenSpan("every", .aboveZero).map {
            .every($0, by: clock, tolerance: tolerance ?? .zero, jitter: jitter ?? .zero)
        }
    }

    private static func word<Choice: RawRepresentable & CaseIterable>(
        _ key: String, _ reader: any FieldReader, _ what: String
    ) -> Choice? where Choice.RawValue == String {
        let words = Choice.allCases.map(\.rawValue)
        return reader.givenWord(key, of: words, what: what).flatMap(Choice.init)
    }

    static let shape = FormShape(
        "A trigger: one of these.", name: "appTrigger",
        alternatives: TriggerKey.allCases.map { [$0.rawValue] + $0.companions },
        TriggerKey.allCases.map { .needed($0.rawValue, $0.content, $0.about) } + companions)

    private static let companions: [FieldShape] = [
        .optional(
            "by", .choice(callers),
            "What calls the app: its own timer, which stands still while it is suspended; an alarm "
                + "of the system, which wakes it; the system's background fetch, not sooner than "
                + "every says; the system's renewal of the app's widget, by its budget; a local "
                + "notification, for which the system calls the user; the system's scheduler of "
                + "jobs, once in each such period; that of processing, not "
                + "sooner, when the phone is not in use.",
            without: "an alarm where the system has any, or else a timer"),
        .optional(
            "tolerance", .quantity(Seconds.self),
            "How early a call may come to share a wake-up, where the system heeds that; of a job "
                + "how long before the end of its period it may run.",
            without: "not early; a job at any time of its period"),
        .optional(
            "jitter", .quantity(Seconds.self),
            "Up to how much longer than every it takes, drawn anew each time.",
            without: "no longer"),
        .optional(
            "needs", .list(.choice(JobNeeds.named.map(\.name)), 1...Int.max),
            "What must be so for a job to run.", without: "nothing"),
        .optional(
            "repeats", .quantity(Seconds.self, .aboveZero),
            "From one beginning of the log to the next.", without: "it happens once"),
        .optional(
            "over", .choice(MessageWay.self),
            "How what has come to the server reaches the phone: by the system's push, or over a "
                + "connection that the app's requests make and keep (connecting).",
            without: "push"),
        .optional(
            "when", .choice(RegionMoment.self), "Which crossings of the region's border count.",
            without: "crossed, both"),
    ]
}
