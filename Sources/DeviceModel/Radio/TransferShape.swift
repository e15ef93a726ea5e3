import Forms
import Kernel

/// One request and its answer.
public struct TransferShape: Formed, Hashable, Sendable {
    public var roundTrips: Int
    public var uplink: Bytes
    public var downlink: Bytes

    /// Its defaults are those of the option that holds the transfer.
    public static let form: Form<TransferShape> = Form(
        "One request and its answer; what is left out is as usual.", name: "transfer",
        standard: TransferShape(roundTrips: 0, uplink: .zero, downlink: .zero),
        fields: [
            .count(
                "round-trips", \.roundTrips,
                "Requests that wait for their answers, one after the other.", in: 0...1000),
            .quantity("uplink", \.uplink, "Sent."),
            .quantity("downlink", \.downlink, "Received."),
        ])

    /// What an app asks of its server, and what it gets beside the content.
    static let request = TransferShape(
        roundTrips: 3, uplink: Bytes(1000), downlink: Bytes(1000))

    /// A server's message through the system's own connection: a payload of 256 bytes at most, with
    /// headers, and its acknowledgement.
    static let pushMessage = TransferShape(
        roundTrips: 0, uplink: Bytes(100), downlink: Bytes(400))

    /// What an app sends of its position.
    static let positionUpload = TransferShape(
        roundTrips: 3, uplink: Bytes(1000), downlink: Bytes(500))
}

extension TransferShape {
    /// This request as a transfer for `cause`, which keeps the processor awake.
    func transfer(cause: Cause, ticket: Ticket?) -> Transfer {
        Transfer(
            roundTrips: roundTrips, uplink: uplink.count, downlink: downlink.count,
            cause: cause, holdsProcessor: true,
            ticket: ticket)
    }
}
