import Kernel
import ModelFixtures
import Testing

@testable import DeviceModel
@testable import Studies

/// Tests of a Wi-Fi radio next to the cellular one, by each radio's energy.
struct NetworkTests {
    private static let powerSave = Fixtures.valid {
        try RadioProfile(
            name: "wi-fi", technology: .wifi,
            states: [
                RadioState(name: "PSM", draw: .constant(Milliwatts(30))),
                RadioState(
                    name: "CAM", draw: .constant(Milliwatts(250)), uplink: BitsPerSecond(8e6),
                    downlink: BitsPerSecond(8e6),
                    demotion: Demotion(to: 0, after: Fixtures.seconds(0.2))),
            ],
            initial: 0,
            promotions: [
                Promotion(from: 0, to: 1, delay: .zero, power: Milliwatts(250), trigger: .data)
            ],
            roundTrip: Seconds(0.05), transferPower: nil)
    }

    private static func scenario(
        _ wifi: WiFiPresence, join: WiFiJoinProfile? = nil, hours: Double = 24,
        every: Double = 600, network: NetworkBehaviour = NetworkBehaviour(),
        bytes: Double = 1000
    ) -> Scenario {
        var device = Fixtures.device()
        device.wifiJoin = join
        let traffic = TrafficSource(
            every: .constant(Seconds(every)), uplink: .constant(.zero),
            downlink: .constant(Bytes(bytes)), roundTrips: 1)
        return Fixtures.valid {
            try Scenario(
                name: "networks", question: "?", device: device, radio: Fixtures.umts(),
                wifiRadio: powerSave, system: Fixtures.system(),
                horizon: Fixtures.seconds(hours * 3600),
                world: WorldProfile(otherTraffic: [traffic], network: network, wifi: wifi),
                policies: [
                    NamedPolicy(name: "keep-alive", options: Fixtures.keepAlive(minutes: 10)),
                    NamedPolicy(name: "none", options: .none),
                ],
                baseline: 0,
                replications: ReplicationPlan(
                    atLeast: 2, atMost: 2, metrics: [.energy], relativeHalfWidth: Fraction(0.01)),
                seed: 3)
        }
    }

    private static func window(_ from: Double, _ until: Double) -> WiFiPresence {
        WiFiPresence(
            rule: .daily([
                Fixtures.valid {
                    DailyWindow(
                        from: Fixtures.seconds(from * 3600), until: Fixtures.seconds(until * 3600))
                }
            ]))
    }

    private static func run(_ scenario: Scenario, _ options: PolicyOptions = .none) -> RunResult {
        scenario.run(options)
    }

    private static func residence(
        _ result: RunResult, _ component: Component, _ state: String
    ) -> Double {
        let plan = result.table.plan
        var total: Int64 = 0
        result.table.forEachCell { line, _, cell in
            let found = plan.lines[line]
            if found.component == component && found.state == state { total += cell.nanoseconds }
        }
        return Double(total) / 1e9
    }

    @Test("Wi-Fi from 18 to 8 o'clock carries that time's traffic, and is off otherwise")
    func nightAtHome() {
        let result = Self.run(Self.scenario(Self.window(18, 8)))
        // A transfer every 10 min, the first at 10 min: 47 before 8 o'clock, 60 over UMTS until
        // before 18 o'clock, and 36 after it.
        expectNear(Self.residence(result, .wifi, "off"), 10 * 3600, 0.3)
        let perTransfer = 0.05 + 0.001 + 0.2
        let overWiFi = (Self.residence(result, .wifi, "CAM") / perTransfer).rounded()
        #expect(overWiFi == 83)
        let promoted = result.metrics[.promotions] ?? 0
        #expect(overWiFi + promoted == 143)
    }

    @Test("A phone joins for its time and energy, and uses UMTS until it has joined")
    func joining() {
        let join = WiFiJoinProfile(energy: Millijoules(5900), time: Fixtures.seconds(5))
        let free = Self.run(Self.scenario(Self.window(12, 13), every: 86_400 * 2))
        let paid = Self.run(Self.scenario(Self.window(12, 13), join: join, every: 86_400 * 2))
        expectNear(Self.residence(paid, .wifi, "joining"), 5, 1e-9)
        expectNear(Self.residence(paid, .wifi, "PSM"), 3595, 1e-9)
        let difference = (paid.metrics[.energy] ?? 0) - (free.metrics[.energy] ?? 0)
        expectNear(difference, 5.9 - 5 * 0.030, 1e-9)
    }

    @Test("A transfer on the air at the hand-over finishes on its radio")
    func handOverInTransfer() {
        // 100 MB take 800 s over UMTS at 1 Mbit/s; Wi-Fi comes in the middle.
        let scenario = Self.scenario(Self.window(1, 2), hours: 3, every: 3400, bytes: 1e8)
        let result = Self.run(scenario)
        let plan = result.table.plan
        var bytes: [Component: Int64] = [:]
        result.table.forEachCell { line, _, cell in
            bytes[plan.lines[line].component, default: 0] += cell.downlinkBytes
        }
        // At 3,400 s and 10,200 s over UMTS, the last for 600 s; at 6,800 s over Wi-Fi.
        #expect(bytes[.wifi] == 100_000_000)
        let umts = Double(bytes[.cellular] ?? 0)
        #expect(umts > 1.7e8 && umts < 1.8e8)
    }

    @Test("A hand-over ends connections: the next keep-alive makes a new one")
    func handOverEndsConnections() {
        let result = Self.run(
            Self.scenario(Self.window(18, 8), every: 1e6), Fixtures.keepAlive(minutes: 10))
        #expect(result.metrics[.connectionLosses] == 2)
    }

    @Test("Wi-Fi has a middlebox of its own")
    func middleboxOfWiFi() {
        var wifi = Self.window(18, 8)
        wifi.natIdleTimeout = .constant(Seconds(300))
        let network = NetworkBehaviour(natIdleTimeout: .constant(Seconds(7200)))
        let result = Self.run(
            Self.scenario(wifi, every: 1e6, network: network), Fixtures.keepAlive(minutes: 10))
        // 5 of each 10 min in the 14 hours of Wi-Fi.
        let share = result.metrics[.unreachableShare] ?? 0
        #expect(share > 28 && share < 31)
    }

    @Test("A day with Wi-Fi all the time is a run over Wi-Fi, next to an idle UMTS radio")
    func wholeDay() {
        let both = Self.run(Self.scenario(Self.window(0, 24)), Fixtures.keepAlive(minutes: 10))
        #expect(both.metrics[.promotions] == 0)
        #expect(both.metrics[.connectionLosses] == 0)
        expectNear(Self.residence(both, .cellular, "IDLE"), 86_400, 1e-9)
    }

    @Test("Every policy meets identical Wi-Fi, and the books of both radios cover the horizon")
    func sameWorld() {
        for seed in 0..<20 {
            var wifi = Self.window(6, 9)
            if case .daily(let windows) = wifi.rule {
                wifi.rule = .daily([
                    Fixtures.valid {
                        DailyWindow(
                            from: windows[0].from, until: windows[0].until,
                            laterBy: .exponential(mean: Seconds(1200)))
                    }
                ])
            }
            let join = WiFiJoinProfile(energy: Millijoules(100), time: Fixtures.seconds(3))
            let scenario = Self.scenario(wifi, join: join, hours: 72, every: 77)
            let app = scenario.run(Fixtures.keepAlive(minutes: 10), replication: seed)
            let none = scenario.run(.none, replication: seed)
            let joined = Self.residence(app, .wifi, "joining")
            #expect(joined == Self.residence(none, .wifi, "joining"), "seed \(seed)")
            let off = Self.residence(app, .wifi, "off") - Self.residence(none, .wifi, "off")
            #expect(abs(off) < 1, "seed \(seed): \(off)")
        }
    }

    @Test("Stays at home and at work have Wi-Fi, the trips between them have none")
    func byPlace() {
        let places = Itinerary(
            [
                (.start, Self.place(0), .stay), (Self.hour(8), Self.place(0), .walk),
                (Self.hour(9), Self.place(5000), .stay), (Self.hour(17), Self.place(5000), .walk),
                (Self.hour(18), Self.place(0), .stay),
            ], work: Self.place(5000))
        var home = StayTimes(at: [places.home], along: places)
        #expect(home.isThere)
        #expect(home.next() == Self.hour(8))
        home.flip()
        #expect(home.next() == Self.hour(18))
        home.flip()
        #expect(home.next() == nil && home.isThere)
        var both = StayTimes(at: [places.home, Self.place(5000)], along: places)
        var times: [Instant] = []
        while let time = both.next() {
            times.append(time)
            both.flip()
        }
        #expect(times == [8, 9, 17, 18].map(Self.hour))
    }

    private static func hour(_ hour: Double) -> Instant {
        .start + Fixtures.seconds(hour * 3600)
    }

    private static func place(_ east: Double) -> Position {
        Fixtures.valid {
            try Position(latitude: Degrees(0), longitude: Degrees(east / 111_195))
        }
    }

    @Test("Invalid windows, and radios and worlds that do not fit, are refused")
    func faults() {
        let moment = DailyWindow(from: Fixtures.seconds(60), until: Fixtures.seconds(60))
        #expect(DailyWindow.form.check?(moment)?.message == "the window begins and ends at 1 min")
        let long = DailyWindow(from: .zero, until: Fixtures.seconds(90_000))
        #expect(long.refusedOption == "from")
        func place(
            _ radio: RadioProfile, _ other: RadioProfile?, _ wifi: WiFiPresence?
        ) -> ScenarioError.Place? {
            let error = #expect(throws: ScenarioError.self) {
                try Self.fitting(radio: radio, wifiRadio: other, wifi)
            }
            return error?.place
        }
        #expect(place(Fixtures.umts(), nil, Self.window(1, 2)) == .wifi)
        #expect(place(Fixtures.umts(), Self.powerSave, nil) == .ownWiFiRadio)
        #expect(place(Fixtures.umts(), Fixtures.lte(), Self.window(1, 2)) == .wifiRadio)
        #expect(place(Self.powerSave, Self.powerSave, Self.window(1, 2)) == .radio)
        #expect(throws: ScenarioError.wifiAtNoWork) {
            try Self.fitting(
                radio: Fixtures.umts(), wifiRadio: Self.powerSave,
                WiFiPresence(rule: .places([.work])))
        }
    }

    private static func fitting(
        radio: RadioProfile, wifiRadio: RadioProfile?, _ wifi: WiFiPresence?
    ) throws(ScenarioError) {
        _ = try Scenario(
            name: "x", question: "?", device: Fixtures.device(), radio: radio,
            wifiRadio: wifiRadio, system: Fixtures.system(), horizon: Fixtures.seconds(60),
            world: WorldProfile(wifi: wifi),
            policies: [NamedPolicy(name: "none", options: .none)], baseline: 0,
            replications: ReplicationPlan(
                atLeast: 2, atMost: 2, metrics: [.energy], relativeHalfWidth: Fraction(0.01)),
            seed: 1)
    }
}
