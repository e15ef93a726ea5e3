import Forms
import Kernel

/// Power that grows with the bit rate while data is carried.
public struct TransferPower: Formed, Hashable, Sendable {
    public var base: Milliwatts?
    public var uplink = MilliwattsPerMegabit.zero
    public var downlink = MilliwattsPerMegabit.zero

    public static let form: Form<TransferPower> = Form(
        "Power by bit rate.", standard: TransferPower(),
        fields: [
            .quantity(
                "base", \.base, "Power during a transfer, instead of the state's own power.",
                otherwise: .without("the state's own power")),
            .quantity("uplink", \.uplink, "Power added per bit rate sent.", isRequired: true),
            .quantity(
                "downlink", \.downlink, "Power added per bit rate received.", isRequired: true),
        ])
}

/// Power of sending and receiving in bursts, in place of the state's own power.
///
/// Each transfer is a burst. Its direction is the one with more bytes; downlink if equal.
public struct BurstPower: Formed, Hashable, Sendable {
    public var uplink = Cost.form.standard
    public var downlink = Cost.form.standard

    public struct Cost: Hashable, Sendable {
        public var power: Milliwatts
        public var energy: Millijoules
    }

    public static let form: Form<BurstPower> = Form(
        "Bursts.", standard: BurstPower(),
        fields: [
            .part("uplink", \.uplink, "Burst that sends more than it receives.", isRequired: true),
            .part("downlink", \.downlink, "Any other burst.", isRequired: true),
        ])
}

extension PowerCycle: Formed {
    public static let form: Form<PowerCycle> = Form(
        "A state whose power alternates.", standard: PowerCycle(),
        fields: [
            .span(
                "period", \.period, "Length of an on-duration and the pause after it.", .aboveZero,
                isRequired: true),
            .span(
                "on", \.on, "On-duration at the start of each period; at most the period.",
                .aboveZero, isRequired: true),
            .quantity("on-power", \.onPower, "Power during the on-duration.", isRequired: true),
            .quantity("off-power", \.offPower, "Power in the pauses.", isRequired: true),
            .quantity(
                "transition", \.transition,
                "Additional energy for falling asleep and waking up together."
            ).without("nothing"),
        ])
}

extension BurstPower.Cost: Formed {
    public static let form: Form<BurstPower.Cost> = Form(
        "Power and energy of bursts in one direction.",
        standard: BurstPower.Cost(power: .zero, energy: .zero),
        fields: [
            .quantity(
                "power", \.power, "Power from the first packet of the burst to its last.",
                isRequired: true),
            .quantity(
                "energy", \.energy,
                "Additional energy of each burst, for the air time of its last packet.",
                isRequired: true),
        ])
}

extension TransferShape {
    /// An exchange with the network on a change of cell.
    public static let signalling: Form<TransferShape> = Form(
        "Signalling.", standard: TransferShape(roundTrips: 1, uplink: .zero, downlink: .zero),
        fields: [
            .count(
                "round-trips", \.roundTrips,
                "Requests that each wait for their answer, in sequence.", in: 0...1000),
            .quantity("uplink", \.uplink, "Bytes sent.", isRequired: true),
            .quantity("downlink", \.downlink, "Bytes received.", isRequired: true),
        ])
}
