extension PolicySetting {
    /// Checks the needs of significant changes (SR-026, SR-028).
    ///
    /// - Throws: The first need that is not met.
    func checkSignificantChange() throws(Refusal) {
        try refuse(
            !device.supportsSignificantChange,
            "\(device.name) has no significant-change location service",
            advice: "Choose a device that has it, such as iphone-4.")
        try checkCells("significant-change")
    }

    func checkCells(_ service: String) throws(Refusal) {
        try refuse(
            radio.technology.component != .cellular,
            "\(service) follows the cells of a cellular radio, but \(radio.name) is not cellular",
            advice:
                "Choose a cellular radio, such as umts-att-2010, or a policy that needs no cells.")
        try refuse(
            world.cells == nil, "the policy listens for cell changes, but this world has no cells",
            advice: "Describe the radio cells under world: cells.")
    }
}

extension [WatchedRegions] {
    /// The system limits the regions of one app (IO-010).
    ///
    /// - Parameter option: The option at fault.
    func checkCount(
        _ system: SystemRules, _ world: WorldProfile, option: String = "regions"
    ) throws(Refusal) {
        let asked = Set(flatMap { $0.registered(in: world) }).count
        let allowed = system.regions.limit
        try refuse(
            asked > allowed, option: option, rule: "regions.limit",
            "the app watches \(asked) regions, but \(system.name) lets an app register \(allowed)",
            advice: allowed == 0
                ? "Leave the regions out." : "Keep \(allowed) of them under \(option).",
            isOfSystem: allowed == 0)
    }
}

/// The limit of task completion (SR-011).
func checkTimeout(_ timeout: TimeSpan, _ system: SystemRules) throws(Refusal) {
    let limit = system.taskCompletion.limit
    try refuse(
        timeout > limit, option: "timeout",
        "timeout is \(timeout.seconds), but \(system.name) lets an app run for "
            + "\(limit.seconds) per event",
        advice: "Set it to \(limit.seconds) or less.")
}

extension Refusal {
    static let noRegions = Refusal(
        "the policy watches regions, but this world has none",
        advice: "List places under world: regions.")
}

extension SystemRules {
    func checkLocatesInBackground() throws(Refusal) {
        try refuse(
            !lifeCycle.multitasks, option: "background",
            "\(name) suspends an app that runs location services in the background",
            advice: "Write background: foreground-only.", isOfSystem: true)
    }
}
