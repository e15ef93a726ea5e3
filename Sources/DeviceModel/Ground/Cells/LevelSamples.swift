/// Changes of cell by comparing levels at equal steps.
struct LevelSamples: Sendable {
    enum Map: Sendable {
        case hexagonal(HexagonalMap)
        case towers(TowerMap)
    }

    private let itinerary: Itinerary
    private let hysteresis: Double
    private let decibels: Double
    private let field: ShadowField
    private let step: Double
    let map: Map
    /// Beyond this ratio of squared distances to the best, no tower is chosen.
    private let margin: Double
    private var tile = TowerMap.Tile()
    /// The squared radius of a hexagon's inscribed circle, within which candidates stay valid; zero
    /// for towers.
    private let incircle: Double
    /// Candidates around the current point.
    private var candidates: ContiguousArray<Candidate> = []
    private var leg = 0
    private var samples = 0
    /// Since when another cell is better by the hysteresis.
    private var better: (number: Int, since: Instant)?
    private let wait: TimeSpan
    private(set) var serving: Cell

    init(_ itinerary: Itinerary, _ choice: CellChoice, _ map: Map, _ field: ShadowField?) {
        (self.itinerary, self.map, self.field) = (itinerary, map, field ?? .flat)
        switch map {
        case .hexagonal(let map): incircle = 0.2499 * map.grid.spacing * map.grid.spacing
        case .towers: incircle = 0
        }
        hysteresis = choice.hysteresis.magnitude
        decibels = choice.decibels
        wait = choice.timeToTrigger
        margin = PortableMath.exp(choice.reach.magnitude / choice.decibels)
        step = choice.shadowing.map { $0.decorrelation.magnitude / 4 } ?? 10
        serving = Cell(number: 0, area: 0, tower: nil, radius: .zero)
        let first = louder(at: itinerary.points[0], than: nil)
        guard let first else { preconditionFailure("no tower is heard at all") }
        serving = cell(first)
    }

    mutating func next() -> (time: Instant, cell: Cell)? {
        let ways = itinerary.ways
        while true {
            let way = Double(samples + 1) * step
            while leg < itinerary.legCount && ways[leg + 1] < way { leg += 1 }
            let isOver = leg == itinerary.legCount
            let time = isOver ? Instant.never : itinerary.time(atWay: way, inLeg: leg)
            // No closure here: it would copy `self` for each sample.
            if let better {
                let due = better.since + wait
                if due <= time, due < .never { return change(at: due) }
            }
            if isOver { return nil }
            samples += 1
            compare(at: itinerary.point(atWay: way, inLeg: leg), time)
            if better != nil && wait == .zero { return change(at: time) }
        }
    }

    private mutating func compare(at point: MapPoint, _ time: Instant) {
        guard let best = louder(at: point, than: serving.number) else {
            better = nil
            return
        }
        if better?.number != best { better = (best, time) }
    }

    private mutating func change(at time: Instant) -> (time: Instant, cell: Cell)? {
        guard let better else { return nil }
        serving = cell(better.number)
        self.better = nil
        return (time, serving)
    }

    private func cell(_ number: Int) -> Cell {
        switch map {
        case .hexagonal(let map): map.cell(HexagonalGrid.Place(number: number))
        case .towers(let map): map.cell(number)
        }
    }

    private struct Candidate: BitwiseCopyable, Sendable {
        let site: TowerMap.Site
        let shadow: ShadowField.Mosaics

        /// As `TowerMap.square`, in units of the squared range.
        @inline(__always)
        func square(_ point: MapPoint) -> Double { TowerMap.square(point, site.tower) * site.reach }
    }

    private func areAround(_ point: MapPoint) -> Bool {
        guard incircle > 0 else { return tile.holds(point) }
        guard !candidates.isEmpty else { return false }
        let tower = candidates[0].site.tower
        let (x, y) = (point.east - tower.east, point.north - tower.north)
        return x * x + y * y < incircle
    }

    private mutating func enter(_ point: MapPoint) {
        candidates.removeAll(keepingCapacity: true)
        switch map {
        case .towers(let towers):
            tile = towers.tile(around: point, margin: margin)
            for site in tile.candidates { add(site) }
        case .hexagonal(let map):
            let near = map.grid.place(at: point)
            let middle = map.grid.middle(of: near)
            for (step, offset) in map.offsets.enumerated() {
                let (q, r) = HexagonalGrid.neighbours[step]
                let number = HexagonalGrid.Place(q: near.q + q, r: near.r + r).number
                let tower = MapPoint(
                    east: middle.east + offset.east, north: middle.north + offset.north)
                add(TowerMap.Site(tower: tower, reach: 1, number: number))
            }
        }
    }

    private mutating func add(_ site: TowerMap.Site) {
        candidates.append(Candidate(site: site, shadow: field.mosaics(of: site.number)))
    }

    /// The loudest tower, if louder than the serving one by the hysteresis; the first of equals.
    ///
    /// Without a serving tower, the loudest.
    private mutating func louder(at point: MapPoint, than serving: Int?) -> Int? {
        if !areAround(point) { enter(point) }
        var nearest = Double.infinity
        var bar = -Double.infinity
        for place in candidates.indices {
            let isServing = candidates[place].site.number == serving
            if place > 0 && incircle > 0 && !isServing { continue }
            let square = candidates[place].square(point)
            if place == 0 || incircle == 0 { nearest = min(nearest, square) }
            if isServing { bar = level(place, square, at: point) + hysteresis }
        }
        // No shadow can make up for more.
        let farthest = nearest * margin
        var best: Int?
        for place in candidates.indices {
            let square = candidates[place].square(point)
            if square > farthest || candidates[place].site.number == serving { continue }
            // The least shadow that suffices, minus a margin: few candidates need the exact level.
            let need = bar + decibels * Self.leastLog(square) - 1e-6
            if !field.canExceed(need, candidates[place].shadow, at: point) { continue }
            let level = level(place, square, at: point)
            if level > bar { (bar, best) = (level, candidates[place].site.number) }
        }
        return best
    }

    private func level(_ place: Int, _ square: Double, at point: MapPoint) -> Double {
        decibels * -PortableMath.log(square) + field.level(candidates[place].shadow, at: point)
    }

    /// A tight lower bound of the natural logarithm, for a normal number above zero.
    ///
    /// For x = m·2^k, log₂ m is at least (m − 1) + 0.27 (m − 1)(2 − m), and less than 0.02 above
    /// that.
    @inline(__always)
    private static func leastLog(_ x: Double) -> Double {
        let bits = x.bitPattern
        let exponent = Double(Int64(bits >> 52) - 1023)
        let m = Double(bitPattern: bits & 0xF_FFFF_FFFF_FFFF | 0x3FF0_0000_0000_0000)
        return 0.6931471805599453 * (exponent + (m - 1) * (1 + 0.27 * (2 - m)))
    }
}
