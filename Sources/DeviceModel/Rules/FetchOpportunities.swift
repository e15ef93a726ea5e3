import Kernel

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
    private var course: RefreshCourse?
    /// From one wake-up to the next, unless the app is used before.
    private(set) var interval: TimeSpan

    /// - Parameters:
    ///   - rules: of the system.
    ///   - minimum: what the app asks for at least.
    ///   - stream: of the moments that are drawn where there is a budget.
    init(_ rules: FetchLearningRules, minimum: TimeSpan, stream: RandomStream) {
        self.rules = rules
        least = max(rules.leastInterval, minimum)
        interval = max(least, rules.firstInterval)
        isUsed = [Bool](repeating: false, count: rules.slotsPerDay)
        course = rules.budget.map { RefreshCourse($0, stream: stream) }
    }

    /// The user has opened the app.
    mutating func opened(at time: Instant) {
        let (earliest, day) = (last + least, day)
        course?.follow(to: time, from: earliest, day)
        let slot = time.nanoseconds % Self.day / (Self.day / Int64(isUsed.count))
        isUsed[min(Int(slot), isUsed.count - 1)] = true
    }

    /// The app has been woken.
    mutating func woken(at time: Instant) {
        last = time
        course?.woken(at: time)
    }

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
        if let course { return course.next(from: earliest, day) }
        return min(last + interval, aheadOfUse(from: earliest) ?? .never)
    }

    /// The day as wake-ups at random see it.
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
