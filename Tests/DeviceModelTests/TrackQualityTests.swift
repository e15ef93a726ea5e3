import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

@Suite struct TrackQualityTests {
    private func instant(_ seconds: Double) -> Instant { .start + TimeSpan(Seconds(seconds)) }

    private func fix(_ east: Double, _ north: Double, at seconds: Double) -> Fix {
        Fix(
            time: instant(seconds), point: MapPoint(east: east, north: north), source: .gnss,
            accuracy: Meters(10))
    }

    private func metrics(
        _ way: Itinerary, _ reports: [(fix: Fix, at: Double)], until horizon: Double
    ) -> MetricValues {
        var quality = TrackQuality(way)
        for report in reports { quality.report(report.fix, at: instant(report.at)) }
        var metrics = MetricValues()
        quality.report(into: &metrics, at: instant(horizon))
        return metrics
    }

    private let north = Places.drive(kilometers: 10, seconds: 1000)

    @Test("A straight drive past a reported position, by hand")
    func drivePast() throws {
        // 10 m/s north; a report 60 m to the side of the route at 5 km. Within 100 m for 2 · 80 m,
        // within 500 m for 2 · √(500² − 60²) m, within 2 km for 2 · √(2000² − 60²) m.
        let found = metrics(north, [(fix(60, 5000, at: 0), 0)], until: 1000)
        func share(_ reach: Double) -> Double { 0.2 * (reach * reach - 3600).squareRoot() / 10 }
        expectClose(try #require(found[.within100]), share(100), relative: 1e-6)
        expectClose(try #require(found[.within500]), share(500), relative: 1e-6)
        expectClose(try #require(found[.within2000]), share(2000), relative: 1e-6)
        // The distance is uniform on 0 to 5 km except for the 60 m, which matter only near the
        // report.
        expectClose(
            try #require(found[.positionErrorMedian]), (2500 * 2500 + 3600).squareRoot(),
            relative: 0.005)
        expectClose(
            try #require(found[.positionError95]), (4750 * 4750 + 3600).squareRoot(),
            relative: 0.005)
        expectClose(try #require(found[.distanceTravelled]), 10, relative: 1e-9)
        #expect(found[.distanceReported] == 0 && found[.positionUnknownShare] == 0)
        expectClose(try #require(found[.positionAge]), 500)
        expectClose(try #require(found[.positionAge95]), 950, relative: 0.005)
    }

    @Test(
        "Quantiles of a steady growth are within the stated error",
        arguments: [1.0, 37, 4e4, 3e8])
    func ramp(_ length: Double) throws {
        var histogram = AgeHistogram()
        histogram.add(growingFrom: .zero, for: TimeSpan(Seconds(length)))
        for percent in 1...100 {
            let p = Double(percent) / 100
            let found = try #require(histogram.quantile(p))
            #expect(abs(found - p * length) <= 0.004 * p * length + 0.04, "\(percent) %: \(found)")
        }
    }

    @Test("A phone at rest has the errors of its reports, each for its time")
    func atRest() {
        let found = metrics(
            Itinerary(stayingAt: .origin),
            [(fix(400, 0, at: 100), 100), (fix(0, 90, at: 300), 350)], until: 1000)
        // 250 s at 400 m, 650 s at 90 m; nothing known for 100 s.
        expectClose(found[.positionErrorMedian]!, 90, relative: 0.005)
        expectClose(found[.positionError95]!, 400, relative: 0.005)
        expectClose(found[.within100]!, 65)
        expectClose(found[.within500]!, 90)
        expectClose(found[.positionUnknownShare]!, 10)
        expectClose(found[.distanceReported]!, Double(400 * 400 + 90 * 90).squareRoot() / 1000)
        // Ages 0 to 250, then 50 to 700.
        expectClose(found[.positionAge]!, (250 * 125 + 650 * 375) / 900)
        #expect(
            metrics(.init(stayingAt: .origin), [(fix(7, 0, at: 0), 0)], until: 60)[
                .positionErrorMedian] == 7)
    }

    @Test("Ages cover all time from the first report to the horizon, except for gaps")
    func ageTime() throws {
        let found = metrics(
            north,
            [(fix(0, 0, at: 80), 100.25), (fix(0, 0, at: 90), 300), (fix(0, 0, at: 85), 400)],
            until: 1000)
        let ages = try #require(found.durations[.positionAge])
        // A late one replaces nothing.
        #expect(ages.count == 2)
        #expect(ages.bins.reduce(0) { $0 + $1.weight } == 899_750_000_000)
        #expect(ages.least == TimeSpan(Seconds(20.25)) && ages.most == TimeSpan(Seconds(910)))
        expectClose(
            Double(ages.sum) / 1e9, (220 * 220 - 20.25 * 20.25 + 910 * 910 - 210 * 210) / 2)
        #expect(metrics(north, [], until: 1000).durations[.positionAge] == nil)
    }

    @Test("An undefined metric is left unset")
    func undefined() {
        let silent = metrics(north, [], until: 1000)
        for metric in [
            Metric.positionErrorMedian, .positionError95, .positionAge, .positionAge95,
            .distanceReported, .regionEvents, .regionDelay,
        ] { #expect(silent[metric] == nil, "\(metric)") }
        #expect(silent[.within2000] == 0 && silent[.positionUnknownShare] == 100)
        #expect(metrics(north, [], until: 0)[.within100] == nil)
    }

    @Test("A position measured before the last one replaces nothing, however late it comes")
    func late() {
        let reports = [(fix(1, 0, at: 10), 10.0), (fix(900, 0, at: 5), 20)]
        let found = metrics(Itinerary(stayingAt: .origin), reports, until: 110)
        #expect(found[.positionErrorMedian] == 1 && found[.distanceReported] == 0)
    }

    @Test("Gaps of a recorded track count nowhere")
    func gaps() throws {
        let place = Places.munich
        func point(_ seconds: Double, _ meters: Double) -> TrackPoint {
            TrackPoint(
                time: instant(seconds),
                position: place.destination(bearing: .zero, distance: Meters(meters)))
        }
        let track = try RecordedTrack(pieces: [
            [point(0, 0), point(100, 1000)], [point(500, 9000), point(600, 10_000)],
        ])
        let found = metrics(
            Itinerary(track),
            [(fix(0, 0, at: 0), 0), (fix(0, 3000, at: 300), 300), (fix(0, 9000, at: 500), 500)],
            until: 600)
        expectClose(try #require(found[.distanceTravelled]), 2, relative: 1e-6)
        #expect(found[.distanceReported] == 0)
        // Both pieces go 1 km away from their report: 100 m and 500 m of each.
        expectClose(try #require(found[.within100]), 10, relative: 1e-6)
        expectClose(try #require(found[.within500]), 50, relative: 1e-6)
        expectClose(try #require(found[.positionAge]), 50, relative: 1e-6)
        let ages = try #require(found.durations[.positionAge])
        #expect(ages.count == 2 && ages.bins.reduce(0) { $0 + $1.weight } == 200_000_000_000)
        #expect(ages.most == TimeSpan(Seconds(100)))
    }

    /// Stays of five minutes and walks.
    private let stroll = MovementProfile.wandering(
        Fixtures.valid {
            Wandering(
                home: Places.munich, stay: .constant(Seconds(300)), trips: [Places.walk],
                homing: .zero)
        })

    @Test(
        "Reports add up to what sampling every four milliseconds finds",
        arguments: 1...6 as ClosedRange)
    func sampled(_ seed: UInt64) throws {
        var random = RandomStream(StreamKey(seed: seed, replication: 0, purpose: "test"))
        let way = Itinerary(
            stroll, from: RandomSource(seed: seed, replication: 0), until: instant(3600))
        let reports = (0..<12).map { number in
            let time = 250 * Double(number) + 200 * random.uniform()
            let truth = way.point(at: instant(time))
            let lag = 40 * random.uniform()
            return (
                fix: fix(
                    truth.east + 300 * random.normal(), truth.north + 300 * random.normal(),
                    at: time), at: time + lag
            )
        }
        let found = metrics(way, reports, until: 3600)
        var distances: [Double] = []
        for step in stride(from: 1, through: 3_600_000, by: 4) {
            let time = Double(step) / 1000
            guard let last = reports.last(where: { $0.at <= time }) else { continue }
            distances.append(
                way.point(at: instant(time)).distance(to: last.fix.point).magnitude)
        }
        distances.sort()
        func share(_ reach: Double) -> Double {
            100 * Double(distances.count { $0 <= reach }) / 900_000
        }
        #expect(abs(try #require(found[.within100]) - share(100)) < 0.003)
        #expect(abs(try #require(found[.within500]) - share(500)) < 0.003)
        for (metric, p) in [(Metric.positionErrorMedian, 0.5), (.positionError95, 0.95)] {
            expectClose(
                try #require(found[metric]), distances[Int(p * Double(distances.count))],
                relative: 0.005)
        }
    }

    @Test("For any route and policy, shares grow with the distance, and quantiles are ordered")
    func properties() {
        for seed in 0..<40 as Range<UInt64> {
            for policy in [
                Fixtures.significantChange,
                Fixtures.gpsContinuous(uploadEvery: Fixtures.seconds(900)),
            ] {
                let scenario = Fixtures.scenario(
                    world: WorldProfile(
                        movement: .profile(Places.commuter),
                        cells: .hexagonal(Places.hexagons(radius: 800))),
                    policies: [NamedPolicy(name: "it", options: policy)], seed: seed)
                let found = scenario.run(policy).metrics
                let horizon = Instant.start + scenario.horizon
                let way = Itinerary(
                    Places.commuter, from: RandomSource(seed: seed, replication: 0), until: horizon)
                #expect(found[.within100]! <= found[.within500]!, "seed \(seed)")
                #expect(found[.within500]! <= found[.within2000]!, "seed \(seed)")
                #expect(found[.within2000]! <= 100, "seed \(seed)")
                #expect(found[.positionErrorMedian]! <= found[.positionError95]!, "seed \(seed)")
                expectClose(
                    found[.distanceTravelled]!, way.way(until: horizon).magnitude / 1000)
                #expect(
                    found[.visits]! == found[.visitsDetected]! + found[.visitsMissed]!,
                    "seed \(seed)")
            }
        }
    }

    @Test("Memory does not grow with the horizon")
    func size() {
        #expect(MemoryLayout<TrackQuality>.size < 1000)
        var histogram = AgeHistogram()
        #expect(histogram.binCount == 3456)
        for _ in 0..<1000 { histogram.add(growingFrom: .zero, for: TimeSpan(Seconds(4e6))) }
        #expect(histogram.binCount == 3456)
    }
}
