import Experiments
import Kernel
import Testing
import Traces

/// Tests of Android's charge calculators against hand calculations, to 1e-9 mAh.
///
/// 1 mA for an hour is 1 mAh, so each expected value is currents times hours.
@Suite struct AndroidStateTests {
    private func file(_ body: String) throws -> PowerProfile {
        try PowerProfile(path: "p.xml", bytes: Array("<device>\(body)</device>".utf8))
    }

    /// The charge of times in seconds; `nil` where the file lacks one of the states.
    private func charge(
        _ times: [AndroidState: Double], _ file: PowerProfile, at point: OperatingPoint? = nil
    ) -> Double? {
        var sum = 0.0
        for (state, time) in times {
            guard let charge = state.charge(for: Seconds(time), in: file, at: point) else {
                return nil
            }
            sum += charge.magnitude
        }
        return sum
    }

    private func expect(
        _ charge: Double?, _ expected: Double,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let distance = ((charge ?? .nan) - expected).magnitude
        #expect(
            distance <= 1e-9, "\(String(describing: charge)), not \(expected)",
            sourceLocation: sourceLocation)
    }

    @Test("Idle: suspend for all the time on battery, idle for the time awake")
    func idle() throws {
        let file = try file(
            "<item name=\"cpu.suspend\">10</item><item name=\"cpu.idle\">28.6</item>")
        // 10 mA for 24 h, and 28.6 mA for 1.5 h: 240 + 42.9.
        expect(charge([.onBattery: 86_400, .awake: 5400], file), 282.9)
        // 28.6 mA for 90 s: 2574 mAs.
        expect(charge([.wakeLock: 90], file), 0.715)
        #expect(charge([.wakeLock: 0], file) == nil)
    }

    @Test("Processor: active once, the cluster once, each core at its speed")
    func processor() throws {
        let file = try file(
            """
            <item name="cpu.active">12.37</item>
            <array name="cpu.clusters.cores"><value>4</value><value>2</value></array>
            <item name="cpu.cluster_power.cluster0">0.24</item>
            <item name="cpu.cluster_power.cluster1">3.23</item>
            <array name="cpu.core_speeds.cluster0"><value>300000</value><value>574000</value>
            </array><array name="cpu.core_power.cluster0"><value>1.89</value><value>6.15</value>
            </array><array name="cpu.core_speeds.cluster1"><value>400000</value></array>
            <array name="cpu.core_power.cluster1"><value>3.71</value></array>
            """)
        func half(_ point: String) -> Double? {
            charge([.cpuBackground: 1800], file, at: OperatingPoint(point))
        }
        // (12.37 + 0.24 + 1.89) * 0.5.
        expect(half("0@300000"), 7.25)
        // (12.37 + 0.24 + 3 * 6.15) * 0.5.
        expect(half("0@574000x3"), 15.53)
        // (12.37 + 3.23 + 3.71) * 0.5.
        expect(half("1@400000"), 9.655)
        #expect(half("1@300000") == nil)
        #expect(half("2@400000") == nil)
        #expect(charge([.cpuBackground: 1800], file) == nil)
    }

    @Test("An old file's list of active currents is by speed, so nothing is added once")
    func oldProcessor() throws {
        let file = try file(
            """
            <array name="cpu.speeds"><value>300000</value><value>600000</value></array>
            <array name="cpu.active"><value>50</value><value>80</value></array>
            """)
        expect(charge([.cpuBackground: 3600], file, at: OperatingPoint("0@600000")), 80)
    }

    private let modemItems = """
        <item name="modem.controller.sleep">2</item><item name="modem.controller.idle">3.5</item>
        <item name="modem.controller.rx">198</item>
        <array name="modem.controller.tx"><value>223</value><value>243</value><value>298</value>
        <value>573</value><value>668</value></array>
        """

    @Test("Modem with counters: receive and transmit by level, sleep and idle")
    func modem() throws {
        let file = try file(modemItems)
        // 2 * 20 + 3.5 * 3 + 198 * 0.1 + 223 * 0.01 + 298 * 0.02 + 668 * 0.005
        // = 40 + 10.5 + 19.8 + 2.23 + 5.96 + 3.34.
        let times: [AndroidState: Double] = [
            .modemSleep: 72_000, .modemIdle: 10_800, .modemReceiving: 360, .modemSending0: 36,
            .modemSending2: 72, .modemSending4: 18,
        ]
        expect(charge(times, file), 81.83)
        // 243 * 0.1 + 573 * 0.1.
        expect(charge([.modemSending1: 360, .modemSending3: 360], file), 81.6)
    }

    @Test("Modem's tree: the default technology; the old element fills its gaps")
    func tree() throws {
        let file = try file(
            """
            <item name="modem.controller.sleep">7</item>
            <item name="modem.controller.idle">5</item>
            <item name="modem.controller.rx">100</item>
            <item name="modem.controller.tx">200</item>
            <modem><idle>6</idle>
            <active rat="DEFAULT"><receive>110</receive><transmit level="0">210</transmit></active>
            <active rat="NR"><receive>150</receive></active>
            <active rat="NR" nrFrequency="MMWAVE"><receive>300</receive></active></modem>
            """)
        expect(charge([.modemReceiving: 3600], file), 110)
        // Level 0 comes from the default, level 1 from the item with one value for all.
        expect(charge([.modemSending0: 3600, .modemSending1: 3600], file), 410)
        expect(charge([.modemSleep: 3600, .modemIdle: 3600], file), 13)
    }

    @Test("Modem without counters: active, levels, scanning, and their substitutes")
    func radio() throws {
        let older = try file(
            """
            <item name="radio.active">171</item><item name="radio.scanning">6</item>
            <array name="radio.on"><value>88</value><value>8</value></array>
            """)
        // 171 * 0.5 + 88 * 0.25 + 8 * 10 + 6 * 2.
        let times: [AndroidState: Double] = [
            .radioActive: 1800, .radioLevel0: 900, .radioLevel1: 36_000, .radioScanning: 7200,
        ]
        expect(charge(times, older), 199.5)
        // Beyond the end: the last.
        let single = try file("<array name=\"radio.on\"><value>8</value></array>")
        expect(charge([.radioLevel1: 3600], single), 8)
        // (198 + 223 + 243 + 298 + 573 + 668) / 6 = 2203 / 6 for active; 3.5 * 25 / 180 at level
        // 0, at least 1 above it.
        let newer = try file(modemItems)
        expect(charge([.radioActive: 3600], newer), 2203.0 / 6)
        expect(charge([.radioLevel0: 3600], newer), 87.5 / 180)
        expect(charge([.radioLevel1: 3600], newer), 1)
        #expect(charge([.radioScanning: 3600], newer) == nil)
        let listening = try file("<item name=\"modem.controller.idle\">512</item>")
        expect(charge([.radioLevel1: 3600], listening), 2)
    }

    @Test("Wi-Fi: three currents of the controller, or running and scans")
    func wifi() throws {
        let newer = try file(
            """
            <item name="wifi.controller.idle">38</item><item name="wifi.controller.rx">98</item>
            <item name="wifi.controller.tx">470</item>
            """)
        // 98 * 0.5 + 470 * 0.01 + 38 * 2.
        expect(charge([.wifiReceiving: 1800, .wifiSending: 36, .wifiIdle: 7200], newer), 129.7)
        let older = try file(
            """
            <item name="wifi.controller.rx">0</item><item name="wifi.on">0.5</item>
            <item name="wifi.active">135.59</item><item name="wifi.scan">19.46</item>
            """)
        for state in [AndroidState.wifiIdle, .wifiReceiving, .wifiSending] {
            #expect(charge([state: 3600], older) == nil)
        }
        // 0.5 * 24, and 19.46 mA for 90 s.
        expect(charge([.wifiRunning: 86_400, .wifiScanning: 90], older), 12 + 0.4865)
    }

    @Test("Satellites: one current, or that of a signal's quality")
    func satellites() throws {
        let one = try file("<item name=\"gps.on\">59.39</item>")
        expect(charge([.gpsPoor: 600], one), 59.39 / 6)
        expect(charge([.gpsGood: 600], one), 59.39 / 6)
        let two = try file(
            "<array name=\"gps.signalqualitybased\"><value>23.9</value><value>21.3</value></array>")
        // 23.9 for 6 minutes, and 21.3 for half an hour.
        expect(charge([.gpsPoor: 360, .gpsGood: 1800], two), 2.39 + 10.65)
    }

    @Test("Bluetooth: three currents, and nothing if one of them is zero")
    func bluetooth() throws {
        let file = try file(
            """
            <item name="bluetooth.controller.idle">2.2</item>
            <item name="bluetooth.controller.rx">5.8</item>
            <item name="bluetooth.controller.tx">20</item>
            """)
        // 2.2 * 24 + 5.8 * 0.25 + 20 * 0.1.
        let times: [AndroidState: Double] = [
            .bluetoothIdle: 86_400, .bluetoothReceiving: 900, .bluetoothSending: 360,
        ]
        expect(charge(times, file), 56.25)
        let zero = try self.file(
            """
            <item name="bluetooth.controller.idle">0</item>
            <item name="bluetooth.controller.rx">10</item>
            <item name="bluetooth.controller.tx">10</item>
            """)
        for state in times.keys { #expect(charge([state: 3600], zero) == nil) }
    }
}
