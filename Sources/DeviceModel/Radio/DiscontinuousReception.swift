/// Discontinuous reception (DRX) of a connected state (3GPP TS 36.321 and 38.321, clause 5.7).
///
/// After the inactivity timer the phone listens only in on-durations, by short cycles, then by long
/// ones. In between it sleeps as deeply as the pause allows (3GPP TR 38.840, clause 8.1).
public struct DiscontinuousReception: Formed, BitwiseCopyable, Hashable, Sendable {
    /// Time since entering the state or since the last data; greater than zero.
    public var inactivity = TimeSpan.zero
    public var on = TimeSpan.zero
    public var short: ShortCycle?
    public var long = TimeSpan.zero
    public var micro: SleepLevel?
    public var light: SleepLevel?
    public var deep: SleepLevel?
    public var downlink = Downlink.atOnce

    /// When downlink data between on-durations is carried; uplink data wakes the phone.
    public enum Downlink: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
        /// At once, as if the phone always listened.
        case atOnce = "at-once"
        /// In the next on-duration, or when the phone sends something.
        case waits
    }

    public struct ShortCycle: Formed, BitwiseCopyable, Hashable, Sendable {
        public var cycle = TimeSpan.zero
        public var count = 1

        public static let form = Form(Self(), "Short cycle.", name: "short-cycle").required(
            .span("cycle", \.cycle, "Length of the on-duration and the pause after it.", .aboveZero)
        ).optional(
            .statedCount(
                "count", \.count,
                "Number of short cycles between the inactivity timer and the long cycle.",
                in: 1...16))
    }

    public struct SleepLevel: Formed, BitwiseCopyable, Hashable, Sendable {
        public var power = Milliwatts.zero
        public var transition = Millijoules.zero
        public var leastGap = TimeSpan.zero

        public static let form = Form(
            Self(), "A depth of sleep.", name: "sleep"
        ).required(.quantity("power", \.power, "Power drawn asleep.")).optional(
            .quantity(
                "transition", \.transition,
                "Additional energy for falling asleep and waking up together."
            ).without("nothing"),
            .span(
                "least-gap", \.leastGap,
                "Shortest pause before the next on-duration in which the phone sleeps this deeply."
            ).without("any pause"))
    }

    var levels: [SleepLevel] { [micro, light, deep].compactMap { $0 } }

    /// The deepest level that a pause is long enough for.
    func level(in gap: TimeSpan) -> SleepLevel? { levels.last { gap >= $0.leastGap } }

    public static let form = Form(
        Self(),
        "Discontinuous reception of a connected state: the phone listens for the inactivity timer, "
            + "then only in on-durations, and sleeps in between.", name: "drx",
        atLeastOne: [["micro-sleep", "light-sleep", "deep-sleep"]]
    ).required(
        .span(
            "inactivity", \.inactivity,
            "Time that the phone keeps listening after data (drx-InactivityTimer).", .aboveZero),
        .span("on", \.on, "On-duration of each cycle (drx-onDurationTimer).", .aboveZero)
    ).optional(
        .part(
            "short", \.short, "Short cycle, before the long one.",
            without: "the long cycle at once")
    ).required(
        .span("long", \.long, "Long cycle, a whole multiple of the short one.", .aboveZero)
    ).optional(
        .part(
            "micro-sleep", \.micro, "Shallowest sleep.",
            without: "awake in pauses too short for another"),
        .part("light-sleep", \.light, "Deeper sleep.", without: "none"),
        .part("deep-sleep", \.deep, "Deepest sleep.", without: "none"),
        .rule(
            "downlink", \.downlink, what: "a treatment of downlink data",
            "at-once: downlink data that arrives while the phone sleeps is carried at once. "
                + "waits: the network holds it until the next on-duration, as in the standard, or "
                + "until the phone sends something."))

    /// Longer than in any standard, and short enough that no sum overflows.
    static let longest = TimeSpan(nanoseconds: 3_600_000_000_000)

    /// The fault, as the end of a sentence, and the remedy.
    var fault: (words: String, advice: String)? {
        if let words = faultOfTimes {
            return (
                words,
                "Write, for example, inactivity: 100 ms, on: 10 ms, long: 320 ms, and "
                    + "optionally short: { cycle: 40 ms, count: 2 }."
            )
        }
        if levels.isEmpty {
            return (
                "but no sleep: without a level of sleep it is always awake",
                "Add, for example, deep-sleep: { power: 40 mW, least-gap: 20 ms }."
            )
        }
        if zip(levels, levels.dropFirst()).allSatisfy({ $0.leastGap < $1.leastGap }) { return nil }
        return (
            "whose deeper sleep needs no longer pause than a shallower one",
            "Give micro-sleep the least gap and deep-sleep the longest."
        )
    }

    private var faultOfTimes: String? {
        let times = [inactivity, on, long] + [short?.cycle].compactMap { $0 }
        if times.contains(where: { $0 <= .zero }) { return "whose times must be longer than zero" }
        if times.contains(where: { $0 > Self.longest }) {
            return "whose times are longer than an hour"
        }
        if on > short?.cycle ?? long || on > long {
            return "whose on-duration is longer than its shortest cycle"
        }
        guard let short else { return nil }
        if short.count < 1 {
            return "whose number of short cycles is not a whole number above zero"
        }
        if short.cycle >= long { return "whose short cycle is not shorter than its long one" }
        let isMultiple = long.nanoseconds % short.cycle.nanoseconds == 0
        return isMultiple ? nil : "whose long cycle is not a whole multiple of its short one"
    }
}
