import Forms
import Kernel

extension KeepAliveOptions.PiggyBack: Formed {
    public static let form: Form<KeepAliveOptions.PiggyBack> = Form(
        "Keep-alives on the back of other traffic.",
        standard: KeepAliveOptions.PiggyBack(),
        fields: [
            .quantity(
                "window", \.window,
                "The last part of the interval in which other traffic calls the handler, if the "
                    + "system allows no larger one.")
        ])
}

extension KeepAliveOptions.ServerMessages: Formed {
    public static let form: Form<KeepAliveOptions.ServerMessages> = Form(
        "What a server sends again and again.",
        standard: KeepAliveOptions.ServerMessages(),
        fields: [
            .span("every", \.every, "From one to the next.", .aboveZero, isRequired: true),
            .part("message", \.shape, "One of them, and its answer."),
            .span("time", \.time, "How long the app keeps the processor awake for it."),
        ])
}

extension KeepAliveOptions.Delivery: Formed {
    public static let form: Form<KeepAliveOptions.Delivery> = Form(
        "How a message for the user comes over the connection.",
        standard: KeepAliveOptions.Delivery(),
        fields: [
            .part("transfer", \.shape, "What is carried beside the message itself."),
            .span("time", \.time, "How long the app keeps the processor awake for it."),
        ])
}

extension KeepAliveOptions.Retry: Formed {
    public static let form: Form<KeepAliveOptions.Retry> = Form(
        "Attempts to connect after one that got no answer.",
        standard: KeepAliveOptions.Retry(),
        alternatives: [["every"], ["first", "factor", "at-most"]],
        fields: [
            .span(
                "give-up-after", \.giveUpAfter, "How long an attempt waits for an answer.",
                .aboveZero),
            .span(
                "every", \.every, "From a failure to the next attempt.", .aboveZero,
                isRequired: true),
            .span(
                "first", \.first, "From the first failure to the next attempt.", .aboveZero,
                isRequired: true),
            .decimal(
                "factor", \.factor, "How much longer each further wait is; 1 or more.",
                isRequired: true),
            .span("at-most", \.atMost, "The longest wait.", .aboveZero, isRequired: true),
        ])

    /// The constant wait between attempts.
    private var every: TimeSpan {
        get { first }
        set { (first, factor, atMost) = (newValue, 1, newValue) }
    }
}

extension KeepAliveOptions.CallAudio: Formed {
    public static let form: Form<KeepAliveOptions.CallAudio> = Form(
        "The sound of a call, in packets both ways.",
        standard: KeepAliveOptions.CallAudio(),
        fields: [
            .quantity(
                "bit-rate", \.bitRate, "Each way, headers included.", .aboveZero,
                isRequired: true),
            .span("every", \.every, "From one packet to the next.", .aboveZero),
        ])
}
