import Kernel
import ModelFixtures
import Testing

@testable import DeviceModel

extension ShadowField {
    /// The shadowing in decibels.
    fileprivate func level(of tower: Int, at point: MapPoint) -> Double {
        level(mosaics(of: tower), at: point)
    }
}

struct CellLayoutTests {
    private func changes(
        _ layout: CellLayout, _ way: Itinerary, replication: UInt64 = 0
    ) -> [CellChange] {
        var tracker = CellTracker(
            layout, along: way, from: RandomSource(seed: 1, replication: replication))
        var all: [CellChange] = []
        while let change = tracker.next() { all.append(change) }
        return all
    }

    @Test("Hexagons are numbered outward, each once and without gaps")
    func outward() {
        let side = -12...12
        let places = side.flatMap { q in side.map { HexagonalGrid.Place(q: q, r: $0) } }
            .filter { abs($0.q + $0.r) <= 12 }
        #expect(places.map(\.outward).sorted() == Array(0..<places.count))
        // Neighbours in number are neighbours on the map, so numbers go around each ring.
        let walk = places.sorted { $0.outward < $1.outward }
        for (one, next) in zip(walk.dropFirst(), walk.dropFirst(2)) {
            let (q, r) = (next.q - one.q, next.r - one.r)
            #expect(max(abs(q), abs(r), abs(q + r)) <= 2, "\(one) to \(next)")
        }
    }

    /// Narayanan et al., SIGCOMM 2021, are cited for 30 handoffs on a drive of 10 km and 10 minutes
    /// over LTE alone; the paper itself was not read. The layout's time to trigger is chosen for
    /// this rate; without shadows the borders give 2.5.
    @Test("A 10 km, 10-minute drive through LTE in a city has about three handoffs a kilometre")
    func urbanDrive() {
        let layout = CellLayout.hexagonal(Places.urbanMacro)
        var (count, returns) = (0, 0)
        for replication in 0..<100 {
            let way = Places.drive(
                bearing: 3.6 * Double(replication), kilometers: 10, seconds: 600)
            let all = changes(layout, way, replication: UInt64(replication))
            count += all.count
            returns += zip(all, all.dropFirst()).count { $0.from == $1.to }
        }
        let perKilometer = Double(count) / 1000
        #expect(abs(perKilometer - 3) < 0.3, "\(perKilometer) /km")
        #expect(Double(returns) < 0.15 * Double(count), "\(returns) of \(count) go back at once")
    }

    /// Recorded figures: equal in debug and release and on every machine, or arithmetic is not
    /// portable.
    @Test("A commuter's week has the recorded cells")
    func fingerprint() {
        let week = Instant.start + TimeSpan(Seconds(7 * 86_400))
        var (count, hash) = (0, UInt64(14_695_981_039_346_656_037))
        for replication in 0..<10 {
            let number = UInt64(replication)
            let way = Itinerary(
                Places.commuter, from: RandomSource(seed: 1, replication: number), until: week)
            for change in changes(.hexagonal(Places.urbanMacro), way, replication: number) {
                count += 1
                for word in [change.time.nanoseconds, Int64(change.to.number)] {
                    hash = (hash ^ UInt64(bitPattern: word)) &* 1_099_511_628_211
                }
            }
        }
        #expect(count == 5707)
        #expect(hash == 3_569_876_941_212_315_113)
    }

    @Test("Shadowing has its deviation, and its correlation falls as e^(−d/D)")
    func autocorrelation() {
        let field = ShadowField(Places.urbanShadows, key: 7)
        var random = RandomStream(StreamKey(seed: 1, replication: 0, purpose: "shadow test"))
        let deviation = 6 * 0.5.squareRoot()
        for distance in [0.0, 5, 12.5, 25, 50, 75, 100, 150, 400] {
            let pairs = 60_000
            var (sum, square, product, fourth) = (0.0, 0.0, 0.0, 0.0)
            for pair in 0..<pairs {
                let place = MapPoint(
                    east: 1e5 * random.uniform(), north: 1e5 * random.uniform() - 5e4)
                let turn = PortableMath.sinCos(degrees: 360 * random.uniform())
                let other = MapPoint(
                    east: place.east + distance * turn.sin, north: place.north + distance * turn.cos
                )
                let own = field.level(of: pair % 50, at: place) / deviation
                sum += own
                square += own * own
                fourth += own * own * own * own
                product += own * field.level(of: pair % 50, at: other) / deviation
            }
            let count = Double(pairs)
            #expect(abs(sum / count) < 0.02, "\(distance) m")
            #expect(abs(square / count - 1) < 0.03, "\(distance) m")
            // Nearly normal: the fourth moment of a normal distribution is 3.
            #expect(abs(fourth / count - 3) < 0.35, "\(distance) m")
            let expected = PortableMath.exp(-distance / 50)
            #expect(abs(product / count - expected) < 0.03, "\(distance) m: \(product / count)")
        }
    }

    @Test("Shadows of two towers, or of two replications, are independent")
    func independence() {
        let (field, other) = (
            ShadowField(Places.urbanShadows, key: 7), ShadowField(Places.urbanShadows, key: 8)
        )
        var (towers, keys) = (0.0, 0.0)
        for place in 0..<40_000 {
            let point = MapPoint(east: 61 * Double(place % 200), north: 61 * Double(place / 200))
            let level = field.level(of: 1, at: point)
            towers += level * field.level(of: 2, at: point) / 18
            keys += level * other.level(of: 1, at: point) / 18
        }
        #expect(abs(towers / 40_000) < 0.04)
        #expect(abs(keys / 40_000) < 0.04)
        #expect(
            field.level(of: 3, at: MapPoint(east: 1, north: 2))
                == field.level(of: 3, at: MapPoint(east: 1, north: 2)))
    }

    private func tower(_ kilometers: Double, range: Double, area: Int = 0) throws -> Tower {
        try Tower(
            position: Places.munich.destination(
                bearing: Degrees(90), distance: Meters(1000 * kilometers)),
            range: Meters(range), area: area, name: "\(kilometers)")
    }

    @Test("Between two towers the change comes where their levels meet, by range and hysteresis")
    func towers() throws {
        let choice = CellChoice(
            pathLossExponent: 3.76, hysteresis: Decibels(0), shadowing: nil)
        let way = Places.drive(bearing: 90, kilometers: 10, seconds: 1000)
        for (range, expected) in [(1000.0, 5.0), (3000, 2.5)] {
            let towers = [
                try tower(0, range: 1000, area: 4), try tower(10, range: range, area: 5),
            ]
            let all = changes(.towers(try TowerCells(towers: towers, choice: choice)), way)
            #expect(all.count == 1)
            // Levels are equal where distances are proportional to ranges. The change is found
            // within a step.
            #expect(abs((all.first?.time.seconds.magnitude ?? 0) / 100 - expected) < 0.0101)
            #expect(all.first?.from.number == 0 && all.first?.to.number == 1)
            #expect(all.first?.updatesArea == true)
        }
    }

    @Test("Towers on a hexagonal grid serve as the grid does, wherever the tiles lie")
    func gridOfTowers() throws {
        let cells = Places.hexagons(radius: 400, hysteresis: 2)
        let way = Places.drive(bearing: 33, kilometers: 12, seconds: 1200)
        let map = HexagonalMap(cells, shift: MapPoint(east: 3, north: 5), turn: 11)
        var borders = HexagonalBorders(way, cells.choice, map)
        var expected: [Double] = []
        while let change = borders.next() { expected.append(change.time.seconds.magnitude) }
        var towers: [Tower] = []
        for q in -30...30 {
            for r in -30...30 {
                let place = map.grid.middle(of: HexagonalGrid.Place(q: q, r: r))
                towers.append(
                    try Tower(position: way.map.position(of: place), range: Meters(400)))
            }
        }
        let found = changes(.towers(try TowerCells(towers: towers, choice: cells.choice)), way)
        #expect(found.count == expected.count)
        for (own, theirs) in zip(found, expected) {
            // The minimum distance of 35 m to a tower moves a circle of 3 km by a few metres.
            #expect(abs(own.time.seconds.magnitude - theirs) < 2)
        }
    }

    @Test("Change rates hold along the route and in time, with the given share of new areas")
    func rates() throws {
        let way = Places.drive(kilometers: 1000, seconds: 36_000)
        for changes in [
            CellRate.Unit.perKilometer(PerKilometer(3)), .perHour(PerHour(300)),
        ] {
            let rate = CellRate(
                changes: changes, radius: Meters(500), areaChanges: Fraction(0.1))
            var tracker = CellTracker(
                .rate(rate), along: way, from: RandomSource(seed: 1, replication: 0))
            var (count, updates) = (0, 0)
            while let change = tracker.next(), change.time <= way.end {
                count += 1
                if change.updatesArea { updates += 1 }
            }
            #expect(abs(Double(count) - 3000) < 4 * 3000.0.squareRoot())
            #expect(abs(Double(updates) - 300) < 4 * 300.0.squareRoot())
        }
        let none = CellRate(changes: .perHour(PerHour(0)), radius: Meters(500))
        #expect(self.changes(.rate(none), way).isEmpty)
    }

    @Test("A phone that stops on its way to a better cell changes after the time to trigger")
    func timeToTrigger() throws {
        func point(_ second: Double, _ kilometers: Double) -> TrackPoint {
            TrackPoint(
                time: Instant.start + TimeSpan(Seconds(second)),
                position: Places.munich.destination(
                    bearing: Degrees(90), distance: Meters(1000 * kilometers)))
        }
        // The levels meet at 5 km, 5.01 km is the first step beyond, and it stops 5 m later.
        let track = try RecordedTrack(pieces: [
            [point(0, 0), point(501.5, 5.015), point(3000, 5.015)]
        ])
        for wait in [0.0, 1, 30] {
            let choice = CellChoice(
                pathLossExponent: 4, hysteresis: Decibels(0),
                timeToTrigger: TimeSpan(Seconds(wait)), shadowing: nil)
            let towers = [try tower(0, range: 1000), try tower(10, range: 1000)]
            let all = changes(
                .towers(try TowerCells(towers: towers, choice: choice)), Itinerary(track))
            #expect(all.count == 1)
            #expect(abs((all.first?.time.seconds.magnitude ?? 0) - 501 - wait) < 1.01, "\(wait) s")
        }
    }

    @Test("An invalid layout is refused with the option, its value and what is valid")
    func refusals() {
        let wait = TimeSpan(Seconds(61))
        let choices = [
            "path-loss-exponent": CellChoice(pathLossExponent: 0, hysteresis: .zero),
            "hysteresis": CellChoice(pathLossExponent: 3, hysteresis: Decibels(-1)),
            "time-to-trigger": CellChoice(
                pathLossExponent: 3, hysteresis: .zero, timeToTrigger: wait),
        ]
        for (option, choice) in choices {
            #expect(choice.refusedOption == option)
            let cells = HexagonalCells(radius: Meters(100), areaWidth: 2, choice: choice)
            #expect(cells.refusedOption == option)
        }
        let shadows = [
            "deviation": Shadowing(deviation: Decibels(.nan), decorrelation: Meters(50)),
            "decorrelation": Shadowing(deviation: Decibels(8), decorrelation: Meters(0)),
            "site-correlation": Shadowing(
                deviation: Decibels(8), decorrelation: Meters(50), siteCorrelation: 1),
        ]
        for (option, shadows) in shadows { #expect(shadows.refusedOption == option) }
        let choice = Places.urbanMacro.choice
        #expect((choice.refusedOption, Places.urbanShadows.refusedOption) == (nil, nil))
        let small = HexagonalCells(radius: Meters(1), areaWidth: 2, choice: choice)
        #expect(small.refusedOption == "radius")
        let narrow = HexagonalCells(radius: Meters(100), areaWidth: 0.5, choice: choice)
        #expect(narrow.refusedOption == "area-width")
        let negative = CellRate(changes: .perHour(PerHour(-1)), radius: Meters(500))
        #expect(negative.refusedOption == "changes")
        let rate = CellRate(
            changes: .perHour(PerHour(1)), radius: Meters(500), areaChanges: Fraction(1.1))
        #expect(rate.refusedOption == "area-changes")
        #expect(throws: (any Error).self) { try TowerCells(towers: [], choice: choice) }
        #expect(throws: (any Error).self) { try Tower(position: Places.munich, range: .zero) }
    }
}
