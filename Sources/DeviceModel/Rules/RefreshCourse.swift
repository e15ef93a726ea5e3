import Kernel

/// Wake-ups of one app at random, as a point process: in parts of the day before its use they come
/// as often as makes one in each interval of a whole day, in the others none does.
struct RefreshCourse: Sendable {
    /// What the process knows of the day.
    struct Day: Sendable {
        /// How long a part of it is.
        var slot: TimeSpan
        /// By part: whether wake-ups come in it; in one at least.
        var isNear: [Bool]
        /// From one to the next, by the mean of a whole day.
        var interval: TimeSpan

        /// Wake-ups in a nanosecond of such a part.
        fileprivate var rate: Double {
            let near = Double(isNear.count { $0 })
            return Double(isNear.count) / near / Double(interval.nanoseconds)
        }

        /// The part at a time, and when it ends.
        fileprivate func part(at time: Instant) -> (isNear: Bool, end: Instant) {
            let number = time.nanoseconds / slot.nanoseconds
            let end = Instant(nanoseconds: (number + 1) * slot.nanoseconds)
            return (isNear[Int(number % Int64(isNear.count))], end)
        }
    }

    private let budget: RefreshBudget
    private var stream: RandomStream
    private var recent = RecentTimes()
    /// How many are to be expected until the next one comes, from ``since`` on.
    private var left: Double
    private var since: Instant = .start

    init(_ budget: RefreshBudget, stream: RandomStream) {
        (self.budget, self.stream) = (budget, stream)
        left = Self.draw(&self.stream)
    }

    /// Exponential, with mean one.
    private static func draw(_ stream: inout RandomStream) -> Double {
        stream.exponential()
    }

    mutating func woken(at time: Instant) {
        recent.add(at: time)
        (left, since) = (Self.draw(&stream), time)
    }

    /// When the next one comes.
    ///
    /// - Parameter earliest: none comes before.
    func next(from earliest: Instant, _ day: Day) -> Instant {
        let free = recent.next(at: earliest, most: budget.perDay, in: DailyWindow.day)
        var (time, left) = (max(since, free), left)
        // A hundred days, which no run lasts.
        for _ in 0..<100 * day.isNear.count {
            let part = day.part(at: time)
            if part.isNear {
                let expected = Double((part.end - time).nanoseconds) * day.rate
                if left <= expected {
                    return time + TimeSpan(rounding: left / day.rate)
                }
                left -= expected
            }
            time = part.end
        }
        return .never
    }

    /// Keeps what has passed before the day is seen otherwise.
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
