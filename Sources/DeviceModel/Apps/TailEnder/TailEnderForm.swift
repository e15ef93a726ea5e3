import Forms
import Kernel

extension TailEnderOptions: Formed {
    public static let form: Form<TailEnderOptions> = Form(
        "Holds items until their deadline; sends at once those that come within a share of the "
            + "tail after it.",
        standard: TailEnderOptions(
            deadline: .zero, tail: .zero, share: Fraction(0.62),
            request: TransferShape(roundTrips: 2, uplink: Bytes(800), downlink: Bytes(500)),
            kept: .nothing),
        fields: [
            .span(
                "deadline", \.deadline, "How long an item may wait.", .aboveZero,
                isRequired: true),
            .span(
                "tail", \.tail,
                "How long the app reckons that the radio stays up after a transfer.", .aboveZero,
                isRequired: true),
            .quantity("share", \.share, "Of the tail, in which items are sent at once."),
            .flag("joins-others", \.joins, "Whether other traffic takes items along."),
            .part("request", \.request, "What every sending carries beside the items."),
            .choice(
                "kept-by", \.kept, what: "what keeps an app running",
                "What keeps the app running in the background."),
        ])
}
