/// Options of `tail-ender`: an app that sends delay-tolerant items by the TailEnder algorithm.
public struct TailEnderOptions: Formed, Hashable, Sendable, BehaviourOptions {
    public var deadline = TimeSpan.zero
    public var tail = TimeSpan.zero
    public var share = Fraction(0.62)
    public var joins = false
    public var request = TransferShape(roundTrips: 2, uplink: Bytes(800), downlink: Bytes(500))
    public var kept = KeptRunning.nothing

    func check(in setting: PolicySetting) throws(Refusal) {
        let (system, world) = (setting.system, setting.world)
        if !world.apps.contains(where: { $0.outbox != nil }) { throw .nothingToSend }
        try atLeast(Seconds(1), deadline.seconds, "deadline")
        try refuse(
            !(share <= Fraction(1)), option: "share",
            "share is \(share), but must be at most 100 % of the tail",
            advice: "Set it to 100 % or less.")
        if kept.isService || kept == .packetTunnel { throw .noServiceOf(kept) }
        try kept.check(system)
        try refuse(
            !kept.runsInBackground(system) && world.apps.allSatisfy { !$0.isOpened },
            "\(system.name) suspends the app in the background, and its user never opens it in "
                + "this world",
            advice:
                "Add what keeps it running, such as kept-by: audio, or sessions under world.")
    }

    public static let form = Form(
        Self(),
        "Holds items until their deadline; sends items that arrive within a share of the tail "
            + "after it at once."
    ).required(
        .span("deadline", \.deadline, "Longest wait of an item.", .aboveZero),
        .span(
            "tail", \.tail, "Time that the app assumes the radio stays up after a transfer.",
            .aboveZero)
    ).optional(
        .quantity("share", \.share, "Share of the tail in which items are sent at once."),
        .flag("joins-others", \.joins, "Whether other traffic triggers sending the held items."),
        .part("request", \.request, "Transfer of each sending, besides the items."),
        .choice(
            "kept-by", \.kept, what: "a way to keep an app running",
            "Mode that keeps the app running in the background."))

    var needs: AppNeeds { .runsInFront }
    var activities: [String] { TailEnderPolicy.Activity.names }
    func makePolicy() -> any Policy { TailEnderPolicy(self) }
}
