/// Counts what an app computes in the background, and throttles it by the system's rules.
struct WorkMeter: Sendable {
    struct Course: Hashable, Sendable {
        /// When the app's code runs.
        var begin: Instant
        /// When the computation is done, or the app is ended.
        var end: Instant
        var isEnded: Bool
        var throttledAt: Instant?
        /// Time of a whole processor used by `end`.
        var computed: TimeSpan
        /// Share of a processor that the app gets until it is throttled.
        var speed = 1.0

        var isSlow: Bool { speed < 1 || throttledAt != nil }

        /// Time of a whole processor used by `time`, which is at most `end`.
        func computed(by time: Instant) -> TimeSpan {
            let slowFrom = throttledAt ?? end
            let fast = { (span: TimeSpan) in Double(max(span, .zero).nanoseconds) * speed }
            guard time > slowFrom else { return TimeSpan(rounding: fast(time - begin)) }
            let slow = Double(computed.nanoseconds) - fast(slowFrom - begin)
            let share = (time - slowFrom).seconds.magnitude / (end - slowFrom).seconds.magnitude
            return TimeSpan(rounding: fast(slowFrom - begin) + slow * min(1, share))
        }
    }

    private let rules: BackgroundWorkRules?
    private let budget: Double
    /// The longest computation that fits into a new window at full speed.
    private let most: TimeSpan
    private var windowEnd: Instant = .start
    /// Processor time used in the window, in nanoseconds.
    private var used = 0.0

    /// - Parameter rules: `nil`: no limit.
    init(_ rules: BackgroundWorkRules?) {
        self.rules = rules
        let budget = rules.map { $0.share.magnitude * Double($0.over.nanoseconds) } ?? 0
        self.budget = budget
        most = rules.map { min($0.over, TimeSpan(nanoseconds: Int64(budget))) } ?? .longest
    }

    /// Takes a computation that nothing slows down.
    ///
    /// - Returns: false, without taking it, if the window may not have enough left.
    @inline(__always)
    mutating func take(_ work: TimeSpan, at time: Instant) -> Bool {
        guard let over = rules?.over else { return true }
        guard time < windowEnd else {
            guard work <= most else { return false }
            windowEnd = time + over
            used = Double(work.nanoseconds)
            return true
        }
        let sum = used + Double(work.nanoseconds)
        guard sum <= budget, time + work <= windowEnd else { return false }
        used = sum
        return true
    }

    /// The course of a computation that begins now.
    ///
    /// - Parameters:
    ///   - work: time of a whole processor, zero or more.
    ///   - start: not before the end of the last computation.
    ///   - speed: share of a processor that the app gets, in (0, 1].
    mutating func begin(_ work: TimeSpan, at start: Instant, speed: Double) -> Course {
        var left = Double(work.nanoseconds)
        guard let rules else {
            let end = start + TimeSpan(rounding: left / speed)
            return Course(
                begin: start, end: end, isEnded: false, throttledAt: nil, computed: work,
                speed: speed)
        }
        var time = start
        if time >= windowEnd { openWindow(at: time, rules) }
        while true {
            let room = Double((windowEnd - time).nanoseconds) * speed
            if left <= min(budget - used, room) {
                used += left
                let end = time + TimeSpan(rounding: left / speed)
                return Course(
                    begin: start, end: end, isEnded: false, throttledAt: nil, computed: work,
                    speed: speed)
            }
            if budget - used < room { break }
            left -= room
            time = windowEnd
            openWindow(at: time, rules)
        }
        left -= budget - used
        time = time + TimeSpan(rounding: (budget - used) / speed)
        var course = throttle(
            left, of: work, at: time, min(speed, rules.throttled.magnitude), rules)
        (course.begin, course.speed) = (start, speed)
        return course
    }

    /// The throttled rest of a computation. Counting starts anew afterwards.
    private mutating func throttle(
        _ left: Double, of work: TimeSpan, at time: Instant, _ speed: Double,
        _ rules: BackgroundWorkRules
    ) -> Course {
        let most = Double(rules.endsAfter.nanoseconds) * speed
        let isEnded = left > most
        let end = time + (isEnded ? rules.endsAfter : TimeSpan(rounding: left / speed))
        (windowEnd, used) = (end, 0)
        let computed = isEnded ? work - TimeSpan(rounding: left - most) : work
        return Course(
            begin: time, end: end, isEnded: isEnded, throttledAt: time, computed: computed)
    }

    private mutating func openWindow(at time: Instant, _ rules: BackgroundWorkRules) {
        windowEnd = time + rules.over
        used = 0
    }
}
