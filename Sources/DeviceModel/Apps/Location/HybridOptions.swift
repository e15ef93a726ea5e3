import Kernel

/// Options of `hybrid`.
public struct HybridOptions: Hashable, Sendable {
    /// What the one fix must be good for, which decides where it comes from.
    public var accuracy = LocationAccuracy.best
    /// How long the app waits for satellites before it takes the next best position; greater than
    /// zero, and not longer than the system lets an app finish its work.
    public var timeout = TimeSpan(Seconds(60))
    /// What the app sends on each event.
    public var upload = TransferShape.positionUpload
    /// The share of events that find the app terminated, so that it must be launched; 0 to 1.
    public var terminated = Fraction.zero
    /// Whether it does its work under task completion, and so has more than an event's time.
    public var asksForTime = true
}
