import Forms
import Kernel

/// When a system runs work that its apps have handed to it as jobs (Android's JobScheduler, which
/// WorkManager uses too).
public struct JobRules: Formed, Hashable, Sendable {
    /// A job with a shorter period is refused (AM-114).
    public var leastPeriod = TimeSpan.zero
    /// How late in its period a job may begin at the earliest: it has at least so long (AM-115).
    public var leastFlex = TimeSpan.zero
    /// A job that runs longer is stopped, and tried again (AM-126).
    public var runTime = TimeSpan.zero
    /// From the first failure to the next try; twice as long after each further one (AM-117).
    public var firstBackOff = TimeSpan.zero
    /// No longer than this (AM-118).
    public var longestBackOff = TimeSpan.zero
    public var idleAfter = TimeSpan.zero
    /// How jobs of apps that are not active wait for each other (AM-119, AM-120); `nil`: they do
    /// not.
    public var batching: BatchRules?
    /// The same of jobs that need the network, on a cellular one (AM-121, AM-122); `nil`: as
    /// others.
    public var cellularBatching: BatchRules?
    /// Jobs that begin at once (from Android 12 on); `nil`: there are none.
    public var expedited: ExpeditedRules?

    /// How long a job waits that has failed so often, at least once.
    func backOff(failures: Int) -> TimeSpan {
        let factor = Int64(1) << min(Int64(failures) - 1, 40)
        let (product, overflows) = firstBackOff.nanoseconds.multipliedReportingOverflow(by: factor)
        return overflows ? longestBackOff : min(longestBackOff, TimeSpan(nanoseconds: product))
    }

    public static let form: Form<JobRules> = Form(
        "When the system runs work that apps have handed to it as jobs.", standard: JobRules(),
        fields: [
            .span(
                "least-period", \.leastPeriod, "A job with a shorter period is refused.",
                .aboveZero, isRequired: true),
            .span(
                "least-flex", \.leastFlex,
                "A job has at least so long in which it may run: less is refused.",
                isRequired: true),
            .span(
                "run-time", \.runTime, "A job that runs longer is stopped, and tried again.",
                .aboveZero, isRequired: true),
            .span(
                "first-back-off", \.firstBackOff,
                "From a failure to the next try; twice as long after each further one.",
                .aboveZero, isRequired: true),
            .span(
                "longest-back-off", \.longestBackOff, "No longer than this.", .aboveZero,
                isRequired: true),
            .span(
                "idle-after", \.idleAfter,
                "The phone counts as idle after so long with its display off.", isRequired: true),
            .part(
                "batching", \.batching,
                "How jobs of apps below the bucket active wait for each other.",
                without: "they do not"),
            .part(
                "cellular-batching", \.cellularBatching,
                "The same of jobs that need the network, on a cellular one.",
                without: "as others"),
            .part(
                "expedited", \.expedited, "Jobs that begin at once.",
                without: "there are none"),
        ])
}

/// How jobs that could run wait for each other: until there are so many, or one has waited so long.
public struct BatchRules: Formed, Hashable, Sendable {
    public var ready = 1
    public var delay = TimeSpan.zero

    public static let form: Form<BatchRules> = Form(
        "How jobs wait for each other.", standard: BatchRules(),
        fields: [
            .statedCount(
                "ready", \.ready, "They begin when so many could run.", in: 1...1000,
                isRequired: true),
            .span("delay", \.delay, "None waits longer than this.", isRequired: true),
        ])
}

/// Jobs that begin at once, in spite of Doze and the battery saver. An app has a time for them in a
/// day, by its bucket.
public struct ExpeditedRules: Formed, BitwiseCopyable, Hashable, Sendable {
    /// One that runs longer is stopped (AM-129).
    public var runTime = TimeSpan.zero
    /// For all such jobs of an app that is exempt, in 24 h (AM-167).
    public var timeIfExempt = TimeSpan.zero

    public static let form: Form<ExpeditedRules> = Form(
        "Jobs that begin at once, in spite of Doze and the battery saver.",
        standard: ExpeditedRules(),
        fields: [
            .span(
                "run-time", \.runTime, "One that runs longer is stopped.", .aboveZero,
                isRequired: true),
            .span(
                "time-if-exempt", \.timeIfExempt,
                "For all such jobs of an app that is not optimised, in 24 h.", .aboveZero,
                isRequired: true),
        ])
}

/// Long work for when the phone is idle (BGProcessingTask of iOS).
public struct ProcessingRules: Formed, Hashable, Sendable {
    public var runTime = TimeSpan.zero
    public var idleAfter = TimeSpan.zero
    /// For so long the system waits for a charger, whatever the app needs (IM-016).
    public var within = TimeSpan.zero
    /// Only apps are considered that were opened within this (IM-017).
    public var usedWithin = TimeSpan.zero

    public static let form: Form<ProcessingRules> = Form(
        "Long work for when the phone is idle.", standard: ProcessingRules(),
        fields: [
            .span(
                "run-time", \.runTime, "Work that takes longer is stopped.", .aboveZero,
                isRequired: true),
            .span(
                "idle-after", \.idleAfter,
                "The phone counts as idle after so long with its display off.", isRequired: true),
            .span(
                "within", \.within, "For so long the system waits for a charger.",
                isRequired: true),
            .span(
                "used-within", \.usedWithin,
                "Only apps are considered that were opened within this.", .aboveZero,
                isRequired: true),
        ])
}

/// What must be so for a job to run.
public struct JobNeeds: OptionSet, BitwiseCopyable, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Servers can be reached.
    public static let network = JobNeeds(rawValue: 1)
    /// A network without a charge for volume: Wi-Fi.
    public static let unmetered = JobNeeds(rawValue: 2)
    /// The phone is at a charger.
    public static let charging = JobNeeds(rawValue: 4)
    /// The user has not looked at the phone for a while.
    public static let idle = JobNeeds(rawValue: 8)

    /// As files spell them.
    static let named: [(name: String, need: JobNeeds)] = [
        ("network", .network), ("unmetered", .unmetered), ("charging", .charging), ("idle", .idle),
    ]
}
