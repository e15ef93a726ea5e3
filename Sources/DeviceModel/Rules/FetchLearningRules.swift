import EventKernel
import Quantities

/// When a system wakes an app to fetch: what it makes of when the app is used and of how its
/// fetches went (SR-045).
///
/// The documents say that there is such a rule, and not what it is. This one is explicit instead:
/// every number of it is in the system's profile.
public struct FetchLearningRules: Hashable, Sendable {
    /// No wake-up sooner after the last one.
    public var leastInterval: TimeSpan
    /// From one wake-up to the next before anything is known.
    public var firstInterval: TimeSpan
    /// No longer than this from one wake-up to the next, however many fetches were in vain.
    public var mostInterval: TimeSpan
    /// The interval is divided by this after a short fetch with data, and multiplied by it after
    /// any other one; more than 1.
    public var factor: Double
    /// A fetch that takes longer is not rewarded.
    public var shortFetch: TimeSpan
    /// The day is divided into so many parts; one in which the app was opened before is a time of
    /// its use. At least 1.
    public var slotsPerDay: Int
    /// So long before a time of its use the app is woken.
    public var lead: TimeSpan

    public init(
        leastInterval: TimeSpan, firstInterval: TimeSpan, mostInterval: TimeSpan, factor: Double,
        shortFetch: TimeSpan, slotsPerDay: Int, lead: TimeSpan
    ) {
        self.leastInterval = leastInterval
        self.firstInterval = firstInterval
        self.mostInterval = mostInterval
        self.factor = factor
        self.shortFetch = shortFetch
        self.slotsPerDay = slotsPerDay
        self.lead = lead
    }
}

/// What a system has learned about one app, and when it wakes it next.
struct FetchOpportunities: Sendable {
    /// In nanoseconds.
    private static let day = TimeSpan(Seconds(86_400)).nanoseconds

    private let rules: FetchLearningRules
    /// No wake-up sooner after the last one: the system's least, or the app's if that is longer.
    private let least: TimeSpan
    /// By part of the day: whether the app was opened in it on any day so far.
    private var isUsed: [Bool]
    private var last: Instant = .start
    /// From one wake-up to the next, unless the app is used before.
    private(set) var interval: TimeSpan

    /// - Parameters:
    ///   - rules: of the system.
    ///   - minimum: what the app asks for at least.
    init(_ rules: FetchLearningRules, minimum: TimeSpan) {
        self.rules = rules
        least = max(rules.leastInterval, minimum)
        interval = max(least, rules.firstInterval)
        isUsed = [Bool](repeating: false, count: rules.slotsPerDay)
    }

    /// The user has opened the app.
    mutating func opened(at time: Instant) {
        let slot = time.nanoseconds % Self.day / (Self.day / Int64(isUsed.count))
        isUsed[min(Int(slot), isUsed.count - 1)] = true
    }

    /// The app has been woken.
    mutating func woken(at time: Instant) { last = time }

    /// The app has said how its fetch went, or has been ended over it.
    mutating func fetched(data: Bool, took time: TimeSpan) {
        let isRewarded = data && time <= rules.shortFetch
        let factor = isRewarded ? 1 / rules.factor : rules.factor
        let next = TimeSpan(rounding: Double(interval.nanoseconds) * factor)
        interval = min(max(next, least), max(least, rules.mostInterval))
    }

    /// When the app is woken next: at the end of the interval, or ahead of a time of its use.
    var next: Instant {
        let earliest = last + least
        return min(last + interval, aheadOfUse(from: earliest) ?? .never)
    }

    /// The first time, from `earliest` on, that lies the lead before a time of the app's use.
    private func aheadOfUse(from earliest: Instant) -> Instant? {
        guard isUsed.contains(true) else { return nil }
        let slot = Self.day / Int64(isUsed.count)
        let (day, time) = (earliest.nanoseconds + rules.lead.nanoseconds)
            .quotientAndRemainder(dividingBy: Self.day)
        let first = (time + slot - 1) / slot
        let today = isUsed.indices.first { isUsed[$0] && Int64($0) >= first }
        let tomorrow = Int64(isUsed.firstIndex(of: true) ?? 0) + Self.day / slot
        let start = day * Self.day + (today.map(Int64.init) ?? tomorrow) * slot
        return Instant(nanoseconds: start) - rules.lead
    }
}
