import Kernel

/// Whether an app runs, sleeps in memory, or is gone: the five states of SR-001.
///
/// Part of a policy, which hands it what user and phone do before anything else, asks it before it
/// does something on an event of the system's, and tells it when it has nothing left to do. It
/// knows no limit of time: those are the modes'.
struct AppLife: Sendable {
    typealias State = AppState

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

    /// What launches by the user are booked to.
    private let cause: Cause
    private var traits = AppTraits()
    private(set) var work = AppWork()
    /// When the last launch by its user is over.
    private var launched: Instant = .start
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

    /// - Parameters:
    ///   - cause: what launches by the user are booked to.
    ///   - state: at the start of the run.
    init(
        cause: Cause = Cause(activity: LedgerPlan.firstPolicyActivity),
        beginningIn state: State = .suspended
    ) {
        (self.cause, self.state) = (cause, state)
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

    /// Begins a piece of work of a processor that is to be awake for it.
    ///
    /// - Parameter canStop: whether the processor is let go if the app ends meanwhile, as it should
    ///   be where work takes long.
    /// - Returns: how it goes.
    @discardableResult
    mutating func work(
        _ work: TimeSpan, canStop: Bool = false, cause: Cause, on phone: inout Phone
    ) -> WorkMeter.Course {
        self.work.begin(work, isInFront: isInFront, canStop: canStop, cause: cause, on: &phone)
    }

    /// The app gives up what it is at.
    mutating func stopWork(on phone: inout Phone) { work.stop(on: &phone) }

    // MARK: What user and phone do

    /// The start of the run: where apps do not stay in memory it has ended.
    ///
    /// - Parameters:
    ///   - running: whether it has something to do in the background, to begin with.
    ///   - isServed: whether that is by a foreground service, which has rules of its own.
    mutating func begin(
        on phone: inout Phone, running: Bool = false, isServed: Bool = false
    ) {
        work.begin(on: phone)
        traits = phone.appTraits
        if phone.deferrals != nil {
            let isKept = running && !isServed
            phone.noteApp(isExempt: isKept || traits.isUnrestricted, isKept: isKept)
        }
        if running { state = .background }
        if !staysInMemory(on: phone) { state = .notRunning }
        if state != .notRunning { phone.enterMemory(traits.memory) }
    }

    /// Whether it is still there when its user has left it (SR-003, SR-005).
    private func staysInMemory(on phone: borrowing Phone) -> Bool {
        phone.system.lifeCycle.multitasks && !traits.exitsOnSuspend
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
            return ended(.forceQuit, on: &phone)
        case .phone(.purges(let size)):
            guard state == .suspended, traits.memory > size else { return nil }
            return ended(.purged, on: &phone)
        case .phone(.makesRoom(let endsRunning)):
            guard state == .suspended || endsRunning && !isInFront else { return nil }
            return ended(.purged, on: &phone)
        case .phone(.restarted):
            // Where alarms wake apps, one that its user has stopped stays so until it is opened.
            if !phone.system.timers.wakesSuspended { isKeptDown = false }
            lastEnding = .restarted
            return ended(.restarted, on: &phone) ?? .ended(.restarted)
        // What it is about ends now, and not when the phone has power again.
        case .phone(.goesOff): return ended(.restarted, on: &phone)
        case .phone(.work): return work.step(on: &phone) ? ended(.crashed, on: &phone) : nil
        case .phone(.callBegan):
            if state == .active { state = .inactive }
            return nil
        case .phone(.callEnded):
            if state == .inactive { state = .active }
            return nil
        case .phone(.charging), .phone(.lowPower), .phone(.batteryBelow), .phone(.otherWork),
            .phone(.accessory):
            return nil
        case .user(.sound), .user(.makes): return nil
        case .own, .network, .location: return nil
        }
    }

    private mutating func open(on phone: inout Phone) -> Change? {
        isKeptDown = false
        work.comeToFront()
        let isLaunched = state == .notRunning
        if isLaunched {
            launchCount += 1
            launched = phone.wake(for: phone.launchTime, cause: cause) + phone.launchTime
            phone.enterMemory(traits.memory)
        }
        (state, lastEnding) = (.active, nil)
        return .opened(launched: isLaunched)
    }

    /// By way of *inactive* to the background (SR-002), or to its end.
    private mutating func leave(on phone: inout Phone) -> Change? {
        guard isInFront else { return nil }
        guard staysInMemory(on: phone) else {
            let change = ended(.exited, on: &phone)
            let grace = phone.system.lifeCycle.exitGrace
            _ = phone.wake(for: min(traits.cleanUp, grace), by: .none, cause: cause)
            return change
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
            guard phone.isThereAlready || launches(for: mode, phone.system.lifeCycle) else {
                return nil
            }
            return launch(span: span, cause: cause, on: &phone)
        }
        if state == .suspended { state = .background }
        return run(for: span, cause: cause, on: &phone)
    }

    /// What the app waits for has come, and the system wakes it for that, unless it has ended.
    /// Until ``suspend()`` it runs in the background then.
    ///
    /// - Parameter cause: what the wake-up is booked to.
    mutating func wakeForNews(cause: Cause, on phone: inout Phone) {
        guard state == .suspended else { return }
        state = .background
        _ = phone.wake(for: .zero, cause: cause)
    }

    /// A timer of the app's own wakes it, where the system lets timers do so, and launches it if it
    /// is not running. Until ``suspend()`` it runs in the background then.
    ///
    /// - Parameter cause: what the wake-up and a launch are booked to.
    /// - Returns: when its code runs; `nil` where its user wants it down.
    mutating func wakeByTimer(cause: Cause, on phone: inout Phone) -> Instant? {
        guard phone.system.timers.wakesSuspended || runs else { return nil }
        return runOrLaunch(for: .zero, cause: cause, on: &phone)
    }

    /// The system's scheduler runs the app for a job, and launches it if it is not running. Until
    /// ``suspend()`` it runs in the background then.
    ///
    /// - Parameter cause: what the wake-up and a launch are booked to.
    /// - Returns: when its code runs; `nil` where its user wants it down.
    mutating func wakeByScheduler(cause: Cause, on phone: inout Phone) -> Instant? {
        runOrLaunch(for: .zero, cause: cause, on: &phone)
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
        return runOrLaunch(for: span, cause: cause, on: &phone)
    }

    private mutating func run(for span: TimeSpan, cause: Cause, on phone: inout Phone) -> Instant {
        if span == .zero { return phone.wake(for: .zero, cause: cause) }
        return work(span, cause: cause, on: &phone).begin
    }

    /// Wakes it or launches it, unless its user wants it down.
    private mutating func runOrLaunch(
        for span: TimeSpan, cause: Cause, on phone: inout Phone
    ) -> Instant? {
        guard !isKeptDown else { return nil }
        if state == .notRunning { return launch(span: span, cause: cause, on: &phone) }
        if state == .suspended { state = .background }
        return run(for: span, cause: cause, on: &phone)
    }

    /// The system launches an app of a mode without any event, if the rules say so: after the
    /// phone has started, and after a non-zero exit (SR-035).
    ///
    /// - Returns: when its code runs; `nil` if it runs already or stays down.
    mutating func relaunch(
        for mode: WakeMode, span: TimeSpan, cause: Cause, on phone: inout Phone
    ) -> Instant? {
        guard state == .notRunning, !isKeptDown, phone.system.offers(mode),
            phone.system.lifeCycle.relaunches.contains(mode), phone.hasRoom(for: traits.memory)
        else { return nil }
        switch lastEnding {
        case .purged, .restarted, .crashed: return launch(span: span, cause: cause, on: &phone)
        case .forceQuit, .exited, nil: return nil
        }
    }

    private func launches(for mode: WakeMode, _ rules: LifeCycleRules) -> Bool {
        guard rules.launches.contains(mode), !traits.exitsOnSuspend else { return false }
        return !isKeptDown || mode.isLocation && rules.relaunchesLocationAfterForceQuit
    }

    /// A launch keeps the processor busy before the app's code runs. A part of an app that is there
    /// already needs none.
    private mutating func launch(
        span: TimeSpan, cause: Cause, on phone: inout Phone
    ) -> Instant {
        launchCount += 1
        (state, lastEnding) = (.background, nil)
        phone.enterMemory(traits.memory)
        if let parts = phone.parts, parts.isInMemory {
            return max(run(for: span, cause: cause, on: &phone), parts.runsFrom)
        }
        let launch = phone.device.processor.launchTime
        let start = work(launch + span, cause: cause, on: &phone).begin + launch
        phone.parts?.launched(at: start)
        return start
    }

    /// Another part of the app has been launched, and this one is in memory with it, suspended.
    mutating func comesAlong(on phone: inout Phone) {
        guard state == .notRunning else { return }
        (state, lastEnding) = (.suspended, nil)
        phone.enterMemory(traits.memory)
    }

    /// The app may not run, and stays in memory: what it computes stands still. An app in front is
    /// not suspended, nor one that has ended.
    ///
    /// - Parameter finishes: whether an event still gives it the time for what it computes.
    mutating func suspend(finishes: Bool = false, on phone: inout Phone) {
        guard state == .background else { return }
        state = .suspended
        if !finishes, max(work.end, launched) > phone.now { letGo(on: &phone) }
    }

    /// The app ends by itself, or is ended by the system.
    mutating func end(_ ending: Ending, on phone: inout Phone) { _ = ended(ending, on: &phone) }

    /// - Returns: `nil` if it had ended before.
    private mutating func ended(_ ending: Ending, on phone: inout Phone) -> Change? {
        guard state != .notRunning else { return nil }
        letGo(on: &phone)
        (state, lastEnding) = (.notRunning, ending)
        phone.leaveMemory()
        phone.parts?.ended()
        endCount += 1
        return .ended(ending)
    }

    /// Whatever the app computes ends here, with its permission to run.
    private mutating func letGo(on phone: inout Phone) {
        work.stop(on: &phone)
        phone.letProcessorGo()
    }

    func report(into metrics: inout MetricValues) {
        metrics[.appLaunches] = Double(launchCount)
        metrics[.appEndings] = Double(endCount)
    }
}

extension Phone {
    /// Whether the app whose code runs is in memory by another of its parts.
    var isThereAlready: Bool { parts?.isInMemory ?? false }

    /// How long a launch of the app keeps the processor busy that its user opens.
    var launchTime: TimeSpan { isThereAlready ? .zero : device.processor.launchTime }
}

/// The five states of an app (SR-001).
public enum AppState: String, CaseIterable, Hashable, Sendable {
    case notRunning = "not-running"
    /// In front, while something is in its way, such as a telephone call.
    case inactive
    /// In front.
    case active
    /// It runs behind another app, or behind none.
    case background
    /// In memory, and nothing of it runs.
    case suspended
}
