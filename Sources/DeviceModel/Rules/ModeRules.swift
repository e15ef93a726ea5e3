// Modes that not every system has. A required field has a placeholder as its default.

/// When a system wakes an app to fetch, from the app's use and its earlier fetches (SR-045).
///
/// The documents state that such a rule exists, but not the rule. This one is explicit: the profile
/// holds all its numbers.
public struct FetchLearningRules: Formed, Hashable, Sendable {
    public var leastInterval = TimeSpan.zero
    public var firstInterval = TimeSpan.zero
    public var mostInterval = TimeSpan.zero
    /// Divides the interval after a short fetch with data, and multiplies it after any other; above
    /// 1.
    public var factor: Double = 2
    public var shortFetch = TimeSpan.zero
    /// Number of parts of the day, at least 1. A part in which the app was opened before is a time
    /// of use.
    public var slotsPerDay = 1
    public var lead = TimeSpan.zero
    public var budget: RefreshBudget?

    public static let form = Form(
        Self(), "Times at which the system wakes apps with background fetch."
    ).required(
        .span("least-interval", \.leastInterval, "Shortest time between wake-ups.", .aboveZero),
        .span(
            "first-interval", \.firstInterval,
            "Time between wake-ups before the system has learned anything.", .aboveZero),
        .span("most-interval", \.mostInterval, "Longest time between wake-ups.", .aboveZero),
        .statedCount(
            "factor", \.wholeFactor,
            "Divisor of the interval after a short fetch with data, factor after others.",
            in: 2...100),
        .span("short-fetch", \.shortFetch, "Longest fetch that counts as short."),
        .statedCount(
            "slots-per-day", \.slotsPerDay,
            "Parts of the day in which the app counts as used or not.", in: 1...1440),
        .span("lead", \.lead, "Time by which a wake-up precedes a time of use.")
    ).optional(
        .part(
            "budget", \.budget, "Random wake-ups, near times of use and within a budget.",
            without: "when the interval is over, or the lead before a time of use"))

    /// Files give the factor as a whole number.
    private var wholeFactor: Int {
        get { Int(factor) }
        set { factor = Double(newValue) }
    }
}

/// Random wake-ups: a point process near times of use, with a budget (IM-005, IM-007, IM-033).
public struct RefreshBudget: Formed, BitwiseCopyable, Hashable, Sendable {
    public var perDay = 1
    public var beforeUse = TimeSpan.zero

    public static let form = Form(
        Self(), "Random wake-ups, near times of use and within a budget."
    ).required(
        .statedCount("per-day", \.perDay, "Wake-ups of an app in 24 h.", in: 1...1000),
        .span(
            "before-use", \.beforeUse,
            "Time before a time of use in which wake-ups occur; at any time if none is known.",
            .aboveZero))
}

/// How much an app may compute in the background before the system slows it down, then ends it
/// (SR-008).
public struct BackgroundWorkRules: Formed, Hashable, Sendable {
    public var share = Fraction(1)
    /// Length of a window. A window starts with the first computation after the end of the last
    /// one.
    public var over = TimeSpan.zero
    public var throttled = Fraction(1)
    public var endsAfter = TimeSpan.zero

    public static let form = Form(Self(), "Limit on computing in the background.").required(
        .quantity(
            "share", \.share,
            "Share of one processor over a window that throttles an app; at most 100 %.",
            .aboveZero),
        .span("over", \.over, "Length of a window, which begins with work.", .aboveZero),
        .quantity(
            "throttled", \.throttled, "Share of one processor that a throttled app gets.",
            .aboveZero),
        .span(
            "ends-after", \.endsAfter,
            "Time after throttling at which an app that still computes is ended."))
}

/// Actions of a system when its battery is nearly empty.
public struct LowPowerRules: Formed, Hashable, Sendable {
    public var below = Fraction.zero
    public var alerts = false
    public var holdsBackWork = false
    public var holdsPushes = false  // IM-043
    public var cutsNetwork = false  // AM-220
    public var positions = Positions.all

    /// Which apps get positions (AM-222, AM-223).
    public enum Positions: String, CaseIterable, Hashable, Sendable {
        case all
        case screenOn = "screen-on"
        case inFront = "in-front"
    }

    /// Whether apps must be told when they lose and regain the network or positions.
    var takesFromApps: Bool { cutsNetwork || positions != .all }

    public static let form = Form(Self(), "Effects of a low battery.").required(
        .quantity(
            "below", \.below,
            "Share of a full battery below which it is low, unless the phone is charging."),
        .statedFlag("alerts", \.alerts, "Whether an alert tells the user."),
        .statedFlag(
            "holds-back-work", \.holdsBackWork,
            "Whether background fetch and discretionary transfers wait for a charger.")
    ).optional(
        .statedFlag(
            "holds-pushes", \.holdsPushes,
            "Whether silent pushes wait for a charger; an app then gets only the newest."),
        .statedFlag(
            "cuts-network", \.cutsNetwork,
            "Whether background apps lose the network, except those with a foreground service or "
                + "exempt from Doze."),
        .statedChoice(
            "positions", \.positions, what: "a limit on positions",
            "Apps that get positions: all, none while the display is off, or those in front "
                + "or kept running."
        ).without("all"))
}
