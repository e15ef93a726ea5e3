import Forms
import Kernel

// Modes that not every system has. What is required has a stand-in.

extension TimedModeRules: Formed {
    public static let form: Form<TimedModeRules> = Form(
        "A mode that wakes the app for a limited time.", name: "timedMode",
        standard: TimedModeRules(),
        fields: [
            .span(
                "run-time", \.runTime, "How long the app may run on one event.",
                isRequired: true),
            .statedCount(
                "per-hour-limit", \.perHourLimit, "Events an hour at most.",
                in: SystemRules.counts, otherwise: .without("no limit")),
        ])
}

extension BackgroundTransferRules: Formed {
    public static let form: Form<BackgroundTransferRules> = Form(
        "Transfers that the system performs for the app.", standard: BackgroundTransferRules(),
        fields: [
            .span(
                "first-relaunch-delay", \.firstRelaunchDelay,
                "The first delay after a relaunch; it doubles with each further one.",
                isRequired: true),
            .span(
                "run-time", \.runTime, "How long the app may run when it is woken.",
                otherwise: .without("no limit")),
        ])
}

extension NewsstandRules: Formed {
    public static let form: Form<NewsstandRules> = Form(
        "Newsstand downloads.", standard: NewsstandRules(),
        fields: [
            .span(
                "minimum-interval", \.minimumInterval, "At most one launch in this time.",
                isRequired: true),
            .span(
                "run-time", \.runTime,
                "How long the app may run when it is launched, and when the download has ended.",
                otherwise: .without("no limit")),
        ])
}

extension FetchLearningRules: Formed {
    public static let form: Form<FetchLearningRules> = Form(
        "When apps with background fetch are woken.", standard: FetchLearningRules(),
        fields: [
            .span(
                "least-interval", \.leastInterval, "No wake-up sooner after the last one.",
                .aboveZero, isRequired: true),
            .span(
                "first-interval", \.firstInterval,
                "From one wake-up to the next before anything is known.", .aboveZero,
                isRequired: true),
            .span(
                "most-interval", \.mostInterval, "No longer from one wake-up to the next.",
                .aboveZero, isRequired: true),
            .statedCount(
                "factor", \.wholeFactor,
                "What the interval is divided by after a short fetch with data, and multiplied by "
                    + "after others.",
                in: 2...100, isRequired: true),
            .span(
                "short-fetch", \.shortFetch, "A fetch that takes longer is not rewarded.",
                isRequired: true),
            .statedCount(
                "slots-per-day", \.slotsPerDay,
                "Parts of the day in which the app is used or not.", in: 1...1440,
                isRequired: true),
            .span(
                "lead", \.lead, "So long before a time of its use the app is woken.",
                isRequired: true),
            .part(
                "budget", \.budget,
                "Wake-ups come at random, near times of use and by a budget.",
                without: "when the interval is over, or the lead before a time of use"),
        ])

    /// Files give the factor as a whole number.
    private var wholeFactor: Int {
        get { Int(factor) }
        set { factor = Double(newValue) }
    }
}

extension RefreshBudget: Formed {
    public static let form: Form<RefreshBudget> = Form(
        "Wake-ups at random, near times of use and by a budget.", standard: RefreshBudget(),
        fields: [
            .statedCount(
                "per-day", \.perDay, "Wake-ups of an app in 24 h.", in: 1...1000,
                isRequired: true),
            .span(
                "before-use", \.beforeUse,
                "They come within this before a time of its use; at any time where none is known.",
                .aboveZero, isRequired: true),
        ])
}

extension BackgroundWorkRules: Formed {
    public static let form: Form<BackgroundWorkRules> = Form(
        "How much an app may compute in the background.", standard: BackgroundWorkRules(),
        fields: [
            .quantity(
                "share", \.share,
                "Of one processor over a window: more is too much. At most 100 %.", .aboveZero,
                isRequired: true),
            .span(
                "over", \.over, "How long a window is: it begins with work.", .aboveZero,
                isRequired: true),
            .quantity(
                "throttled", \.throttled,
                "The part of one processor that an app gets which has used too much.", .aboveZero,
                isRequired: true),
            .span(
                "ends-after", \.endsAfter,
                "An app that is at work still, so long after it was slowed down, is ended.",
                isRequired: true),
        ])
}

extension LowPowerRules: Formed {
    public static let form: Form<LowPowerRules> = Form(
        "What the system does when its battery is nearly empty.", standard: LowPowerRules(),
        fields: [
            .quantity(
                "below", \.below, "Below this part of a full battery, unless it is being charged.",
                isRequired: true),
            .statedFlag("alerts", \.alerts, "Whether an alert tells the user.", isRequired: true),
            .statedFlag(
                "holds-back-work", \.holdsBackWork,
                "Whether background fetch and discretionary transfers wait for a charger.",
                isRequired: true),
            .statedFlag(
                "holds-pushes", \.holdsPushes,
                "Whether silent pushes wait for a charger, of which an app gets the newest then."),
            .statedFlag(
                "cuts-network", \.cutsNetwork,
                "Whether apps in the background have no network, but those with a foreground "
                    + "service or exempt from Doze."),
            .statedChoice(
                "positions", \.positions, what: "who has positions",
                "Which apps have positions: all, none while the display is off, or the app in "
                    + "front and those that something keeps running."
            ).without("all"),
        ])
}

/// When a system wakes an app to fetch: what it makes of when the app is used and of how its
/// fetches went (SR-045).
///
/// The documents say that there is such a rule, and not what it is. This one is explicit instead:
/// every number of it is in the system's profile.
public struct FetchLearningRules: Hashable, Sendable {
    public var leastInterval = TimeSpan.zero
    public var firstInterval = TimeSpan.zero
    public var mostInterval = TimeSpan.zero
    /// The interval is divided by this after a short fetch with data, and multiplied by it after
    /// any other one; more than 1.
    public var factor: Double = 2
    public var shortFetch = TimeSpan.zero
    /// The day is divided into so many parts; one in which the app was opened before is a time of
    /// its use. At least 1.
    public var slotsPerDay = 1
    public var lead = TimeSpan.zero
    public var budget: RefreshBudget?
}

/// Wake-ups at random: a point process near times of use, with a budget (IM-005, IM-007, IM-033).
public struct RefreshBudget: BitwiseCopyable, Hashable, Sendable {
    public var perDay = 1
    public var beforeUse = TimeSpan.zero
}

/// How much an app may compute in the background before the system slows it down, and ends it
/// (SR-008).
public struct BackgroundWorkRules: Hashable, Sendable {
    public var share = Fraction(1)
    /// How long a window is: it begins with work, and the next one when that comes after its end.
    public var over = TimeSpan.zero
    public var throttled = Fraction(1)
    public var endsAfter = TimeSpan.zero
}

/// What a system does when its battery is nearly empty.
public struct LowPowerRules: Hashable, Sendable {
    public var below = Fraction.zero
    public var alerts = false
    public var holdsBackWork = false
    /// Whether pushes that would wake an app, and are not shown, wait until it is over (IM-043).
    public var holdsPushes = false
    /// Whether an app in the background has no network (AM-220), unless a foreground service keeps
    /// it or it is exempt from being put off.
    public var cutsNetwork = false
    public var positions = Positions.all

    /// Which apps have positions (AM-222, AM-223).
    public enum Positions: String, CaseIterable, Hashable, Sendable {
        case all
        /// None while the display is off.
        case screenOn = "screen-on"
        /// The app in front, and those that something keeps running.
        case inFront = "in-front"
    }

    /// Whether an app is told when its network or its positions go and come.
    var takesFromApps: Bool { cutsNetwork || positions != .all }
}
