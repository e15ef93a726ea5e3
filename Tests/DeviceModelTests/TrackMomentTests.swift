import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

@Suite struct TrackMomentTests {
    private func moments(
        _ policy: PolicyOptions, seed: UInt64, step: Double, world: WorldProfile? = nil
    ) -> (moments: [TrackMoment], result: RunResult, way: Itinerary) {
        let scenario = Fixtures.scenario(
            world: world
                ?? WorldProfile(
                    movement: .profile(Places.commuter),
                    cells: .hexagonal(Places.hexagons(radius: 500))),
            policies: [NamedPolicy(name: "it", options: policy)], seed: seed)
        let plan = RunPlan(scenario, policy: policy)
        var moments: [TrackMoment] = []
        let result = plan.run(
            replication: 0, detail: RunDetail(trackStep: TimeSpan(Seconds(step)))
        ) { event in
            if case .moment(let moment) = event { moments.append(moment) }
        }
        return (moments, result, plan.trueTrack(replication: 0).itinerary)
    }

    @Test("Moments are ordered, include every waypoint, change and report, and follow all motion")
    func complete() {
        for seed in 0..<20 as Range<UInt64> {
            let (moments, result, way) = moments(Fixtures.significantChange, seed: seed, step: 60)
            let pairs = zip(moments, moments.dropFirst())
            #expect(moments.first?.reason == .start && moments.last?.reason == .end)
            let isAscending = pairs.allSatisfy { $0.time <= $1.time }
            #expect(isAscending, "seed \(seed)")
            func count(_ reason: TrackMoment.Reason) -> Double {
                Double(moments.count { $0.reason == reason })
            }
            let waypoints = way.times.dropFirst().count { $0.nanoseconds <= 86_400_000_000_000 }
            #expect(count(.waypoint) == Double(waypoints), "seed \(seed)")
            #expect(count(.report) == result.metrics[.uploads], "seed \(seed)")
            #expect(count(.cell) == result.metrics[.cellChanges], "seed \(seed)")
            for (one, next) in pairs where one.point != next.point {
                #expect(next.time - one.time <= TimeSpan(Seconds(60)), "seed \(seed)")
            }
            for moment in moments {
                #expect(moment.point == way.point(at: moment.time), "seed \(seed)")
            }
        }
    }

    @Test("Writing the track does not change the run")
    func unchanged() {
        let (_, result, _) = moments(Fixtures.significantChange, seed: 5, step: 1)
        let scenario = Fixtures.scenario(
            world: WorldProfile(
                movement: .profile(Places.commuter),
                cells: .hexagonal(Places.hexagons(radius: 500))),
            policies: [NamedPolicy(name: "none", options: .none)], seed: 5)
        let plain = scenario.run(Fixtures.significantChange)
        #expect(plain.metrics == result.metrics && plain.eventCount == result.eventCount)
    }

    @Test("The corners of a hexagon are its radius away from the tower")
    func outline() throws {
        let scenario = Fixtures.scenario(
            world: WorldProfile(cells: .hexagonal(Places.urbanMacro)),
            policies: [NamedPolicy(name: "none", options: .none)])
        let ground = RunPlan(scenario, policy: .none).trueTrack(replication: 3)
        let cells = try #require(ground.cells)
        let corners = cells.outline(of: cells.serving)
        #expect(corners.count == 6)
        for (corner, next) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
            let radius = cells.serving.radius.magnitude
            expectClose(
                corner.distance(to: try #require(cells.serving.tower)).magnitude, radius)
            expectClose(corner.distance(to: next).magnitude, radius)
        }
    }
}
