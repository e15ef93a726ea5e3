extension GPSContinuousOptions {
    func check(in setting: PolicySetting) throws(Refusal) {
        let system = setting.system
        try atLeast(Seconds(0.1), uploadEvery.seconds, "upload-every")
        try system.checkLocatesInBackground()
    }
}

extension GPSPeriodicOptions {
    func check(in setting: PolicySetting) throws(Refusal) {
        let system = setting.system
        try atLeast(Seconds(1), every.seconds, "every")
        try atLeast(Seconds(1), timeout.seconds, "timeout")
        try uploads.check()
        if !system.standardLocation.wakesByTimer { try system.checkLocatesInBackground() }
    }
}

extension StandardOptions {
    func check(in setting: PolicySetting) throws(Refusal) {
        let (system, device) = (setting.system, setting.device)
        try atLeast(Seconds(1), timeout.seconds, "timeout")
        try atLeast(Seconds(1), system.standardLocation.scanEvery.seconds, "scan-every")
        try uploads.check()
        if let distanceFilter { try atLeast(Meters(1), distanceFilter, "distance-filter") }
        if case .foregroundOnly(let span) = background {
            try atLeast(Seconds(1), span.seconds, "foreground-for")
        } else {
            try system.checkLocatesInBackground()
        }
        let source = accuracy.firstSource(
            scans: device.wifiScan != nil,
            cells: setting.radio.technology.component == .cellular && setting.world.cells != nil)
        if source == .gnss, distanceFilter == nil, deferral == nil,
            case .fixes = uploads
        {
            throw .uploadsEachSecond
        }
        if let deferral { try check(deferral, system, device) }
        if pauses { try checkPauses(in: setting) }
    }

    private func check(
        _ deferral: Deferral, _ system: SystemRules, _ device: DeviceProfile
    ) throws(Refusal) {
        if !system.standardLocation.defersUpdates { throw .noDeferredUpdates(system: system.name) }
        if !device.gnss.buffersFixes { throw .noFixBuffer(device: device.name) }
        if distanceFilter != nil { throw .deferredButFiltered }
        guard accuracy == .best || accuracy == .bestForNavigation else {
            throw .deferredButCoarse(accuracy)
        }
        try atLeast(Meters(1), deferral.distance, "deferred")
        try atLeast(Seconds(1), deferral.timeout.seconds, "deferred")
    }

    /// Updates resume at a cell change, so that something must report cells.
    private func checkPauses(in setting: PolicySetting) throws(Refusal) {
        guard let pause = setting.system.standardLocation.pause else {
            throw .noAutomaticPause(system: setting.system.name)
        }
        try atLeast(Meters(1), pause.within, "within")
        try atLeast(Seconds(1), pause.after.seconds, "after")
        try setting.checkSignificantChange()
    }
}

extension LocationUploads {
    fileprivate func check() throws(Refusal) {
        if case .every(let span) = self { try atLeast(Seconds(0.1), span.seconds, "upload-every") }
    }
}

extension SystemRules {
    func checkLocatesInBackground() throws(Refusal) {
        if !lifeCycle.multitasks { throw .locationNotKeptRunning(system: name) }
    }
}
