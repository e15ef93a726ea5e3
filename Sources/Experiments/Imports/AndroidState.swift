import Kernel
import Traces

/// A state whose time Android counts, by its command-line name.
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

    /// Android's charge for this long in the state; `nil` where the file lacks the elements.
    public func charge(
        for time: Seconds, in profile: PowerProfile, at point: OperatingPoint?
    ) -> MilliampereHours? {
        let charge = AndroidCharge(profile)
        let none = Seconds(0)
        let value: MilliampereHours?
        switch self {
        case .onBattery: value = charge.idle(onBattery: time, awake: none)
        case .awake: value = charge.idle(onBattery: none, awake: time)
        case .wakeLock: value = charge.wakeLock(held: time)
        case .cpuBackground: value = processor(time, profile, point)
        case .modemSleep: value = charge.modem(.init(sleep: time))
        case .modemIdle: value = charge.modem(.init(idle: time))
        case .modemReceiving:
            value = charge.modem(.init(active: [.init(receiving: time, sending: [])]))
        case .modemSending0: value = sending(0, time, charge)
        case .modemSending1: value = sending(1, time, charge)
        case .modemSending2: value = sending(2, time, charge)
        case .modemSending3: value = sending(3, time, charge)
        case .modemSending4: value = sending(4, time, charge)
        case .radioActive: value = charge.radio(active: time, levels: [], scanning: none)
        case .radioLevel0: value = charge.radio(active: none, levels: [time], scanning: none)
        case .radioLevel1:
            value = charge.radio(active: none, levels: [none, time], scanning: none)
        case .radioScanning: value = charge.radio(active: none, levels: [], scanning: time)
        case .wifiIdle: value = charge.wifi(receiving: none, sending: none, idle: time)
        case .wifiReceiving: value = charge.wifi(receiving: time, sending: none, idle: none)
        case .wifiSending: value = charge.wifi(receiving: none, sending: time, idle: none)
        case .wifiRunning: value = charge.wifi(packets: 0, running: time, scanning: none)
        case .wifiScanning: value = charge.wifi(packets: 0, running: none, scanning: time)
        case .gpsPoor: value = charge.gnss(on: time, poor: time, good: none)
        case .gpsGood: value = charge.gnss(on: time, poor: none, good: time)
        case .bluetoothIdle: value = charge.bluetooth(idle: time, receiving: none, sending: none)
        case .bluetoothReceiving:
            value = charge.bluetooth(idle: none, receiving: time, sending: none)
        case .bluetoothSending:
            value = charge.bluetooth(idle: none, receiving: none, sending: time)
        }
        return value.flatMap { $0.magnitude > 0 ? $0 : nil }
    }

    private func sending(
        _ level: Int, _ time: Seconds, _ charge: AndroidCharge
    ) -> MilliampereHours {
        var times = [Seconds](repeating: Seconds(0), count: 5)
        times[level] = time
        return charge.modem(.init(active: [.init(receiving: Seconds(0), sending: times)]))
    }

    private func processor(
        _ time: Seconds, _ profile: PowerProfile, _ point: OperatingPoint?
    ) -> MilliampereHours? {
        guard let point, let names = CPUFigures.names(of: point.cluster, in: profile),
            let place = profile.list(names.speeds).firstIndex(of: Double(point.speed))
        else { return nil }
        var clusters = [Seconds](repeating: Seconds(0), count: point.cluster + 1)
        var speeds = [[Seconds]](repeating: [], count: point.cluster + 1)
        clusters[point.cluster] = time
        speeds[point.cluster] = [Seconds](repeating: Seconds(0), count: place)
        speeds[point.cluster].append(Seconds(time.magnitude * Double(point.cores)))
        let hasList = profile.list("cpu.active").count > 1
        return AndroidCharge(profile).processor(
            active: hasList ? Seconds(0) : time, clusters: clusters, speeds: speeds)
    }
}
