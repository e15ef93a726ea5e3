import Forms
import Kernel

/// When a phone that is not in use dozes, and holds back what its apps want to do (Doze of
/// Android): two machines, one deep, one light.
public struct DozeRules: Formed, Hashable, Sendable {
    public var deep: DeepDozeRules?
    public var light: LightDozeRules?
    /// With the battery saver on it dozes deeply so soon after the display went off, without a look
    /// at sensors and place (AM-035); `nil` where it does not.
    public var quickDelay: TimeSpan?
    /// Whether it takes the user to end it, and not a display that an alert lights (AM-029).
    public var endsByUnlock = false
    /// A push at high priority lets its app work for so long (AM-030).
    public var pushExempts = TimeSpan.zero

    public static let form: Form<DozeRules> = Form(
        "When a phone that is not in use holds back what its apps want to do.",
        standard: DozeRules(),
        fields: [
            .part("deep", \.deep, "Of a phone that lies still.", without: "there is none"),
            .part(
                "light", \.light, "Of a phone that may be carried about.",
                without: "there is none"),
            .span(
                "quick-delay", \.quickDelay,
                "With the battery saver on it dozes deeply so soon after the display went off.",
                otherwise: .without("not sooner than else")),
            .statedFlag(
                "ends-by-unlock", \.endsByUnlock,
                "Whether it takes the user to end it, and not a display that an alert lights.",
                isRequired: true),
            .span(
                "push-exempts", \.pushExempts,
                "A push at high priority lets its app work for so long.", isRequired: true),
        ])
}

/// Deep Doze, of a phone that lies still.
public struct DeepDozeRules: Formed, Hashable, Sendable {
    /// Since the display went off (AM-001, AM-021).
    public var inactive = TimeSpan.zero
    /// For so long the sensor of significant motion is watched (AM-003, AM-022).
    public var pending = TimeSpan.zero
    /// For so long the accelerometer looks for any motion (AM-004, AM-023).
    public var sensing = TimeSpan.zero
    /// For so long a fix is looked for (AM-005, AM-024).
    public var locating = TimeSpan.zero
    /// The time of ``inactive`` after a motion (AM-008).
    public var afterMotion = TimeSpan.zero
    /// AM-013, AM-025.
    public var firstIdle = TimeSpan.zero
    /// AM-014.
    public var longestIdle = TimeSpan.zero
    /// By which idle periods grow (AM-015).
    public var idleFactor = 2
    /// AM-010.
    public var firstWindow = TimeSpan.zero
    /// AM-011.
    public var longestWindow = TimeSpan.zero
    /// By which windows grow (AM-012).
    public var windowFactor = 2
    /// A window in which nothing happens ends after this (AM-019).
    public var leastWindow = TimeSpan.zero

    public static let form: Form<DeepDozeRules> = Form(
        "Doze of a phone that lies still.", standard: DeepDozeRules(),
        fields: [
            .span(
                "inactive", \.inactive, "Since the display went off.", .aboveZero,
                isRequired: true),
            .span(
                "pending", \.pending,
                "For so long the sensor of significant motion is watched.", isRequired: true),
            .span(
                "sensing", \.sensing, "For so long the accelerometer looks for any motion.",
                isRequired: true),
            .span(
                "locating", \.locating, "For so long a fix is looked for.", isRequired: true),
            .span(
                "after-motion", \.afterMotion, "The time of inactive after a motion.", .aboveZero,
                isRequired: true),
            .span(
                "first-idle", \.firstIdle, "The first idle period.", .aboveZero, isRequired: true),
            .span(
                "longest-idle", \.longestIdle, "No idle period is longer.", .aboveZero,
                isRequired: true),
            .statedCount(
                "idle-factor", \.idleFactor, "By which idle periods grow.", in: 1...1000,
                isRequired: true),
            .span(
                "first-window", \.firstWindow, "The first window between them.", .aboveZero,
                isRequired: true),
            .span(
                "longest-window", \.longestWindow, "No window is longer.", .aboveZero,
                isRequired: true),
            .statedCount(
                "window-factor", \.windowFactor, "By which windows grow.", in: 1...1000,
                isRequired: true),
            .span(
                "least-window", \.leastWindow,
                "A window in which nothing happens ends after this.", .aboveZero,
                isRequired: true),
        ])
}

/// Light Doze, of a phone that may be carried about.
public struct LightDozeRules: Formed, Hashable, Sendable {
    /// Since the display went off (AM-038 to AM-041).
    public var inactive = TimeSpan.zero
    /// Work that is under way is waited for so long (AM-042, AM-043).
    public var preIdle = TimeSpan.zero
    /// AM-045.
    public var firstIdle = TimeSpan.zero
    /// AM-046, AM-047.
    public var longestIdle = TimeSpan.zero
    /// By which idle periods grow (AM-048).
    public var idleFactor = 1
    /// By how much they grow beside that (AM-049).
    public var idleStep = TimeSpan.zero
    /// Of windows: each may take what earlier ones left of this (AM-050, AM-052).
    public var leastBudget = TimeSpan.zero
    /// AM-051.
    public var mostBudget = TimeSpan.zero
    /// A window in which nothing happens ends after this (AM-053).
    public var leastWindow = TimeSpan.zero
    /// So late a window may come, to share a wake-up with an alarm of an app (AM-057).
    public var slack = TimeSpan.zero

    public static let form: Form<LightDozeRules> = Form(
        "Doze of a phone that may be carried about.", standard: LightDozeRules(),
        fields: [
            .span(
                "inactive", \.inactive, "Since the display went off.", .aboveZero,
                isRequired: true),
            .span(
                "pre-idle", \.preIdle, "Work that is under way is waited for so long.",
                isRequired: true),
            .span(
                "first-idle", \.firstIdle, "The first idle period.", .aboveZero, isRequired: true),
            .span(
                "longest-idle", \.longestIdle, "No idle period is longer.", .aboveZero,
                isRequired: true),
            .statedCount(
                "idle-factor", \.idleFactor, "By which idle periods grow.", in: 1...1000,
                isRequired: true),
            .span(
                "idle-step", \.idleStep, "By how much they grow beside that.", isRequired: true),
            .span(
                "least-budget", \.leastBudget,
                "Of windows: each may take what earlier ones left of this.", .aboveZero,
                isRequired: true),
            .span(
                "most-budget", \.mostBudget, "No window is longer.", .aboveZero,
                isRequired: true),
            .span(
                "least-window", \.leastWindow,
                "A window in which nothing happens ends after this.", .aboveZero,
                isRequired: true),
            .span(
                "slack", \.slack,
                "So late a window may come, to share a wake-up with an alarm of an app."),
        ])
}
