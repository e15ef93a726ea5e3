/// Random wake-ups of one app, as a point process.
///
/// Wake-ups come only in parts of the day before times of use. Their rate there keeps the daily
/// mean at one per interval.
struct RefreshCourse: Sendable {
    struct Day: Sendable {
        var slot: TimeSpan
        /// Whether wake-ups come in each part; true for at least one.
        var isNear: [Bool]
        /// Mean time between wake-ups over a whole day.
        var interval: TimeSpan

        /// Wake-ups per nanosecond in a part that has them.
        fileprivate var rate: Double {
            let near = Double(isNear.count { $0 })
            return Double(isNear.count) / near / Double(interval.nanoseconds)
        }

        fileprivate func part(at time: Instant) -> (isNear: Bool, end: Instant) {
            let number = time.nanoseconds / slot.nanoseconds
            let end = Instant(nanoseconds: (number + 1) * slot.nanoseconds)
            return (isNear[Int(number % Int64(isNear.count))], end)
        }
    }

    private let budget: RefreshBudget
    private var stream: RandomStream
    private var recent = RecentTimes()
    /// Expected number of wake-ups from ``since`` until the next one.
    private var left: Double
    private var since: Instant = .start

    init(_ budget: RefreshBudget, stream: RandomStream) {
        (self.budget, self.stream) = (budget, stream)
        left = Self.draw(&self.stream)
    }

    /// An exponential variate with mean 1.
    private static func draw(_ stream: inout RandomStream) -> Double { stream.exponential() }

    mutating func woken(at time: Instant) {
        recent.add(at: time)
        (left, since) = (Self.draw(&stream), time)
    }

    /// The next wake-up, not before `earliest`.
    func next(from earliest: Instant, _ day: Day) -> Instant {
        let free = recent.next(at: earliest, most: budget.perDay, in: DailyWindow.day)
        var (time, left) = (max(since, free), left)
        // A hundred days, longer than any run.
        for _ in 0..<100 * day.isNear.count {
            let part = day.part(at: time)
            if part.isNear {
                let expected = Double((part.end - time).nanoseconds) * day.rate
                if left <= expected { return time + TimeSpan(rounding: left / day.rate) }
                left -= expected
            }
            time = part.end
        }
        return .never
    }

    /// Accounts for the time until `now`, before the day changes.
    mutating func follow(to now: Instant, from earliest: Instant, _ day: Day) {
        let free = recent.next(at: earliest, most: budget.perDay, in: DailyWindow.day)
        var time = max(since, free)
        while time < now {
            let part = day.part(at: time)
            let end = min(part.end, now)
            if part.isNear { left -= Double((end - time).nanoseconds) * day.rate }
            time = end
        }
        left = max(0, left)
        since = max(since, now)
    }
}
