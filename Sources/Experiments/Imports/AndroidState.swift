/// A state whose time Android counts, by its command-line name.
///
/// Android's own calculation of charge is the current of a state times its time, by the rules of
/// AOSP's `com.android.server.power.stats` (aosp-mirror/platform_frameworks_base). They use the
/// file unchanged: zero is zero, and no voltage is multiplied. Phones with power-rail meters use
/// those instead.
public enum AndroidState: String, CaseIterable, Hashable, Sendable {
    case onBattery = "on-battery"
    case awake
    case wakeLock = "wake-lock"
    case cpuBackground = "cpu"
    case modemSleep = "modem-sleep"
    case modemIdle = "modem-idle"
    case modemReceiving = "modem-rx"
    case modemSending0 = "modem-tx0"
    case modemSending1 = "modem-tx1"
    case modemSending2 = "modem-tx2"
    case modemSending3 = "modem-tx3"
    case modemSending4 = "modem-tx4"
    case radioActive = "radio-active"
    case radioLevel0 = "radio-level0"
    case radioLevel1 = "radio-level1"
    case radioScanning = "radio-scanning"
    case wifiIdle = "wifi-idle"
    case wifiReceiving = "wifi-rx"
    case wifiSending = "wifi-tx"
    case wifiRunning = "wifi-running"
    case wifiScanning = "wifi-scanning"
    case gpsPoor = "gps-poor"
    case gpsGood = "gps-good"
    case bluetoothIdle = "bluetooth-idle"
    case bluetoothReceiving = "bluetooth-rx"
    case bluetoothSending = "bluetooth-tx"

    /// `UsageBasedPowerEstimator` @ 47c5ed138431: mA · ms / 3.6e6.
    public static func charge(_ current: Double, for time: Seconds) -> MilliampereHours {
        MilliampereHours(current * time.magnitude * 1000 / 3.6e6)
    }

    /// Android's charge for this long in the state; `nil` where the file lacks the elements.
    ///
    /// - `point`: Where the processor runs.
    public func charge(
        for time: Seconds, in profile: PowerProfile, at point: OperatingPoint?
    ) -> MilliampereHours? {
        let charge = Self.charge(current(AndroidCurrents(profile), point), for: time)
        return charge > .zero ? charge : nil
    }

    private func current(_ file: AndroidCurrents, _ point: OperatingPoint?) -> Double {
        let level = rawValue.last?.wholeNumberValue ?? 0
        return switch self {
        case .onBattery: file["cpu.suspend"]
        case .awake, .wakeLock: file["cpu.idle"]
        case .cpuBackground: point.map(file.processor) ?? 0
        case .modemSleep: file.profile.modem?.sleep ?? file["modem.controller.sleep"]
        case .modemIdle: file.profile.modem?.idle ?? file["modem.controller.idle"]
        case .modemReceiving: file.active?.receive ?? file["modem.controller.rx"]
        case .modemSending0, .modemSending1, .modemSending2, .modemSending3, .modemSending4:
            file.sending(level)
        case .radioActive: file.radioInUse
        case .radioLevel0, .radioLevel1: file.camping(level)
        case .radioScanning: file["radio.scanning"]
        case .wifiIdle: file.part("wifi", "idle")
        case .wifiReceiving: file.part("wifi", "rx")
        case .wifiSending: file.part("wifi", "tx")
        case .wifiRunning: file["wifi.on"]
        case .wifiScanning: file["wifi.scan"]
        case .gpsPoor: file.satellites(0)
        case .gpsGood: file.satellites(1)
        case .bluetoothIdle: file.part("bluetooth", "idle")
        case .bluetoothReceiving: file.part("bluetooth", "rx")
        case .bluetoothSending: file.part("bluetooth", "tx")
        }
    }
}

/// A file's currents in mA, as Android's calculators read them; 0 for missing ones.
private struct AndroidCurrents {
    let profile: PowerProfile

    init(_ profile: PowerProfile) { self.profile = profile }

    /// An element's current; of an array the value at a level, or the last beyond its end.
    subscript(name: String, level: Int = 0) -> Double {
        guard let element = profile.element(name), let last = element.values.last else { return 0 }
        return element.values.indices.contains(level) ? element.values[level] : last
    }

    /// `CpuPowerCalculator` @ 485d10721481: active, cluster and core currents.
    func processor(at point: OperatingPoint) -> Double {
        guard let names = CPUFigures.names(of: point.cluster, in: profile),
            let place = profile.list(names.speeds).firstIndex(of: Double(point.speed))
        else { return 0 }
        let isList = profile.list("cpu.active").count > 1
        let currents = profile.list(names.currents)
        let core = currents.indices.contains(place) ? currents[place] : 0
        return (isList ? 0 : self["cpu.active"]) + self["cpu.cluster_power.cluster\(point.cluster)"]
            + Double(point.cores) * core
    }

    /// `ModemPowerProfile` @ 4c9a773564fc for the default technology and frequency.
    var active: PowerProfile.Modem.Active? {
        profile.modem?.active.last { $0.rat == "DEFAULT" && $0.frequency == "DEFAULT" }
    }

    /// Values missing in `<modem>` come from `modem.controller.*`.
    func sending(_ level: Int) -> Double {
        let levels = active?.transmit ?? []
        return (levels.indices.contains(level) ? levels[level] : nil)
            ?? self["modem.controller.tx", level]
    }

    /// `MobileRadioPowerCalculator` @ 0b14d87c174a without counters.
    ///
    /// Without `radio.active`, the mean of receiving and five times sending.
    var radioInUse: Double {
        if profile.element("radio.active") != nil { return self["radio.active"] }
        let sending = (0..<5).reduce(0.0) { $0 + self["modem.controller.tx", $1] }
        return (self["modem.controller.rx"] + sending) / 6
    }

    func camping(_ level: Int) -> Double {
        guard profile.element("radio.on") == nil else { return self["radio.on", level] }
        let idle = self["modem.controller.idle"]
        return level == 0 ? idle * 25 / 180 : max(1, idle / 256)
    }

    /// `WifiPowerCalculator` @ 841789f27e77 and `BluetoothPowerCalculator` @ 864591f7a90b.
    ///
    /// 0 where one of the controller's three currents is zero.
    func part(_ part: String, _ state: String) -> Double {
        let isGiven = ["idle", "rx", "tx"].allSatisfy { self["\(part).controller.\($0)"] != 0 }
        return isGiven ? self["\(part).controller.\(state)"] : 0
    }

    /// `GnssPowerCalculator` @ 842b134e2cc4: `gps.on`, or the current of a signal quality.
    func satellites(_ quality: Int) -> Double {
        profile.element("gps.on") != nil ? self["gps.on"] : self["gps.signalqualitybased", quality]
    }
}
