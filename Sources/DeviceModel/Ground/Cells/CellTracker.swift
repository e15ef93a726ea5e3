/// The cells that serve a phone along its itinerary.
///
/// They depend only on layout, itinerary, seed and replication (streams `cell-layout`,
/// `cell-shadowing`, `cells`). Each part is searched once, on demand: with shadowing in steps of a
/// quarter of the decorrelation distance, otherwise for hexagons by solving for the borders and for
/// towers in steps of 10 m.
public struct CellTracker: IteratorProtocol, Sendable {
    private enum Search: Sendable {
        case borders(HexagonalBorders)
        case samples(LevelSamples)
        case rate(RateDraws)
        /// Found in advance, with the index of the next.
        case listed([CellChange], next: Int, HexagonalMap?)
    }

    private var search: Search
    /// The cell at the start, or after the last change.
    public private(set) var serving: Cell
    public private(set) var since = Instant.start

    public init(_ layout: CellLayout, along itinerary: Itinerary, from source: RandomSource) {
        var shadows = source.stream("cell-shadowing")
        switch layout {
        case .hexagonal(let cells):
            var draws = source.stream("cell-layout")
            let map = HexagonalMap(cells, &draws)
            if let shadowing = cells.choice.shadowing, shadowing.deviation > .zero {
                search = .samples(
                    LevelSamples(
                        itinerary, cells.choice, .hexagonal(map),
                        ShadowField(shadowing, key: shadows.next())))
            } else {
                search = .borders(HexagonalBorders(itinerary, cells.choice, map))
            }
        case .towers(let cells):
            let field = cells.choice.shadowing.map { ShadowField($0, key: shadows.next()) }
            let map = TowerMap(cells, along: itinerary)
            search = .samples(LevelSamples(itinerary, cells.choice, .towers(map), field))
        case .rate(let rate): search = .rate(RateDraws(itinerary, rate, source.stream("cells")))
        }
        switch search {
        case .borders(let borders): serving = borders.serving
        case .samples(let samples): serving = samples.serving
        case .rate(let draws): serving = draws.serving
        case .listed: preconditionFailure("no layout is a list")
        }
    }

    /// Finds all changes before `horizon` once, so that copies need not search.
    ///
    /// Changes at a rate are drawn as fast as looked up, and may be many without movement, so they
    /// stay.
    func listed(until horizon: Instant) -> CellTracker {
        if case .rate = search { return self }
        var finder = self
        var changes: [CellChange] = []
        while let change = finder.next(), change.time < horizon { changes.append(change) }
        var tracker = self
        tracker.search = .listed(changes, next: 0, hexagons)
        return tracker
    }

    /// `nil` for other layouts.
    var hexagons: HexagonalMap? {
        switch search {
        case .listed(_, _, let map): return map
        case .borders(let borders): return borders.map
        case .samples(let samples):
            if case .hexagonal(let map) = samples.map { return map }
            return nil
        case .rate: return nil
        }
    }

    /// The next change, in order of time; `nil` after the last. Changes at a rate never end.
    ///
    /// - Complexity: proportional to the distance; all calls together search once.
    public mutating func next() -> CellChange? {
        let found: (time: Instant, cell: Cell)?
        switch search {
        case .borders(var borders):
            found = borders.next()
            search = .borders(borders)
        case .samples(var samples):
            found = samples.next()
            search = .samples(samples)
        case .rate(var draws):
            found = draws.next()
            search = .rate(draws)
        case .listed(let changes, let next, let map):
            guard next < changes.count else { return nil }
            found = (changes[next].time, changes[next].to)
            search = .listed(changes, next: next + 1, map)
        }
        guard let found else { return nil }
        let change = CellChange(time: found.time, from: serving, to: found.cell)
        (serving, since) = (found.cell, found.time)
        return change
    }
}

struct RateDraws: Sendable {
    private let itinerary: Itinerary
    private let rate: CellRate
    private var stream: RandomStream
    private var way = Meters.zero
    private var time = Instant.start
    private(set) var serving: Cell

    init(_ itinerary: Itinerary, _ rate: CellRate, _ stream: RandomStream) {
        (self.itinerary, self.rate, self.stream) = (itinerary, rate, stream)
        serving = Cell(number: 0, area: 0, tower: nil, radius: rate.radius)
    }

    mutating func next() -> (time: Instant, cell: Cell)? {
        switch rate.changes {
        case .perKilometer(let rate):
            guard rate > .zero else { return nil }
            way += Meters(1000 * stream.exponential() / rate.magnitude)
            guard let arrival = itinerary.time(atWay: way) else { return nil }
            time = arrival
        case .perHour(let rate):
            guard rate > .zero, time < .never else { return nil }
            time = time + TimeSpan(Seconds(3600 * stream.exponential() / rate.magnitude))
        }
        let isNewArea = stream.uniform() < rate.areaChanges.magnitude
        serving = Cell(
            number: serving.number + 1, area: serving.area + (isNewArea ? 1 : 0), tower: nil,
            radius: rate.radius)
        return (time, serving)
    }
}

/// A radio cell as a phone knows it.
public struct Cell: Hashable, Sendable {
    /// A key. A hexagon's packs two grid steps; show ``listed`` instead.
    public let number: Int
    /// The key of its location or tracking area.
    public let area: Int
    /// The place on the itinerary's map; `nil` without a map.
    public let tower: MapPoint?
    /// A hexagon's radius, or a tower's range.
    public let radius: Meters
    /// Numbers for files, from 0: the keys, but hexagons are counted outward.
    public let listed: Listed

    /// Numbers for files.
    public struct Listed: Hashable, Sendable {
        public let cell: Int
        public let area: Int
    }

    /// - Parameter listed: `nil` for the keys themselves.
    init(number: Int, area: Int, tower: MapPoint?, radius: Meters, listed: Listed? = nil) {
        (self.number, self.area, self.tower, self.radius) = (number, area, tower, radius)
        self.listed = listed ?? Listed(cell: number, area: area)
    }
}

public struct CellChange: Hashable, Sendable {
    public let time: Instant
    public let from: Cell
    public let to: Cell

    /// Whether the phone must report its location area.
    public var updatesArea: Bool { from.area != to.area }
}
