/// Classes of apps by recent use (App Standby of Android).
public enum StandbyBucket: Int, BitwiseCopyable, CaseIterable, Comparable, Hashable, Sendable {
    case active, workingSet, frequent, rare, restricted

    public static func < (left: StandbyBucket, right: StandbyBucket) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// Limits on background work for each bucket of apps.
public struct StandbyRules: Formed, Hashable, Sendable {
    public var seenKeeps = TimeSpan.zero  // AM-106
    public var chargingLiftsAfter = TimeSpan.zero  // AM-112
    public var sessionGap = TimeSpan.zero  // AM-164
    public var jobTimePerDay: TimeSpan?  // AM-153
    public var active = BucketRules()
    public var workingSet = BucketRules()
    public var frequent = BucketRules()
    public var rare = BucketRules()
    public var restricted: BucketRules?

    /// The rules of each bucket that exists, in the order of `StandbyBucket`.
    var limits: [BucketRules] {
        [active, workingSet, frequent, rare] + (restricted.map { [$0] } ?? [])
    }

    public static let form = Form(
        Self(), "Limits on background work by how much an app is used."
    ).required(
        .span(
            "seen-keeps", \.seenKeeps,
            "Time for which an app stays in the working set after its notification was seen."),
        .span(
            "charging-lifts-after", \.chargingLiftsAfter,
            "Time at a charger after which all limits are lifted, except in restricted."),
        .span("session-gap", \.sessionGap, "Gap between jobs below which they are one session.")
    ).optional(
        .span(
            "job-time-per-day", \.jobTimePerDay, "Run time of all jobs of an app in 24 h.",
            .aboveZero, otherwise: .without("no limit")),
        .part("active", \.active, "Apps in use.")
    ).required(
        .part("working-set", \.workingSet, "Apps used recently."),
        .part("frequent", \.frequent, "Apps used the day before."),
        .part("rare", \.rare, "Apps used days ago.")
    ).optional(
        .part(
            "restricted", \.restricted, "Apps that are hardly used.",
            without: "the system lacks this bucket"))
}

extension [BucketRules] {
    /// The lowest bucket of which an unused app has reached both thresholds.
    ///
    /// - Parameters:
    ///   - elapsed: time since the last use.
    ///   - screenOn: display time since the last use.
    func bucket(unusedFor elapsed: TimeSpan, screenOn: TimeSpan) -> StandbyBucket {
        var bucket = StandbyBucket.active
        for index in indices where elapsed >= self[index].after && screenOn >= self[index].screenOn
        {
            bucket = StandbyBucket(rawValue: index) ?? bucket
        }
        return bucket
    }
}

/// When an app falls into a bucket, and what it may do there.
public struct BucketRules: Formed, Hashable, Sendable {
    public var after = TimeSpan.zero
    public var screenOn = TimeSpan.zero
    public var jobTime: TimeSpan?
    public var sessions: Int?
    public var jobWindow = TimeSpan.zero
    public var alarms: Int?
    public var alarmWindow = TimeSpan.zero
    public var hasNetwork = true
    public var highPushes: Int?
    public var expeditedTime: TimeSpan?  // AM-168 to AM-173

    public static let form = Form(
        Self(), "Entry into a bucket, and its limits.", name: "bucket"
    ).optional(
        .span("after", \.after, "Time since the app's last use; both thresholds must be reached."),
        .span("screen-on", \.screenOn, "Display time since the app's last use."),
        .span(
            "job-time", \.jobTime, "Run time of jobs within the window.", .aboveZero,
            otherwise: .without("as long as they like")),
        .statedCount(
            "sessions", \.sessions, "Sessions of jobs within the window.", in: 1...1_000_000,
            otherwise: .without("any number")),
        .span("job-window", \.jobWindow, "Sliding window of jobs."),
        .statedCount(
            "alarms", \.alarms, "Alarms that wake the phone, within their window.",
            in: 0...1_000_000, otherwise: .without("any number")),
        .span("alarm-window", \.alarmWindow, "Sliding window of alarms."),
        .statedFlag("network", \.hasNetwork, "Whether the app has the network in the background."),
        .statedCount(
            "high-pushes", \.highPushes, "High-priority pushes in a day.", in: 0...1_000_000,
            otherwise: .without("any number")),
        .span(
            "expedited-time", \.expeditedTime, "Run time of expedited jobs in 24 h.", .aboveZero,
            otherwise: .without("as long as they like")))
}
