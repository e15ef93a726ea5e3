import EventKernel
import Quantities

/// Options of `local-notifications`.
public struct LocalNotificationOptions: Hashable, Sendable {
    /// How many are handed to the system at the start.
    public var pending: Int
    /// From one to the next, and from the start to the first.
    public var apart: TimeSpan
    /// Each comes again after so long; `nil`: once.
    public var repeats: TimeSpan?
    public var sound: Bool
    public var vibration: Bool

    public init(
        pending: Int, apart: TimeSpan, repeats: TimeSpan? = nil, sound: Bool = true,
        vibration: Bool = true
    ) {
        self.pending = pending
        self.apart = apart
        self.repeats = repeats
        self.sound = sound
        self.vibration = vibration
    }

    func check(in setting: PolicySetting) throws(Refusal) {
        let system = setting.system
        let limit = system.localNotifications.pendingLimit
        if pending > limit {
            throw .tooManyPending(asked: pending, allowed: limit, system: system.name)
        }
        if pending < 1 {
            throw .tooSmall(option: "pending", found: "\(pending)", least: "1")
        }
        try atLeast(Seconds(1), apart.seconds, "apart")
        if let repeats { try atLeast(Seconds(60), repeats.seconds, "repeats") }
    }
}

extension Refusal {
    /// More local notifications pending than the system keeps (SR-043).
    static func tooManyPending(asked: Int, allowed: Int, system: String) -> Refusal {
        Refusal(
            option: "pending",
            "the policy has \(asked) local notifications pending, but \(system) keeps \(allowed) "
                + "and refuses the next one",
            advice: "Set it to \(allowed) or less.")
    }
}
