import Kernel

/// AM-066.
func checkAlarm(every interval: TimeSpan, _ system: SystemRules) throws(Refusal) {
    guard let rules = system.alarms, interval < rules.leastInterval else { return }
    throw Refusal(
        option: "rules", rule: "alarms.least-interval",
        "every is \(interval.seconds), but alarms of \(system.name) are at least "
            + "\(rules.leastInterval.seconds) apart (AM-066)",
        advice: "Set it to \(rules.leastInterval.seconds) or more.")
}
