import Forms
import Kernel

/// Power that grows with the bit rate while data is carried.
public struct TransferPower: Formed, Hashable, Sendable {
    public var base: Milliwatts?
    public var uplink = MilliwattsPerMegabit.zero
    public var downlink = MilliwattsPerMegabit.zero
    public var counted = Counted.everyPacket

    public enum Counted: String, CaseIterable, Hashable, Sendable {
        case everyPacket = "every-packet"
        /// Only packets after which the activity goes on: the rate excludes the last packet of an
        /// interval of activity. So a packet that the tail follows costs nothing.
        case betweenPackets = "between-packets"
    }

    public static let form: Form<TransferPower> = Form(
        "Power by the bit rate.", standard: TransferPower(),
        fields: [
            .quantity(
                "base", \.base, "Instead of the state's own power while a transfer is on.",
                otherwise: .without("the state's own power")),
            .quantity("uplink", \.uplink, "More power per bit rate sent.", isRequired: true),
            .quantity(
                "downlink", \.downlink, "More power per bit rate received.", isRequired: true),
            .rule(
                "counted", \.counted, what: "a way to count packets",
                "Which recorded packets have a rate: every one, or only those after which the "
                    + "activity goes on."),
        ])
}

/// Power of sending and receiving in bursts, in place of the state's own power.
///
/// Packets within `gap` of each other are one burst, as is a simulated transfer. Its direction is
/// the one with more bytes; downlink if equal.
public struct BurstPower: Formed, Hashable, Sendable {
    public var gap = TimeSpan.zero
    public var uplink = Cost.form.standard
    public var downlink = Cost.form.standard

    public struct Cost: Hashable, Sendable {
        public var power: Milliwatts
        public var energy: Millijoules
    }

    public static let form: Form<BurstPower> = Form(
        "Bursts.", standard: BurstPower(),
        fields: [
            .span(
                "gap", \.gap, "Packets that follow each other within this time are one burst.",
                isRequired: true),
            .part("uplink", \.uplink, "A burst that the phone begins to send.", isRequired: true),
            .part(
                "downlink", \.downlink, "A burst that the phone begins to receive.",
                isRequired: true),
        ])
}

extension PowerCycle: Formed {
    public static let form: Form<PowerCycle> = Form(
        "A state that draws by turns.", standard: PowerCycle(),
        fields: [
            .span(
                "period", \.period, "One on-duration and the pause after it.", .aboveZero,
                isRequired: true),
            .span(
                "on", \.on,
                "How long it is on in each period, from its beginning; at most the period.",
                .aboveZero, isRequired: true),
            .quantity("on-power", \.onPower, "Drawn while it is on.", isRequired: true),
            .quantity("off-power", \.offPower, "Drawn in the pauses.", isRequired: true),
            .rule(
                "remainder", \.remainder, what: "a way to count the last cycle",
                "How the last cycle of a stay counts when it is left before its end: as it was, "
                    + "or as a part of an average cycle."),
            .quantity(
                "transition", \.transition,
                "What falling asleep for a pause and waking up again take besides, together."
            ).without("nothing"),
        ])
}

extension BurstPower.Cost: Formed {
    public static let form: Form<BurstPower.Cost> = Form(
        "What a burst of one direction draws.",
        standard: BurstPower.Cost(power: .zero, energy: .zero),
        fields: [
            .quantity(
                "power", \.power, "From the first packet of the burst to its last.",
                isRequired: true),
            .quantity(
                "energy", \.energy,
                "Of each burst besides: the time that its last packet is on the air.",
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
                "Requests that wait for their answers, one after the other.", in: 0...1000),
            .quantity("uplink", \.uplink, "Sent.", isRequired: true),
            .quantity("downlink", \.downlink, "Received.", isRequired: true),
        ])
}
