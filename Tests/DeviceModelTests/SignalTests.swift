import Kernel
import ModelFixtures
import Testing

@testable import DeviceModel
@testable import Studies

/// Tests of signal levels: a transfer's power, a change during a transfer, and levels in a world.
@Suite struct SignalTests {
    /// IDLE, and DCH with 1 Mbit/s each way, 100 mW and 400 mW per Mbit/s sent.
    private static let radio = Fixtures.leveled(
        Fixtures.valid {
            try RadioProfile(
                name: "leveled", technology: .umts,
                states: [
                    RadioState(name: "IDLE", draw: .constant(Milliwatts(10))),
                    RadioState(
                        name: "DCH", draw: .constant(Milliwatts(100)),
                        uplink: BitsPerSecond(1e6), downlink: BitsPerSecond(1e6),
                        demotion: Demotion(to: 0, after: Fixtures.seconds(5))),
                ],
                initial: 0,
                promotions: [
                    Promotion(
                        from: 0, to: 1, delay: Fixtures.seconds(2), power: Milliwatts(50),
                        trigger: .data)
                ],
                roundTrip: Seconds(0.1),
                transferPower: TransferPower(
                    base: nil, uplink: MilliwattsPerMegabit(400),
                    downlink: MilliwattsPerMegabit(20)))
        },
        [
            SignalLevel(
                name: "good",
                powers: SignalLevel.Powers(sending: Milliwatts(500), receiving: Milliwatts(200))),
            SignalLevel(
                name: "weak",
                powers: SignalLevel.Powers(sending: Milliwatts(900), receiving: Milliwatts(300)),
                uplink: Fraction(0.25), downlink: Fraction(0.5)),
            SignalLevel(name: "slow", uplink: Fraction(0.5)),
        ])

    private func transfer(
        up: Int64 = 0, down: Int64 = 0, roundTrips: Int = 0
    ) -> Transfer {
        Transfer(
            roundTrips: roundTrips, uplink: up, downlink: down, cause: Cause(activity: 3),
            ticket: Ticket())
    }

    private func run(
        _ transfers: [(Double, Transfer)], _ signal: [(Double, Int)], horizon: Double = 1000
    ) -> RadioAlone {
        RadioAlone(
            Self.radio, transfers.map { (Instant.start + Fixtures.seconds($0.0), $0.1) },
            horizon: Instant.start + Fixtures.seconds(horizon),
            signal: signal.map { (Instant.start + Fixtures.seconds($0.0), $0.1) })
    }

    /// The energy of transfers, in millijoules.
    private func drawn(_ run: RadioAlone) -> Double {
        var energy = 0.0
        run.table.forEachCell { line, _, cell in
            let found = run.table.plan.lines[line]
            if found.kind == .transfer { energy += cell.energy(found.cost).magnitude }
        }
        return energy
    }

    private func ends(_ run: RadioAlone) -> [Double] { run.ends.map(\.seconds.magnitude) }

    private func isClose(_ found: Double, _ expected: Double) -> Bool {
        abs(found - expected) <= 1e-9 * abs(expected)
    }

    @Test("A transfer at one level draws by the closed form")
    func oneLevel() {
        // Two round trips, 1 Mbit up, 2 Mbit down.
        let work = transfer(up: 125_000, down: 250_000, roundTrips: 2)
        let good = run([(10, work)], [(0, 0)])
        #expect(ends(good) == [15.2])
        #expect(isClose(drawn(good), 200 * 2.2 + 500))
        let weak = run([(10, work)], [(0, 1)])
        #expect(ends(weak) == [20.2])
        #expect(isClose(drawn(weak), 300 * 4.2 + 900 * 4))
        // Without powers of its own: the state's, and an unchanged energy for each bit.
        let slow = run([(10, work)], [(0, 2)])
        #expect(ends(slow) == [16.2])
        #expect(isClose(drawn(slow), 420 + 400 + 40))
        let without = run([(10, work)], [])
        #expect(isClose(drawn(without), 320 + 400 + 40))
    }

    @Test("All levels draw equal power at rest, in promotions and in tails")
    func restIsTheSame() {
        func rest(_ level: Int) -> Double {
            let books = run([(10, transfer(up: 1))], [(0, level)], horizon: 100)
            return books.table.totalEnergy.magnitude - drawn(books)
        }
        // Idle for 93 s, a promotion, a tail; the transfers take microseconds of it.
        let expected = 930.0 + 100 + 500
        for level in 0..<3 {
            let difference: Double = rest(level) - expected
            #expect(abs(difference) < 0.001, "level \(level)")
        }
    }

    @Test("A change during a transfer: the rest continues at the new rate and power")
    func change() {
        // 8 Mbit up are 8 s at the good level. After 3 s comes the weak one, at a quarter of the
        // rate: the 5 Mbit left take 20 s instead of 5 s. After 8 s it is good again, with 3 Mbit
        // left.
        let books = run([(10, transfer(up: 1_000_000))], [(0, 0), (15, 1), (23, 0)])
        #expect(ends(books) == [26])
        #expect(isClose(drawn(books), 1500 + 7200 + 1500))
    }

    @Test("Bytes carried before a change, or before the horizon, count at their level")
    func bytes() {
        let books = run(
            [(10, transfer(up: 1_000_000))], [(0, 0), (15, 1)], horizon: 19)
        var sent: [Int64] = []
        books.table.forEachCell { _, _, cell in
            if cell.uplinkBytes > 0 { sent.append(cell.uplinkBytes) }
        }
        #expect(sent == [375_000, 125_000])
    }

    @Test("A level that comes during the promotion applies to the whole transfer")
    func duringPromotion() {
        let books = run([(10, transfer(up: 125_000))], [(0, 0), (11, 1)])
        #expect(ends(books) == [16])
        #expect(isClose(drawn(books), 900 * 4))
    }

    @Test("An unchanged level, or a change at the very end, has no effect")
    func nothing() {
        let plain = run([(10, transfer(up: 125_000))], [(0, 0)])
        #expect(ends(plain) == [13])
        let again = run([(10, transfer(up: 125_000))], [(0, 0), (12.5, 0)])
        let late = run([(10, transfer(up: 125_000))], [(0, 0), (13, 1)])
        for other in [again, late] {
            #expect(other.ends == plain.ends)
            #expect(isClose(drawn(other), drawn(plain)))
        }
    }

    @Test("A change also affects the transfers that wait or interrupt")
    func queue() {
        // Each takes 1 s at the good level and 4 s at the weak one, which comes in the middle of
        // the first.
        let work = transfer(up: 125_000)
        let books = run([(10, work), (10, work)], [(0, 0), (12.5, 1)])
        #expect(ends(books) == [14.5, 18.5])
    }

    @Test("The longest possible transfer is given for the slowest level")
    func outlook() {
        var signal = Self.world(.constant(Seconds(60))).signal!
        let work = transfer(up: 1_000_000, down: 1_000_000, roundTrips: 1)
        func longest(_ level: Int) -> Double {
            var plan = LedgerPlan(activities: ["app"])
            let machine = RadioMachine(Self.radio, plan: &plan)
            let layout = SignalLayout(
                signal.levels.map(\.name), Self.radio, machine, plan: &plan)
            var ledger = EnergyLedger(plan: plan)
            var radio = Radio(machine, delays: RadioAlone.delays)
            radio.begin(ledger: &ledger)
            radio.come(to: layout.machines[level], at: .start, ledger: &ledger)
            return radio.longestTime(for: work).seconds.magnitude
        }
        // Promotion, round trip, 8 Mbit at a quarter of 1 Mbit/s and 8 Mbit at half of it.
        let slowest = 2 + 0.1 + 32 + 16
        for level in 0..<3 { #expect(longest(level) >= slowest, "level \(level)") }
        signal.levels.removeAll { $0.name == "weak" }
        #expect(longest(0) < 40 && longest(0) >= 2 + 0.1 + 16 + 8)
    }

    // MARK: Worlds

    private static func world(
        _ residence: Distribution<Seconds>, traffic: Double = 60
    ) -> WorldProfile {
        let source = TrafficSource(
            every: .exponential(mean: Seconds(traffic)), uplink: .constant(Bytes(50_000)),
            downlink: .constant(Bytes(50_000)), roundTrips: 1)
        var world = WorldProfile(otherTraffic: [source])
        world.signal = Signal(
            levels: [
                Signal.Level(name: "good", weight: 3), Signal.Level(name: "weak", weight: 1.5),
                Signal.Level(name: "slow", weight: 0.5),
            ], residence: residence)
        return world
    }

    private static func scenario(
        _ world: WorldProfile, radio: RadioProfile = radio, hours: Double = 24, seed: UInt64 = 1
    ) -> Scenario {
        Fixtures.valid {
            try Scenario(
                name: "signal", question: "?", device: Fixtures.device(), radio: radio,
                system: Fixtures.system(), horizon: Fixtures.seconds(hours * 3600), world: world,
                policies: [NamedPolicy(name: "none", options: .none)], baseline: 0,
                replications: ReplicationPlan(
                    atLeast: 2, atMost: 2, metrics: [.energy], relativeHalfWidth: Fraction(0.01)),
                seed: seed)
        }
    }

    /// Seconds at each level, by the books.
    private static func times(_ result: RunResult) -> [String: Double] {
        var times: [String: Double] = [:]
        result.table.forEachCell { line, _, cell in
            let found = result.table.plan.lines[line]
            guard found.component == .signal else { return }
            times[found.state, default: 0] += Double(cell.nanoseconds) / 1e9
        }
        return times
    }

    @Test(
        "Each level's long-run share equals its weight, whatever the law of its time",
        arguments: [
            Distribution<Seconds>.exponential(mean: Seconds(600)), .constant(Seconds(700)),
            .lognormal(median: Seconds(300), sigma: 1),
        ])
    func shares(_ residence: Distribution<Seconds>) {
        let scenario = Self.scenario(Self.world(residence, traffic: 3600))
        let plan = RunPlan(scenario, policy: .none)
        let runs = (0..<200).map { Self.times(plan.run(replication: $0)) }
        for (name, share) in [("good", 0.6), ("weak", 0.3), ("slow", 0.1)] {
            let shares: [Double] = runs.map { ($0[name] ?? 0) / 86_400 }
            let mean: Double = shares.reduce(0, +) / 200
            let squares: [Double] = shares.map { ($0 - mean) * ($0 - mean) }
            let variance: Double = squares.reduce(0, +) / 199
            let error = (variance / 200).squareRoot()
            // Nine intervals at 1 - 1e-4 each, by Student's t with 199 degrees.
            #expect(abs(mean - share) < 3.97 * error, "\(name): \(mean) +- \(error)")
            #expect(error < 0.02)
        }
    }

    @Test("All policies meet identical levels at identical times")
    func commonWorld() throws {
        let scenario = Self.scenario(Self.world(.exponential(mean: Seconds(300))))
        func course(_ policy: PolicyOptions, _ replication: Int) throws -> [String] {
            var course: [String] = []
            let plan = RunPlan(scenario, policy: policy)
            _ = plan.run(replication: replication) { posting in
                let line = plan.books.lines[posting.line]
                if line.component == .signal {
                    course.append("\(line.state) \(posting.from.nanoseconds)")
                }
            }
            return course
        }
        for replication in 0..<5 {
            let bare = try course(.none, replication)
            #expect(bare.count > 100)
            #expect(try course(Fixtures.keepAlive(minutes: 10), replication) == bare)
            #expect(try course(Fixtures.keepAlive(minutes: 25), replication) == bare)
        }
        #expect(try course(.none, 0) != course(.none, 1))
    }

    @Test("The signal moves nothing else of the world, and affects only radios with levels")
    func acts() {
        let with = Self.scenario(Self.world(.exponential(mean: Seconds(300))))
        var still = Self.world(.exponential(mean: Seconds(300)))
        still.signal = nil
        let bare = Fixtures.leveled(Self.radio, [])
        let moved = with.run(.none)
        let unmoved = Self.scenario(still).run(.none)
        let idle = Self.scenario(Self.world(.exponential(mean: Seconds(300))), radio: bare)
            .run(.none)
        #expect(moved.metrics[.bytesUp] == unmoved.metrics[.bytesUp])
        #expect(moved.metrics[.radioEnergy]! > unmoved.metrics[.radioEnergy]! * 1.01)
        // A radio without levels gains only the time at each level.
        #expect(idle.metrics[.radioEnergy] == unmoved.metrics[.radioEnergy])
        #expect(Self.times(idle) == Self.times(moved))
        #expect(Self.times(unmoved).isEmpty)
    }

    @Test("A run that waits for transfers learns their new end times")
    func awaited() {
        // A keep-alive of one round trip is not slower, one of many bytes is.
        var slow = Self.world(.constant(Seconds(1e6)))
        slow.signal?.levels = [Signal.Level(name: "weak", weight: 1)]
        let run = Self.scenario(slow).run(Fixtures.keepAlive(minutes: 10))
        slow.signal?.levels = [Signal.Level(name: "good", weight: 1)]
        let fast = Self.scenario(slow).run(Fixtures.keepAlive(minutes: 10))
        #expect(run.metrics[.keepAlives] == fast.metrics[.keepAlives])
        #expect(run.metrics[.energy]! > fast.metrics[.energy]!)
    }

    @Test("A level that the radio lacks is refused with its levels")
    func lacking() {
        var world = Self.world(.constant(Seconds(60)))
        world.signal?.levels.append(Signal.Level(name: "godo", weight: 1))
        let refused = #expect(throws: ScenarioError.self) {
            try Scenario(
                name: "signal", question: "?", device: Fixtures.device(), radio: Self.radio,
                system: Fixtures.system(), horizon: Fixtures.seconds(60), world: world,
                policies: [NamedPolicy(name: "none", options: .none)], baseline: 0,
                replications: ReplicationPlan(
                    atLeast: 2, atMost: 2, metrics: [.energy], relativeHalfWidth: Fraction(0.01)),
                seed: 1)
        }
        #expect(refused?.place == .level("godo", among: ["good", "weak", "slow"]))
    }

    @Test("Invalid levels are refused by name")
    func bad() {
        func fault(_ level: SignalLevel) -> String? {
            do throws(RadioProfileError) {
                _ = try RadioProfile(
                    name: "bad", technology: .umts, states: Self.radio.states, initial: 0,
                    promotions: Self.radio.promotions, roundTrip: Self.radio.roundTrip,
                    transferPower: nil, levels: Self.radio.levels + [level])
                return nil
            } catch {
                #expect(!error.advice.isEmpty)
                return error.message
            }
        }
        let noShare = "the level new must have more than 0 % and at most 100 % of the states' rates"
        let powers = SignalLevel.Powers(sending: Milliwatts(1), receiving: Milliwatts(2))
        #expect(fault(SignalLevel(name: "new")) == nil)
        #expect(fault(SignalLevel(name: "good")) == "the level good is listed twice")
        #expect(
            fault(SignalLevel(name: "new", powers: powers))
                == "the level new draws less while it sends than while it receives")
        #expect(fault(SignalLevel(name: "new", uplink: .zero)) == noShare)
        #expect(
            fault(SignalLevel(name: "new", downlink: Fraction(1.5))) == noShare)
    }
}
