extension PolicySetting {
    /// Checks the needs of significant changes (SR-026, SR-028).
    ///
    /// - Throws: The first need that is not met.
    func checkSignificantChange() throws(Refusal) {
        if !device.supportsSignificantChange { throw .noSignificantChange(device: device.name) }
        try checkCells("significant-change")
    }

    fileprivate func checkCells(_ service: String) throws(Refusal) {
        if radio.technology.component != .cellular {
            throw .noCellularRadio(service: service, radio: radio.name)
        }
        if world.cells == nil { throw .noCells }
    }
}

extension WatchedRegions {
    /// Checks the needs of region monitoring (SR-029, SR-030, IO-010).
    ///
    /// - Throws: The first need that is not met.
    func check(in setting: PolicySetting) throws(Refusal) {
        let (system, device, world) = (setting.system, setting.device, setting.world)
        if !device.supportsRegionMonitoring { throw .noRegionMonitoring(device: device.name) }
        if world.regions.isEmpty { throw .noRegions }
        let possible = world.regions.map(\.name)
        if let unknown = names?.first(where: { !possible.contains($0) }) {
            throw .unknownRegion(unknown, possible: possible)
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
        if asked > system.regions.limit {
            throw .tooManyRegions(
                asked: asked, allowed: system.regions.limit, system: system.name, option: option)
        }
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
    if timeout > limit {
        throw .timeoutTooLong(asked: timeout, allowed: limit, system: system.name)
    }
}
