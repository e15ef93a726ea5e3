import Forms
import Kernel

extension RuleRequest: Formed {
    public static let form: Form<RuleRequest> = Form(
        "An exchange with the server.", name: "appRequest", standard: RuleRequest(),
        fields: [
            .quantity("up", \.up, "Sent."),
            .quantity("down", \.down, "Received."),
            .count(
                "round-trips", \.trips,
                "Requests that wait for their answers, one after the other.", in: 0...1000),
            .count(
                "connecting", \.connects,
                "Of the round trips, those that make a connection: the app keeps it for the next "
                    + "request, while neither the network, a silence nor the system ends it.",
                in: 0...1000
            ).without("none, and none is kept"),
            Field(
                "time-out",
                "A request that waits longer for its answer has failed; none: it waits for as long "
                    + "as the server takes.", isRequired: false,
                content: { _ in
                    .quantityOrWord(QuantityShape(Seconds.self), .aboveZero, word: "none")
                },
                read: { reader, request in
                    if reader.isWord("none", under: "time-out") {
                        request.timeout = nil
                    } else if let span = reader.givenSpan("time-out", .aboveZero) {
                        request.timeout = span
                    }
                },
                text: { $0.timeout.map { "\($0.seconds)" } ?? "none" }),
            .count(
                "retries", \.tries, "How often what has failed is tried again, at once.",
                in: 0...1000
            ).without("never"),
            .span(
                "work", \.work,
                "What the processor computes meanwhile, from the beginning on; the step ends when "
                    + "that is done, too."
            ).without("nothing"),
            .quantity(
                "piece", \.most, "What goes at once, before others have their turn.", .aboveZero,
                otherwise: .without("all of a request or a flush, 64 KiB of a transfer or a fetch")
            ),
        ],
        check: { request in
            if let fault = request.most?.faultOfPiece { return fault }
            return request.connecting <= request.roundTrips
                ? nil
                : FormFault(
                    option: "connecting",
                    message: "\(request.connecting) round trips make a connection, but the request "
                        + "has \(request.roundTrips) in all",
                    advice: "Set connecting to \(request.roundTrips) or less.")
        })

    private var most: Bytes? {
        get { piece.map { Bytes(Double($0)) } }
        set { piece = newValue?.count }
    }

    private var up: Bytes {
        get { Bytes(Double(uplink)) }
        set { uplink = newValue.count }
    }

    private var down: Bytes {
        get { Bytes(Double(downlink)) }
        set { downlink = newValue.count }
    }

    private var trips: Int {
        get { Int(roundTrips) }
        set { roundTrips = Int32(newValue) }
    }

    private var connects: Int {
        get { Int(connecting) }
        set { connecting = Int32(newValue) }
    }

    private var tries: Int {
        get { Int(retries) }
        set { retries = Int32(newValue) }
    }
}

extension Bytes {
    fileprivate var faultOfPiece: FormFault? {
        if count >= 1000 { return nil }
        return FormFault(
            option: "piece", message: "a piece is \(self)", advice: "Set it to 1 kB or more.")
    }
}

extension RuleAlert: Formed {
    public static let form: Form<RuleAlert> = Form(
        "How the user is called; the display is lit.", standard: RuleAlert(),
        fields: [
            .flag("sound", \.sound, "Whether a sound is played."),
            .flag("vibration", \.vibration, "Whether the phone shakes."),
        ])
}

extension RuleHandOver: Formed {
    public static let form: Form<RuleHandOver> = Form(
        "What the system carries.", standard: RuleHandOver(),
        fields: [
            .choice(
                "outbox", \.outbox, what: "a use of the outbox",
                "Whether each thing that lies in the outbox is handed over by itself, to be sent "
                    + "beside up, or as a wish for a file of its size, beside down."),
            .quantity("up", \.shape.uplink, "Sent."),
            .quantity("down", \.shape.downlink, "Received."),
            .count(
                "round-trips", \.shape.roundTrips,
                "Requests that wait for their answers, one after the other.", in: 0...1000),
            .flag(
                "discretionary", \.isDiscretionary,
                "Whether the system may wait for Wi-Fi and a charger."),
            .quantity(
                "piece", \.piece, "What goes at once, before others have their turn.", .aboveZero
            ).spelled("64 KiB"),
        ],
        check: { $0.piece.faultOfPiece })
}

struct SoughtPosition: Formed {
    var accuracy = LocationAccuracy.hundredMeters
    var within = TimeSpan(Seconds(30))

    static let form: Form<SoughtPosition> = Form(
        "A position.", standard: SoughtPosition(),
        fields: [
            .choice(
                "accuracy", \.accuracy, what: "an accuracy",
                "How accurate it is to be, which decides where it is from."),
            .span("within", \.within, "How long it is waited for satellites.", .aboveZero),
        ])
}

struct SoughtTrack: Formed {
    var track = RuleTrack(accuracy: .best, filter: Meters(10), span: .zero)

    static let form: Form<SoughtTrack> = Form(
        "Positions for some time.", standard: SoughtTrack(),
        fields: [
            .span("for", \.track.span, "How long.", .aboveZero, isRequired: true),
            .choice(
                "accuracy", \.track.accuracy, what: "an accuracy",
                "How accurate they are to be, which decides where they are from."),
            .quantity(
                "filter", \.track.filter,
                "A position nearer than this to the one before is not told.", .aboveZero),
        ])
}

struct WrittenLoop: Formed {
    var every = TimeSpan.zero
    var times: Int?
    var conditions: [RuleCondition] = []
    var steps: [RuleStep] = []

    static let form: Form<WrittenLoop> = Form(
        "Steps that come again and again.", standard: WrittenLoop(),
        fields: [
            .span(
                "every", \.every,
                "From one beginning to the next, or to the end where that is later; 0.1 s at "
                    + "least.", .aboveZero, isRequired: true),
            .count(
                "times", \.times, "How often at most.", in: 1...1_000_000,
                otherwise: .without("as often as while lets it")),
            .conditions("while", \.conditions, "What must hold for the steps to come once more."),
            .steps("do", \.steps, "The steps."),
        ],
        check: { loop in
            if loop.every < TimeSpan(Seconds(0.1)) {
                return FormFault(
                    option: "every", message: "every is \(loop.every.seconds)",
                    advice: "Set it to 0.1 s or more.")
            }
            guard loop.times == nil, loop.conditions.isEmpty else { return nil }
            return FormFault(
                option: nil, message: "the steps come again for ever",
                advice: "Say how often, as times: 10, or until when, as while: in-front.")
        })
}

extension RuleBranch: Formed {
    public static let form: Form<RuleBranch> = Form(
        "One of several ways.", standard: RuleBranch(),
        fields: [
            .decimal("weight", \.weight, "How often it is taken, against the others."),
            .steps("do", \.steps, "The steps."),
        ],
        check: { way in
            way.weight > 0 && way.weight.isFinite
                ? nil
                : FormFault(
                    option: "weight", message: "the weight is \(way.weight)",
                    advice: "Write a number above 0.")
        })
}
