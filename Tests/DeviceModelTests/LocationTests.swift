import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

@Suite struct LocationTests {
    private let wandering = WorldProfile(
        movement: Places.wanderer(
            stay: .constant(Seconds(3600)), distance: Meters(10_000), speed: 10),
        cells: Places.cells(perKilometer: 1))
    private let still = WorldProfile(cells: Places.cells(perKilometer: 1))

    private func run(
        _ options: PolicyOptions, system: SystemRules = Fixtures.system(),
        device: DeviceProfile = Fixtures.device(), world: WorldProfile? = nil, seed: UInt64 = 1
    ) -> RecordedRun {
        let scenario = Fixtures.scenario(
            device: device, system: system, world: world ?? wandering,
            policies: [NamedPolicy(name: "tracker", options: options)], seed: seed)
        return RecordedRun(scenario, policy: options)
    }

    @Test("The receiver acquires once, then tracks to the end, and the phone stays awake")
    func gpsStates() {
        let result = run(Fixtures.gpsContinuous(uploadEvery: Fixtures.seconds(60)))
        let rows = result.table.residenceRows()
        func residence(_ component: Component, _ state: String) -> Double {
            rows.first { $0.component == component && $0.state == state }
                .map { Double($0.nanoseconds) / 1e9 } ?? 0
        }
        #expect(residence(.gnss, "acquiring") == 30)
        #expect(residence(.gnss, "tracking") == 86_370)
        #expect(residence(.processor, "awake-background") == 86_400)
        // At 30 s, then every minute.
        #expect(result.metrics[.uploads] == 1440)
    }

    @Test("Significant changes cost a fraction of the receiver's energy, and know less")
    func frontier() {
        for seed in 1...5 as ClosedRange<UInt64> {
            let gps = run(Fixtures.gpsContinuous(uploadEvery: Fixtures.seconds(60)), seed: seed)
                .metrics
            let change = run(Fixtures.significantChange, seed: seed).metrics
            #expect(change[.energy]! < 0.2 * gps[.energy]!, "seed \(seed)")
            #expect(
                change[.positionErrorMedian]! > 5 * gps[.positionErrorMedian]!, "seed \(seed)")
            #expect(change[.positionError95]! > change[.positionErrorMedian]!, "seed \(seed)")
        }
    }

    @Test("A phone that stays in one place reports once")
    func stationary() {
        let result = run(Fixtures.significantChange, world: still)
        #expect(result.metrics[.fixes] == 1)
    }

    @Test("Later systems wait five minutes and five hundred metres between events")
    func laterSystems() {
        let old = run(Fixtures.significantChange)
        let later = run(
            Fixtures.significantChange,
            system: Fixtures.system(minimumInterval: 300, minimumDistance: 500))
        #expect(later.metrics[.fixes]! < old.metrics[.fixes]!)
        let times = later.timeline.filter {
            later.table.plan.lines[$0.line].state == "waking"
                || later.table.plan.lines[$0.line].kind == .promotion
        }.map(\.from.nanoseconds)
        for (one, next) in zip(times, times.dropFirst()) {
            #expect(next - one >= 300_000_000_000)
        }
    }

    @Test("A sleeping phone delivers late, in groups, or with other work")
    func delayed() {
        let prompt = run(Fixtures.significantChange)
        let delayed = run(Fixtures.significantChange, system: Fixtures.system(delayAsleep: 120))
        #expect(delayed.metrics[.fixes]! < prompt.metrics[.fixes]!)
        #expect(delayed.metrics[.fixes]! > 1)
    }

    @Test("Cell changes come at the rate of the movement, for 200 days")
    func cellRate() {
        // A day of alternating 3,600 s stays and 1,000 s trips is 18 trips and a last stay: 180 km
        // at one change a kilometre, and the fix at the start.
        let mean =
            (1...200 as ClosedRange<UInt64>).reduce(0) {
                $0 + run(Fixtures.significantChange, seed: $1).metrics[.fixes]!
            } / 200
        let expected = 181.0
        // The standard error of the mean of 200 Poisson counts of 180.
        let standardError = 0.95
        #expect(abs(mean - expected) < 3 * standardError, "\(mean) against \(expected)")
    }

    @Test("The median error of a cell position is the movement's")
    func cellError() {
        let errors = (1...400 as ClosedRange<UInt64>).map {
            run(Fixtures.significantChange, world: still, seed: $0)
                .metrics[.positionErrorMedian]!
        }.sorted()
        // Half of 400 draws below 400 m, within three standard deviations of a fair coin.
        let below = errors.count { $0 < 400 }
        #expect(abs(below - 200) <= 30, "\(below)")
    }
}
