import Forms
import Kernel

/// What a server's push is.
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
    static let written = OneOf<RuleTrigger>(
        "A trigger: one of these.", name: "appTrigger", choices, beside: companions)

    private static let choices: [OneOf<RuleTrigger>.Choice] = [
        .word("launched", "The app is launched, by its user or by the system.", .launched),
        .word("opened", "The user brings the app to the front.", .opened),
        .word(
            "left",
            "The user leaves the app, which runs in the background from then on.", .left),
        OneOf.Choice(
            "every", "A span of time has passed.",
            beside: ["by", "tolerance", "jitter", "needs"], .quantity(Seconds.self, .aboveZero),
            read: every),
        OneOf.Choice(
            "at", "A time of the day, since midnight; each day.", beside: ["by"],
            .quantity(Seconds.self)
        ) { reader in
            timeOfDay("at", reader).map { .at($0, by: clock(reader)) }
        },
        OneOf.Choice(
            "message",
            "The app's server sends what has come: over the system's connection, silent where "
                + "the app declares remote-notification, as a call where it declares "
                + "voip-push, or else shown; or over the app's own.",
            beside: ["over"], .part(WrittenPush.form.shape), read: message),
        .word(
            "item", "The user has made something to send, which is put into the outbox.", .item),
        .word("network", "The phone is in another network.", .network),
        .flag(
            "charging", "The phone comes to a charger (true), or leaves it.", RuleTrigger.charging),
        .flag(
            "low-power",
            "The system holds the battery for nearly empty (true), or no longer.",
            RuleTrigger.lowPower),
        .choice("call", what: "a moment", "A telephone call begins or ends.", RuleTrigger.call),
        .name("after", "An errand of the rule with this name is done.", RuleTrigger.after),
        .word(
            "significant-change", "The system tells of a significant change of the place.",
            .significantChange),
        OneOf.Choice(
            "region", "The system tells of a region of the world, by its name.",
            beside: ["when"], .name
        ) { reader in
            let moment: RegionMoment? = given("when", reader) {
                reader.word("when", "a moment")
            }
            return reader.givenName("region").map { .region($0, moment ?? .crossed) }
        },
        .choice(
            "visit", what: "a moment",
            "The system tells of a place at which the phone has come to rest, or that it has "
                + "left.", RuleTrigger.visit),
        .quantity(
            "moved",
            "A position of the app's own, from locate or track, is so far from the one at "
                + "which the rule last fired.", RuleTrigger.moved, .aboveZero),
        .part("accessory", "A device near the phone says something.", RuleTrigger.accessory),
        .part(
            "reminders",
            "The system calls the user for reminders that it was handed, as the first step, a "
                + "notify, says.", RuleTrigger.reminders),
        .word(
            "radio-up",
            "Other apps' traffic has the radio up, and something lies in the outbox of an app "
                + "that runs.", .radioUp),
        OneOf.Choice(
            "battery-below", "The battery has come below this share of it.",
            .quantity(Fraction.self)
        ) { $0.givenQuantity("battery-below", .aboveZero).map { .batteryBelow($0) } },
        .word(
            "transfer-done", "The system has carried all that the app handed over.",
            .transferDone),
        OneOf.Choice(
            "recorded",
            "A file with what the app did, line by line: each line is an errand that works and "
                + "carries what it says.",
            beside: ["repeats"], .either([.text, .defined("appLog")])
        ) { reader in
            reader.givenPart("recorded") { RecordedBehaviour.form.value(from: $0) }.map {
                .recorded($0)
            }
        },
    ]

    @Sendable
    private static func message(_ reader: any FieldReader) -> RuleTrigger? {
        let way = given("over", reader) { reader.word("over", "a way") } ?? MessageWay.push
        return reader.givenPart("message") { part in
            let written = WrittenPush.form.value(from: part)
            if way == .connection, written.push != RulePush() {
                part.refuse(
                    FormFault(
                        option: nil,
                        message: "tells, alerts and when are of pushes, and the message comes over "
                            + "a connection",
                        advice: "Leave them out, or over: connection."))
            }
            return written
        }.map { way == .push ? .message($0.shape, $0.push) : .received($0.shape) }
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

    @Sendable
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

extension OneOf<RuleTrigger>.Choice {
    fileprivate static func name(
        _ key: String, _ about: String, _ make: @escaping @Sendable (String) -> RuleTrigger
    ) -> Self {
        Self(key, about, .name) { $0.givenName(key).map(make) }
    }
}
