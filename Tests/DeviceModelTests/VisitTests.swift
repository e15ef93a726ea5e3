import Kernel
import ModelFixtures
import Testing

@testable import DeviceModel

@Suite struct VisitTests {
    private func instant(_ seconds: Double) -> Instant { .start + TimeSpan(Seconds(seconds)) }

    private func track(_ points: [(seconds: Double, meters: Double)]) -> Itinerary {
        Itinerary(
            Fixtures.valid {
                try RecordedTrack(pieces: [
                    points.map {
                        TrackPoint(
                            time: instant($0.seconds),
                            position: Places.munich.destination(
                                bearing: .zero, distance: Meters($0.meters)))
                    }
                ])
            })
    }

    private func visits(_ way: Itinerary) -> [Visit] {
        var walk = VisitWalk(way)
        var visits: [Visit] = []
        while let visit = walk.next() { visits.append(visit) }
        return visits
    }

    @Test("On a recorded route jitter is no departure, and a short stop no visit")
    func recorded() {
        // 900 s around 0 to 40 m, off at 1 m/s, 300 s at 2 km, then 4 km to the end.
        let found = visits(
            track([
                (0, 0), (300, 40), (600, 10), (900, 0), (2900, 2000), (3200, 2000), (5200, 4000),
            ]))
        #expect(found.count == 2)
        #expect(found[0].arrival == .start)
        #expect(abs((found[0].departure - .start).seconds.magnitude - 1000) < 1e-3)
        #expect(abs(found[0].place.north - 50.0 / 3) < 0.01)
        #expect(found[1].arrival == instant(5200) && found[1].departure == .never)
    }

    @Test("On a synthetic route visits are the stays, at their places")
    func synthetic() {
        let way = Itinerary(
            Places.commuter, from: RandomSource(seed: 3, replication: 0), until: instant(5 * 86_400)
        )
        let found = visits(way)
        // Two days' nights at home are one stay, though the route has a waypoint between them.
        var stays: [(begin: Instant, end: Instant)] = []
        for leg in (0..<way.legCount).map(way.leg) where leg.from == leg.to {
            if let last = stays.last, last.end == leg.begin {
                stays[stays.count - 1].end = leg.end
            } else {
                stays.append((leg.begin, leg.end))
            }
        }
        let long = stays.filter { $0.end - $0.begin >= Visit.shortest }
        let closed = found.filter { $0.departure < .never }
        #expect(closed.count >= 5)
        #expect(closed.map(\.arrival) == long.prefix(closed.count).map(\.begin))
        #expect(closed.map(\.departure) == long.prefix(closed.count).map(\.end))
        #expect(found.count - closed.count == 1)
        for visit in found {
            #expect(way.point(at: visit.arrival) == visit.place)
            if visit.departure < .never { #expect(way.point(at: visit.departure) == visit.place) }
        }
    }

    @Test(
        "A position reports a visit if it is near and measured from shortly before it to its end",
        arguments: [
            (-301.0, 0.0, 0), (-299, 0, 1), (0, 0, 1), (0, 499, 1), (0, 501, 0), (1249, 0, 1),
            (1251, 0, 0),
        ])
    func detection(_ after: Double, _ off: Double, _ detected: Int) {
        // 4 km at 2 m/s, 1200 s there, and on.
        let way = track([(0, 0), (2000, 4000), (3200, 4000), (5200, 8000)])
        var score = VisitScore(way)
        let fix = Fix(
            time: instant(2000 + after), point: MapPoint(east: off, north: 4000), source: .cell,
            accuracy: Meters(100))
        score.see(fix)
        score.finish(at: instant(5000))
        #expect(score.count == 1)
        #expect(score.detected == detected)
    }

    @Test("A visit that continues at the horizon counts if it has been long enough")
    func horizon() {
        func count(_ seconds: Double) -> Int {
            var score = VisitScore(Itinerary(stayingAt: .origin))
            score.finish(at: instant(seconds))
            return score.count
        }
        #expect(count(599) == 0 && count(600) == 1)
    }
}

@Suite struct RegionScoreTests {
    private func instant(_ seconds: Double) -> Instant { .start + TimeSpan(Seconds(seconds)) }

    /// North at 10 m/s, 4 km in all, with a region of 500 m around 2 km: in at 150 s, out at 250 s.
    private func score(_ events: [(entered: Bool, at: Double)]) -> RegionScore {
        let start = MapPoint(east: 0, north: 0)
        let region = PlacedRegion(
            name: "home", center: MapPoint(east: 0, north: 2000), radius: Meters(500))
        var score = RegionScore([region, region], watched: [1], start: start)
        var events = events[...]
        var now = 0.0
        while now < 1000 {
            let next = min(events.first?.at ?? 1000, now + 7, 1000)
            func place(_ time: Double) -> MapPoint {
                MapPoint(east: 0, north: min(time, 400) * 10)
            }
            score.move(
                from: place(now), to: place(next), begin: instant(now), seconds: next - now,
                isKnown: true)
            now = next
            if let event = events.first, event.at == now {
                score.event(1, entered: event.entered, at: instant(now))
                events.removeFirst()
            }
        }
        return score
    }

    @Test(
        "A crossing is answered by an event of its direction, at most five minutes early or stale",
        arguments: [
            ([], 0, 0.0), ([(true, 150.0)], 1, 0), ([(true, 170), (false, 280)], 2, 50),
            ([(false, 170)], 1, -80), ([(true, 100)], 1, -50),
            // Out since 250 s: after 550 s the report of the entry is stale.
            ([(true, 540)], 1, 390), ([(true, 560)], 0, 0),
            ([(true, 160), (true, 170)], 1, 10),
        ] as [([(entered: Bool, at: Double)], Int, Double)])
    func answers(_ events: [(entered: Bool, at: Double)], _ answered: Int, _ delays: Double) {
        let score = score(events)
        #expect(score.crossings == 2 && score.isWatching)
        #expect(score.answered == answered)
        #expect(abs(score.delays - delays) < 1e-6)
    }

    @Test("A route through a region within one leg enters and leaves it")
    func through() {
        let start = MapPoint(east: -900, north: 300)
        let region = PlacedRegion(
            name: "home", center: MapPoint(east: 0, north: 0), radius: Meters(500))
        var score = RegionScore([region], watched: [0], start: start)
        score.move(
            from: start, to: MapPoint(east: 900, north: 300), begin: .start, seconds: 180,
            isKnown: true)
        score.event(0, entered: true, at: instant(180))
        score.event(0, entered: false, at: instant(180))
        #expect(score.crossings == 2 && score.answered == 2)
        // In at 900 − 400 m, out at 900 + 400 m, at 10 m/s.
        expectClose(score.delays, 130 + 50)
    }

    @Test("A crossing that a recorded track does not know counts nowhere")
    func unknown() {
        let start = MapPoint(east: 0, north: 0)
        let region = PlacedRegion(name: "home", center: start, radius: Meters(500))
        var score = RegionScore([region], watched: [0], start: start)
        score.move(
            from: start, to: MapPoint(east: 900, north: 0), begin: .start, seconds: 90,
            isKnown: false)
        score.move(
            from: MapPoint(east: 900, north: 0), to: start, begin: instant(90), seconds: 90,
            isKnown: true)
        #expect(score.crossings == 1)
    }
}
