/// When an unused phone dozes and holds back its apps (Doze of Android): deep, light or both.
public struct DozeRules: Formed, Hashable, Sendable {
    public var deep: DeepDozeRules?
    public var light: LightDozeRules?
    /// Time from display off to deep Doze with the battery saver on, without checks of motion or
    /// location (AM-035); `nil`: as without the saver.
    public var quickDelay: TimeSpan?
    public var endsByUnlock = false  // AM-029
    public var pushExempts = TimeSpan.zero  // AM-030

    public static let form = Form(
        Self(), "Doze: how a phone that is not in use holds back its apps."
    ).optional(
        .part("deep", \.deep, "Deep Doze, of a phone that lies still.", without: "none"),
        .part("light", \.light, "Light Doze, of a phone that may be carried.", without: "none"),
        .span(
            "quick-delay", \.quickDelay,
            "Time from display off to deep Doze with the battery saver on.",
            otherwise: .without("as without the battery saver"))
    ).required(
        .statedFlag(
            "ends-by-unlock", \.endsByUnlock,
            "Whether only the user ends Doze, not a display that an alert lights."),
        .span("push-exempts", \.pushExempts, "Run time of an app for a high-priority push."))
}

public struct DeepDozeRules: Formed, Hashable, Sendable {
    public var inactive = TimeSpan.zero  // AM-001, AM-021
    public var pending = TimeSpan.zero  // AM-003, AM-022
    public var sensing = TimeSpan.zero  // AM-004, AM-023
    public var locating = TimeSpan.zero  // AM-005, AM-024
    public var afterMotion = TimeSpan.zero  // AM-008
    public var firstIdle = TimeSpan.zero  // AM-013, AM-025
    public var longestIdle = TimeSpan.zero  // AM-014
    public var idleFactor = 2  // AM-015
    public var firstWindow = TimeSpan.zero  // AM-010
    public var longestWindow = TimeSpan.zero  // AM-011
    public var windowFactor = 2  // AM-012
    public var leastWindow = TimeSpan.zero  // AM-019
    public var beforeAlarmClock = TimeSpan.zero  // R012

    public static let form = Form(Self(), "Doze of a phone that lies still.").required(
        .span("inactive", \.inactive, "Time since the display went off.", .aboveZero),
        .span("pending", \.pending, "Time for which the significant-motion sensor is watched."),
        .span("sensing", \.sensing, "Time for which the accelerometer looks for any motion."),
        .span("locating", \.locating, "Time for which a fix is sought."),
        .span("after-motion", \.afterMotion, "Value of inactive after a motion.", .aboveZero),
        .span("first-idle", \.firstIdle, "First idle period.", .aboveZero),
        .span("longest-idle", \.longestIdle, "Longest idle period.", .aboveZero),
        .statedCount(
            "idle-factor", \.idleFactor, "Factor by which idle periods grow.", in: 1...1000),
        .span(
            "first-window", \.firstWindow, "First maintenance window between idle periods.",
            .aboveZero),
        .span("longest-window", \.longestWindow, "Longest window.", .aboveZero),
        .statedCount(
            "window-factor", \.windowFactor, "Factor by which windows grow.", in: 1...1000),
        .span(
            "least-window", \.leastWindow, "Length of a window in which nothing happens.",
            .aboveZero)
    ).optional(
        .span(
            "before-alarm-clock", \.beforeAlarmClock,
            "Time before an alarm clock in which the phone does not doze."))
}

public struct LightDozeRules: Formed, Hashable, Sendable {
    public var inactive = TimeSpan.zero  // AM-038 to AM-041
    public var preIdle = TimeSpan.zero  // AM-042, AM-043
    public var firstIdle = TimeSpan.zero  // AM-045
    public var longestIdle = TimeSpan.zero  // AM-046, AM-047
    public var idleFactor = 1  // AM-048
    public var idleStep = TimeSpan.zero  // AM-049
    public var leastBudget = TimeSpan.zero  // AM-050, AM-052
    public var mostBudget = TimeSpan.zero  // AM-051
    public var leastWindow = TimeSpan.zero  // AM-053
    public var slack = TimeSpan.zero  // AM-057

    public static let form = Form(Self(), "Doze of a phone that may be carried.").required(
        .span("inactive", \.inactive, "Time since the display went off.", .aboveZero),
        .span("pre-idle", \.preIdle, "Longest wait for running work."),
        .span("first-idle", \.firstIdle, "First idle period.", .aboveZero),
        .span("longest-idle", \.longestIdle, "Longest idle period.", .aboveZero),
        .statedCount(
            "idle-factor", \.idleFactor, "Factor by which idle periods grow.", in: 1...1000),
        .span("idle-step", \.idleStep, "Time added to each idle period after the factor."),
        .span(
            "least-budget", \.leastBudget,
            "Smallest time budget of a window; the unused rest goes to the next window.",
            .aboveZero),
        .span("most-budget", \.mostBudget, "Largest time budget of a window.", .aboveZero),
        .span(
            "least-window", \.leastWindow, "Length of a window in which nothing happens.",
            .aboveZero)
    ).optional(
        .span(
            "slack", \.slack, "Longest delay of a window, to share a wake-up with an app's alarm."))
}
