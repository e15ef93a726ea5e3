import Kernel
import ModelFixtures
import Testing

@testable import DeviceModel

struct CellTests {
    private static let radius = 250.0

    private func changes(
        _ layout: CellLayout, _ way: Itinerary, seed: UInt64 = 1, replication: UInt64 = 0
    ) -> [CellChange] {
        var tracker = CellTracker(
            layout, along: way, from: RandomSource(seed: seed, replication: replication))
        var all: [CellChange] = []
        while let change = tracker.next() { all.append(change) }
        return all
    }

    @Test("A hexagon holds the points nearest to its centre and has a number of its own")
    func grid() {
        let grid = HexagonalGrid(spacing: 100, origin: MapPoint(east: 7, north: -3), turn: 17)
        var random = RandomStream(StreamKey(seed: 1, replication: 0, purpose: "grid test"))
        for _ in 0..<20_000 {
            let point = MapPoint(
                east: 4000 * random.uniform() - 2000, north: 4000 * random.uniform() - 2000)
            let place = grid.place(at: point)
            let distance = point.distance(to: grid.middle(of: place)).magnitude
            #expect(distance <= 100 / 3.0.squareRoot() + 1e-9)
            for step in HexagonalGrid.neighbours.dropFirst() {
                let other = HexagonalGrid.Place(q: place.q + step.q, r: place.r + step.r)
                #expect(point.distance(to: grid.middle(of: other)).magnitude >= distance)
            }
            #expect(HexagonalGrid.Place(number: place.number) == place)
            #expect(grid.place(at: grid.middle(of: place)) == place)
        }
        #expect(HexagonalGrid.neighbours.count == 19)
    }

    @Test("A straight drive crosses as many borders as its line does, at those points")
    func exactCrossings() {
        let cells = Places.hexagons(radius: Self.radius)
        // Not 0 and 30 degrees, where the line would run along borders, or as far from two towers.
        for turn in stride(from: 1.3, to: 60, by: 7.5) {
            let shift = MapPoint(east: 31 * turn, north: 13 * turn)
            let map = HexagonalMap(cells, shift: shift, turn: turn)
            let way = Places.drive(kilometers: 20, seconds: 2000, points: 7)
            var borders = HexagonalBorders(way, cells.choice, map)
            var found: [Double] = []
            while let change = borders.next() { found.append(change.time.seconds.magnitude * 10) }
            // Computed by looking at every decimetre.
            var expected: [Double] = []
            var place = map.grid.place(at: MapPoint(east: 0, north: 0))
            for step in 1...200_000 {
                let next = map.grid.place(at: MapPoint(east: 0, north: 0.1 * Double(step)))
                if next != place { expected.append(0.1 * Double(step)) }
                place = next
            }
            #expect(found.count == expected.count, "turned by \(turn)")
            for (own, theirs) in zip(found, expected) {
                #expect(own <= theirs + 1e-3 && own > theirs - 0.1 - 1e-3, "turned by \(turn)")
            }
        }
    }

    @Test("A drive through the centres of a row crosses a border every cell's width")
    func row() {
        let cells = Places.hexagons(radius: Self.radius)
        let width = Self.radius * 3.0.squareRoot()
        let map = HexagonalMap(cells, shift: MapPoint(east: 0, north: 0), turn: 0)
        let way = Places.drive(bearing: 90, kilometers: 10.1 * width / 1000, seconds: 1010)
        var borders = HexagonalBorders(way, cells.choice, map)
        for crossing in 0..<10 {
            let time = borders.next()?.time.seconds.magnitude
            #expect(abs((time ?? 0) - (50 + 100 * Double(crossing))) < 1e-4)
        }
        #expect(borders.next() == nil)
    }

    /// A line across borders of total length B in an area crosses (2/π)·B/area of them per unit of
    /// its length (Crofton). Each cell has half of its perimeter L, so L/(πA). Times v, this is the
    /// fluid-flow rate of Thomas, Gilbert and Mazziotto (1988).
    @Test("On average borders are crossed at the fluid-flow rate v·L/(π·A)")
    func fluidFlow() {
        let layout = CellLayout.hexagonal(Places.hexagons(radius: Self.radius))
        let perMeter = 6 * Self.radius / (.pi * 1.5 * 3.0.squareRoot() * Self.radius * Self.radius)
        let (runs, kilometers) = (400, 25.0)
        let counts = (0..<runs).map { replication in
            let way = Places.drive(
                bearing: 137.5 * Double(replication % 100), kilometers: kilometers, seconds: 1500)
            return Double(changes(layout, way, replication: UInt64(replication)).count)
        }
        let mean = counts.reduce(0, +) / Double(runs)
        let variance = counts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(runs - 1)
        let error = (variance / Double(runs)).squareRoot()
        let expected = perMeter * kilometers * 1000
        #expect(abs(mean - expected) < 4 * error, "\(mean) ± \(error), not \(expected)")
        #expect(error < 0.01 * expected)
    }

    @Test("With hysteresis a border is crossed on Apollonius' circle, later and no more often")
    func hysteresis() {
        let width = Self.radius * 3.0.squareRoot()
        let way = Places.drive(bearing: 90, kilometers: 10.1 * width / 1000, seconds: 1010)
        let cells = Places.hexagons(radius: Self.radius, hysteresis: 3)
        let map = HexagonalMap(cells, shift: MapPoint(east: 0, north: 0), turn: 0)
        var borders = HexagonalBorders(way, cells.choice, map)
        // d_a = k d_b with d_a + d_b = a cell's width.
        let k = PortableMath.power(10, 3 / 37.6)
        for crossing in 0..<10 {
            let expected = 100 * (k / (1 + k) + Double(crossing))
            #expect(abs((borders.next()?.time.seconds.magnitude ?? 0) - expected) < 1e-4)
        }
        let there = Places.drive(bearing: 20, kilometers: 30, seconds: 1800)
        let plain = changes(.hexagonal(Places.hexagons(radius: Self.radius)), there)
        let slow = changes(.hexagonal(cells), there)
        #expect(slow.count <= plain.count && slow.count > plain.count / 2)
    }

    @Test("With hysteresis, moving back and forth over a border does not switch cells each time")
    func flapping() {
        func way(_ swing: Double) -> Itinerary {
            let start = Places.munich
            let points = (0..<200).map { (number: Int) -> TrackPoint in
                TrackPoint(
                    time: Instant.start + TimeSpan(Seconds(Double(number))),
                    position: start.destination(
                        bearing: Degrees(90), distance: Meters(number % 2 == 0 ? 0 : swing)))
            }
            return Itinerary(try! RecordedTrack(pieces: [points]))
        }
        let width = Self.radius * 3.0.squareRoot()
        for (hysteresis, expected) in [(0.0, 199), (3, 0)] {
            let cells = Places.hexagons(radius: Self.radius, hysteresis: hysteresis)
            let map = HexagonalMap(
                cells, shift: MapPoint(east: 10 - width / 2, north: 0), turn: 0)
            var borders = HexagonalBorders(way(20), cells.choice, map)
            var count = 0
            while borders.next() != nil { count += 1 }
            #expect(count == expected, "\(hysteresis) dB")
        }
    }

    @Test("Changes are ordered, each starts from the cell before, and some enter another area")
    func chain() {
        let way = Places.drive(bearing: 20, kilometers: 40, seconds: 3600)
        for cells in [Places.urbanMacro, Places.hexagons(radius: 300)] {
            var tracker = CellTracker(
                .hexagonal(cells), along: way, from: RandomSource(seed: 3, replication: 1))
            var last = tracker.serving
            var time = Instant.start
            var (count, updates) = (0, 0)
            while let change = tracker.next() {
                #expect(change.from == last && change.to != last && change.time >= time)
                #expect(tracker.serving == change.to && tracker.since == change.time)
                (last, time) = (change.to, change.time)
                count += 1
                if change.updatesArea { updates += 1 }
            }
            #expect(count > 50)
            #expect(updates > 2 && updates < count / 4)
            #expect(tracker.next() == nil)
        }
    }

    @Test("A seed gives one sequence; another replication gives another")
    func determinism() {
        let way = Places.drive(bearing: 20, kilometers: 20, seconds: 1200, points: 1000)
        let layout = CellLayout.hexagonal(Places.urbanMacro)
        #expect(changes(layout, way) == changes(layout, way))
        #expect(changes(layout, way) != changes(layout, way, replication: 1))
        #expect(changes(layout, way) != changes(layout, way, seed: 2))
        // Queries in between, and copies, change nothing.
        var tracker = CellTracker(layout, along: way, from: RandomSource(seed: 1, replication: 0))
        let first = tracker.next()
        var copy = tracker
        _ = way.position(at: Instant(nanoseconds: 5))
        #expect(copy.next() == tracker.next())
        #expect(first == changes(layout, way).first)
    }

    @Test("A stay changes no cell, and a route with an added stay has identical changes")
    func stay() {
        let home = Itinerary(stayingAt: Places.munich)
        #expect(changes(.hexagonal(Places.urbanMacro), home).isEmpty)
        #expect(changes(.hexagonal(Places.hexagons(radius: 300)), home).isEmpty)
    }
}
