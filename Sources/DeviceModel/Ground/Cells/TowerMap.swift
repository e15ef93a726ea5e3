/// The listed towers that matter along an itinerary.
struct TowerMap: Sendable {
    struct Site: BitwiseCopyable, Sendable {
        let tower: MapPoint
        /// One over the squared range.
        let reach: Double
        /// The index in the list.
        let number: Int
    }

    /// A square of the map, with the towers that can be chosen in it.
    struct Tile: Sendable {
        var column = Int.min
        var row = Int.min
        var candidates: [Site] = []

        func holds(_ point: MapPoint) -> Bool {
            column == TowerMap.index(point.east) && row == TowerMap.index(point.north)
        }
    }

    private static let side = 500.0
    /// Closer than this a tower gets no stronger: 3GPP's least distance (TR 36.814).
    private static let nearest = 35.0
    /// Metres around the itinerary; towers beyond are ignored if any is nearer.
    private static let farthest = 30_000.0
    /// Far outside a network all towers are equally far.
    private static let most = 64

    private let sites: [Site]
    private let cells: [Cell]

    init(_ cells: TowerCells, along itinerary: Itinerary) {
        let places = cells.towers.map { itinerary.map.point(of: $0.position) }
        self.cells = zip(places.indices, places).map { number, place in
            let tower = cells.towers[number]
            return Cell(number: number, area: tower.area, tower: place, radius: tower.range)
        }
        let all = zip(places.indices, places).map { number, place in
            let range = cells.towers[number].range.magnitude
            return Site(tower: place, reach: 1 / (range * range), number: number)
        }
        let east = Self.bounds(itinerary.points.lazy.map(\.east))
        let north = Self.bounds(itinerary.points.lazy.map(\.north))
        let near = all.filter { east.contains($0.tower.east) && north.contains($0.tower.north) }
        sites = near.isEmpty ? all : near
    }

    private static func bounds(_ values: some Sequence<Double>) -> ClosedRange<Double> {
        let (low, high) = values.reduce((Double.infinity, -Double.infinity)) {
            (min($0.0, $1), max($0.1, $1))
        }
        return low - farthest...high + farthest
    }

    private static func index(_ coordinate: Double) -> Int {
        Int((coordinate / side).rounded(.down))
    }

    func cell(_ number: Int) -> Cell { cells[number] }

    /// The squared distance to a tower plus (35 m)².
    @inline(__always)
    static func square(_ point: MapPoint, _ tower: MapPoint) -> Double {
        let (x, y) = (point.east - tower.east, point.north - tower.north)
        return x * x + y * y + nearest * nearest
    }

    /// The map square around a point, with up to 64 candidates.
    ///
    /// A tower counts if, somewhere in the square, its squared distance in units of its range is at
    /// most `margin` times the best tower's largest.
    ///
    /// - Complexity: O(*n*) in the number of towers, twice.
    func tile(around point: MapPoint, margin: Double) -> Tile {
        var tile = Tile(column: Self.index(point.east), row: Self.index(point.north))
        let middle = MapPoint(
            east: (Double(tile.column) + 0.5) * Self.side,
            north: (Double(tile.row) + 0.5) * Self.side)
        let half = 0.5.squareRoot() * Self.side
        var surest = Double.infinity
        for site in sites {
            let far = middle.distance(to: site.tower).magnitude + half
            surest = min(surest, (far * far + Self.nearest * Self.nearest) * site.reach)
        }
        for site in sites {
            let near = max(middle.distance(to: site.tower).magnitude - half, 0)
            let best = (near * near + Self.nearest * Self.nearest) * site.reach
            if best <= surest * margin { tile.candidates.append(site) }
        }
        if tile.candidates.count > Self.most { Self.thin(&tile.candidates, around: middle) }
        return tile
    }

    /// Keeps the towers with the highest levels without shadows.
    private static func thin(_ sites: inout [Site], around middle: MapPoint) {
        let order = sites.indices.sorted {
            let (left, right) = (sites[$0], sites[$1])
            let one = square(middle, left.tower) * left.reach
            let other = square(middle, right.tower) * right.reach
            return one == other ? left.number < right.number : one < other
        }
        sites = order.prefix(most).sorted().map { sites[$0] }
    }
}
