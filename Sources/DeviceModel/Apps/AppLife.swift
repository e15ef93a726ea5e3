import EventKernel
import Quantities

/// What an app brings along that decides how it lives.
struct AppLifeOptions: Hashable, Sendable {
    /// What it holds while it is suspended: the system purges large apps first (SR-004).
    var memory: Bytes
    /// Whether it opted out of running in the background (SR-005).
    var exitsOnSuspend: Bool
    /// How long it takes to clean up when it ends because it is left; the system's grace at most.
    var cleanUp: TimeSpan
    /// What launches by the user are booked to.
    var cause: Cause

    init(
        memory: Bytes = AppLifeOptions.usualMemory, exitsOnSuspend: Bool = false,
        cleanUp: TimeSpan = .longest,
        cause: Cause = Cause(activity: LedgerPlan.firstPolicyActivity)
    ) {
        (self.memory, self.exitsOnSuspend) = (memory, exitsOnSuspend)
        (self.cleanUp, self.cause) = (cleanUp, cause)
    }

    /// Of an app that says nothing else; an assumption: some pictures and a program.
    static let usualMemory = Bytes(10_000_000)
}

/// Whether an app runs, sleeps in memory, or is gone: the five states of SR-001.
///
/// Part of a policy, which hands it what user and phone do before anything else, asks it before it
/// does something on an event of the system's, and tells it when it has nothing left to do. It
/// knows no limit of time: those are the modes'.
struct AppLife: Sendable {
    enum State: Hashable, Sendable { case notRunning, inactive, active, background, suspended }

    /// What a notice meant to the app.
    enum Change: Hashable, Sendable {
        /// The user has it in front; `launched`: it was not in memory.
        case opened(launched: Bool)
        /// It runs in the background, until it is suspended.
        case left
        case ended(Ending)
    }

    /// Why an app is no longer in memory.
    enum Ending: Hashable, Sendable {
        /// Memory was short (SR-004).
        case purged
        /// The user swiped it away (SR-033).
        case forceQuit
        /// The phone was switched off and on, or has lost its power.
        case restarted
        /// It failed, or the system ended it for breaking a rule: a non-zero exit (SR-035).
        case crashed
        /// It ended by its own will, or because it was left (SR-003, SR-005).
        case exited
    }

    private let options: AppLifeOptions
    /// At the start of a run the user has just left it.
    private(set) var state: State
    /// How often it was launched, by the user or by the system.
    private(set) var launchCount = 0
    /// How often it ended, for whatever reason.
    private(set) var endCount = 0
    /// The user forced it to quit, and has not opened it since.
    private(set) var isKeptDown = false
    /// Why it is not running; `nil` while it is in memory, or if it has never been.
    private(set) var lastEnding: Ending?

    init(_ options: AppLifeOptions = AppLifeOptions()) {
        self.options = options
        state = options.exitsOnSuspend ? .notRunning : .suspended
    }

    /// Of an app that has something to do at the start of the run.
    init(beginningIn state: State) {
        self.init()
        self.state = state
    }

    /// Whether its code can run just now.
    var runs: Bool {
        switch state {
        case .inactive, .active, .background: true
        case .notRunning, .suspended: false
        }
    }

    /// Whether the user has it in front.
    var isInFront: Bool { state == .active || state == .inactive }

    /// How long the processor needs for work of the app's that begins now: longer in the
    /// background while another app is in front (SR-009).
    func workTime(_ work: TimeSpan, on phone: borrowing Phone) -> TimeSpan {
        guard !isInFront, phone.isOtherInFront else { return work }
        let speed = phone.system.lifeCycle.backgroundSpeed.magnitude
        return TimeSpan(rounding: Double(work.nanoseconds) / speed)
    }

    // MARK: What user and phone do

    /// The start of the run: where apps do not stay in memory it has ended.
    ///
    /// - Parameter running: whether it has something to do in the background, to begin with.
    mutating func begin(on phone: borrowing Phone, running: Bool = false) {
        if running { state = .background }
        if !phone.system.lifeCycle.multitasks { state = .notRunning }
    }

    /// Lives through a notice; to be called first for each.
    ///
    /// - Returns: what it means to the app; `nil`: nothing.
    mutating func receive(_ notice: Notice, on phone: inout Phone) -> Change? {
        switch notice {
        case .user(.opens): return open(on: &phone)
        case .user(.leaves): return leave(on: &phone)
        case .user(.forceQuits):
            isKeptDown = true
            return ended(.forceQuit)
        case .phone(.purges(let size)):
            guard state == .suspended, options.memory > size else { return nil }
            return ended(.purged)
        case .phone(.restarted):
            isKeptDown = false
            lastEnding = .restarted
            return ended(.restarted) ?? .ended(.restarted)
        // What it is about ends now, and not when the phone has power again.
        case .phone(.goesOff): return ended(.restarted)
        case .phone(.callBegan):
            if state == .active { state = .inactive }
            return nil
        case .phone(.callEnded):
            if state == .inactive { state = .active }
            return nil
        case .phone(.charging), .phone(.lowPower), .phone(.otherWork): return nil
        case .user(.sound), .user(.makes): return nil
        case .own, .network, .location: return nil
        }
    }

    private mutating func open(on phone: inout Phone) -> Change? {
        isKeptDown = false
        let isLaunched = state == .notRunning
        if isLaunched {
            launchCount += 1
            _ = phone.wake(for: phone.device.processor.launchTime, cause: options.cause)
        }
        (state, lastEnding) = (.active, nil)
        return .opened(launched: isLaunched)
    }

    /// By way of *inactive* to the background (SR-002), or to its end.
    private mutating func leave(on phone: inout Phone) -> Change? {
        guard isInFront else { return nil }
        let rules = phone.system.lifeCycle
        guard rules.multitasks, !options.exitsOnSuspend else {
            _ = phone.wake(for: min(options.cleanUp, rules.exitGrace), cause: options.cause)
            return ended(.exited)
        }
        state = .background
        return .left
    }

    // MARK: What the system does

    /// The system wakes the app for an event of a mode, or launches it. Until ``suspend()`` it runs
    /// in the background then.
    ///
    /// - Parameters:
    ///   - mode: one that the app declares.
    ///   - span: how long the app keeps the processor awake.
    ///   - cause: what the wake-up and a launch are booked to.
    /// - Returns: when its code runs; `nil` where the rules keep it asleep or down.
    mutating func wake(
        for mode: WakeMode, span: TimeSpan, cause: Cause, on phone: inout Phone
    ) -> Instant? {
        guard phone.system.offers(mode) else { return nil }
        if state == .notRunning {
            guard launches(for: mode, phone.system.lifeCycle) else { return nil }
            return launch(span: span, cause: cause, on: &phone)
        }
        if state == .suspended { state = .background }
        return phone.wake(for: span, cause: cause)
    }

    /// A timer of the app's own wakes it, where the system lets timers do so, and launches it if it
    /// is not running. Until ``suspend()`` it runs in the background then.
    ///
    /// - Parameter cause: what the wake-up and a launch are booked to.
    /// - Returns: when its code runs; `nil` where its user wants it down.
    mutating func wakeByTimer(cause: Cause, on phone: inout Phone) -> Instant? {
        guard phone.system.timers.wakesSuspended || runs else { return nil }
        return run(for: .zero, cause: cause, on: &phone)
    }

    /// A message of its server's runs the app, where the system hands messages to apps, and
    /// launches it if it is not running. Until ``suspend()`` it runs in the background then.
    ///
    /// - Parameters:
    ///   - span: how long the app keeps the processor awake.
    ///   - cause: what the wake-up and a launch are booked to.
    /// - Returns: when its code runs; `nil` where the message is the system's alone, or the user
    ///   wants the app down.
    mutating func wakeByPush(
        span: TimeSpan, cause: Cause, on phone: inout Phone
    ) -> Instant? {
        guard phone.system.push?.runsApp ?? false else { return nil }
        return run(for: span, cause: cause, on: &phone)
    }

    /// Wakes it or launches it, unless its user wants it down.
    private mutating func run(for span: TimeSpan, cause: Cause, on phone: inout Phone) -> Instant? {
        guard !isKeptDown else { return nil }
        if state == .notRunning { return launch(span: span, cause: cause, on: &phone) }
        if state == .suspended { state = .background }
        return phone.wake(for: span, cause: cause)
    }

    /// The system launches an app of a mode without any event, if the rules say so: after the
    /// phone has started, and after a non-zero exit (SR-035).
    ///
    /// - Returns: when its code runs; `nil` if it runs already or stays down.
    mutating func relaunch(
        for mode: WakeMode, span: TimeSpan, cause: Cause, on phone: inout Phone
    ) -> Instant? {
        guard state == .notRunning, !isKeptDown, phone.system.offers(mode),
            phone.system.lifeCycle.relaunches.contains(mode)
        else { return nil }
        switch lastEnding {
        case .purged, .restarted, .crashed: return launch(span: span, cause: cause, on: &phone)
        case .forceQuit, .exited, nil: return nil
        }
    }

    private func launches(for mode: WakeMode, _ rules: LifeCycleRules) -> Bool {
        guard rules.launches.contains(mode), !options.exitsOnSuspend else { return false }
        return !isKeptDown || mode.isLocation && rules.relaunchesLocationAfterForceQuit
    }

    /// A launch keeps the processor busy before the app's code runs.
    private mutating func launch(
        span: TimeSpan, cause: Cause, on phone: inout Phone
    ) -> Instant {
        launchCount += 1
        (state, lastEnding) = (.background, nil)
        let launch = phone.device.processor.launchTime
        return phone.wake(for: launch + span, cause: cause) + launch
    }

    /// The app has nothing left to do, and stays in memory. An app in front is not suspended, nor
    /// one that has ended.
    mutating func suspend() {
        guard state == .background else { return }
        state = .suspended
    }

    /// The app ends by itself, or is ended by the system.
    mutating func end(_ ending: Ending) { _ = ended(ending) }

    /// - Returns: `nil` if it had ended before.
    private mutating func ended(_ ending: Ending) -> Change? {
        guard state != .notRunning else { return nil }
        (state, lastEnding) = (.notRunning, ending)
        endCount += 1
        return .ended(ending)
    }

    func report(into metrics: inout MetricValues) {
        metrics[.appLaunches] = Double(launchCount)
        metrics[.appEndings] = Double(endCount)
    }
}
