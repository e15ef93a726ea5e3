import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

struct CellSignallingTests {
    /// Straight on for a day at 10 m/s. Every change of cell, one a kilometre, enters a new area.
    private static let world = WorldProfile(
        movement: Places.wanderer(
            stay: .constant(Seconds(1)), distance: Meters(864_000), speed: 10),
        cells: .rate(
            Fixtures.valid {
                CellRate(
                    changes: .perKilometer(PerKilometer(1)), radius: Meters(500),
                    areaChanges: Fraction(1))
            }))

    private static let exchange = TransferShape(
        roundTrips: 1, uplink: Bytes(100), downlink: Bytes(100))

    private func umts(_ signalling: CellSignalling) -> RadioProfile {
        let radio = Fixtures.umts()
        return Fixtures.valid {
            try RadioProfile(
                name: radio.name, technology: radio.technology, states: radio.states,
                initial: radio.initial, promotions: radio.promotions, roundTrip: radio.roundTrip,
                transferPower: nil, signalling: signalling)
        }
    }

    private func run(
        _ signalling: CellSignalling, policy: PolicyOptions = .none,
        world: WorldProfile = world
    ) -> RecordedRun {
        let scenario = Fixtures.scenario(
            radio: umts(signalling), world: world,
            policies: [NamedPolicy(name: "one", options: policy)])
        return RecordedRun(scenario, policy: policy)
    }

    private func joules(_ activity: String, _ run: RecordedRun) -> Double {
        let plan = run.table.plan
        let wanted = plan.activities.firstIndex(of: activity)
        var sum = 0.0
        run.table.forEachCell { line, owner, cell in
            guard owner == wanted else { return }
            sum += cell.energy(plan.lines[line].cost).magnitude / 1000
        }
        return sum
    }

    @Test("An area update with a fixed energy costs exactly that under every policy")
    func energy() {
        let silent = run(CellSignalling())
        let signalling = CellSignalling(areaUpdate: .energy(Millijoules(2460)))
        let told = run(signalling)
        let updates = told.metrics[.areaUpdates] ?? 0
        #expect(updates > 700 && updates == told.metrics[.cellChanges])
        #expect(silent.metrics[.areaUpdates] == updates)
        expectClose(
            (told.metrics[.energy] ?? 0) - (silent.metrics[.energy] ?? 0), 2.46 * updates)
        expectClose(joules("network signalling", told), 2.46 * updates)
        expectClose(joules("network signalling", silent), 0)
        #expect(told.metrics[.promotions] == 0)
        let posted = told.timeline.reduce(0) { $0 + $1.extra.magnitude / 1000 }
        expectClose(posted, 2.46 * updates)
    }

    @Test("An area update as a transfer wakes the radio, with its tail, but not the processor")
    func transfer() {
        let told = run(CellSignalling(areaUpdate: .transfer(Self.exchange)))
        #expect((told.metrics[.promotions] ?? 0) > 500)
        #expect(told.metrics[.wakeUps] == 0)
        let booked = joules("network signalling", told)
        expectClose(booked, told.metrics[.radioEnergy] ?? 0)
        // 8.76 J and the exchange each, less where one update falls into another's tail.
        let updates = told.metrics[.areaUpdates] ?? 0
        #expect(booked > 6 * updates && booked < 9 * updates)
    }

    @Test("A change of cell is signalled only while the radio is in use")
    func handover() {
        let quiet = run(CellSignalling(cellChange: Self.exchange))
        #expect(quiet.metrics[.radioEnergy] == 0)
        let busy = Fixtures.keepAlive(minutes: 10)
        let plain = run(CellSignalling(), policy: busy)
        let told = run(CellSignalling(cellChange: Self.exchange), policy: busy)
        #expect((told.metrics[.bytesUp] ?? 0) > (plain.metrics[.bytesUp] ?? 0))
        #expect(joules("network signalling", told) > 0)
    }

    @Test("An exchange with a fixed energy costs nothing more while the radio is in use")
    func energyInUse() {
        let signalling = CellSignalling(areaUpdate: .energy(Millijoules(2460)))
        let idle = run(signalling)
        let busy = run(signalling, policy: Fixtures.keepAlive(minutes: 10))
        #expect(joules("network signalling", busy) < joules("network signalling", idle))
    }

    @Test("A world without cells has no cell metrics")
    func noCells() {
        let metrics = run(CellSignalling(), world: WorldProfile()).metrics
        #expect(metrics[.cellChanges] == nil && metrics[.areaUpdates] == nil)
    }

    @Test("All policies meet identical changes of cell at identical times")
    func sameWorld() {
        let world = WorldProfile(
            otherTraffic: [
                TrafficSource(
                    every: .exponential(mean: Seconds(600)), uplink: .constant(Bytes(500)),
                    downlink: .exponential(mean: Bytes(20_000)), roundTrips: 1)
            ],
            movement: .profile(Places.commuter), cells: .hexagonal(Places.urbanMacro))
        let policies: [PolicyOptions] = [
            .none, Fixtures.significantChange, Fixtures.keepAlive(minutes: 10),
            Fixtures.gpsContinuous(uploadEvery: Fixtures.seconds(60)),
        ]
        for replication in 0..<5 {
            let sequences = policies.map { policy in
                RunPlan(
                    Fixtures.scenario(
                        radio: umts(CellSignalling(areaUpdate: .transfer(Self.exchange))),
                        world: world, policies: [NamedPolicy(name: "one", options: policy)]),
                    policy: policy
                ).cellChanges(replication: replication)
            }
            for sequence in sequences { #expect(sequence == sequences[0]) }
        }
    }

    @Test("Runs with surroundings drawn beforehand equal runs that draw them")
    func surroundings() {
        for cells in [
            CellLayout.hexagonal(Places.urbanMacro), .hexagonal(Places.hexagons(radius: 400)),
            Places.cells(perKilometer: 2),
        ] {
            let policy = Fixtures.significantChange
            let scenario = Fixtures.scenario(
                radio: umts(CellSignalling(areaUpdate: .energy(Millijoules(2460)))),
                world: WorldProfile(movement: .profile(Places.commuter), cells: cells),
                policies: [NamedPolicy(name: "one", options: policy)])
            let (plan, reference) = (
                RunPlan(scenario, policy: policy), RunPlan(scenario, policy: .none)
            )
            for replication in 0..<5 {
                let alone = plan.run(replication: replication)
                let shared = plan.run(in: reference.surroundings(replication: replication))
                for metric in Metric.allCases {
                    #expect(alone.metrics[metric] == shared.metrics[metric], "\(metric)")
                }
                #expect(alone.eventCount == shared.eventCount)
            }
        }
    }

    @Test("A route with a point each second causes no more events than one with two points")
    func notTicked() throws {
        func events(points: Int) throws -> UInt64 {
            let home = Places.munich
            let track = (0..<points).map { number in
                let share = Double(number) / Double(points - 1)
                return TrackPoint(
                    time: Instant.start + TimeSpan(Seconds(86_399 * share)),
                    position: home.destination(
                        bearing: Degrees(20), distance: Meters(100_000 * share)))
            }
            let world = WorldProfile(
                movement: .track(try RecordedTrack(pieces: [track])),
                cells: .hexagonal(Places.hexagons(radius: 500)))
            let policy = Fixtures.significantChange
            let scenario = Fixtures.scenario(
                world: world, policies: [NamedPolicy(name: "one", options: policy)])
            return RunPlan(scenario, policy: policy).work(replication: 0).events
        }
        let (few, many) = (try events(points: 2), try events(points: 86_400))
        #expect(few == many)
        // A change of cell is at most four events: itself, waking, running, the end of the upload.
        #expect(many < 4 * 200)
    }
}
