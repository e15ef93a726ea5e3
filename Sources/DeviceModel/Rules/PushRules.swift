public struct PushRules: Formed, Hashable, Sendable {
    public var cellularInterval = TimeSpan.zero
    public var wifiInterval = TimeSpan.zero
    public var heartbeat = TransferShape.heartbeat
    public var reconnect = TransferShape.secureConnection
    public var runsApp = false
    public var keeps: Int?
    public var keepsFor: TimeSpan?

    public static let form = Form(
        Self(), "The system's push connection, which the servers of all apps share."
    ).required(
        .span(
            "cellular-interval", \.cellularInterval,
            "Time from the last traffic on the connection to the next heartbeat, on a cellular "
                + "network.", .aboveZero),
        .span(
            "wi-fi-interval", \.wifiInterval,
            "Time from the last traffic on the connection to the next heartbeat, on Wi-Fi.",
            .aboveZero)
    ).optional(
        .part("heartbeat", \.heartbeat, "Transfer of a heartbeat."),
        .part("reconnect", \.reconnect, "Transfer of a new connection after a loss.")
    ).required(
        .statedFlag(
            "runs-app", \.runsApp,
            "Whether a message runs its app, which shows it; otherwise the system shows it.")
    ).optional(
        .statedCount(
            "keeps", \.keeps,
            "Number of newest messages per app that the server keeps while the phone has no "
                + "connection.", in: 1...1_000_000, otherwise: .without("all")),
        .span(
            "keeps-for", \.keepsFor, "Time for which the server keeps a message.", .aboveZero,
            otherwise: .without("for ever")))
}

extension TransferShape {
    /// A few bytes and the answer, each in an encrypted record; an assumption.
    public static let heartbeat = TransferShape(
        roundTrips: 1, uplink: Bytes(120), downlink: Bytes(120))

    /// TCP, TLS and a log-in, with the server's certificates; an assumption.
    public static let secureConnection = TransferShape(
        roundTrips: 4, uplink: Bytes(2000), downlink: Bytes(5000))
}

/// Pushes for calls (PushKit), which wake an app at once and without a limit on their number
/// (IM-044).
public struct VoIPPushRules: Formed, Hashable, Sendable {
    public var runTime = TimeSpan.zero
    public var mustRing: MustRing?

    /// The app must report a call for each push, and the system rings (IM-045).
    public struct MustRing: Formed, Hashable, Sendable {
        public var within = TimeSpan.zero
        public var failures = 1  // IM-046

        public static let form = Form(
            Self(), "The app reports a call to the system for each push, and the system rings."
        ).required(
            .span(
                "within", \.within,
                "Time since the push after which an app that has not reported a call is ended.",
                .aboveZero),
            .statedCount(
                "failures", \.failures,
                "Number of pushes without a call after which the app gets no more.", in: 1...1000))
    }

    public static let form = Form(
        Self(), "VoIP pushes, which wake an app at once and without limit."
    ).required(.span("run-time", \.runTime, "Run time of the app per push.", .aboveZero)).optional(
        .part(
            "must-ring", \.mustRing, "Requirement that the app report a call on each push.",
            without: "nothing: the app does with a push what it likes"))
}
