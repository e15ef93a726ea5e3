import Kernel
import Traces

/// Android's own calculation of charge from a power profile: current times time, in mAh.
///
/// The rules of AOSP's `com.android.server.power.stats` (aosp-mirror/platform_frameworks_base).
/// They use the file unchanged: zero is zero, and no voltage is multiplied. Phones with power-rail
/// meters use those instead.
public struct AndroidCharge: Sendable {
    private let profile: PowerProfile

    public init(_ profile: PowerProfile) { self.profile = profile }

    /// `UsageBasedPowerEstimator` @ 47c5ed138431: mA · ms / 3.6e6.
    public static func charge(_ current: Double, for time: Seconds) -> MilliampereHours {
        MilliampereHours(current * time.magnitude * 1000 / 3.6e6)
    }

    private func charge(_ name: String, _ time: Seconds) -> MilliampereHours {
        Self.charge(current(name), for: time)
    }

    /// An element's current; of an array the value at a level, or the last beyond its end.
    private func current(_ name: String, _ level: Int = 0) -> Double {
        guard let element = profile.element(name), let last = element.values.last else { return 0 }
        return element.values.indices.contains(level) ? element.values[level] : last
    }

    // MARK: Processor

    /// `IdlePowerCalculator` @ bf32ad1814fb: suspend for all the time on battery, idle for the time
    /// awake.
    public func idle(onBattery: Seconds, awake: Seconds) -> MilliampereHours {
        charge("cpu.suspend", onBattery) + charge("cpu.idle", awake)
    }

    /// `WakelockPowerCalculator` @ 842b134e2cc4: idle for the time of an app's partial wake locks.
    public func wakeLock(held: Seconds) -> MilliampereHours { charge("cpu.idle", held) }

    /// `CpuPowerCalculator` @ 485d10721481: active, cluster and core currents.
    ///
    /// - Parameters:
    ///   - active: While any core ran.
    ///   - clusters: While a core of each cluster ran.
    ///   - speeds: Core time of each cluster at each speed, in the order of the file.
    public func processor(
        active: Seconds, clusters: [Seconds], speeds: [[Seconds]]
    ) -> MilliampereHours {
        var sum = charge("cpu.active", active)
        for (number, time) in clusters.enumerated() {
            sum += charge("cpu.cluster_power.cluster\(number)", time)
        }
        for (number, times) in speeds.enumerated() {
            guard let names = CPUFigures.names(of: number, in: profile) else { continue }
            for (current, time) in zip(profile.list(names.currents), times) {
                sum += Self.charge(current, for: time)
            }
        }
        return sum
    }

    // MARK: Modem

    /// Times that a modem counts.
    public struct ModemTimes: Hashable, Sendable {
        public var sleep = Seconds(0)
        public var idle = Seconds(0)
        public var active: [Active] = []

        public struct Active: Hashable, Sendable {
            /// `DEFAULT`, `LTE`, `NR`.
            public var rat: String
            /// `DEFAULT`, and with NR `LOW`, `MID`, `HIGH`, `MMWAVE`.
            public var frequency: String
            public var receiving: Seconds
            /// Five times, from the least power to the most.
            public var sending: [Seconds]

            public init(
                rat: String = "DEFAULT", frequency: String = "DEFAULT", receiving: Seconds,
                sending: [Seconds]
            ) {
                (self.rat, self.frequency) = (rat, frequency)
                (self.receiving, self.sending) = (receiving, sending)
            }
        }

        public init(sleep: Seconds = .zero, idle: Seconds = .zero, active: [Active] = []) {
            (self.sleep, self.idle, self.active) = (sleep, idle, active)
        }
    }

    /// `MobileRadioPowerCalculator` @ 0b14d87c174a with the modem's counters.
    public func modem(_ times: ModemTimes) -> MilliampereHours {
        let tree = profile.modem
        let sleep = tree?.sleep ?? current("modem.controller.sleep")
        let idle = tree?.idle ?? current("modem.controller.idle")
        var sum = Self.charge(sleep, for: times.sleep) + Self.charge(idle, for: times.idle)
        for active in times.active {
            sum += Self.charge(receive(active), for: active.receiving)
            for (level, time) in active.sending.enumerated() {
                sum += Self.charge(transmit(active, level), for: time)
            }
        }
        return sum
    }

    /// `ModemPowerProfile` @ 4c9a773564fc: the frequency, else the technology's default, else the
    /// default.
    ///
    /// Values missing in `<modem>` come from `modem.controller.*`.
    private func receive(_ active: ModemTimes.Active) -> Double {
        constant(active, \.receive) ?? current("modem.controller.rx")
    }

    private func transmit(_ active: ModemTimes.Active, _ level: Int) -> Double {
        constant(active, { $0.transmit.indices.contains(level) ? $0.transmit[level] : nil })
            ?? current("modem.controller.tx", level)
    }

    private func constant(
        _ active: ModemTimes.Active, _ value: (PowerProfile.Modem.Active) -> Double?
    ) -> Double? {
        let steps = [
            (active.rat, active.frequency), (active.rat, "DEFAULT"), ("DEFAULT", "DEFAULT"),
        ]
        for (rat, frequency) in steps {
            let found = profile.modem?.active.last { $0.rat == rat && $0.frequency == frequency }
            if let found, let constant = value(found) { return constant }
        }
        return nil
    }

    /// `MobileRadioPowerCalculator` without counters.
    ///
    /// Without `radio.active`, its current is the mean of receiving and five times sending.
    /// - `levels`: Idle time at each signal level, from no signal on.
    public func radio(
        active: Seconds, levels: [Seconds], scanning: Seconds
    ) -> MilliampereHours {
        var inUse = current("radio.active")
        if profile.element("radio.active") == nil {
            let sending = (0..<5).reduce(0.0) { $0 + current("modem.controller.tx", $1) }
            inUse = (current("modem.controller.rx") + sending) / 6
        }
        var sum = Self.charge(inUse, for: active)
        for (level, time) in levels.enumerated() { sum += Self.charge(camping(level), for: time) }
        return sum + charge("radio.scanning", scanning)
    }

    private func camping(_ level: Int) -> Double {
        guard profile.element("radio.on") == nil else { return current("radio.on", level) }
        let idle = current("modem.controller.idle")
        return level == 0 ? idle * 25 / 180 : max(1, idle / 256)
    }

    public static func shared(
        _ total: MilliampereHours, by times: [Seconds]
    ) -> [MilliampereHours] {
        let sum = times.reduce(0) { $0 + $1.magnitude }
        return times.map { MilliampereHours(sum > 0 ? total.magnitude * $0.magnitude / sum : 0) }
    }

    // MARK: The rest

    /// `WifiPowerCalculator` @ 841789f27e77 with the controller's times.
    ///
    /// `nil` where one of the three currents is zero.
    public func wifi(
        receiving: Seconds, sending: Seconds, idle: Seconds
    ) -> MilliampereHours? {
        let names = ["wifi.controller.rx", "wifi.controller.tx", "wifi.controller.idle"]
        guard names.allSatisfy({ current($0) != 0 }) else { return nil }
        return charge(names[0], receiving) + charge(names[1], sending) + charge(names[2], idle)
    }

    /// Without the controller's times: 2 KiB packets at 1 Mbit/s, the time running, and scans.
    public func wifi(
        packets: Int, running: Seconds, scanning: Seconds
    ) -> MilliampereHours {
        let packet = Seconds(2048.0 * 8 / 1e6)
        return charge("wifi.active", Seconds(Double(packets) * packet.magnitude))
            + charge("wifi.on", running) + charge("wifi.scan", scanning)
    }

    /// `GnssPowerCalculator` @ 842b134e2cc4: `gps.on`, or the time-weighted mean of the two
    /// qualities.
    public func gnss(on: Seconds, poor: Seconds, good: Seconds) -> MilliampereHours {
        if profile.element("gps.on") != nil { return charge("gps.on", on) }
        let name = "gps.signalqualitybased"
        let weight = poor + good
        guard weight.magnitude > 0, profile.element(name) != nil else {
            return MilliampereHours(0)
        }
        let sum = current(name, 0) * poor.magnitude + current(name, 1) * good.magnitude
        return Self.charge(sum / weight.magnitude, for: on)
    }

    /// `BluetoothPowerCalculator` @ 864591f7a90b: 0 where one of the three currents is zero.
    public func bluetooth(
        idle: Seconds, receiving: Seconds, sending: Seconds
    ) -> MilliampereHours {
        let names = ["idle", "rx", "tx"].map { "bluetooth.controller.\($0)" }
        guard names.allSatisfy({ current($0) != 0 }) else { return MilliampereHours(0) }
        return charge(names[0], idle) + charge(names[1], receiving) + charge(names[2], sending)
    }
}
