/// The hexagonal layout of one replication.
struct HexagonalMap: Sendable {
    let grid: HexagonalGrid
    let radius: Meters
    private let areas: HexagonalGrid
    /// Offsets from a tower to those around it, in the order of `HexagonalGrid.neighbours`.
    let offsets: [MapPoint]

    /// Rotated and shifted at random.
    init(_ cells: HexagonalCells, _ stream: inout RandomStream) {
        let spacing = cells.radius.magnitude * 3.0.squareRoot()
        // Uniform on the parallelogram of two steps, and so uniform within a cell.
        let (q, r) = (stream.uniform(), stream.uniform())
        let shift = MapPoint(east: spacing * (q + 0.5 * r), north: spacing * 0.75.squareRoot() * r)
        self.init(cells, shift: shift, turn: 60 * stream.uniform())
    }

    init(_ cells: HexagonalCells, shift: MapPoint, turn: Double) {
        let spacing = cells.radius.magnitude * 3.0.squareRoot()
        radius = cells.radius
        grid = HexagonalGrid(spacing: spacing, origin: shift, turn: turn)
        areas = HexagonalGrid(spacing: spacing * cells.areaWidth, origin: shift, turn: turn + 10)
        let steps = HexagonalGrid(spacing: spacing, origin: MapPoint(east: 0, north: 0), turn: turn)
        offsets = HexagonalGrid.neighbours.map {
            steps.middle(of: HexagonalGrid.Place(q: $0.q, r: $0.r))
        }
    }

    func cell(_ place: HexagonalGrid.Place) -> Cell {
        let tower = grid.middle(of: place)
        let area = areas.place(at: tower)
        return Cell(
            number: place.number, area: area.number, tower: tower, radius: radius,
            listed: Cell.Listed(cell: place.outward, area: area.outward))
    }
}

/// The exact borders of hexagonal cells without shadowing.
///
/// With hysteresis *H*, the phone leaves tower *a* for *b* where d_a/d_b = k = 10^(H/10n): on a
/// circle around *b* (Apollonius), or on a line without hysteresis. Both squared distances are
/// quadratic along a leg, so the crossing is a root. At the first one *b* is the nearest tower.
struct HexagonalBorders: Sendable {
    private let itinerary: Itinerary
    let map: HexagonalMap
    /// k².
    private let ratio: Double
    private var leg = 0
    /// Searched metres of the leg.
    private var done = 0.0
    /// No border lies before this many metres of the itinerary.
    private var clear = 0.0
    private var place: HexagonalGrid.Place

    var serving: Cell { map.cell(place) }

    init(_ itinerary: Itinerary, _ choice: CellChoice, _ map: HexagonalMap) {
        (self.itinerary, self.map) = (itinerary, map)
        ratio = PortableMath.exp(choice.hysteresis.magnitude / choice.decibels)
        place = map.grid.place(at: itinerary.points[0])
    }

    mutating func next() -> (time: Instant, cell: Cell)? {
        // Short enough that the next tower is among the seven around its beginning.
        let window = map.radius.magnitude / 2
        let ways = itinerary.ways
        while leg < itinerary.legCount {
            let length = ways[leg + 1] - ways[leg]
            done = max(done, clear - ways[leg])
            while done < length {
                let end = min(done + window, length)
                if let (way, next) = crossing(from: done, to: end, of: length) {
                    (done, place) = (way, next)
                    let time = itinerary.time(atWay: ways[leg] + way, inLeg: leg)
                    return (time, map.cell(next))
                }
                done = max(end, clear - ways[leg])
            }
            (leg, done) = (leg + 1, 0)
        }
        return nil
    }

    /// The first border in a part of the leg, and the hexagon behind it.
    private mutating func crossing(
        from begin: Double, to end: Double, of length: Double
    ) -> (way: Double, place: HexagonalGrid.Place)? {
        let (from, to) = (itinerary.points[leg], itinerary.points[leg + 1])
        let along = MapPoint(
            east: (to.east - from.east) / length, north: (to.north - from.north) / length)
        let start = MapPoint(
            east: from.east + begin * along.east, north: from.north + begin * along.north)
        let near = map.grid.place(at: start)
        let own = map.grid.middle(of: place)
        var found: (way: Double, place: HexagonalGrid.Place)?
        var room = Double.infinity
        let (k, away) = (ratio.squareRoot(), start.distance(to: own).magnitude)
        for step in HexagonalGrid.neighbours.prefix(7) {
            let other = HexagonalGrid.Place(q: near.q + step.q, r: near.r + step.r)
            if other == place { continue }
            let tower = map.grid.middle(of: other)
            // Each metre leads at most one metre away from the own tower and one towards the other.
            room = min(room, (k * start.distance(to: tower).magnitude - away) / (1 + k))
            guard let way = border(start, along, own, tower), begin + way <= end else { continue }
            if found.map({ begin + way < $0.way }) ?? true { found = (begin + way, other) }
        }
        // The seven include the next tower only within one window.
        clear = itinerary.ways[leg] + begin + min(max(room, 0), map.radius.magnitude / 2)
        return found
    }

    /// Metres to the border with the other tower; `nil`: never.
    ///
    /// There g(s) = |p − own|² − k²|p − other|² becomes zero or more, with p = start + s·along.
    private func border(
        _ start: MapPoint, _ along: MapPoint, _ own: MapPoint, _ other: MapPoint
    ) -> Double? {
        func terms(_ tower: MapPoint) -> (square: Double, slope: Double) {
            let (x, y) = (start.east - tower.east, start.north - tower.north)
            return (x * x + y * y, 2 * (x * along.east + y * along.north))
        }
        let (a, b) = (terms(own), terms(other))
        let speed = along.east * along.east + along.north * along.north
        let (c2, c1) = ((1 - ratio) * speed, a.slope - ratio * b.slope)
        let c0 = a.square - ratio * b.square
        if c0 >= 0 { return c1 > 0 || c0 > 1e-6 ? 0 : nil }
        if c2 == 0 { return c1 > 0 ? -c0 / c1 : nil }
        // A downward parabola that is below zero here: its first root, if any, lies ahead.
        let discriminant = c1 * c1 - 4 * c2 * c0
        guard discriminant >= 0, c1 > 0 else { return nil }
        return 2 * -c0 / (c1 + discriminant.squareRoot())
    }
}
