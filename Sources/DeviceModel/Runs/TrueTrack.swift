/// The geography of one replication, equal for every policy: itinerary, cells and regions.
public struct TrueTrack: Sendable {
    public let itinerary: Itinerary
    /// The cells at the start of the itinerary; `nil` in a world without cells.
    public let cells: CellTracker?
    /// On the itinerary's map.
    public let regions: [PlacedRegion]
    public let horizon: Instant

    /// The true visits that begin before a time.
    ///
    /// - Complexity: O(waypoints before it).
    public func visits(before time: Instant) -> [Visit] {
        var walk = VisitWalk(itinerary)
        var visits: [Visit] = []
        while let visit = walk.next(), visit.arrival < time { visits.append(visit) }
        return visits
    }
}

extension RunPlan {
    public func trueTrack(replication: Int) -> TrueTrack {
        let horizon = Instant.start + conditions.horizon
        let source = conditions.randomSource(of: replication)
        let way = world.movement.itinerary(from: source, until: horizon)
        return TrueTrack(
            itinerary: way,
            cells: conditions.world.cells.map { CellTracker($0, along: way, from: source) },
            regions: conditions.world.regions.map { $0.placed(on: way) }, horizon: horizon)
    }
}

extension CellTracker {
    /// The hexagon in which the cell's tower is nearest; empty without hexagons.
    public func outline(of cell: Cell) -> [MapPoint] {
        guard let map = hexagons else { return [] }
        let place = HexagonalGrid.Place(number: cell.number)
        let around = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)].map {
            map.grid.middle(of: HexagonalGrid.Place(q: place.q + $0.0, r: place.r + $0.1))
        }
        let middle = map.grid.middle(of: place)
        return around.indices.map { corner in
            let (a, b) = (around[corner], around[(corner + 1) % 6])
            return MapPoint(
                east: (middle.east + a.east + b.east) / 3,
                north: (middle.north + a.north + b.north) / 3)
        }
    }
}
