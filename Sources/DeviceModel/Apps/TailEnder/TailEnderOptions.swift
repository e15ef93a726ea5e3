import Forms

/// Options of `tail-ender`: an app that sends delay-tolerant items by the TailEnder algorithm.
public struct TailEnderOptions: Formed, Hashable, Sendable {
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
        if !(share <= Fraction(1)) { throw .shareAboveOne(share) }
        if kept.isService || kept == .packetTunnel { throw .noServiceOf(kept) }
        try kept.check(system)
        let isOpened = world.apps.contains { $0.isOpened }
        if !kept.runsInBackground(system) && !isOpened { throw .neverSends(system: system.name) }
    }

    public static let form = Form<TailEnderOptions>(
        "Holds items until their deadline; sends items that arrive within a share of the tail "
            + "after it at once.", standard: .init()
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
}
