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
            wifi: device.wifiScan?.error,
            cells: setting.radio.technology.component == .cellular && setting.world.cells != nil)
        if case .fixes = uploads {
            try refuse(
                source == .gnss && distanceFilter == nil && deferral == nil, option: "upload-fixes",
                "without a distance filter there is a position each second, too many to upload "
                    + "each one",
                advice: "Set upload-every, or a distance-filter.")
        }
        if let deferral { try check(deferral, system, device) }
        if pauses { try checkPauses(in: setting) }
    }

    private func check(
        _ deferral: Deferral, _ system: SystemRules, _ device: DeviceProfile
    ) throws(Refusal) {
        try refuse(
            !system.standardLocation.defersUpdates, option: "deferred",
            "\(system.name) does not defer location updates",
            advice: "Leave deferred out.", isOfSystem: true)
        try refuse(
            !device.gnss.buffersFixes, option: "deferred",
            "the receiver of \(device.name) cannot buffer positions while the processor sleeps",
            advice: "Leave deferred out, or choose a device with buffers-fixes.")
        // Only the satellites' positions, one a second, can be deferred.
        try refuse(
            distanceFilter != nil, option: "distance-filter",
            "updates with a distance filter cannot be deferred",
            advice: "Leave distance-filter out.")
        try refuse(
            accuracy != .best && accuracy != .bestForNavigation, option: "accuracy",
            "updates with an accuracy of \(accuracy.rawValue) cannot be deferred",
            advice: "Set it to best or best-for-navigation.")
        try atLeast(Meters(1), deferral.distance, "deferred")
        try atLeast(Seconds(1), deferral.timeout.seconds, "deferred")
    }

    /// Updates resume at a cell change, so that something must report cells.
    private func checkPauses(in setting: PolicySetting) throws(Refusal) {
        guard let pause = setting.system.standardLocation.pause else {
            throw Refusal(
                option: "pauses",
                "\(setting.system.name) does not pause location updates by itself",
                advice: "Leave pauses out.", isOfSystem: true)
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
        try refuse(
            !lifeCycle.multitasks, option: "background",
            "\(name) suspends an app that runs location services in the background",
            advice: "Write background: foreground-only.", isOfSystem: true)
    }
}
