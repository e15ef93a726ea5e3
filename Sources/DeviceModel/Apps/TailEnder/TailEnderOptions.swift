import Kernel

/// Options of `tail-ender`: an app that has things to send which can wait, and sends them as the
/// published algorithm of that name decides.
public struct TailEnderOptions: Hashable, Sendable {
    /// How long an item may wait.
    public var deadline: TimeSpan
    /// How long the app reckons that the radio stays up after a transfer.
    public var tail: TimeSpan
    /// The part of the tail in which items are sent at once.
    public var share: Fraction
    /// Whether other apps' traffic takes items along.
    public var joins: Bool
    /// What every sending carries beside the items: one request and its answer.
    public var request: TransferShape
    public var kept: KeptRunning

    public init(
        deadline: TimeSpan, tail: TimeSpan, share: Fraction, joins: Bool = false,
        request: TransferShape, kept: KeptRunning
    ) {
        (self.deadline, self.tail, self.share, self.joins) = (deadline, tail, share, joins)
        (self.request, self.kept) = (request, kept)
    }

    func check(in setting: PolicySetting) throws(Refusal) {
        let (system, world) = (setting.system, setting.world)
        if !world.apps.contains(where: { $0.outbox != nil }) { throw .nothingToSend }
        try atLeast(Seconds(1), deadline.seconds, "deadline")
        if tail <= .zero { throw .nonPositive(option: "tail", found: "\(tail.seconds)") }
        if !(share <= Fraction(1)) { throw .shareAboveOne(share) }
        if kept.isService { throw .noServiceOf(kept) }
        try kept.check(system)
        let isOpened = world.apps.contains { $0.isOpened }
        if !kept.runsInBackground(system) && !isOpened {
            throw .neverSends(system: system.name)
        }
    }
}
