public struct HybridOptions: Hashable, Sendable {
    public var accuracy = LocationAccuracy.best
    /// The wait for satellites: greater than zero, within the system's task-completion limit.
    public var timeout = TimeSpan(Seconds(60))
    public var upload = TransferShape.positionUpload
    /// The share of events that find the app terminated; 0 to 1.
    public var terminated = Fraction.zero
    /// Whether it works under task completion, beyond an event's time.
    public var asksForTime = true
}
