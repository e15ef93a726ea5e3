import Forms
import Kernel

/// The forms of `keep-alive` and `adaptive-keep-alive`.
extension KeepAliveOptions: Formed {
    /// A fixed interval.
    public static let form: Form<KeepAliveOptions> = Form(
        "An app that keeps a connection to its server open: VoIP, messages, mail.",
        standard: KeepAliveOptions(),
        fields: [
            .span(
                "interval", \.interval, "The time-out that the handler is installed with.",
                .aboveZero, isRequired: true)
        ] + connection + extras)

    /// An interval that is searched for.
    static let adaptiveForm: Form<KeepAliveOptions> = Form(
        "As keep-alive, in search of the longest interval that survives: longer while it does, "
            + "back after a loss.",
        standard: adaptive,
        fields: [
            .span("start", \.interval, "The first interval.", .aboveZero, isRequired: true),
            .decimal(
                "factor", \.searched.factor,
                "How much longer the next interval is; 1.01 or more.", isRequired: true),
            .span(
                "at-most", \.searched.atMost, "The longest interval that is tried.", .aboveZero,
                isRequired: true),
        ] + connection + extras)

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
            "How long the handler keeps the processor awake, beside the transfer."),
        .part(
            "message", \.message, "The message that keeps the connection alive, and its answer."),
        .part("reconnect", \.reconnect, "A new connection after a loss."),
        .part("ring", \.ring, "What an incoming call brings before the phone rings."),
    ]

    private static let extras: [Field<KeepAliveOptions>] = [
        .choice(
            "transport", \.extras.transport, what: "a transport",
            "What signalling is carried by, which says how long a silence ends the connection."),
        .span(
            "interval-wi-fi", \.extras.intervalOnWiFi,
            "The interval while the phone is on Wi-Fi.", .aboveZero,
            otherwise: .without("as elsewhere")),
        .part(
            "piggy-back", \.extras.piggyBack,
            "The interval counts from the connection's last packet, and other apps' traffic calls "
                + "the handler early.",
            without: "as the system groups them"),
        .part(
            "server-messages", \.extras.serverMessages,
            "What the server sends by itself to keep the connection; the app looks at it, and "
                + "falls asleep.",
            without: "nothing"),
        .part(
            "delivery", \.extras.delivery, "How the world's messages come.",
            without: "without it the app takes none"),
        .part(
            "retry", \.extras.retry,
            "When an attempt to connect that got no answer is made again, where the app's own "
                + "timers wake it: every so often, or after waits that grow.",
            without: "by the next handler"),
        .part(
            "call", \.extras.call, "The sound of calls that are answered.",
            without: "without it the app only rings"),
    ]
}
