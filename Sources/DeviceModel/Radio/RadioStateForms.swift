import EventKernel
import Forms
import Quantities

// The parts of a state that refer to no other. What is required has a stand-in.

extension Release: Formed {
    public static let form: Form<Release> = Form(
        "Signalling that ends the connection; the old state is kept meanwhile, and data waits for "
            + "its end.",
        name: "release", standard: Release(delay: .zero, power: .zero),
        fields: [
            .span("delay", \.delay, "How long it takes.", .aboveZero, isRequired: true),
            .quantity(
                "power", \.power, "Drawn during the delay instead of the old state's power.",
                isRequired: true),
        ])
}

extension ActivityRule: Formed {
    public static let form: Form<ActivityRule> = Form(
        "What resets a timer.", standard: ActivityRule(bytes: .zero, within: .zero),
        fields: [
            .quantity(
                "bytes", \.bytes, "This much in one direction resets the timer.", .aboveZero,
                isRequired: true),
            .span(
                "within", \.within,
                "Bytes add up as long as the next come within this time of the last.", .aboveZero,
                isRequired: true),
            .rule(
                "sum-of", \.sumOf, what: "a sum of bytes",
                "Whose sum must reach the bytes: that of the data's own direction, or that of "
                    + "either, which stands until its direction was silent for longer."),
            .rule(
                "first-packet", \.firstPacket, what: "what a first packet does",
                "counted: as any other. resets: the first data in the state resets the timer, "
                    + "however small, and the sums begin with it."),
        ])
}

extension QueueLaws: Formed {
    public static let form: Form<QueueLaws> = Form(
        "How fast queues drain.", standard: QueueLaws(uplink: nil, downlink: nil),
        atLeastOne: [["uplink", "downlink"]],
        fields: [
            .part("uplink", \.uplink, "What waits to go out.", without: "as it is carried"),
            .part("downlink", \.downlink, "What waits to come in.", without: "as it is carried"),
        ])
}

extension DrainLaw: Formed {
    public static let form: Form<DrainLaw> = Form(
        "The time in which a queue drains: the sum of the parts. It is empty once so much time has "
            + "passed since the last data of its direction, and full as before until then.",
        name: "drain", standard: DrainLaw(perSquare: .zero, perByte: .zero, constant: .zero),
        atLeastOne: [["per-byte-squared", "per-byte", "constant"]],
        fields: [
            .span("per-byte-squared", \.perSquare, "For each byte squared.").without("none"),
            .span("per-byte", \.perByte, "For each byte.").without("none"),
            .span("constant", \.constant, "However much it is.").without("none"),
        ])
}
