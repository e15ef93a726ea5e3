/// Options of `newsstand`: a periodical that the system downloads.
public struct NewsstandOptions: Formed, Hashable, Sendable, BehaviourOptions {
    /// The push that announces an issue.
    public var push = TransferShape.pushMessage
    public var request = TransferShape.request
    public var work = TimeSpan(Seconds(1))
    public var piece = Bytes(65_536)

    public static let form = Form(
        Self(), "A periodical; the system downloads its issues, which are the world's messages."
    ).optional(
        .part("push", \.push, "Server's message over the system's connection."),
        .part("request", \.request, "Transfer of a download besides the issue."),
        .span(
            "work", \.work,
            "Run time of the app at its launch, and again when the issue has arrived."),
        .quantity(
            "piece", \.piece, "Largest piece requested at once.", .aboveZero
        ).spelled("64 KiB"))

    func check(in setting: PolicySetting) throws(Refusal) {
        let (system, world) = (setting.system, setting.world)
        guard let rules = system.newsstand else { throw .noMode("Newsstand", system: system.name) }
        try refuse(
            world.apps.allSatisfy { $0.messages == nil }, "this world publishes no issues",
            advice: "Describe the issues under world: messages.")
        try atLeast(Bytes(1000), piece, "piece")
        try checkWork(work, rules.runTime, system)
    }

    var needs: AppNeeds { .pushes }
    var activities: [String] { NewsstandPolicy.Activity.names }
    func makePolicy() -> any Policy { NewsstandPolicy(self) }
}

/// Options of `accessory`: an app that listens to a device near the phone.
public struct AccessoryOptions: Formed, Hashable, Sendable, BehaviourOptions {
    public var link = Link.external
    public var every = TimeSpan.zero
    public var work = TimeSpan(Seconds(0.1))
    public var interval = usualInterval
    public var asksForTime = false

    /// For accessories with at most one event a second; an assumption.
    public static let usualInterval = TimeSpan(Seconds(1))

    /// How the device talks to the phone.
    public enum Link: String, CaseIterable, Hashable, Sendable {
        /// The External Accessory framework: cable or classic Bluetooth.
        case external
        /// Bluetooth LE: the phone is connected to a device that notifies it.
        case central
        /// Bluetooth LE: the phone is asked by others.
        case peripheral
        /// Bluetooth LE: the phone looks for devices; results during suspension are coalesced.
        case scan
    }

    public static let form = Form(Self(), "Listens to a device near the phone.").required(
        .choice("link", \.link, what: "a link to a device", "How the device talks to the phone."),
        .span("every", \.every, "Interval between events.", .aboveZero)
    ).optional(
        .span("work", \.work, "Processing time of an event."),
        .span(
            "interval", \.interval,
            "Interval between connection events or advertisements, each of which costs energy.",
            .aboveZero
        ).standing("1 s") { $0.interval = usualInterval }
            .asked(where: "with link: central or link: peripheral") {
                $0.link == .central || $0.link == .peripheral
            },
        .flag(
            "asks-for-time", \.asksForTime,
            "Whether the app asks for task completion beyond the time that an event gives it."
        ).without("no"))

    func check(in setting: PolicySetting) throws(Refusal) {
        let (system, world) = (setting.system, setting.world)
        try atLeast(Seconds(0.01), every.seconds, "every")
        let rules =
            switch link {
            case .external: system.externalAccessory
            case .central, .scan: system.bluetooth
            case .peripheral: system.bluetoothPeripheral
            }
        try atLeast(Seconds(0.001), interval.seconds, "interval")
        guard let rules else {
            if link != .external { throw .noMode("Bluetooth LE", system: system.name) }
            // Sessions close on suspension: only an app in front gets events.
            return try refuse(
                world.apps.allSatisfy { !$0.isOpened },
                "\(system.name) closes an accessory's session when the app is suspended, and "
                    + "nothing opens the app in this world",
                advice: "Describe when it is opened under world: sessions.")
        }
        let limit = asksForTime ? max(rules.runTime, system.taskCompletion.limit) : rules.runTime
        try checkWork(work, limit, system)
    }

    var needs: AppNeeds { link.use == nil ? .runsInFront : [.runsInFront, .bluetooth] }
    var activities: [String] { AccessoryPolicy.Activity.names }
    func makePolicy() -> any Policy { AccessoryPolicy(self) }
}

private func checkWork(
    _ work: TimeSpan, _ limit: TimeSpan?, _ system: SystemRules
) throws(Refusal) {
    guard let limit else { return }
    try refuse(
        work > limit, option: "work",
        "work is \(work.seconds), but \(system.name) ends the app after \(limit.seconds)",
        advice: "Set it to \(limit.seconds) or less.")
}
