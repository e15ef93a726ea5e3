import Forms
import Kernel

extension KeepAliveOptions.PiggyBack: Formed {
    public static let form = Form<KeepAliveOptions.PiggyBack>(
        "Keep-alives that share a wake-up with other traffic.", standard: .init()
    ).optional(
        .quantity(
            "window", \.window,
            "Last part of the interval, in which other traffic calls the handler, unless the "
                + "system allows a larger part."))
}

extension KeepAliveOptions.ServerMessages: Formed {
    public static let form = Form<KeepAliveOptions.ServerMessages>(
        "Messages that a server repeats.", standard: .init()
    ).required(.span("every", \.every, "Time from one message to the next.", .aboveZero)).optional(
        .part("message", \.shape, "One message and its answer."),
        .span("time", \.time, "Time that the app keeps the processor awake for a message."))
}

extension KeepAliveOptions.Delivery: Formed {
    public static let form = Form<KeepAliveOptions.Delivery>(
        "How a message for the user arrives over the connection.", standard: .init()
    ).optional(
        .part("transfer", \.shape, "Transfer besides the message itself."),
        .span("time", \.time, "Time that the app keeps the processor awake for a message."))
}

extension KeepAliveOptions.Retry: Formed {
    public static let form = Form<KeepAliveOptions.Retry>(
        "Connection attempts after one that got no answer.", standard: .init(),
        alternatives: [["every"], ["first", "factor", "at-most"]]
    ).optional(
        .span(
            "give-up-after", \.giveUpAfter, "Time that an attempt waits for an answer.", .aboveZero)
    ).required(
        .span("every", \.every, "Time from a failure to the next attempt.", .aboveZero),
        .span("first", \.first, "Time from the first failure to the next attempt.", .aboveZero),
        .decimal("factor", \.factor, "Factor from one wait to the next, 1 or more."),
        .span("at-most", \.atMost, "Longest wait.", .aboveZero))

    /// The constant wait between attempts.
    private var every: TimeSpan {
        get { first }
        set { (first, factor, atMost) = (newValue, 1, newValue) }
    }
}

extension KeepAliveOptions.CallAudio: Formed {
    public static let form = Form<KeepAliveOptions.CallAudio>(
        "Sound of a call, in packets both ways.", standard: .init()
    ).required(
        .quantity("bit-rate", \.bitRate, "Bit rate each way, headers included.", .aboveZero)
    ).optional(.span("every", \.every, "Time from one packet to the next.", .aboveZero))
}
