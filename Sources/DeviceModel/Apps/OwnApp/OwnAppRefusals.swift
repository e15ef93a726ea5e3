extension Refusal {
    /// - Parameter what: The trigger or step that needs the mode; `nil` if the app declares it.
    static func noMode(
        _ mode: AppMode, for what: String? = nil, in system: SystemRules
    ) -> Refusal {
        let offered = AppMode.allCases.filter { $0.isOffered(by: system) }.map(\.rawValue)
        let clocks = system.timers.wakesSuspended ? "alarms" : "timers of a running app"
        return Refusal(
            option: "declares", elsewhere: "rules",
            "\(system.name) has no \(mode.systemRule)" + (what.map { ", which \($0) needs" } ?? ""),
            advice: offered.isEmpty
                ? "It offers none of these modes; \(clocks) are possible."
                : "It offers \(offered.joined(separator: ", ")); \(clocks) are possible too.",
            isOfSystem: true)
    }

    static func notDeclared(_ mode: AppMode, for what: String) -> Refusal {
        Refusal(
            option: "rules",
            "\(what) needs the mode \(mode.rawValue), which the app does not declare",
            advice: "Write declares: [\(mode.rawValue)].")
    }

    static func neverRuns(on system: SystemRules) -> Refusal {
        let alarm = system.timers.wakesSuspended ? ", or write by: alarm" : ""
        return Refusal(
            option: "rules",
            "\(system.name) suspends the app in the background, and neither its user nor the "
                + "system ever runs it in this world",
            advice: "Add world: sessions, or what keeps the app running, such as kept-by: "
                + "audio\(alarm).")
    }

    static func nothingFires(_ idle: [(rule: String, why: String)]) -> Refusal {
        let reasons = idle.map { "\($0.rule): \($0.why)" }.joined(separator: "; ")
        return Refusal(
            option: "rules", "no rule of the app ever fires: \(reasons)",
            advice: "Add what the rules wait for to the world, or let a rule fire at intervals, "
                + "such as on: { every: 15 min }.")
    }

    func of(part key: String) -> Refusal {
        modified(self) { ($0.option, $0.reason) = ("behaviours", "behaviour \(key): \(reason)") }
    }
}

/// The system's least interval (AM-066).
func checkAlarm(every interval: TimeSpan, _ system: SystemRules) throws(Refusal) {
    guard let rules = system.alarms, interval < rules.leastInterval else { return }
    throw Refusal(
        option: "rules", rule: "alarms.least-interval",
        "every is \(interval.seconds), but alarms of \(system.name) are at least "
            + "\(rules.leastInterval.seconds) apart (AM-066)",
        advice: "Set it to \(rules.leastInterval.seconds) or more.")
}
