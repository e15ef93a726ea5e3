import EventKernel
import Forms
import Quantities

/// What a person can write of `batch` and `tail-ender`.
extension SendingOptions {
    static let batchForm: Form<SendingOptions> = Form(
        "Holds items until other traffic has the radio up, or their deadline comes.",
        standard: standard(.batch(deadline: .zero)),
        fields: [
            .span(
                "deadline", \.batchDeadline, "How long an item may wait.", .aboveZero,
                isRequired: true)
        ] + sending)

    static let tailEnderForm: Form<SendingOptions> = Form(
        "Holds items until their deadline; sends at once those that come within a share of the "
            + "tail after it.",
        standard: standard(
            .tailEnder(deadline: .zero, tail: .zero, share: Fraction(0.62), joins: false)),
        fields: [
            .span(
                "deadline", \.tailEnder.deadline, "How long an item may wait.", .aboveZero,
                isRequired: true),
            .span(
                "tail", \.tailEnder.tail,
                "How long the app reckons that the radio stays up after a transfer.", .aboveZero,
                isRequired: true),
            .quantity(
                "share", \.tailEnder.share, "Of the tail, in which items are sent at once."),
            .flag(
                "joins-others", \.tailEnder.joins, "Whether other traffic takes items along."),
        ] + sending)

    private static func standard(_ rule: Rule) -> SendingOptions {
        SendingOptions(
            rule: rule,
            request: TransferShape(roundTrips: 2, uplink: Bytes(800), downlink: Bytes(500)),
            kept: .nothing)
    }

    private static let sending: [Field<SendingOptions>] = [
        .part("request", \.request, "What every sending carries beside the items."),
        .choice(
            "kept-by", \.kept, what: "what keeps an app running",
            "What keeps the app running in the background."),
    ]
}

/// What only one rule has.
extension SendingOptions {
    private var batchDeadline: TimeSpan {
        get { if case .batch(let deadline) = rule { deadline } else { .zero } }
        set { rule = .batch(deadline: newValue) }
    }

    private var tailEnder: (deadline: TimeSpan, tail: TimeSpan, share: Fraction, joins: Bool) {
        get {
            guard case .tailEnder(let deadline, let tail, let share, let joins) = rule else {
                return (.zero, .zero, .zero, false)
            }
            return (deadline, tail, share, joins)
        }
        set {
            rule = .tailEnder(
                deadline: newValue.deadline, tail: newValue.tail, share: newValue.share,
                joins: newValue.joins)
        }
    }
}
