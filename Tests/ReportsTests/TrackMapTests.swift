import Foundation
import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel
@testable import Reports
@testable import Show

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite struct TrackMapTests {
    private func scenario(_ policy: PolicyOptions, days: Double) -> Scenario {
        Fixtures.scenario(
            hours: 24 * days,
            world: WorldProfile(
                movement: .profile(Places.commuter),
                cells: .hexagonal(Places.hexagons(radius: 800)),
                regions: [
                    Fixtures.valid {
                        Region(name: "home & <garden>", center: .home, radius: Meters(300))
                    }
                ]),
            policies: [NamedPolicy(name: "it", options: policy)], seed: 2)
    }

    private func map(_ policy: PolicyOptions, days: Double = 1, day: Int = 0) -> TrackMap {
        let plan = RunPlan(scenario(policy, days: days), policy: policy)
        var map = TrackMap(plan.trueTrack(replication: 0), day: day)
        _ = plan.run(
            replication: 0, detail: RunDetail(trackStep: TimeSpan(Seconds(60)))
        ) { event in
            if case .moment(let moment) = event { map.add(moment) }
        }
        return map
    }

    private func svg(
        _ map: TrackMap, title: String = "t", notes: [String] = []
    ) -> [UInt8] {
        let chart = TrackPicture(map, title: title, notes: notes).chart
        return Array(Picture("track", chart).svg.utf8)
    }

    private func isWellFormed(_ svg: [UInt8]) -> Bool {
        XMLParser(data: Data(svg)).parse()
    }

    private func count(_ part: String, in svg: [UInt8]) -> Int {
        String(decoding: svg, as: UTF8.self).components(separatedBy: part).count - 1
    }

    @Test("The drawing is well-formed whatever names it is given, and twice the same bytes")
    func wellFormed() {
        let map = map(Fixtures.significantChange)
        let svg = svg(map, title: "a < b & \"c\" \u{1}", notes: ["<note>", "]]>"])
        #expect(isWellFormed(svg))
        // As title for readers of screens, and as heading.
        #expect(count("a &lt; b &amp; &quot;c&quot; \u{FFFD}", in: svg) == 2)
        #expect(count(">home &amp; &lt;garden&gt;<", in: svg) == 1)
        #expect(self.svg(map) == self.svg(self.map(Fixtures.significantChange)))
        // One marker for each report, and one in the legend.
        #expect(count("class=\"dot c1\"", in: svg) == map.reportCount + 1)
    }

    @Test("Vega-Lite gets equal points in kilometres, and one scale for east and north")
    func vega() throws {
        let map = map(Fixtures.significantChange)
        let chart = TrackPicture(map, title: "it", notes: ["of a day"]).chart
        let picture = Picture("track", chart)
        let json = try JSONSerialization.jsonObject(with: Data(JSONText.bytes(picture.json)))
        let document = try #require(json as? [String: Any])
        let data = try #require(document["data"] as? [String: Any])
        let rows = try #require(data["values"] as? String).split(separator: "\n").dropFirst()
            .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        #expect(rows.allSatisfy { $0.count == 11 })
        func part(_ name: String) -> [[Substring]] { rows.filter { $0[1] == name } }
        let points = map.pieces.reduce(0) { $0 + $1.points.count }
        #expect(part("way").count + part("gap").count == points)
        #expect(part("report").count == map.reports.count && map.reports.count > 3)
        #expect(part("stay").count == map.stays.count)
        #expect(part("region").map { $0[2] } == ["home & <garden>"])
        let first = try #require(part("report").first)
        let east = try #require(Double(first[5]))
        #expect(abs(east - map.reports[0].fix.point.east / 1000) < 1e-9)
        let layers = try #require(document["layer"] as? [[String: Any]])
        let lengths = try layers.flatMap { layer in
            let encoding = try #require(layer["encoding"] as? [String: [String: Any]])
            return try ["x", "y"].map { name in
                let scale = try #require(encoding[name]?["scale"] as? [String: Any])
                let domain = try #require(scale["domain"] as? [Double])
                return domain[1] - domain[0]
            }
        }
        #expect(lengths.count == 22 && lengths.allSatisfy { abs($0 - lengths[0]) < 1e-9 })
    }

    @Test("However many reports and waypoints there are, the drawing stays small")
    func bounded() {
        let every = Fixtures.gpsContinuous(uploadEvery: Fixtures.seconds(5))
        let map = map(every)
        #expect(map.reportCount > 17_000)
        #expect(map.reports.count <= TrackMap.mostReports && map.drawnReports == 16)
        #expect(map.way.count <= TrackMap.mostPoints)
        let svg = svg(map, title: "many")
        #expect(isWellFormed(svg) && svg.count < 300_000)
        #expect(count("every 16th is drawn", in: svg) == 1)
    }

    @Test("A way of any number of points is drawn with no more than the limit, and none far away")
    func decimation() {
        let plan = RunPlan(scenario(.none, days: 1), policy: .none)
        var map = TrackMap(plan.trueTrack(replication: 0), day: 0)
        var first: TrackMoment?
        _ = plan.run(
            replication: 0, detail: RunDetail(trackStep: TimeSpan(Seconds(0.02)))
        ) { event in
            guard case .moment(let moment) = event else { return }
            if first == nil { first = moment }
            map.add(moment)
        }
        #expect(map.way.count <= TrackMap.mostPoints && map.way.count > 1000)
        #expect(map.way.first?.point == first?.point)
    }

    @Test("Another day of a longer run is another drawing; a day does not depend on the horizon")
    func days() {
        let first = svg(map(Fixtures.significantChange, days: 3))
        #expect(first == svg(map(Fixtures.significantChange)))
        let second = svg(map(Fixtures.significantChange, days: 3, day: 1))
        #expect(first != second)
    }

    @Test("A phone that stays where it is has a map, too")
    func still() {
        let plan = RunPlan(
            Fixtures.scenario(policies: [NamedPolicy(name: "none", options: .none)]), policy: .none)
        let map = TrackMap(plan.trueTrack(replication: 0), day: 0)
        #expect(isWellFormed(svg(map)))
    }

    @Test("Coordinates have a tenth of a pixel")
    func numbers() {
        #expect(SVGText.number(12.34) == "12.3" && SVGText.number(-0.04) == "0")
        #expect(SVGText.number(-7.25) == "-7.3" && SVGText.number(100) == "100")
    }
}
