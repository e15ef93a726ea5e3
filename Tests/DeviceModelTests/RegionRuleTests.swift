import Kernel
import ModelFixtures
import Testing

@testable import DeviceModel

@Suite struct RegionRuleTests {
    struct Row: Sendable, CustomStringConvertible {
        let description: String
        let isInside: Bool
        let zones: [(Double, RegionZone)]
        /// Times in seconds; entries are positive, exits negative.
        let events: [Double]
    }

    static let rows = [
        Row(
            description: "IO-014: out for 20 s is out", isInside: true,
            zones: [(0, .inside), (90, .border), (100, .outside)], events: [-120]),
        Row(
            description: "IO-014: back before the 20 s are over is no crossing", isInside: true,
            zones: [(100, .outside), (119, .border), (130, .outside), (140, .inside)],
            events: []),
        Row(
            description: "IO-014: and the 20 s begin anew", isInside: true,
            zones: [(100, .outside), (119, .border), (130, .outside)], events: [-150]),
        Row(
            description: "IO-014: back when they are over is a crossing, and then another",
            isInside: true, zones: [(100, .outside), (120, .inside)], events: [-120, 140]),
        Row(
            description: "IO-015: near the border nothing changes", isInside: true,
            zones: [(100, .border), (500, .inside), (600, .border)], events: []),
        Row(
            description: "SR-029: events are not coalesced, however close", isInside: false,
            zones: [(0, .inside), (21, .outside), (42, .inside), (63, .outside)],
            events: [20, -41, 62, -83]),
        Row(
            description: "Being there at the start is no event", isInside: true,
            zones: [(0, .inside)], events: []),
    ]

    @Test("Region monitoring reports an event after its dwell time", arguments: rows)
    func isSure(_ row: Row) {
        var monitor = RegionMonitor(
            region: 3, isInside: row.isInside, dwell: Fixtures.seconds(20))
        var events: [RegionEvent] = []
        for (time, zone) in row.zones {
            let now = Instant.start + Fixtures.seconds(time)
            if let event = monitor.advance(to: now) { events.append(event) }
            monitor.observe(zone, at: now)
        }
        if let event = monitor.advance(to: .never) { events.append(event) }
        let found = events.map { $0.time.seconds.magnitude * ($0.isEntry ? 1 : -1) }
        #expect(found == row.events)
        #expect(events.allSatisfy { $0.region == 3 })
    }

    /// A 10 km drive north at 10 m/s. It passes a region of 500 m after 5 km at the given distance
    /// and crosses circles of 300 and 700 m by Pythagoras' theorem.
    @Test(
        "A straight drive crosses circles at the computed times",
        arguments: [0.0, 100, 299, 400, 699, 701], [2, 11, 1001])
    func straightDrive(aside: Double, points: Int) {
        let way = Places.drive(kilometers: 10, seconds: 1000, points: points)
        let region = PlacedRegion(
            name: "r", center: MapPoint(east: aside, north: 5000), radius: Meters(500))
        var crossings = RegionCrossings(way, RegionBorder(region, distance: Meters(200)))
        #expect(crossings.zone == .outside)
        func half(_ radius: Double) -> Double? {
            radius > aside ? (radius * radius - aside * aside).squareRoot() / 10 : nil
        }
        var expected: [(Double, RegionZone)] = []
        if let outer = half(700) {
            expected.append((500 - outer, .border))
            if let inner = half(300) {
                expected += [(500 - inner, .inside), (500 + inner, .border)]
            }
            expected.append((500 + outer, .outside))
        }
        for (time, zone) in expected {
            let found = crossings.next()
            #expect(found?.zone == zone)
            #expect(abs((found?.time.seconds.magnitude ?? 0) - time) < 1e-5)
        }
        #expect(crossings.next() == nil)
    }

    @Test(
        "IM-073, IM-074: a region on the route is entered and left 20 s beyond its circles"
    )
    func driveThrough() {
        let way = Places.drive(kilometers: 10, seconds: 1000)
        let region = PlacedRegion(
            name: "r", center: MapPoint(east: 0, north: 5000), radius: Meters(500))
        var events = RegionEvents(
            way, RegionBorder(region, distance: Meters(200)), region: 0,
            dwell: Fixtures.seconds(20))
        let (entry, exit) = (events.next(), events.next())
        #expect(entry?.isEntry == true)
        expectClose(entry?.time.seconds.magnitude ?? 0, 490, relative: 1e-8)
        #expect(exit?.isEntry == false)
        expectClose(exit?.time.seconds.magnitude ?? 0, 590, relative: 1e-8)
        #expect(events.next() == nil)
    }

    @Test("A region crossed in less than the dwell is not entered")
    func tooFast() {
        let way = Places.drive(kilometers: 10, seconds: 200)
        let region = PlacedRegion(
            name: "r", center: MapPoint(east: 0, north: 5000), radius: Meters(500))
        var events = RegionEvents(
            way, RegionBorder(region, distance: Meters(200)), region: 0,
            dwell: Fixtures.seconds(20))
        #expect(events.next() == nil)
    }

    @Test("A small region is entered halfway to its centre")
    func smallRegion() {
        let border = RegionBorder(
            PlacedRegion(name: "r", center: MapPoint(east: 0, north: 0), radius: Meters(100)),
            distance: Meters(200))
        #expect(border.zone(of: MapPoint(east: 50, north: 0)) == .inside)
        #expect(border.zone(of: MapPoint(east: 51, north: 0)) == .border)
        #expect(border.zone(of: MapPoint(east: 300, north: 0)) == .border)
        #expect(border.zone(of: MapPoint(east: 301, north: 0)) == .outside)
    }

    @Test("Zones along drawn routes equal those of the positions, second by second, for 20 people")
    func drawnWays() {
        for seed in 1...20 as ClosedRange<UInt64> {
            let way = Itinerary(
                Places.commuter, from: RandomSource(seed: seed, replication: 0),
                until: Instant.start + Fixtures.seconds(3 * 86_400))
            let work = way.point(at: Instant.start + Fixtures.seconds(12 * 3600))
            for (center, radius) in [
                (MapPoint(east: 0, north: 0), 150.0), (work, 600),
                (MapPoint(east: work.east / 2, north: work.north / 2), 300),
            ] {
                let region = PlacedRegion(name: "r", center: center, radius: Meters(radius))
                checkZones(way, RegionBorder(region, distance: Meters(200)), seed: seed)
            }
        }
    }

    private func checkZones(_ way: Itinerary, _ border: RegionBorder, seed: UInt64) {
        var crossings = RegionCrossings(way, border)
        var zone = crossings.zone
        var next = crossings.next()
        for second in stride(from: 0, to: 3 * 86_400, by: 7) {
            let now = Instant.start + Fixtures.seconds(Double(second))
            while let crossing = next, crossing.time <= now {
                zone = crossing.zone
                next = crossings.next()
            }
            let point = way.point(at: now)
            if border.slack(at: point) < 1e-3 { continue }
            #expect(zone == border.zone(of: point), "seed \(seed), \(second) s")
        }
    }
}
