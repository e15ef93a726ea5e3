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

    fileprivate func checkCells(_ service: String) throws(Refusal) {
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

extension WatchedRegions {
    /// Checks the needs of region monitoring (SR-029, SR-030, IO-010).
    ///
    /// - Throws: The first need that is not met.
    func check(in setting: PolicySetting) throws(Refusal) {
        let (system, device, world) = (setting.system, setting.device, setting.world)
        try refuse(
            !device.supportsRegionMonitoring, "\(device.name) cannot monitor regions",
            advice: "Choose a device that can, such as iphone-4.")
        if world.regions.isEmpty { throw .noRegions }
        let possible = world.regions.map(\.name)
        if let unknown = names?.first(where: { !possible.contains($0) }) {
            throw Refusal(
                option: "regions", "this world has no region named \"\(unknown)\"",
                advice: "The regions are \(possible.joined(separator: ", ")).")
        }
        if registered(in: world).isEmpty { throw .noRegions }
        try [self].checkCount(system, world)
        if let radius { try atLeast(Meters(1), radius, "radius") }
        if system.regions.detection == .cellChanges {
            try setting.checkCells("region monitoring by \(system.name)")
        }
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

extension WatchedRegions {
    /// A region with another radius counts as another region.
    fileprivate func registered(in world: WorldProfile) -> [WatchedRegions] {
        world.regions.map(\.name).filter { names?.contains($0) ?? true }.map {
            WatchedRegions(names: [$0], radius: radius)
        }
    }
}

extension RegionOptions {
    func check(in setting: PolicySetting) throws(Refusal) {
        try regions.check(in: setting)
        if report == .cell { try setting.checkCells("report: cell") }
        if significantChanges { try setting.checkSignificantChange() }
    }
}

extension HybridOptions {
    func check(in setting: PolicySetting) throws(Refusal) {
        try setting.checkSignificantChange()
        try checkTimeout(timeout, setting.system)
    }
}

extension RegionTriggeredOptions {
    func check(in setting: PolicySetting) throws(Refusal) {
        try regions.check(in: setting)
        try setting.system.checkLocatesInBackground()
        try atLeast(Seconds(0.1), uploadEvery.seconds, "upload-every")
        try checkTimeout(timeout, setting.system)
    }
}

/// The limit of task completion (SR-011).
private func checkTimeout(_ timeout: TimeSpan, _ system: SystemRules) throws(Refusal) {
    let limit = system.taskCompletion.limit
    try refuse(
        timeout > limit, option: "timeout",
        "timeout is \(timeout.seconds), but \(system.name) lets an app run for "
            + "\(limit.seconds) per event",
        advice: "Set it to \(limit.seconds) or less.")
}

extension Refusal {
    fileprivate static let noRegions = Refusal(
        "the policy watches regions, but this world has none",
        advice: "List places under world: regions.")
}
