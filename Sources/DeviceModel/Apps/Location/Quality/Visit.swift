/// A true stay of the phone at a place, which a policy may notice or miss.
public struct Visit: Hashable, Sendable {
    public let place: MapPoint
    public let arrival: Instant
    /// `Instant.never` for a stay at the end of the track.
    public let departure: Instant

    /// The least duration of a visit.
    public static let shortest = TimeSpan(Seconds(600))
    /// How near its place a position must be to report a visit.
    public static let reach = Meters(500)
    /// How long before the arrival a position may be measured to report the visit: a policy that
    /// reports movements has no reason to report once the phone rests.
    public static let lead = TimeSpan(Seconds(300))
    /// A stay on a recorded track lasts while the phone is within this distance of its start: a
    /// receiver's jitter is no departure.
    public static let jitter = Meters(100)
}

/// The visits of a track in order.
///
/// A synthetic stay is a time without motion. A recorded stay begins at a waypoint, and ends where
/// the track leaves the circle of ``Visit/jitter`` around it; the first waypoint outside may begin
/// the next. A recorded stay may thus be found late, by less than ``Visit/shortest``.
struct VisitWalk: IteratorProtocol, Sendable {
    private let itinerary: Itinerary
    /// The first waypoint that has not been looked at.
    private var waypoint = 0

    init(_ itinerary: Itinerary) { self.itinerary = itinerary }

    /// - Complexity: Over all calls O(waypoints).
    mutating func next() -> Visit? {
        while waypoint < itinerary.times.count {
            let visit = stay(from: waypoint)
            if let visit, visit.departure - visit.arrival >= Visit.shortest { return visit }
        }
        return nil
    }

    /// Moves on to the first waypoint after the stay.
    private mutating func stay(from first: Int) -> Visit? {
        let (times, points) = (itinerary.times, itinerary.points)
        let reach = itinerary.modes[first] == .recorded ? Visit.jitter : .zero
        var place = PlaceMean(points[first])
        while waypoint < itinerary.legCount {
            let (leg, next) = (waypoint, points[waypoint + 1])
            if itinerary.modes[leg] == .unknown || points[first].distance(to: next) > reach {
                let end = departure(from: points[first], reach, onLeg: leg)
                waypoint += 1
                return Visit(place: place.point, arrival: times[first], departure: end)
            }
            place.add(points[leg], next, seconds: (times[leg + 1] - times[leg]).seconds.magnitude)
            waypoint += 1
        }
        waypoint += 1
        // The final stay never ends; it is where the track has stayed longest.
        return Visit(place: points[points.count - 1], arrival: times[first], departure: .never)
    }

    /// The leg begins within reach.
    private func departure(from place: MapPoint, _ reach: Meters, onLeg leg: Int) -> Instant {
        let (begin, end) = (itinerary.times[leg], itinerary.times[leg + 1])
        if reach == .zero || itinerary.modes[leg] == .unknown { return begin }
        let motion = RelativeMotion(
            from: itinerary.points[leg], to: itinerary.points[leg + 1],
            seconds: (end - begin).seconds.magnitude, seenFrom: place)
        return begin + TimeSpan(Seconds(motion.seconds(within: reach.magnitude)))
    }
}

/// The mean of positions over time.
private struct PlaceMean {
    private let first: MapPoint
    private var east = 0.0
    private var north = 0.0
    private var seconds = 0.0

    init(_ first: MapPoint) { self.first = first }

    mutating func add(_ begin: MapPoint, _ end: MapPoint, seconds: Double) {
        east += seconds * ((begin.east + end.east) / 2 - first.east)
        north += seconds * ((begin.north + end.north) / 2 - first.north)
        self.seconds += seconds
    }

    /// The first position if no time has passed.
    var point: MapPoint {
        guard seconds > 0 else { return first }
        return MapPoint(east: first.east + east / seconds, north: first.north + north / seconds)
    }
}

/// Which visits the reported positions show.
struct VisitScore: Sendable {
    private var walk: VisitWalk
    private var current: Visit?
    private var isDetected = false
    private(set) var count = 0
    private(set) var detected = 0

    init(_ itinerary: Itinerary) {
        walk = VisitWalk(itinerary)
        current = walk.next()
    }

    /// A fix measured before others that were reported may come too late to count.
    mutating func see(_ fix: Fix) {
        while let visit = current, visit.departure < fix.time { close() }
        guard let visit = current, fix.time >= visit.arrival - Visit.lead else { return }
        if fix.point.distance(to: visit.place) <= Visit.reach { isDetected = true }
    }

    /// A visit under way counts if it has lasted long enough.
    mutating func finish(at horizon: Instant) {
        while let visit = current, visit.arrival + Visit.shortest <= horizon { close() }
    }

    private mutating func close() {
        count += 1
        if isDetected { detected += 1 }
        isDetected = false
        current = walk.next()
    }
}
