import Forms
import Kernel

/// Limits on the alarms that wake apps.
public struct AlarmRules: Formed, Hashable, Sendable {
    /// Shortest time to an alarm; a sooner one is refused (AM-066).
    public var leastInterval = TimeSpan.zero
    /// Alarms that an app gets in deep Doze within ``whileIdlePer`` (AM-070, AM-072, AM-073).
    public var whileIdle = 1
    public var whileIdlePer = TimeSpan.zero
    /// How long the app may run for one such alarm (AM-079).
    public var whileIdleRun = TimeSpan.zero

    public static let form: Form<AlarmRules> = Form(
        "Alarms by which the system wakes apps.", standard: AlarmRules(),
        fields: [
            .span(
                "least-interval", \.leastInterval, "An alarm that is sooner is refused.",
                isRequired: true),
            .statedCount(
                "while-idle", \.whileIdle,
                "Alarms of an app that come while the phone dozes deeply, where the app asks for "
                    + "that.",
                in: 1...1_000_000, isRequired: true),
            .span(
                "while-idle-per", \.whileIdlePer, "So many within this.", .aboveZero,
                isRequired: true),
            .span(
                "while-idle-run", \.whileIdleRun, "The app may work for so long on one.",
                .aboveZero, isRequired: true),
        ])
}
