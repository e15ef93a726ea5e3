public struct HybridOptions: Hashable, Sendable, Formed, LocatingOptions {
    public var accuracy = LocationAccuracy.best
    /// The wait for satellites: greater than zero, within the system's task-completion limit.
    public var timeout = TimeSpan(Seconds(60))
    public var upload = TransferShape.positionUpload
    /// The share of events that find the app terminated; 0 to 1.
    public var terminated = Fraction.zero
    /// Whether it works under task completion, beyond an event's time.
    public var asksForTime = true

    func check(in setting: PolicySetting) throws(Refusal) {
        try setting.checkSignificantChange()
        try checkTimeout(timeout, setting.system)
    }

    public static let form = Form(
        Self(), "Looks for one fix on each significant change, and uploads it."
    ).optional(
        .choice("accuracy", \.accuracy, what: "an accuracy", "Accuracy that the fix must have."),
        .span("timeout", \.timeout, "Time that the app waits for satellites.", .aboveZero),
        .upload(\.upload),
        .terminated(\.terminated),
        .asksForTime(\.asksForTime))

    func makePolicy() -> any Policy { SignificantChangePolicy(self) }
}
