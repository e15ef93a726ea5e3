/// Power that grows with the bit rate while data is carried.
public struct TransferPower: Formed, Hashable, Sendable {
    public var base: Milliwatts?
    public var uplink = MilliwattsPerMegabit.zero
    public var downlink = MilliwattsPerMegabit.zero

    public static let form = Form(Self(), "Power by bit rate.").optional(
        .quantity(
            "base", \.base, "Power during a transfer, instead of the state's own power.",
            otherwise: .without("the state's own power"))
    ).required(
        .quantity("uplink", \.uplink, "Power added per bit rate sent."),
        .quantity("downlink", \.downlink, "Power added per bit rate received."))
}

/// Power of sending and receiving in bursts, in place of the state's own power.
///
/// Each transfer is a burst. Its direction is the one with more bytes; downlink if equal.
public struct BurstPower: Formed, Hashable, Sendable {
    public var uplink = Cost.form.standard
    public var downlink = Cost.form.standard

    public struct Cost: Formed, Hashable, Sendable {
        public var power: Milliwatts
        public var energy: Millijoules

        public static let form = Form(
            Cost(power: .zero, energy: .zero), "Power and energy of bursts in one direction."
        ).required(
            .quantity("power", \.power, "Power from the first packet of the burst to its last."),
            .quantity(
                "energy", \.energy,
                "Additional energy of each burst, for the air time of its last packet."))
    }

    public static let form = Form(Self(), "Bursts.").required(
        .part("uplink", \.uplink, "Burst that sends more than it receives."),
        .part("downlink", \.downlink, "Any other burst."))
}

extension PowerCycle: Formed {
    public static let form = Form(Self(), "A state whose power alternates.").required(
        .span("period", \.period, "Length of an on-duration and the pause after it.", .aboveZero),
        .span(
            "on", \.on, "On-duration at the start of each period; at most the period.", .aboveZero),
        .quantity("on-power", \.onPower, "Power during the on-duration."),
        .quantity("off-power", \.offPower, "Power in the pauses.")
    ).optional(
        .quantity(
            "transition", \.transition,
            "Additional energy for falling asleep and waking up together."
        ).without("nothing"))
}

extension TransferShape {
    /// An exchange with the network on a change of cell.
    public static let signalling = Form(
        TransferShape(roundTrips: 1, uplink: .zero, downlink: .zero), "Signalling."
    ).optional(
        .count(
            "round-trips", \.roundTrips, "Requests in sequence, each after the last answer.",
            in: 0...1000)
    ).required(
        .quantity("uplink", \.uplink, "Bytes sent."),
        .quantity("downlink", \.downlink, "Bytes received."))
}
