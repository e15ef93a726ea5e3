import Kernel

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
    /// Whether it has something open that others share, while it has an item in its hands.
    public var holdsSharedResource = false
    /// Work of the processor on each item before it is sent.
    public var prepare: TimeSpan
    /// How long the expiration handler takes to save how far the app has come; only `resume` saves.
    public var save: TimeSpan

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
        roundTrips: Int = 2, prepare: TimeSpan = .zero, save: TimeSpan = TimeSpan(Seconds(1))
    ) {
        self.behaviour = behaviour
        self.atOnce = atOnce
        self.request = request
        self.roundTrips = roundTrips
        self.prepare = prepare
        self.save = save
    }

    func check(in setting: PolicySetting) throws(Refusal) {
        let (system, world) = (setting.system, setting.world)
        try atLeast(Bytes(1000), request, "request")
        if atOnce < 1 { throw .tooSmall(option: "at-once", found: "\(atOnce)", least: "1") }
        let rules = system.taskCompletion
        if behaviour == .resume, save > rules.warning {
            throw .saveTooLong(asked: save, allowed: rules.warning, system: system.name)
        }
        if world.apps.allSatisfy({ $0.outbox == nil }) {
            throw .outboxStaysEmpty
        }
        if world.apps.allSatisfy({ !$0.isOpened }) {
            throw .neverInFront
        }
    }
}

extension Refusal {
    /// The handler that saves would be cut off by the limit.
    static func saveTooLong(asked: TimeSpan, allowed: TimeSpan, system: String) -> Refusal {
        Refusal(
            option: "save",
            "saving takes \(asked.seconds), but \(system) calls the expiration handler "
                + "\(allowed.seconds) before the limit",
            advice: "Set it to \(allowed.seconds) or less.")
    }

    static let outboxStaysEmpty = Refusal(
        "the policy sends what is in its outbox, but nothing ever comes there",
        advice: "Say under world: outbox what comes, and how often.")

    static let neverInFront = Refusal(
        "the policy begins when its user opens the app, who never does",
        advice: "Say under world: sessions when the app is in front.")
}
