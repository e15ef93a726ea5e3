/// Whether an app runs, sleeps in memory or is gone: the five states of SR-001.
///
/// A policy hands it every notice first, asks it before acting on a system event, and tells it when
/// nothing is left to do. Time limits belong to the modes.
struct AppLife: Sendable {
    typealias State = AppState

    enum Change: Hashable, Sendable {
        /// `launched`: it was not in memory.
        case opened(launched: Bool)
        case left
        case ended(Ending)
    }

    enum Ending: Hashable, Sendable {
        /// Memory was short (SR-004).
        case purged
        /// SR-033.
        case forceQuit
        /// The phone restarted, or lost its power.
        case restarted
        /// It failed, or the system ended it for breaking a rule (SR-035).
        case crashed
        /// It ended itself, or because its user left it (SR-003, SR-005).
        case exited
    }

    /// The cause that launches by the user are booked to.
    private let cause: Cause
    private var traits = AppTraits()
    private(set) var work = AppWork()
    /// The end of the last launch by the user.
    private var launched: Instant = .start
    private(set) var state: State
    private(set) var launchCount = 0
    private(set) var endCount = 0
    /// Stopped by the user, and not opened since.
    private(set) var isKeptDown = false
    /// `nil` while it is in memory, or if it never was.
    private(set) var lastEnding: Ending?

    /// - Parameter cause: The booking of launches by the user.
    init(
        cause: Cause = Cause(activity: LedgerPlan.firstPolicyActivity),
        beginningIn state: State = .suspended
    ) { (self.cause, self.state) = (cause, state) }

    var runs: Bool {
        switch state {
        case .inactive, .active, .background: true
        case .notRunning, .suspended: false
        }
    }

    var isInFront: Bool { state == .active || state == .inactive }

    /// Begins a piece of work, for which the processor wakes.
    ///
    /// - Parameter canStop: Whether the processor is released if the app ends early, as it should
    ///   be for long work.
    @discardableResult
    mutating func work(
        _ work: TimeSpan, canStop: Bool = false, cause: Cause, on phone: inout Phone
    ) -> WorkMeter.Course {
        self.work.begin(work, isInFront: isInFront, canStop: canStop, cause: cause, on: &phone)
    }

    mutating func stopWork(on phone: inout Phone) { work.stop(on: &phone) }

    // MARK: What user and phone do

    /// The start of the run; an app that the system keeps out of memory has ended.
    ///
    /// - Parameters:
    ///   - running: Whether it has something to do in the background.
    ///   - isServed: Whether a foreground service, with its own rules, does that.
    mutating func begin(on phone: inout Phone, running: Bool = false, isServed: Bool = false) {
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

    /// Whether it survives being left (SR-003, SR-005).
    private func staysInMemory(on phone: borrowing Phone) -> Bool {
        phone.system.lifeCycle.multitasks && !traits.exitsOnSuspend
    }

    /// Call this first for every notice.
    ///
    /// - Returns: `nil` if the app's state does not change.
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
            // Where alarms wake apps, an app that its user stopped stays down until it is opened.
            if !phone.system.timers.wakesSuspended { isKeptDown = false }
            lastEnding = .restarted
            return ended(.restarted, on: &phone) ?? .ended(.restarted)
        // It ends now, and not when the phone has power again.
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
            let launch = phone.launchTime + restoring
            launched = phone.wake(for: launch, cause: cause) + launch
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

    /// The app then runs in the background until ``suspend()``.
    ///
    /// - Parameter span: How long the app keeps the processor awake.
    /// - Returns: When its code runs; `nil` if the rules keep it asleep or down.
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

    /// The app then runs in the background until ``suspend()``.
    mutating func wakeForNews(cause: Cause, on phone: inout Phone) {
        guard state == .suspended else { return }
        state = .background
        _ = phone.wake(for: .zero, cause: cause)
    }

    /// - Returns: When its code runs; `nil` if its timer may not wake it, or its user stopped it.
    mutating func wakeByTimer(cause: Cause, on phone: inout Phone) -> Instant? {
        guard phone.system.timers.wakesSuspended || runs else { return nil }
        return runOrLaunch(for: .zero, cause: cause, on: &phone)
    }

    /// - Returns: When its code runs; `nil` if its user stopped it.
    mutating func wakeByScheduler(cause: Cause, on phone: inout Phone) -> Instant? {
        runOrLaunch(for: .zero, cause: cause, on: &phone)
    }

    /// - Returns: When its code runs; `nil` if only the system gets pushes, or its user stopped it.
    mutating func wakeByPush(span: TimeSpan, cause: Cause, on phone: inout Phone) -> Instant? {
        guard phone.system.push?.runsApp ?? false else { return nil }
        return runOrLaunch(for: span, cause: cause, on: &phone)
    }

    private mutating func run(for span: TimeSpan, cause: Cause, on phone: inout Phone) -> Instant {
        if span == .zero { return phone.wake(for: .zero, cause: cause) }
        return work(span, cause: cause, on: &phone).begin
    }

    private mutating func runOrLaunch(
        for span: TimeSpan, cause: Cause, on phone: inout Phone
    ) -> Instant? {
        guard !isKeptDown else { return nil }
        if state == .notRunning { return launch(span: span, cause: cause, on: &phone) }
        if state == .suspended { state = .background }
        return run(for: span, cause: cause, on: &phone)
    }

    /// Launches the app after the phone starts, or after a crash (SR-035).
    ///
    /// - Returns: `nil` if it runs already or stays down.
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

    private var restoring: TimeSpan { lastEnding == .purged ? traits.restore : .zero }

    /// A launch keeps the processor busy, unless another part is in memory already.
    private mutating func launch(span: TimeSpan, cause: Cause, on phone: inout Phone) -> Instant {
        launchCount += 1
        let restoring = restoring
        (state, lastEnding) = (.background, nil)
        phone.enterMemory(traits.memory)
        if let parts = phone.parts, parts.isInMemory {
            return max(run(for: span, cause: cause, on: &phone), parts.runsFrom)
        }
        let launch = phone.device.processor.launchTime + restoring
        let start = work(launch + span, cause: cause, on: &phone).begin + launch
        phone.parts?.launched(at: start)
        return start
    }

    /// Another part was launched; this one is in memory too, suspended.
    mutating func comesAlong(on phone: inout Phone) {
        guard state == .notRunning else { return }
        (state, lastEnding) = (.suspended, nil)
        phone.enterMemory(traits.memory)
    }

    /// - Parameter finishes: Whether an event still gives time for its work.
    mutating func suspend(finishes: Bool = false, on phone: inout Phone) {
        guard state == .background else { return }
        state = .suspended
        if !finishes, max(work.end, launched) > phone.now { letGo(on: &phone) }
    }

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
    /// Whether another part of the running app is in memory.
    var isThereAlready: Bool { parts?.isInMemory ?? false }

    var launchTime: TimeSpan { isThereAlready ? .zero : device.processor.launchTime }
}

/// The five states of an app (SR-001).
public enum AppState: String, CaseIterable, Hashable, Sendable {
    case notRunning = "not-running"
    /// In front, but interrupted, such as by a telephone call.
    case inactive, active, background
    /// In memory, without running.
    case suspended
}
