extension RuleRequest: Formed {
    public static let form = Form(
        Self(), "An exchange with the server.", name: "appRequest"
    ).optional(
        .bytes("up", \.uplink, "Bytes sent."),
        .bytes("down", \.downlink, "Bytes received."),
        .count(
            "round-trips", \.roundTrips, "Requests in sequence, each after the last answer.",
            in: 0...1000),
        .count(
            "connecting", \.connecting,
            "Round trips among these that make a connection; the app reuses it until the "
                + "network, an idle timeout or the system ends it.",
            in: 0...1000
        ).without("none: the app keeps no connection"),
        Field(
            "time-out",
            "Longest wait for an answer, after which the request fails; none: it waits as "
                + "long as the server takes.",
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
            "retries", \.retries, "Immediate retries after a failure.", in: 0...1000
        ).without("never"),
        .span(
            "work", \.work,
            "Processor time of the app during the exchange, from its start; the step ends "
                + "when both are done."
        ).without("nothing"),
        .quantity(
            "piece", \.most, "Largest piece sent before other transfers get their turn.",
            .aboveZero,
            otherwise: .without("all of a request or a flush, 64 KiB of a transfer or a fetch"))
    ).checked { $0.most?.faultOfPiece }.checked {
        .when(
            $0.connecting > $0.roundTrips, "connecting",
            "\($0.connecting) round trips make a connection, but the request has only "
                + "\($0.roundTrips) in all",
            advice: "Set connecting to \($0.roundTrips) or less.")
    }

    private var most: Bytes? {
        get { piece.map { Bytes(Double($0)) } }
        set { piece = newValue?.count }
    }
}

extension Bytes {
    fileprivate var faultOfPiece: FormFault? {
        .when(
            count < 1000, "piece", "a piece is \(self), but must be 1 kB or more",
            advice: "Set it to 1 kB or more.")
    }
}

extension RuleHandOver: Formed {
    public static let form = Form(Self(), "A transfer that the system performs.").optional(
        .choice(
            "outbox", \.outbox, what: "a use of the outbox",
            "Hands over each item of the outbox separately: to send it in addition to up, or to "
                + "request a file of its size in addition to down."),
        .quantity("up", \.shape.uplink, "Bytes sent."),
        .quantity("down", \.shape.downlink, "Bytes received."),
        .count(
            "round-trips", \.shape.roundTrips,
            "Requests in sequence, each after the last answer.", in: 0...1000),
        .flag(
            "discretionary", \.isDiscretionary,
            "Whether the system may wait for Wi-Fi and a charger."),
        .quantity(
            "piece", \.piece, "Largest piece sent before other transfers get their turn.",
            .aboveZero
        ).spelled("64 KiB")
    ).checked { $0.piece.faultOfPiece }
}

struct SoughtPosition: Formed {
    var accuracy = LocationAccuracy.hundredMeters
    var within = TimeSpan(Seconds(30))

    static let form = Form(Self(), "A position.").optional(
        .choice(
            "accuracy", \.accuracy, what: "an accuracy",
            "Accuracy wanted, which decides the source of the position."),
        .span("within", \.within, "Time that the app waits for satellites.", .aboveZero))
}

struct SoughtTrack: Formed {
    var track = RuleTrack(accuracy: .best, filter: Meters(10), span: .zero)

    static let form = Form(Self(), "Positions over a time.").required(
        .span("for", \.track.span, "Length of time.", .aboveZero)
    ).optional(
        .choice(
            "accuracy", \.track.accuracy, what: "an accuracy",
            "Accuracy wanted, which decides the source of the positions."),
        .quantity(
            "filter", \.track.filter,
            "Distance from the last position below which the next is not delivered; 0 m for "
                + "positions at rest as well."),
        .span(
            "every", \.track.every,
            "Time from the last position before which the next is not delivered; systems with "
                + "standard-location.rests-beyond turn the receiver off meanwhile."))
}

struct WrittenLoop: Formed {
    var every = TimeSpan.zero
    var times: Int?
    var conditions: [RuleCondition] = []
    var steps: [RuleStep] = []

    static let form = Form(Self(), "Steps that repeat.").required(
        .span(
            "every", \.every,
            "Time from one start to the next, 0.1 s or more; if the steps take longer, the next "
                + "start follows their end.", .aboveZero)
    ).optional(
        .count(
            "times", \.times, "Largest number of repetitions.", in: 1...1_000_000,
            otherwise: .without("as often as while lets it")),
        .conditions("while", \.conditions, "Conditions for another repetition."),
        .steps("do", \.steps, "Steps.")
    ).checked {
        .when(
            $0.every < TimeSpan(Seconds(0.1)), "every",
            "every is \($0.every.seconds), but must be 0.1 s or more",
            advice: "Set it to 0.1 s or more.")
    }.checked {
        .when(
            $0.times == nil && $0.conditions.isEmpty, nil, "the steps repeat without end",
            advice: "Limit them by number (times: 10) or condition (while: in-front).")
    }
}
