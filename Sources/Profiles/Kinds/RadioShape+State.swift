import DeviceModel
import Forms
import Quantities

/// What a file says of one state of a radio.
extension RadioShape {
    static let state = FormShape(
        "One RRC or power-save state: power or cycle, and what carries data has both rates or "
            + "carries: packets.",
        name: "state", alternatives: [["power"], ["cycle"]], together: [["uplink", "downlink"]],
        [
            .needed(
                "power", .quantity(Milliwatts.self), "Drawn all the time, without transfers."),
            .needed(
                "cycle", .part(cycle),
                "A state that draws by turns: paging, discontinuous reception."),
            .optional(
                "uplink", .quantity(BitsPerSecond.self, .aboveZero),
                "How fast data goes out; only in a state that carries data."),
            .optional(
                "downlink", .quantity(BitsPerSecond.self, .aboveZero),
                "How fast data comes in; only in a state that carries data."),
            .optional(
                "carries", .choice(["packets"]),
                "Recorded packets pass in this state although it has no rates. Such a radio can "
                    + "replay traces, and no scenario can use it."),
            .optional(
                "activity", .part(activity),
                "What resets the state's inactivity timer.", without: "any data"),
            .optional(
                "queue", .part(queue),
                "How fast the queue that a threshold is tested against drains, by direction.",
                without: "as it is carried"),
            .optional(
                "raise", .part(raise),
                "Dense traffic raises the state: time in it is cut into windows, and a dense one "
                    + "is spent in another state.",
                without: "nothing does"),
        ])

    private static let cycle = FormShape(
        "A state that draws by turns.",
        [
            .needed(
                "period", .quantity(Seconds.self, .aboveZero),
                "One on-duration and the pause after it."),
            .needed(
                "on", .quantity(Seconds.self, .aboveZero),
                "How long it is on in each period, from its beginning; at most the period."),
            .needed("on-power", .quantity(Milliwatts.self), "Drawn while it is on."),
            .needed("off-power", .quantity(Milliwatts.self), "Drawn in the pauses."),
            .optional(
                "remainder", .choice(PowerCycle.Remainder.self),
                "How the last cycle of a stay counts when it is left before its end: as it was, "
                    + "or as a part of an average cycle.",
                standard: PowerCycle.Remainder.exact.rawValue),
        ])

    private static let activity = FormShape(
        "What resets a timer.",
        [
            .needed(
                "bytes", .quantity(Bytes.self, .aboveZero),
                "This much in one direction resets the timer."),
            .needed(
                "within", .quantity(Seconds.self, .aboveZero),
                "Bytes add up as long as the next come within this time of the last."),
            .optional(
                "sum-of", .choice(ActivityRule.SumOf.self),
                "Whose sum must reach the bytes: that of the data's own direction, or that of "
                    + "either, which stands until its direction was silent for longer.",
                standard: ActivityRule.SumOf.ownDirection.rawValue),
            .optional(
                "first-packet", .choice(ActivityRule.FirstPacket.self),
                "counted: as any other. resets: the first data in the state resets the timer, "
                    + "however small, and the sums begin with it.",
                standard: ActivityRule.FirstPacket.isCounted.rawValue),
        ])

    private static let queue = FormShape(
        "How fast queues drain.", atLeastOne: [["uplink", "downlink"]],
        [
            .optional("uplink", .part(drain), "What waits to go out."),
            .optional("downlink", .part(drain), "What waits to come in."),
        ])

    private static let drain = FormShape(
        "The time in which a queue drains: the sum of the parts. It is empty once so much time has "
            + "passed since the last data of its direction, and full as before until then.",
        name: "drain", atLeastOne: [["per-byte-squared", "per-byte", "constant"]],
        [
            .optional("per-byte-squared", .quantity(Seconds.self), "For each byte squared."),
            .optional("per-byte", .quantity(Seconds.self), "For each byte."),
            .optional("constant", .quantity(Seconds.self), "However much it is."),
        ])

    private static let raise = FormShape(
        "What raises a state.", atLeastOne: [["bytes-over", "packets-over"]],
        [
            .needed(
                "to", .text, "A state that carries data, and that nothing else leads to or from."),
            .needed("window", .quantity(Seconds.self, .aboveZero), "How long a window is."),
            .optional(
                "bytes-over", .quantity(Bytes.self),
                "A window with more bytes than this is dense."),
            .optional(
                "packets-over", .stated(.count(0...1_000_000)),
                "A window with more packets than this is dense."),
            .optional(
                "lingers", .quantity(Seconds.self),
                "How long the raised state is kept after a dense window.", standard: "0 s"),
            .optional(
                "open-window", .choice(RaiseText.OpenWindow.self),
                "Whether the last window counts although no later packet has shown that it is "
                    + "over.",
                standard: RaiseText.OpenWindow.judged.rawValue),
            .optional(
                "windows-from", .choice(RaiseRule.WindowsFrom.self),
                "Where the first window begins: when the state is entered, or at the start of the "
                    + "trace.",
                standard: RaiseRule.WindowsFrom.entry.rawValue),
        ])
}
