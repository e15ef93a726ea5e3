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
                "cycle", .part(PowerCycle.form.shape),
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
                "activity", .part(ActivityRule.form.shape),
                "What resets the state's inactivity timer.", without: "any data"),
            .optional(
                "queue", .part(QueueLaws.form.shape),
                "How fast the queue that a threshold is tested against drains, by direction.",
                without: "as it is carried"),
            .optional(
                "raise", .part(raise),
                "Dense traffic raises the state: time in it is cut into windows, and a dense one "
                    + "is spent in another state.",
                without: "nothing does"),
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
