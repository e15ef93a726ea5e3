import Kernel
import ModelFixtures
import Testing

@testable import DeviceModel
@testable import Studies

struct RegionTests {
    private func region(_ name: String, _ center: Region.Center) throws -> Region {
        Region(name: name, center: center, radius: Meters(200))
    }

    @Test("A place of work is drawn for each replication, and holds the user by day")
    func work() throws {
        for replication in 0..<20 as Range<UInt64> {
            let week = Instant.start + TimeSpan(Seconds(7 * 86_400))
            let way = Itinerary(
                .profile(Places.commuter), from: RandomSource(seed: 1, replication: replication),
                until: week)
            let work = try #require(way.work)
            let office = try region("office", .work).placed(on: way)
            #expect(way.home == Places.munich)
            #expect(way.map.point(of: work) == office.center)
            let noons = (0..<7).map {
                way.point(at: Instant.start + TimeSpan(Seconds(Double($0) * 86_400 + 43_200)))
            }
            #expect(noons.contains { office.contains($0) })
            let home = try region("home", .home).placed(on: way)
            #expect(home.center == MapPoint(east: 0, north: 0))
            #expect(home.contains(way.point(at: .start)))
        }
        let others = (0..<20 as Range<UInt64>).map {
            Itinerary(
                .profile(Places.commuter), from: RandomSource(seed: 1, replication: $0),
                until: .start
            ).work
        }
        #expect(Set(others).count == 20)
    }

    @Test("A recorded route begins at home and has no work")
    func track() throws {
        let way = Places.drive(kilometers: 5, seconds: 300)
        #expect(way.home == Places.munich && way.work == nil)
        let there = try region("there", .position(way.position(at: way.end))).placed(on: way)
        #expect(there.contains(way.point(at: way.end)) && !there.contains(way.point(at: .start)))
    }

    @Test("A region around work needs a movement with work, and names must be unique")
    func refused() throws {
        func scenario(_ movement: Movement, _ regions: [Region]) throws -> Scenario {
            let plain = Fixtures.scenario(
                policies: [NamedPolicy(name: "none", options: .none)])
            return try Scenario(
                name: "r", question: "r", device: plain.device, radio: plain.radio,
                system: plain.system, horizon: plain.horizon,
                world: WorldProfile(movement: movement, regions: regions),
                policies: plain.policies, baseline: 0, replications: plain.replications, seed: 1)
        }
        let office = try region("office", .work)
        #expect(throws: ScenarioError.noWork(region: "office")) {
            try scenario(.still(at: Places.munich), [office])
        }
        #expect(throws: ScenarioError.twoNamed("office", "regions")) {
            try scenario(.profile(Places.commuter), [office, office])
        }
        _ = try scenario(.profile(Places.commuter), [office])
        let point = Region(name: "point", center: .home, radius: .zero)
        #expect(point.refusedOption == "radius")
    }
}
