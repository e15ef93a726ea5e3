/// The state machine of deep Doze during one run.
///
/// It knows no phone: callers report events, and read when its state ends.
///
///     active -display off, unplugged-> inactive -> pending -> sensing -> locating -> idle
///     idle -> window -over, or nothing to do-> idle -> ...        quick -> idle
struct DeepDoze: Hashable, Sendable {
    enum State: BitwiseCopyable, Hashable, Sendable {
        case active, inactive, pending, sensing, locating, idle, window
        /// With the battery saver on: soon idle.
        case quick
    }

    let rules: DeepDozeRules
    private(set) var state = State.active
    /// When the state ends by itself; `never` while it is active.
    private(set) var due: Instant = .never
    private(set) var isQuick = false
    private var nextIdle: TimeSpan
    private var nextWindow: TimeSpan
    private var windowEnds: Instant = .never
    private let habits: PhoneHabits

    /// Time between looks at a busy window.
    static let look = TimeSpan(Seconds(5))

    init(_ rules: DeepDozeRules, _ habits: PhoneHabits = PhoneHabits()) {
        (self.rules, self.habits) = (rules, habits)
        (nextIdle, nextWindow) = (rules.firstIdle, rules.firstWindow)
    }

    var watchesMotion: Bool {
        switch state {
        case .pending, .sensing, .locating, .idle, .window: !isQuick
        case .active, .inactive, .quick: false
        }
    }

    /// The display is off, and the phone unplugged.
    ///
    /// - Parameter quick: time to idle with the battery saver on; `nil`: the saver is off.
    mutating func begin(at now: Instant, quick: TimeSpan?) {
        (nextIdle, nextWindow) = (rules.firstIdle, rules.firstWindow)
        isQuick = quick != nil
        enter(quick == nil ? .inactive : .quick, until: now + (quick ?? rules.inactive))
    }

    mutating func leave() {
        isQuick = false
        enter(.active, until: .never)
    }

    mutating func move(at now: Instant) {
        guard watchesMotion else { return }
        begin(at: now, quick: nil)
        enter(.inactive, until: now + rules.afterMotion)
    }

    /// The state ends.
    ///
    /// Shortly before an alarm clock rings, the phone instead begins anew when it rings (R012).
    ///
    /// - Parameter isBusy: whether something keeps a window open.
    mutating func step(at now: Instant, isBusy: Bool) {
        let alarm = habits.nextAlarm(after: now) ?? .never
        if state != .active, alarm - rules.beforeAlarmClock <= now {
            return begin(at: alarm, quick: nil)
        }
        switch state {
        case .active: due = .never
        case .inactive: enter(.pending, until: now + rules.pending)
        case .pending: enter(.sensing, until: now + rules.sensing)
        case .sensing: enter(.locating, until: now + rules.locating)
        case .locating, .quick: enterIdle(at: now)
        case .idle:
            windowEnds = now + nextWindow
            nextWindow = min(nextWindow.times(rules.windowFactor), rules.longestWindow)
            enter(.window, until: min(windowEnds, now + rules.leastWindow))
        case .window:
            guard isBusy, now < windowEnds else { return enterIdle(at: now) }
            due = min(windowEnds, now + Self.look)
        }
    }

    private mutating func enterIdle(at now: Instant) {
        enter(.idle, until: min(now + nextIdle, habits.nextAlarm(after: now) ?? .never))
        nextIdle = min(nextIdle.times(rules.idleFactor), rules.longestIdle)
    }

    private mutating func enter(_ state: State, until due: Instant) {
        (self.state, self.due) = (state, due)
    }
}

extension TimeSpan {
    /// A multiple of the span, at most a century, which no run lasts.
    func times(_ count: Int) -> TimeSpan {
        let century = TimeSpan(Seconds(3.2e9))
        let (product, overflows) = nanoseconds.multipliedReportingOverflow(by: Int64(count))
        return overflows ? century : min(century, TimeSpan(nanoseconds: product))
    }
}
