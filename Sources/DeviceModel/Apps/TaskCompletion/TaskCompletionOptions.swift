/// Options of `task-completion`: an app that uploads its outbox, and has items left when its user
/// leaves it.
public struct TaskCompletionOptions: Formed, Hashable, Sendable, BehaviourOptions {
    public var behaviour = Behaviour.finish
    public var atOnce = 1
    /// The largest piece sent at once, which cannot be recalled when a task is broken off.
    public var request = Bytes(65_536)
    public var roundTrips = 2
    public var holdsSharedResource = false
    public var prepare = TimeSpan.zero
    /// How long the expiration handler takes to save progress; only `resume` saves.
    public var save = TimeSpan(Seconds(1))

    /// How the app treats items that are left when its user leaves it.
    public enum Behaviour: String, CaseIterable, Hashable, Sendable {
        /// It finishes the items that it has begun.
        case finish
        /// It goes on until the outbox is empty or the limit comes, then saves its progress for the
        /// next time (SR-013).
        case resume
        /// Like `resume`, but broken-off items start over.
        case startOver = "start-over"
        /// It goes on beyond the limit, for which the system ends it (SR-011). Broken-off items
        /// start over.
        case ignoreLimit = "ignore-limit"
        /// It declares no task, and is suspended at once. Broken-off items start over.
        case foregroundOnly = "foreground-only"
    }

    func check(in setting: PolicySetting) throws(Refusal) {
        let (system, world) = (setting.system, setting.world)
        try atLeast(Bytes(1000), request, "request")
        let allowed = system.taskCompletion.warning
        try refuse(
            behaviour == .resume && save > allowed, option: "save",
            "saving takes \(save.seconds), but \(system.name) calls the expiration handler "
                + "\(allowed.seconds) before the limit",
            advice: "Set it to \(allowed.seconds) or less.")
        try refuse(
            world.apps.allSatisfy { $0.outbox == nil },
            "the policy sends its outbox, but nothing arrives there in this world",
            advice: "Describe the items and their interval under world: outbox.")
        try refuse(
            world.apps.allSatisfy { !$0.isOpened },
            "the policy begins when its user opens the app, but nothing opens it in this world",
            advice: "Describe when the app is in front under world: sessions.")
    }

    public static let form = Form(
        Self(),
        "Uploads its outbox in front, and continues under task completion after the user leaves."
    ).required(
        .choice(
            "behaviour", \.behaviour, what: "a behaviour",
            "Handling of the remaining items when the user leaves the app.")
    ).optional(
        .count(
            "at-once", \.atOnce, "Items uploaded at once, each as its own background task.",
            in: 1...1000),
        .quantity(
            "request", \.request, "Largest piece sent at once.", .aboveZero
        ).spelled("64 KiB"),
        .count(
            "round-trips", \.roundTrips,
            "Round trips to start an item, or to resume an interrupted one.", in: 0...1000),
        .span("prepare", \.prepare, "Processor time for each item before it is sent."),
        .flag(
            "holds-shared-resource", \.holdsSharedResource,
            "Whether the app holds a shared resource, such as the address book, while "
                + "it handles an item."
        ).without("no"),
        .span("save", \.save, "Time that the expiration handler takes to save the progress."))

    var needs: AppNeeds { .runsInFront }
    var activities: [String] { TaskCompletionPolicy.Activity.names }
    /// It holds pictures.
    static var usualMemory: Bytes { Bytes(20_000_000) }
    func makePolicy() -> any Policy { TaskCompletionPolicy(self) }
}
