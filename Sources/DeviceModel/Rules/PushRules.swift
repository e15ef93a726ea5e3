import Forms
import Kernel

/// The system's own connection, over which the servers of all apps push.
public struct PushRules: Hashable, Sendable {
    /// From the last traffic on the connection to the next heartbeat, on a cellular network.
    public var cellularInterval: TimeSpan
    /// The same on Wi-Fi.
    public var wifiInterval: TimeSpan
    /// What a heartbeat sends and receives.
    public var heartbeat = TransferShape.heartbeat
    /// What a new connection takes, in the place of one that was lost.
    public var reconnect = TransferShape.secureConnection
    /// Whether a message runs its app, which shows it; otherwise the system shows it.
    public var runsApp = false
    /// How many messages of one app the server keeps while there is no connection: the newest;
    /// `nil`: all.
    public var keeps: Int?
    /// For how long it keeps one; `nil`: for good.
    public var keepsFor: TimeSpan?
}

extension TransferShape {
    /// A few bytes and their answer, in an encrypted record each; an assumption.
    public static let heartbeat = TransferShape(
        roundTrips: 1, uplink: Bytes(120), downlink: Bytes(120))

    /// TCP, TLS and a log-in, with the server's certificates; an assumption.
    public static let secureConnection = TransferShape(
        roundTrips: 4, uplink: Bytes(2000), downlink: Bytes(5000))
}

extension PushRules: Formed {
    public static let form: Form<PushRules> = Form(
        "The system's own connection, over which the servers of all apps push.",
        standard: PushRules(cellularInterval: .zero, wifiInterval: .zero),
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
