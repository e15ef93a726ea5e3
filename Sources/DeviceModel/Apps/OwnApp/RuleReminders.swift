/// Reminders that an app gives the system, which alerts the user without running the app (SR-043).
public struct RuleReminders: Formed, BitwiseCopyable, Hashable, Sendable {
    public var pending: Int32 = 1
    public var apart = TimeSpan.zero
    public var repeats: TimeSpan?

    func check(_ system: SystemRules) throws(Refusal) {
        let limit = system.localNotifications.pendingLimit
        try refuse(
            Int(pending) > limit, option: "pending",
            "the app has \(pending) local notifications pending, but \(system.name) keeps \(limit) "
                + "and refuses the next one",
            advice: "Set it to \(limit) or less.")
        try atLeast(Seconds(1), apart.seconds, "apart")
        if let repeats { try atLeast(Seconds(60), repeats.seconds, "repeats") }
    }

    public static let form = Form(Self(), "Reminders handed to the system.").optional(
        .count("pending", \.pending, "Number handed to the system at the start.", in: 1...1_000_000)
    ).required(
        .span("apart", \.apart, "Interval between reminders, and before the first.", .aboveZero)
    ).optional(
        .span(
            "repeats", \.repeats, "Interval after which each reminder repeats.", .aboveZero,
            otherwise: .without("once")))
}

extension OwnAppPolicy {
    func planReminders(_ reminders: RuleReminders, _ rule: Int, on phone: inout Phone) {
        var time = phone.now
        for _ in 0..<reminders.pending {
            time = time + reminders.apart
            _ = phone.plan(RuleTicket.timer(rule), at: time)
        }
    }

    mutating func reminderCame(
        _ reminders: RuleReminders, _ rule: Int, on phone: inout Phone, in world: inout World
    ) {
        if let repeats = reminders.repeats {
            _ = phone.plan(RuleTicket.timer(rule), at: phone.now + repeats)
        }
        notificationCame(rule, on: &phone, in: &world)
    }
}
