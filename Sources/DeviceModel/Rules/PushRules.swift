import Forms
import Kernel

/// The system's own connection, over which the servers of all apps push.
public struct PushRules: Formed, Hashable, Sendable {
    public var cellularInterval = TimeSpan.zero
    public var wifiInterval = TimeSpan.zero
    public var heartbeat = TransferShape.heartbeat
    public var reconnect = TransferShape.secureConnection
    public var runsApp = false
    public var keeps: Int?
    public var keepsFor: TimeSpan?

    public static let form: Form<PushRules> = Form(
        "The system's own connection, over which the servers of all apps push.",
        standard: PushRules(),
        fields: [
            .span(
                "cellular-interval", \.cellularInterval,
                "From the last traffic on the connection to the next heartbeat, on a cellular "
                    + "network.", .aboveZero, isRequired: true),
            .span(
                "wi-fi-interval", \.wifiInterval, "The same on Wi-Fi.", .aboveZero,
                isRequired: true),
            .part("heartbeat", \.heartbeat, "What a heartbeat sends and receives."),
            .part(
                "reconnect", \.reconnect,
                "What a new connection takes, in the place of one that was lost."),
            .statedFlag(
                "runs-app", \.runsApp,
                "Whether a message runs its app, which shows it; otherwise the system shows it.",
                isRequired: true),
            .statedCount(
                "keeps", \.keeps,
                "How many messages of one app the server keeps while the phone has no connection: "
                    + "the newest.", in: 1...1_000_000, otherwise: .without("all")),
            .span(
                "keeps-for", \.keepsFor, "For how long the server keeps a message.", .aboveZero,
                otherwise: .without("for good")),
        ])
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
    public struct MustRing: Hashable, Sendable {
        public var within = TimeSpan.zero
        /// Pushes without a call until the app gets no more (IM-046); above zero.
        public var failures = 1
    }

    public static let form: Form<VoIPPushRules> = Form(
        "Pushes of calls, which wake an app at once and as often as they come.",
        standard: VoIPPushRules(),
        fields: [
            .span(
                "run-time", \.runTime, "How long the app may run on one push.", .aboveZero,
                isRequired: true),
            .part(
                "must-ring", \.mustRing, "What each push asks of the app.",
                without: "nothing: it does with one what it likes"),
        ])
}

extension VoIPPushRules.MustRing: Formed {
    public static let form: Form<VoIPPushRules.MustRing> = Form(
        "The app tells the system of a call for each push, and the system rings.",
        standard: VoIPPushRules.MustRing(),
        fields: [
            .span(
                "within", \.within,
                "An app that has not done so by this, from when the push came, is ended.",
                .aboveZero, isRequired: true),
            .statedCount(
                "failures", \.failures,
                "After so many pushes without a call the app gets no more.", in: 1...1000,
                isRequired: true),
        ])
}
