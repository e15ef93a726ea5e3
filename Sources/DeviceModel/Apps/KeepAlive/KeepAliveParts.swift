import Forms
import Kernel

extension KeepAliveOptions.PiggyBack: Formed {
    public static let form: Form<KeepAliveOptions.PiggyBack> = Form(
        "Keep-alives that share a wake-up with other traffic.",
        standard: KeepAliveOptions.PiggyBack(),
        fields: [
            .quantity(
                "window", \.window,
                "Last part of the interval, in which other traffic calls the handler, "
                    + "unless the system allows a larger part.")
        ])
}

extension KeepAliveOptions.ServerMessages: Formed {
    public static let form: Form<KeepAliveOptions.ServerMessages> = Form(
        "Messages that a server repeats.", standard: KeepAliveOptions.ServerMessages(),
        fields: [
            .span(
                "every", \.every, "Time from one message to the next.", .aboveZero, isRequired: true
            ),
            .part("message", \.shape, "One message and its answer."),
            .span("time", \.time, "Time that the app keeps the processor awake for a message."),
        ])
}

extension KeepAliveOptions.Delivery: Formed {
    public static let form: Form<KeepAliveOptions.Delivery> = Form(
        "How a message for the user arrives over the connection.",
        standard: KeepAliveOptions.Delivery(),
        fields: [
            .part("transfer", \.shape, "Transfer besides the message itself."),
            .span("time", \.time, "Time that the app keeps the processor awake for a message."),
        ])
}

extension KeepAliveOptions.Retry: Formed {
    public static let form: Form<KeepAliveOptions.Retry> = Form(
        "Connection attempts after one that got no answer.", standard: KeepAliveOptions.Retry(),
        alternatives: [["every"], ["first", "factor", "at-most"]],
        fields: [
            .span(
                "give-up-after", \.giveUpAfter, "Time that an attempt waits for an answer.",
                .aboveZero),
            .span(
                "every", \.every, "Time from a failure to the next attempt.", .aboveZero,
                isRequired: true),
            .span(
                "first", \.first, "Time from the first failure to the next attempt.", .aboveZero,
                isRequired: true),
            .decimal(
                "factor", \.factor, "Factor from one wait to the next, 1 or more.",
                isRequired: true),
            .span("at-most", \.atMost, "Longest wait.", .aboveZero, isRequired: true),
        ])

    /// The constant wait between attempts.
    private var every: TimeSpan {
        get { first }
        set { (first, factor, atMost) = (newValue, 1, newValue) }
    }
}

extension KeepAliveOptions.CallAudio: Formed {
    public static let form: Form<KeepAliveOptions.CallAudio> = Form(
        "Sound of a call, in packets both ways.", standard: KeepAliveOptions.CallAudio(),
        fields: [
            .quantity(
                "bit-rate", \.bitRate, "Bit rate each way, headers included.", .aboveZero,
                isRequired: true),
            .span("every", \.every, "Time from one packet to the next.", .aboveZero),
        ])
}
