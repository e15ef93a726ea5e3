/// When a system runs the jobs of apps (Android's JobScheduler, which WorkManager also uses).
public struct JobRules: Formed, Hashable, Sendable {
    public var leastPeriod = TimeSpan.zero  // AM-114
    public var leastFlex = TimeSpan.zero  // AM-115
    public var runTime = TimeSpan.zero  // AM-126
    public var firstBackOff = TimeSpan.zero  // AM-117
    public var longestBackOff = TimeSpan.zero  // AM-118
    public var idleAfter = TimeSpan.zero
    public var batching: BatchRules?  // AM-119, AM-120
    /// Batching of jobs that need the network, on a cellular one (AM-121, AM-122); `nil`:
    /// `batching`.
    public var cellularBatching: BatchRules?
    /// Jobs that start at once (Android 12 and later); `nil`: none.
    public var expedited: ExpeditedRules?

    /// The delay after the `failures`-th failure in a row; `failures` is at least 1.
    func backOff(failures: Int) -> TimeSpan {
        let factor = Int64(1) << min(Int64(failures) - 1, 40)
        let (product, overflows) = firstBackOff.nanoseconds.multipliedReportingOverflow(by: factor)
        return overflows ? longestBackOff : min(longestBackOff, TimeSpan(nanoseconds: product))
    }

    public static let form = Form(Self(), "Jobs: work of apps that the system schedules.").required(
        .span(
            "least-period", \.leastPeriod, "Shortest period of a job; less is refused.",
            .aboveZero),
        .span(
            "least-flex", \.leastFlex,
            "Shortest part of its period in which a job may run; less is refused."),
        .span(
            "run-time", \.runTime, "Run time after which a job is stopped and retried.",
            .aboveZero),
        .span(
            "first-back-off", \.firstBackOff,
            "Time from a failure to the first retry; it doubles with each further failure.",
            .aboveZero),
        .span(
            "longest-back-off", \.longestBackOff, "Longest time from a failure to the retry.",
            .aboveZero),
        .span(
            "idle-after", \.idleAfter,
            "Time with the display off after which the phone counts as idle.")
    ).optional(
        .part(
            "batching", \.batching, "Batching of jobs of apps below the bucket active.",
            without: "none"),
        .part(
            "cellular-batching", \.cellularBatching,
            "Batching of jobs that need the network, if it is cellular.", without: "as other jobs"),
        .part("expedited", \.expedited, "Jobs that start at once.", without: "none"))
}

/// Jobs that are ready wait until there are `ready` of them, or one has waited `delay`.
public struct BatchRules: Formed, Hashable, Sendable {
    public var ready = 1
    public var delay = TimeSpan.zero

    public static let form = Form(Self(), "Batching of jobs.").required(
        .statedCount("ready", \.ready, "Number of ready jobs at which they start.", in: 1...1000),
        .span("delay", \.delay, "Longest wait of a job."))
}

/// Jobs that start at once, in spite of Doze and the battery saver, within a daily quota.
public struct ExpeditedRules: Formed, BitwiseCopyable, Hashable, Sendable {
    public var runTime = TimeSpan.zero  // AM-129
    public var timeIfExempt = TimeSpan.zero  // AM-167

    public static let form = Form(
        Self(), "Expedited jobs, which start at once in spite of Doze and the battery saver."
    ).required(
        .span("run-time", \.runTime, "Run time after which the job is stopped.", .aboveZero),
        .span(
            "time-if-exempt", \.timeIfExempt,
            "Time in 24 h for these jobs of an app exempt from battery optimisation.", .aboveZero))
}

/// Long jobs for when the phone is idle (BGProcessingTask of iOS).
public struct ProcessingRules: Formed, Hashable, Sendable {
    public var runTime = TimeSpan.zero
    public var idleAfter = TimeSpan.zero
    public var within = TimeSpan.zero  // IM-016
    public var usedWithin = TimeSpan.zero  // IM-017

    public static let form = Form(Self(), "Long tasks that run while the phone is idle.").required(
        .span("run-time", \.runTime, "Run time after which a task is stopped.", .aboveZero),
        .span(
            "idle-after", \.idleAfter,
            "Time with the display off after which the phone counts as idle."),
        .span("within", \.within, "Time for which the system waits for a charger."),
        .span(
            "used-within", \.usedWithin, "Time within which the user must have opened the app.",
            .aboveZero))
}

/// Conditions under which a job may run.
public struct JobNeeds: OptionSet, BitwiseCopyable, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Servers can be reached.
    public static let network = JobNeeds(rawValue: 1)
    /// Wi-Fi, which has no charge for volume.
    public static let unmetered = JobNeeds(rawValue: 2)
    public static let charging = JobNeeds(rawValue: 4)
    /// The user has not looked at the phone for a while.
    public static let idle = JobNeeds(rawValue: 8)

    static let named: [(name: String, need: JobNeeds)] = [
        ("network", .network), ("unmetered", .unmetered), ("charging", .charging), ("idle", .idle),
    ]
}
