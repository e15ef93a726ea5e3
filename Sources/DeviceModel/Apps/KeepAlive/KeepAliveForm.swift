extension KeepAliveOptions: Formed {
    /// A fixed interval.
    public static let form = Form(
        Self(), "An app that keeps a connection to its server open: VoIP, messages, mail."
    ).required(
        .span(
            "interval", \.interval,
            "Interval at which the app asks the system to call its handler.", .aboveZero)
    ).and(connection + extras)

    /// An interval that is searched for.
    static let adaptiveForm = Form<KeepAliveOptions>(
        adaptive,
        "As keep-alive, but searches for the longest interval that the connection survives: longer "
            + "after each success, back after a loss."
    ).required(
        .span("start", \.interval, "First interval tried.", .aboveZero),
        .decimal(
            "factor", \.searched.factor, "Factor from one interval to the next, 1.01 or more."),
        .span("at-most", \.searched.atMost, "Longest interval tried.", .aboveZero)
    ).and(connection + extras)

    private static var adaptive: KeepAliveOptions {
        var options = KeepAliveOptions()
        options.extras.search = Search()
        return options
    }

    private var searched: Search {
        get { extras.search ?? Search() }
        set { extras.search = newValue }
    }

    private static let connection: [Field<KeepAliveOptions>] = [
        .span(
            "handler-time", \.handlerTime,
            "Time that the handler keeps the processor awake, besides the transfer."),
        .part("message", \.message, "Message that keeps the connection alive, and its answer."),
        .part("reconnect", \.reconnect, "Transfer of a new connection after a loss."),
        .part("ring", \.ring, "Transfer of an incoming call before the phone rings."),
    ]

    private static let extras: [Field<KeepAliveOptions>] = [
        .choice(
            "transport", \.extras.transport, what: "a transport",
            "Transport of the signalling, which decides the idle timeout of the connection."),
        .span(
            "interval-wi-fi", \.extras.intervalOnWiFi,
            "Interval while the phone is on Wi-Fi.", .aboveZero,
            otherwise: .without("as elsewhere")),
        .part(
            "piggy-back", \.extras.piggyBack,
            "Counts the interval from the connection's last packet; other apps' traffic "
                + "calls the handler early.",
            without: "as the system groups them"),
        .part(
            "server-messages", \.extras.serverMessages,
            "Messages by which the server keeps the connection open; the app handles each "
                + "one and sleeps again.",
            without: "nothing"),
        .part(
            "delivery", \.extras.delivery, "Delivery of the world's messages.",
            without: "the app receives none"),
        .part(
            "retry", \.extras.retry,
            "Repeats a connection attempt that got no answer, at a fixed or a growing "
                + "interval, if the app's own timers wake it.",
            without: "the next handler tries"),
        .part("call", \.extras.call, "Sound of answered calls.", without: "the app only rings"),
    ]
}
