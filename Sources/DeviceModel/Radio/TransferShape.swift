/// One request and its answer.
public struct TransferShape: Formed, Hashable, Sendable {
    public var roundTrips: Int
    public var uplink: Bytes
    public var downlink: Bytes

    /// The defaults are those of the option that holds the transfer.
    public static let form = Form(
        TransferShape(roundTrips: 0, uplink: .zero, downlink: .zero),
        "One request and its answer; missing options have their usual values.", name: "transfer"
    ).optional(
        .count(
            "round-trips", \.roundTrips, "Requests in sequence, each after the last answer.",
            in: 0...1000),
        .quantity("uplink", \.uplink, "Bytes sent."),
        .quantity("downlink", \.downlink, "Bytes received."))

    /// An app's request to its server, and the answer without its content.
    static let request = TransferShape(roundTrips: 3, uplink: Bytes(1000), downlink: Bytes(1000))

    /// A server's message over the system's connection: a payload of up to 256 bytes, headers, and
    /// the acknowledgement.
    static let pushMessage = TransferShape(roundTrips: 0, uplink: Bytes(100), downlink: Bytes(400))

    static let positionUpload = TransferShape(
        roundTrips: 3, uplink: Bytes(1000), downlink: Bytes(500))

    /// This request as a transfer for `cause`, which keeps the processor awake.
    func transfer(cause: Cause, ticket: Ticket?) -> Transfer {
        Transfer(
            roundTrips: roundTrips, uplink: uplink.count, downlink: downlink.count,
            cause: cause, holdsProcessor: true,
            ticket: ticket)
    }
}
