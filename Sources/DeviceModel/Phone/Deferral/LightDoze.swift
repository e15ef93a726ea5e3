/// The state machine of light Doze during one run.
///
/// It knows no phone: callers report events, and read when its state ends.
///
///     active -display off, unplugged-> inactive -> [preIdle] -> idle -> window -> idle -> ...
struct LightDoze: Hashable, Sendable {
    enum State: BitwiseCopyable, Hashable, Sendable {
        case active, inactive, preIdle, idle, window
        /// A window is due, but there is no network.
        case waiting, overridden
    }

    let rules: LightDozeRules
    private(set) var state = State.active
    /// When the state ends by itself; `never` while it is active or overridden.
    private(set) var due: Instant = .never
    /// Latest end of the state, to share a wake-up; mostly ``due``.
    private(set) var latest: Instant = .never
    private var nextIdle: TimeSpan
    private(set) var budget: TimeSpan
    /// When the window began, or the wait before the first idle period.
    private var since: Instant = .start

    init(_ rules: LightDozeRules) {
        self.rules = rules
        (nextIdle, budget) = (rules.firstIdle, rules.leastBudget)
    }

    var isIdle: Bool { state == .idle || state == .waiting }

    /// The display is off, and the phone unplugged.
    mutating func begin(at now: Instant) {
        (nextIdle, budget) = (rules.firstIdle, rules.leastBudget)
        enter(.inactive, until: now + rules.inactive)
    }

    mutating func leave() { enter(.active, until: .never) }
    mutating func override() { enter(.overridden, until: .never) }

    /// The state ends.
    ///
    /// - Parameters:
    ///   - isBusy: whether something keeps a window open.
    ///   - hasNetwork: without it a window is one idle period late.
    mutating func step(at now: Instant, isBusy: Bool, hasNetwork: Bool) {
        switch state {
        case .active, .overridden: due = .never
        case .inactive:
            guard isBusy, rules.preIdle > .zero else { return enterIdle(at: now) }
            since = now
            enter(.preIdle, until: now + min(DeepDoze.look, rules.preIdle))
        case .preIdle:
            guard isBusy, now < since + rules.preIdle else { return enterIdle(at: now) }
            lookAgain(at: min(since + rules.preIdle, now + DeepDoze.look))
        case .idle where !hasNetwork: enter(.waiting, until: now + nextIdle)
        case .idle, .waiting:
            since = now
            enter(.window, until: now + min(budget, rules.leastWindow))
        case .window:
            guard isBusy, now < since + budget else { return endWindow(at: now) }
            lookAgain(at: min(since + budget, now + DeepDoze.look))
        }
    }

    mutating func networkCame(at now: Instant) { if state == .waiting { lookAgain(at: now) } }

    private mutating func endWindow(at now: Instant) {
        let left = budget + rules.leastBudget - (now - since)
        budget = min(max(left, rules.leastBudget), rules.mostBudget)
        enterIdle(at: now)
    }

    private mutating func enterIdle(at now: Instant) {
        enter(.idle, until: now + nextIdle, slack: rules.slack)
        nextIdle = min(nextIdle.times(rules.idleFactor) + rules.idleStep, rules.longestIdle)
    }

    private mutating func enter(_ state: State, until due: Instant, slack: TimeSpan = .zero) {
        (self.state, self.due) = (state, due)
        latest = due < .never ? due + slack : .never
    }

    private mutating func lookAgain(at time: Instant) { (due, latest) = (time, time) }
}
