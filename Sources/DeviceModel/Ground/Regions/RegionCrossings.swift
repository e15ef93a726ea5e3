/// The exact times at which an itinerary enters another zone.
///
/// Crossings of a circle on a straight leg are roots of a quadratic. Legs too far from both circles
/// are skipped by distance.
struct RegionCrossings: IteratorProtocol, Sendable {
    private let itinerary: Itinerary
    private let border: RegionBorder
    /// The zone at the start, or after the last crossing.
    private(set) var zone: RegionZone
    private var leg = 0
    /// The searched share of the leg, 0 to 1; negative before its beginning.
    private var share = -1.0

    init(_ itinerary: Itinerary, _ border: RegionBorder) {
        (self.itinerary, self.border) = (itinerary, border)
        zone = border.zone(of: itinerary.points[0])
    }

    /// The next crossing, in order of time; `nil` after the last.
    ///
    /// - Complexity: O(*n*) in the legs near the region over all calls, and O(log *n*) for each
    ///   stretch far from it.
    mutating func next() -> (time: Instant, zone: RegionZone)? {
        while leg < itinerary.legCount {
            if share < 0 {
                if let change = begin() { return change }
            }
            if let change = crossing() { return change }
            leg = nextLeg()
            share = -1
        }
        return atEnd()
    }

    /// Finds at a waypoint a crossing that rounding has hidden.
    private mutating func begin() -> (time: Instant, zone: RegionZone)? {
        share = 0
        return change(to: border.zone(of: itinerary.points[leg]), at: itinerary.times[leg])
    }

    private mutating func atEnd() -> (time: Instant, zone: RegionZone)? {
        change(to: border.zone(of: itinerary.points[leg]), at: itinerary.times[leg])
    }

    private mutating func change(
        to found: RegionZone, at time: Instant
    ) -> (time: Instant, zone: RegionZone)? {
        guard found != zone else { return nil }
        zone = found
        return (time, found)
    }

    /// The next crossing on the rest of the leg.
    private mutating func crossing() -> (time: Instant, zone: RegionZone)? {
        let found: (share: Double, zone: RegionZone)?
        switch zone {
        case .outside: found = roots(border.outer).map { ($0.entering, .border) }
        case .inside: found = roots(border.inner).map { ($0.leaving, .border) }
        case .border:
            let leaving = roots(border.outer).map { ($0.leaving, RegionZone.outside) }
            let entering = roots(border.inner).map { ($0.entering, RegionZone.inside) }
            // Inwards first: a later exit is found in the next step.
            found = entering.flatMap { isAhead($0.0) ? $0 : nil } ?? leaving
        }
        guard let found, isAhead(found.share) else { return nil }
        share = found.share
        zone = found.zone
        let span = Double((itinerary.times[leg + 1] - itinerary.times[leg]).nanoseconds)
        return (itinerary.times[leg] + TimeSpan(rounding: share * span), zone)
    }

    private func isAhead(_ root: Double) -> Bool { root >= share && root <= 1 }

    /// Shares of the leg; `nil`: its line misses the circle.
    private func roots(_ radius: Double) -> (entering: Double, leaving: Double)? {
        let (from, to) = (itinerary.points[leg], itinerary.points[leg + 1])
        let (dx, dy) = (to.east - from.east, to.north - from.north)
        let (x, y) = (from.east - border.center.east, from.north - border.center.north)
        let a = dx * dx + dy * dy
        let b = x * dx + y * dy
        let discriminant = b * b - a * (x * x + y * y - radius * radius)
        guard a > 0, discriminant > 0 else { return nil }
        let root = discriminant.squareRoot()
        let (entering, leaving) = ((-b - root) / a, (-b + root) / a)
        return entering < leaving ? (entering, leaving) : nil
    }

    /// The next leg that could reach another zone.
    ///
    /// Maps lengthen distances by far less than a tenth, unless the itinerary covers a quarter of
    /// the Earth.
    private func nextLeg() -> Int {
        let next = leg + 1
        let reach = itinerary.ways[next] + 0.9 * border.slack(at: itinerary.points[next])
        return (next..<itinerary.legCount).bisected(until: { itinerary.ways[$0 + 1] >= reach })
    }
}

/// The events of one region along an itinerary, in order of time.
struct RegionEvents: IteratorProtocol, Sendable {
    private var crossings: RegionCrossings
    private var monitor: RegionMonitor

    /// - Parameters:
    ///   - region: an index of the world's list.
    ///   - dwell: the time beyond the border.
    init(_ itinerary: Itinerary, _ border: RegionBorder, region: Int, dwell: TimeSpan) {
        crossings = RegionCrossings(itinerary, border)
        monitor = RegionMonitor(
            region: region, isInside: border.contains(itinerary.points[0]), dwell: dwell)
        monitor.observe(crossings.zone, at: .start)
    }

    /// After the last event, or at the start.
    var isInside: Bool { monitor.isInside }

    mutating func next() -> RegionEvent? {
        while let crossing = crossings.next() {
            let event = monitor.advance(to: crossing.time)
            monitor.observe(crossing.zone, at: crossing.time)
            if let event { return event }
        }
        return monitor.advance(to: .never)
    }
}
