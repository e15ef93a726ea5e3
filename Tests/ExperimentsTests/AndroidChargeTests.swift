import Experiments
import Kernel
import Testing
import Traces

/// Tests of Android's charge calculators against hand calculations, to 1e-9 mAh.
///
/// 1 mA for an hour is 1 mAh, so each expected value is currents times hours.
@Suite struct AndroidChargeTests {
    private let hour = Seconds(3600)
    private let none = Seconds(0)

    private func charge(_ body: String) throws -> AndroidCharge {
        AndroidCharge(
            try PowerProfile(path: "p.xml", bytes: Array("<device>\(body)</device>".utf8)))
    }

    private func expect(
        _ charge: MilliampereHours?, _ expected: Double,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let distance = ((charge?.magnitude ?? .nan) - expected).magnitude
        #expect(
            distance <= 1e-9, "\(String(describing: charge)), not \(expected)",
            sourceLocation: sourceLocation)
    }

    @Test("Idle: suspend for all the time on battery, idle for the time awake")
    func idle() throws {
        let file = try charge(
            "<item name=\"cpu.suspend\">10</item><item name=\"cpu.idle\">28.6</item>")
        // 10 mA for 24 h, and 28.6 mA for 1.5 h: 240 + 42.9.
        expect(file.idle(onBattery: Seconds(86_400), awake: Seconds(5400)), 282.9)
        // 28.6 mA for 90 s: 2574 mAs.
        expect(file.wakeLock(held: Seconds(90)), 0.715)
    }

    @Test("Processor: active once, each cluster, each core at each speed")
    func processor() throws {
        let file = try charge(
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
        // 12.37 * 1 + 0.24 * 0.5 + 3.23 * 0.25 + (1.89 * 0.5 + 6.15 * 1.5) + 3.71 * 0.25
        // = 12.37 + 0.12 + 0.8075 + 0.945 + 9.225 + 0.9275.
        let charge = file.processor(
            active: hour, clusters: [Seconds(1800), Seconds(900)],
            speeds: [[Seconds(1800), Seconds(5400)], [Seconds(900)]])
        expect(charge, 24.395)
    }

    private let modemItems = """
        <item name="modem.controller.sleep">2</item><item name="modem.controller.idle">3.5</item>
        <item name="modem.controller.rx">198</item>
        <array name="modem.controller.tx"><value>223</value><value>243</value><value>298</value>
        <value>573</value><value>668</value></array>
        """

    @Test("Modem with counters: receive and transmit by level, sleep and idle")
    func modem() throws {
        let file = try charge(modemItems)
        // 2 * 20 + 3.5 * 3 + 198 * 0.1 + 223 * 0.01 + 298 * 0.02 + 668 * 0.005
        // = 40 + 10.5 + 19.8 + 2.23 + 5.96 + 3.34.
        let times = AndroidCharge.ModemTimes(
            sleep: Seconds(72_000), idle: Seconds(10_800),
            active: [
                .init(
                    receiving: Seconds(360),
                    sending: [Seconds(36), none, Seconds(72), none, Seconds(18)])
            ])
        expect(file.modem(times), 81.83)
    }

    @Test("Modem's tree: frequency, technology, default; the old element fills its gaps")
    func tree() throws {
        let file = try charge(
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
        func receiving(_ rat: String, _ frequency: String) -> MilliampereHours {
            file.modem(
                .init(active: [
                    .init(rat: rat, frequency: frequency, receiving: hour, sending: [])
                ]))
        }
        expect(receiving("NR", "MMWAVE"), 300)
        expect(receiving("NR", "LOW"), 150)
        expect(receiving("LTE", "DEFAULT"), 110)
        // Level 0 comes from the default, level 1 from the item with one value for all.
        let sending = AndroidCharge.ModemTimes(
            active: [.init(rat: "NR", receiving: none, sending: [hour, hour])])
        expect(file.modem(sending), 410)
        expect(file.modem(.init(sleep: hour, idle: hour)), 13)
    }

    @Test("Modem without counters: active, levels, scanning, and their substitutes")
    func radio() throws {
        let file = try charge(
            """
            <item name="radio.active">171</item><item name="radio.scanning">6</item>
            <array name="radio.on"><value>88</value><value>8</value></array>
            """)
        // 171 * 0.5 + 88 * 0.25 + 8 * 10 + 8 * 1 (beyond the end: the last) + 6 * 2.
        let levels = [Seconds(900), Seconds(36_000), hour]
        expect(
            file.radio(active: Seconds(1800), levels: levels, scanning: Seconds(7200)), 207.5)
        // (198 + 223 + 243 + 298 + 573 + 668) / 6 = 2203 / 6 for active; 3.5 * 25 / 180 at level
        // 0, at least 1 above it.
        let newer = try charge(modemItems)
        expect(newer.radio(active: hour, levels: [], scanning: none), 2203.0 / 6)
        expect(newer.radio(active: none, levels: [hour], scanning: none), 87.5 / 180)
        expect(newer.radio(active: none, levels: [none, hour], scanning: hour), 1)
        let listening = try charge("<item name=\"modem.controller.idle\">512</item>")
        expect(listening.radio(active: none, levels: [none, hour], scanning: none), 2)
    }

    @Test("The active charge is divided in proportion to the apps' times")
    func shares() {
        let shares = AndroidCharge.shared(
            MilliampereHours(12), by: [Seconds(30), Seconds(10), Seconds(20)])
        expect(shares[0], 6)
        expect(shares[1], 2)
        expect(shares[2], 4)
        expect(AndroidCharge.shared(MilliampereHours(1), by: [Seconds(0)])[0], 0)
    }

    @Test("Wi-Fi: three currents of the controller, or packets, running and scans")
    func wifi() throws {
        let file = try charge(
            """
            <item name="wifi.controller.idle">38</item><item name="wifi.controller.rx">98</item>
            <item name="wifi.controller.tx">470</item>
            """)
        // 98 * 0.5 + 470 * 0.01 + 38 * 2.
        expect(
            file.wifi(receiving: Seconds(1800), sending: Seconds(36), idle: Seconds(7200)), 129.7)
        let older = try charge(
            """
            <item name="wifi.controller.rx">0</item><item name="wifi.on">0.5</item>
            <item name="wifi.active">135.59</item><item name="wifi.scan">19.46</item>
            """)
        #expect(older.wifi(receiving: hour, sending: hour, idle: hour) == nil)
        // 10,000 packets of 16.384 ms are 163.84 s of 135.59 mA: 22,215.0656 mAs; 0.5 * 24; and
        // 19.46 mA for 90 s.
        expect(
            older.wifi(packets: 10_000, running: Seconds(86_400), scanning: Seconds(90)),
            22_215.0656 / 3600 + 12 + 0.4865)
    }

    @Test("Satellites: one current, or the mean of two qualities by their times")
    func gnss() throws {
        let one = try charge("<item name=\"gps.on\">59.39</item>")
        expect(one.gnss(on: Seconds(600), poor: none, good: none), 59.39 / 6)
        let two = try charge(
            "<array name=\"gps.signalqualitybased\"><value>23.9</value><value>21.3</value></array>")
        // (23.9 * 100 + 21.3 * 300) / 400 = 21.95 mA for half an hour.
        expect(two.gnss(on: Seconds(1800), poor: Seconds(100), good: Seconds(300)), 10.975)
        expect(two.gnss(on: hour, poor: none, good: none), 0)
    }

    @Test("Bluetooth: three currents, and nothing if one of them is zero")
    func bluetooth() throws {
        let file = try charge(
            """
            <item name="bluetooth.controller.idle">2.2</item>
            <item name="bluetooth.controller.rx">5.8</item>
            <item name="bluetooth.controller.tx">20</item>
            """)
        // 2.2 * 24 + 5.8 * 0.25 + 20 * 0.1.
        expect(
            file.bluetooth(idle: Seconds(86_400), receiving: Seconds(900), sending: Seconds(360)),
            56.25)
        let zero = try charge(
            """
            <item name="bluetooth.controller.idle">0</item>
            <item name="bluetooth.controller.rx">10</item>
            <item name="bluetooth.controller.tx">10</item>
            """)
        expect(zero.bluetooth(idle: hour, receiving: hour, sending: hour), 0)
    }
}
