import EventKernel
import Quantities

/// Options of `task-completion`: an app that uploads what is in its outbox, and has some left when
/// its user leaves it.
public struct TaskCompletionOptions: Hashable, Sendable {
    public var behaviour: Behaviour
    /// Items that are uploaded side by side, each as a task of its own; at least 1.
    public var atOnce: Int
    /// The largest piece of an item that is sent at once: what is on its way when a task is broken
    /// off cannot be called back.
    public var request: Bytes
    /// To begin an item, and to go on with one that was broken off.
    public var roundTrips: Int
    /// Work of the processor on each item before it is sent.
    public var prepare: TimeSpan
    /// How long the expiration handler takes to save how far the app has come; only `resume` saves.
    public var save: TimeSpan
    /// What the app holds while it is suspended.
    public var memory: Bytes
    /// Whether it opted out of running in the background (SR-005).
    public var exitsOnSuspend: Bool

    /// What the app does with what is left when its user leaves it.
    public enum Behaviour: String, CaseIterable, Hashable, Sendable {
        /// It finishes the items that it has begun, and begins no other.
        case finish
        /// It goes on until its outbox is empty or the limit comes; then it saves how far it has
        /// come, and goes on from there the next time (SR-013).
        case resume
        /// The same, but what was broken off begins anew.
        case startOver = "start-over"
        /// It goes on beyond the limit, for which the system ends it (SR-011). What was broken off
        /// begins anew.
        case ignoreLimit = "ignore-limit"
        /// It declares no task, and is suspended at once. What was broken off begins anew.
        case foregroundOnly = "foreground-only"
    }

    public init(
        behaviour: Behaviour, atOnce: Int = 1, request: Bytes = Bytes(65_536),
        roundTrips: Int = 2, prepare: TimeSpan = .zero, save: TimeSpan = TimeSpan(Seconds(1)),
        memory: Bytes = Bytes(20_000_000), exitsOnSuspend: Bool = false
    ) {
        self.behaviour = behaviour
        self.atOnce = atOnce
        self.request = request
        self.roundTrips = roundTrips
        self.prepare = prepare
        self.save = save
        self.memory = memory
        self.exitsOnSuspend = exitsOnSuspend
    }

    func check(in setting: PolicySetting) throws(PolicyError) {
        let (system, world) = (setting.system, setting.world)
        try atLeast(Bytes(1000), request, "request")
        if atOnce < 1 { throw .tooSmall(option: "at-once", found: "\(atOnce)", least: "1") }
        let rules = system.taskCompletion
        if behaviour == .resume, save > rules.warning {
            throw .taskCompletion(
                .saveTooLong(asked: save, allowed: rules.warning, system: system.name))
        }
        if world.apps.allSatisfy({ $0.outbox == nil }) {
            throw .taskCompletion(.nothingToSend)
        }
        if world.apps.allSatisfy({ $0.sessions == nil }) {
            throw .taskCompletion(.neverOpened)
        }
    }
}

/// Why an app under task completion cannot run.
public enum TaskFault: Error, Hashable, Sendable {
    /// The handler that saves would be cut off by the limit.
    case saveTooLong(asked: TimeSpan, allowed: TimeSpan, system: String)
    case nothingToSend
    case neverOpened

    /// What is wrong.
    public var message: String {
        switch self {
        case .saveTooLong(let asked, let allowed, let system):
            "saving takes \(asked.seconds), but \(system) calls the expiration handler "
                + "\(allowed.seconds) before the limit"
        case .nothingToSend: "the policy sends what is in its outbox, but nothing ever comes there"
        case .neverOpened: "the policy begins when its user opens the app, who never does"
        }
    }

    /// What is possible instead.
    public var advice: String {
        switch self {
        case .saveTooLong(_, let allowed, _): "Set it to \(allowed.seconds) or less."
        case .nothingToSend: "Say under world: outbox what comes, and how often."
        case .neverOpened: "Say under world: sessions when the app is in front."
        }
    }

    /// The option at fault, where there is one.
    public var option: String? {
        switch self {
        case .saveTooLong: "save"
        case .nothingToSend, .neverOpened: nil
        }
    }
}
