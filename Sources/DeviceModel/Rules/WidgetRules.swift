public struct WidgetRules: Formed, Hashable, Sendable {
    public var reloadsPerDay = 0  // IM-086, IM-087
    public var apart = TimeSpan.zero  // IM-088, IM-089
    public var runTime = TimeSpan.zero

    public static let form = Form(
        Self(), "Widgets, whose apps the system runs to refresh their content."
    ).required(
        .statedCount(
            "reloads-per-day", \.reloadsPerDay,
            "Reloads of an app's widget in any 24 h, without those while the app is in front.",
            in: 1...1_000_000),
        .span("apart", \.apart, "Shortest time from one reload to the next."),
        .span("run-time", \.runTime, "Run time of the app per reload.", .aboveZero))
}

/// The past reloads of one app's widget.
struct WidgetReloads: Sendable {
    private var counted = RecentTimes()
    private var last: Instant?

    /// The next reload at or after the time that the app asks for.
    func next(from wanted: Instant, _ rules: WidgetRules) -> Instant {
        let apart = last.map { max(wanted, $0 + rules.apart) } ?? wanted
        return counted.next(at: apart, most: rules.reloadsPerDay, in: DailyWindow.day)
    }

    mutating func add(at now: Instant) {
        counted.add(at: now)
        last = now
    }
}
