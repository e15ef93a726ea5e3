import Kernel

/// Options of `hybrid`.
public struct HybridOptions: Hashable, Sendable {
    /// The accuracy of the one fix, which decides its source.
    public var accuracy = LocationAccuracy.best
    /// How long to wait for satellites before taking the next best position: greater than zero,
    /// within the system's task-completion limit.
    public var timeout = TimeSpan(Seconds(60))
    /// What is sent on each event.
    public var upload = TransferShape.positionUpload
    /// Share of events, 0 to 1, that find the app terminated and must launch it.
    public var terminated = Fraction.zero
    /// Whether it works under task completion, for longer than an event's time.
    public var asksForTime = true
}
