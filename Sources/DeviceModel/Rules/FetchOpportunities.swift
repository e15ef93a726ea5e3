/// Learns when one app is used, and schedules its background fetches.
struct FetchOpportunities: Sendable {
    private static let day = TimeSpan(Seconds(86_400)).nanoseconds

    private let rules: FetchLearningRules
    /// Shortest time between wake-ups: the longer of the system's and the app's minimum.
    private let least: TimeSpan
    /// Whether the app was opened in each part of the day, on any earlier day.
    private var isUsed: [Bool]
    private var last: Instant = .start
    private var course: RefreshCourse?
    /// Time between wake-ups, unless a time of use comes first.
    private(set) var interval: TimeSpan

    /// - Parameter stream: draws the wake-ups where there is a budget.
    init(_ rules: FetchLearningRules, minimum: TimeSpan, stream: RandomStream) {
        self.rules = rules
        least = max(rules.leastInterval, minimum)
        interval = max(least, rules.firstInterval)
        isUsed = [Bool](repeating: false, count: rules.slotsPerDay)
        course = rules.budget.map { RefreshCourse($0, stream: stream) }
    }

    mutating func opened(at time: Instant) {
        let (earliest, day) = (last + least, day)
        course?.follow(to: time, from: earliest, day)
        let slot = time.nanoseconds % Self.day / (Self.day / Int64(isUsed.count))
        isUsed[min(Int(slot), isUsed.count - 1)] = true
    }

    mutating func woken(at time: Instant) {
        last = time
        course?.woken(at: time)
    }

    /// Adapts the interval to a fetch that the app has finished, or that the system has ended.
    mutating func fetched(data: Bool, took time: TimeSpan) {
        let isRewarded = data && time <= rules.shortFetch
        let factor = isRewarded ? 1 / rules.factor : rules.factor
        let next = TimeSpan(rounding: Double(interval.nanoseconds) * factor)
        interval = min(max(next, least), max(least, rules.mostInterval))
    }

    /// The next wake-up: at the end of the interval, or the lead before a time of use.
    var next: Instant {
        let earliest = last + least
        if let course { return course.next(from: earliest, day) }
        return min(last + interval, aheadOfUse(from: earliest) ?? .never)
    }

    /// The day as `RefreshCourse` needs it.
    private var day: RefreshCourse.Day {
        let slot = TimeSpan(nanoseconds: Self.day / Int64(isUsed.count))
        let before = rules.budget?.beforeUse.nanoseconds ?? 0
        let reach = Int((before + slot.nanoseconds - 1) / slot.nanoseconds)
        guard isUsed.contains(true), reach > 0 else {
            return RefreshCourse.Day(
                slot: slot, isNear: isUsed.map { _ in true }, interval: interval)
        }
        let isNear = isUsed.indices.map { index in
            (1...min(reach, isUsed.count)).contains { isUsed[(index + $0) % isUsed.count] }
        }
        return RefreshCourse.Day(slot: slot, isNear: isNear, interval: interval)
    }

    /// The first time from `earliest` on that is the lead before a time of use.
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
