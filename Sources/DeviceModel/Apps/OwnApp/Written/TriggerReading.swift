struct WrittenPush: Formed {
    var shape = TransferShape.pushMessage
    var push = RulePush()

    static let form = Form(Self(), "A server's push.").optional(
        .quantity("up", \.shape.uplink, "Bytes sent."),
        .quantity("down", \.shape.downlink, "Bytes received."),
        .count(
            "round-trips", \.shape.roundTrips,
            "Requests in sequence, each after the last answer.", in: 0...1000),
        .flag(
            "tells", \.push.tells,
            "Whether a push contains the message, which then counts as delivered; a fetch "
                + "downloads what belongs to it."
        ).without("no, if the app has a fetch"),
        .flag(
            "alerts", \.push.alerts, "Whether the system alerts the user when it shows a push."
        ).without("yes"),
        .choice(
            "when", \.push.moment, what: "a state of the app",
            "Where the app is when a push fires the rule."
        ).without("any"))
}

enum MessageWay: String, CaseIterable, Sendable { case push, connection }

extension RuleTrigger {
    static let written = OneOf<RuleTrigger>(
        "A trigger: one of these.", name: "appTrigger", choices, beside: companions)

    private static let choices: [OneOf<RuleTrigger>.Choice] = [
        .word("launched", "The user or the system launches the app.", .launched),
        .word("opened", "The user brings the app to the front.", .opened),
        .word("left", "The user leaves the app, which then runs in the background.", .left),
        OneOf.Choice(
            "every", "An interval has passed.",
            beside: ["by", "tolerance", "jitter", "needs"], .quantity(Seconds.self, .aboveZero),
            read: every),
        OneOf.Choice(
            "at", "A time of day, as time since midnight; every day.", beside: ["by"],
            .quantity(Seconds.self)
        ) { reader in timeOfDay("at", reader).map { .at($0, by: clock(reader)) } },
        OneOf.Choice(
            "message",
            "The app's server sends a message over the system's connection or the app's own. "
                + "The system's push is silent if the app declares remote-notification, a call if "
                + "it declares voip-push, and shown otherwise.",
            beside: ["over"], .part(WrittenPush.form.shape), read: message),
        .word("item", "The user creates an item to send, which enters the outbox.", .item),
        .word("network", "The phone changes network.", .network),
        .flag(
            "charging", "The phone is put on a charger (true), or taken off it.",
            RuleTrigger.charging),
        .flag(
            "low-power", "The system reports a low battery (true), or the end of it.",
            RuleTrigger.lowPower),
        .choice("call", what: "a moment", "A phone call begins or ends.", RuleTrigger.call),
        .name("after", "A task of the rule with this name is done.", RuleTrigger.after),
        .word(
            "significant-change", "The system reports a significant change of location.",
            .significantChange),
        OneOf.Choice(
            "region", "The system reports crossing the border of the named region.",
            beside: ["when"], .name
        ) { reader in
            let moment: RegionMoment? = given("when", reader) { reader.word("when", "a moment") }
            return reader.givenName("region").map { .region($0, moment ?? .crossed) }
        },
        .choice(
            "visit", what: "a moment",
            "The system reports that the phone has come to rest at a place, or left it.",
            RuleTrigger.visit),
        .quantity(
            "moved",
            "A position of the app, from locate or track, is this far from the one at which the "
                + "rule last fired.", RuleTrigger.moved, .aboveZero),
        .part("accessory", "An accessory near the phone sends data.", RuleTrigger.accessory),
        .part(
            "reminders",
            "The system alerts the user for reminders handed to it, as the rule's first step, "
                + "notify, describes.", RuleTrigger.reminders),
        .word(
            "radio-up",
            "Other apps' traffic holds the radio up, and the outbox of a running app is not empty.",
            .radioUp),
        OneOf.Choice(
            "battery-below", "The battery falls below this share.", .quantity(Fraction.self)
        ) { $0.givenQuantity("battery-below", .aboveZero).map { .batteryBelow($0) } },
        .word(
            "transfer-done", "The system has performed all transfers that the app handed over.",
            .transferDone),
        OneOf.Choice(
            "recorded",
            "A log file of what the app did: each line is a task that computes and transfers "
                + "what the line states.",
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
                        message: "tells, alerts and when belong to pushes, but the message "
                            + "arrives over a connection",
                        advice: "Leave them out, or over: connection."))
            }
            return written
        }.map { way == .push ? .message($0.shape, $0.push) : .received($0.shape) }
    }

    private static func given<Value>(
        _ key: String, _ reader: any FieldReader, _ read: () -> Value?
    ) -> Value? { reader.isThere(key) ? read() : nil }

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
            reader.givenWord("by", of: callers, what: "a way to call an app").flatMap(
                RuleClock.init)
        }
    }

    @Sendable
    private static func every(_ reader: any FieldReader) -> RuleTrigger? {
        if let job = job(reader) { return .job(job) }
        let clock = clock(reader)
        let tolerance = given("tolerance", reader) { reader.givenSpan("tolerance", .zeroOrMore) }
        let jitter = given("jitter", reader) { reader.givenSpan("jitter", .zeroOrMore) }
        return reader.givenSpan("every", .aboveZero).map {
            .every($0, by: clock, tolerance: tolerance ?? .zero, jitter: jitter ?? .zero)
        }
    }

    private static let companions: [FieldShape] = [
        .optional(
            "by", .choice(callers),
            "Way to call the app. timer: the app's own, which pauses while it is suspended; alarm: "
                + "wakes the app; alarm-while-idle: fires even in Doze; refresh: background fetch, "
                + "not sooner than every; widget: a reload of the app's widget, within its budget; "
                + "local-notification: the system alerts the user; job: the system's scheduler, "
                + "once per period; processing: not sooner, while the phone is not in use.",
            without: "an alarm where the system has any, or else a timer"),
        .optional(
            "tolerance", .quantity(Seconds.self),
            "How early a call may come to share a wake-up, if the system allows it; for a job, "
                + "how long before the end of its period it may run.",
            without: "not early; a job at any time of its period"),
        .optional(
            "jitter", .quantity(Seconds.self),
            "Largest random delay added to every, drawn anew each time.", without: "no longer"),
        .optional(
            "needs", .list(.choice(JobNeeds.named.map(\.name)), 1...Int.max),
            "Requirements for a job to run.", without: "nothing"),
        .optional(
            "repeats", .quantity(Seconds.self, .aboveZero),
            "Time from one start of the log to the next.", without: "it plays once"),
        .optional(
            "over", .choice(MessageWay.self),
            "Delivery of messages from the server: the system's push, or a connection that the "
                + "app's requests make and keep (connecting).",
            without: "push"),
        .optional(
            "when", .choice(RegionMoment.self), "Crossings of the region's border that count.",
            without: "crossed, both"),
    ]
}

extension OneOf<RuleTrigger>.Choice {
    fileprivate static func name(
        _ key: String, _ about: String, _ make: @escaping @Sendable (String) -> RuleTrigger
    ) -> Self { Self(key, about, .name) { $0.givenName(key).map(make) } }
}
