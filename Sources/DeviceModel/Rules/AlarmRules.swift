/// Limits on the alarms that wake apps.
public struct AlarmRules: Formed, Hashable, Sendable {
    public var leastInterval = TimeSpan.zero  // AM-066
    /// Alarms that an app gets in deep Doze within ``whileIdlePer`` (AM-070, AM-072, AM-073).
    public var whileIdle = 1
    public var whileIdlePer = TimeSpan.zero
    public var whileIdleRun = TimeSpan.zero  // AM-079

    public static let form = Form(Self(), "Alarms by which the system wakes apps.").required(
        .span("least-interval", \.leastInterval, "Shortest time to an alarm; less is refused."),
        .statedCount(
            "while-idle", \.whileIdle,
            "Alarms of an app during deep Doze, if the app asks for them.", in: 1...1_000_000),
        .span(
            "while-idle-per", \.whileIdlePer, "Time in which that many are possible.", .aboveZero),
        .span("while-idle-run", \.whileIdleRun, "Run time of the app for each alarm.", .aboveZero)
    )
}
