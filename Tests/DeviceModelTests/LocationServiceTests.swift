import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

@Suite struct LocationServiceTests {
    private let wandering = WorldProfile(
        movement: Places.wanderer(
            stay: .constant(Seconds(3600)), distance: Meters(10_000), speed: 10),
        cells: .hexagonal(Places.urbanMacro))

    private func run(
        _ options: PolicyOptions, world: WorldProfile, system: SystemRules = Fixtures.system(),
        hours: Double = 24, seed: UInt64
    ) -> RunResult {
        let scenario = Fixtures.scenario(
            system: system, hours: hours, world: world,
            policies: [NamedPolicy(name: "app", options: options)], seed: seed)
        return scenario.run(options)
    }

    private func significantChange(terminated: Double = 0) -> PolicyOptions {
        .significantChange(
            SignificantChangeOptions(
                upload: Fixtures.positionUpload, terminated: Fraction(terminated)))
    }

    private let hybrid = PolicyOptions.hybrid(
        HybridOptions(timeout: Fixtures.seconds(60), upload: Fixtures.positionUpload))

    private func drive(_ kilometers: Double) -> Movement {
        let far = Places.munich.destination(
            bearing: Degrees(90), distance: Meters(1000 * kilometers))
        let points = [
            TrackPoint(time: .start, position: Places.munich),
            TrackPoint(time: .start + Fixtures.seconds(100 * kilometers), position: far),
        ]
        return .track(Fixtures.valid { try RecordedTrack(pieces: [points]) })
    }

    @Test(
        "On a straight drive a larger minimum distance never gives more events", arguments: 1...20)
    func monotonicStraight(seed: UInt64) {
        let world = WorldProfile(movement: drive(30), cells: .hexagonal(Places.urbanMacro))
        let counts = [0.0, 200, 500, 1000, 3000, 50_000].map {
            run(
                significantChange(), world: world, system: Fixtures.system(minimumDistance: $0),
                hours: 1, seed: seed
            ).metrics[.fixes]!
        }
        #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 >= $1 }, "\(counts)")
        #expect(counts.first! > 30 && counts.last! == 1, "\(counts)")
    }

    @Test("A longer minimum interval and a larger minimum distance give fewer events in all")
    func monotonicDays() {
        func total(interval: Double, distance: Double) -> Double {
            (1...6 as ClosedRange<UInt64>).reduce(0) { sum, seed in
                let system = Fixtures.system(
                    minimumInterval: interval, minimumDistance: distance)
                return sum
                    + run(significantChange(), world: wandering, system: system, seed: seed)
                    .metrics[.fixes]!
            }
        }
        let byInterval = [0.0, 60, 300, 900].map { total(interval: $0, distance: 0) }
        let byDistance = [0.0, 500, 2000].map { total(interval: 0, distance: $0) }
        #expect(zip(byInterval, byInterval.dropFirst()).allSatisfy { $0 > $1 })
        #expect(zip(byDistance, byDistance.dropFirst()).allSatisfy { $0 > $1 })
    }

    @Test(
        "n separate events cost n wake-ups and n lone transfers, and the launches",
        arguments: [0, 1])
    func energy(terminated: Double) throws {
        let world = WorldProfile(movement: drive(30), cells: .hexagonal(Places.urbanMacro))
        // At least a minute apart, so that each finds the radio at rest.
        let system = Fixtures.system(minimumInterval: 60)
        for seed in 1...5 as ClosedRange<UInt64> {
            let app = run(
                significantChange(terminated: terminated), world: world, system: system,
                hours: 2, seed: seed
            ).metrics
            let none = run(.none, world: world, system: system, hours: 2, seed: seed).metrics
            let events = try #require(app[.uploads])
            let transfer: Double = 3 * 0.15 + 8 * 1500 / 1e6
            let radio: Double = 2 * 0.53 + transfer * 0.7 + 5 * 0.7 + 12 * 0.35
            let processor: Double = 0.05 + 0.1 * (2 + transfer)
            let launches = (events - 1) * terminated * 0.1 * 1.5
            expectClose(
                app[.energy]! - none[.energy]!, events * (radio + processor) + launches)
            #expect(events > 20, "seed \(seed)")
        }
    }

    @Test("A share of terminated events is launched, and policies agree on which")
    func terminations() {
        let share = (1...5 as ClosedRange<UInt64>).map { seed in
            let half = run(significantChange(terminated: 0.5), world: wandering, seed: seed).metrics
            let none = run(significantChange(), world: wandering, seed: seed).metrics
            return (half[.energy]! - none[.energy]!) / (0.15 * half[.fixes]!)
        }
        // At most half of a thousand events, within five standard deviations: an app still busy
        // with the event before is not terminated.
        #expect(share.allSatisfy { (0.2...0.6).contains($0) }, "\(share)")
    }

    @Test("An upload beyond task completion ends the app, so that the next event launches it")
    func overrun() {
        let world = WorldProfile(movement: drive(30), cells: .hexagonal(Places.urbanMacro))
        var system = Fixtures.system(minimumInterval: 60)
        let within = run(significantChange(), world: world, system: system, hours: 1, seed: 1)
        system.taskCompletion = TaskCompletionRules(limit: Fixtures.seconds(2))
        let beyond = run(significantChange(), world: world, system: system, hours: 1, seed: 1)
        let events = within.metrics[.fixes]!
        expectClose(
            beyond.metrics[.energy]! - within.metrics[.energy]!, (events - 1) * 0.1 * 1.5)
    }

    @Test("A fix for each change costs more than the change, less than the receiver, and is nearer")
    func hybridBetween() {
        for seed in 1...5 as ClosedRange<UInt64> {
            let change = run(significantChange(), world: wandering, seed: seed).metrics
            let one = run(hybrid, world: wandering, seed: seed).metrics
            let gps = run(
                Fixtures.gpsContinuous(uploadEvery: Fixtures.seconds(60)), world: wandering,
                seed: seed
            ).metrics
            #expect(change[.energy]! < one[.energy]!, "seed \(seed)")
            #expect(one[.energy]! < gps[.energy]!, "seed \(seed)")
            #expect(one[.positionErrorMedian]! < change[.positionErrorMedian]!, "seed \(seed)")
        }
    }

    @Test("Changes that come while a hybrid searches share one fix")
    func hybridSearchesOnce() {
        // A change every 4 s under a roof, where each search lasts its 60 s.
        let changes = Fixtures.valid {
            CellRate(changes: .perHour(PerHour(900)), radius: Meters(500))
        }
        let world = WorldProfile(
            cells: .rate(changes), sky: Sky(indoors: Fraction(1)))
        for seed in 1...5 as ClosedRange<UInt64> {
            let metrics = run(hybrid, world: world, hours: 1, seed: seed).metrics
            #expect(metrics[.cellChanges]! > 700, "seed \(seed)")
            #expect((50...60).contains(metrics[.fixes]!), "seed \(seed): \(metrics[.fixes]!)")
        }
    }

    @Test("Without satellites in time, a hybrid takes the cell's position")
    func hybridFallsBack() {
        let impatient = PolicyOptions.hybrid(
            HybridOptions(timeout: Fixtures.seconds(5), upload: Fixtures.positionUpload))
        let cells = WorldProfile(cells: Places.cells(perKilometer: 1))
        let one = run(impatient, world: cells, hours: 1, seed: 1)
        let change = run(significantChange(), world: cells, hours: 1, seed: 1)
        #expect(one.metrics[.uploads] == 1)
        expectClose(
            one.metrics[.positionErrorMedian]!, change.metrics[.positionErrorMedian]!)
        let rows = one.table.residenceRows()
        let searching = rows.first { $0.component == .gnss && $0.state == "acquiring" }
        #expect(searching?.nanoseconds == 5_000_000_000)
    }
}
