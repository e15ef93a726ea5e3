/// The phone's position over time: timed waypoints, joined by great circles at constant speed.
///
/// Evaluated on demand; nothing moves in steps. The phone stays at the last waypoint. Copies share
/// the waypoints, so the runs of all policies cost one itinerary.
public struct Itinerary: Hashable, Sendable {
    /// The part of an itinerary from one waypoint to the next.
    public struct Leg: Hashable, Sendable {
        public let begin: Instant
        public let end: Instant
        public let from: Position
        public let to: Position
        public let mode: TravelMode
        /// The length of its great circle.
        public let length: Meters

        /// Zero for a stay.
        public var speed: MetersPerSecond {
            MetersPerSecond(length.magnitude / (end - begin).seconds.magnitude)
        }
    }

    /// A map around the first waypoint; radio cells lie on it.
    public let map: LocalMap
    let times: ContiguousArray<Instant>
    let positions: ContiguousArray<Position>
    let points: ContiguousArray<MapPoint>
    /// Metres travelled until each waypoint.
    let ways: ContiguousArray<Double>
    /// The mode of the leg that begins at each waypoint; `stay` for the last.
    let modes: ContiguousArray<TravelMode>
    /// `nil` if unknown.
    public let work: Position?
    /// Why the itinerary ends early; `nil`: it does not.
    let excess: RunExcess?

    /// - Parameter waypoints: at least one, with strictly ascending times, the first at the start
    ///   of the run; the mode is that of the leg which begins there.
    init(
        _ waypoints: [(time: Instant, position: Position, mode: TravelMode)],
        work: Position? = nil, excess: RunExcess? = nil
    ) {
        self.excess = excess
        precondition(waypoints.first?.time == .start, "a way begins at time zero")
        precondition(
            zip(waypoints, waypoints.dropFirst()).allSatisfy { $0.time < $1.time },
            "the times of a way ascend")
        map = LocalMap(origin: waypoints[0].position)
        times = ContiguousArray(waypoints.map(\.time))
        positions = ContiguousArray(waypoints.map(\.position))
        modes = ContiguousArray(waypoints.dropLast().map(\.mode) + [.stay])
        var points: ContiguousArray<MapPoint> = []
        var ways: ContiguousArray<Double> = []
        points.reserveCapacity(waypoints.count)
        ways.reserveCapacity(waypoints.count)
        for place in waypoints.indices {
            let here = positions[place]
            if place > 0 && here == positions[place - 1] {
                points.append(points[place - 1])
                ways.append(ways[place - 1])
                continue
            }
            points.append(map.point(of: here))
            ways.append(
                place == 0 ? 0 : ways[place - 1] + positions[place - 1].distance(to: here).magnitude
            )
        }
        (self.points, self.ways, self.work) = (points, ways, work)
    }

    public init(stayingAt position: Position) { self.init([(.start, position, .stay)]) }

    /// Between two pieces the phone moves straight at constant speed, marked
    /// ``TravelMode/unknown``.
    ///
    /// Error metrics can leave that time out.
    public init(_ track: RecordedTrack) {
        var waypoints: [(time: Instant, position: Position, mode: TravelMode)] = []
        waypoints.reserveCapacity(track.pointCount)
        for piece in track.pieces {
            for (place, point) in piece.enumerated() {
                let isLast = place == piece.count - 1
                waypoints.append((point.time, point.position, isLast ? .unknown : .recorded))
            }
        }
        self.init(waypoints)
    }

    /// The first waypoint: a person's home, a track's first point.
    public var home: Position { positions[0] }

    /// The phone stays there from then on.
    public var end: Instant { times[times.count - 1] }

    public var length: Meters { Meters(ways[ways.count - 1]) }
    public var legCount: Int { times.count - 1 }

    public func leg(_ number: Int) -> Leg {
        Leg(
            begin: times[number], end: times[number + 1], from: positions[number],
            to: positions[number + 1], mode: modes[number],
            length: Meters(ways[number + 1] - ways[number]))
    }

    /// The next time that the phone moves; `nil`: never.
    ///
    /// Less than 25 mm/s is receiver noise in a recorded track.
    func nextMotion(from time: Instant) -> Instant? {
        var leg = waypoint(before: time)
        while leg < legCount {
            let span = (times[leg + 1] - times[leg]).seconds.magnitude
            if times[leg + 1] > time, ways[leg + 1] - ways[leg] > 0.025 * span {
                return max(time, times[leg])
            }
            leg += 1
        }
        return nil
    }

    /// - Complexity: O(log *n*) in the number of waypoints.
    public func point(at time: Instant) -> MapPoint {
        let leg = waypoint(before: time)
        guard leg < legCount, time > times[leg] else { return points[leg] }
        return point(inLeg: leg, share: fraction(of: leg, at: time))
    }

    /// - Complexity: O(log *n*) in the number of waypoints.
    public func position(at time: Instant) -> Position {
        let leg = waypoint(before: time)
        guard leg < legCount, ways[leg + 1] > ways[leg], time > times[leg] else {
            return positions[leg]
        }
        return GreatCircle(from: positions[leg], to: positions[leg + 1])
            .position(atFraction: fraction(of: leg, at: time))
    }

    /// The distance travelled.
    ///
    /// - Complexity: O(log *n*).
    public func way(until time: Instant) -> Meters {
        let leg = waypoint(before: time)
        guard leg < legCount, time > times[leg] else { return Meters(ways[leg]) }
        return Meters(ways[leg] + (ways[leg + 1] - ways[leg]) * fraction(of: leg, at: time))
    }

    /// The first time at that distance; `nil`: never.
    ///
    /// - Complexity: O(log *n*).
    public func time(atWay way: Meters) -> Instant? {
        if way.magnitude <= 0 { return .start }
        guard way <= length else { return nil }
        let end = (0..<ways.count - 1).bisected(until: { ways[$0] >= way.magnitude })
        return time(atWay: way.magnitude, inLeg: end - 1)
    }

    /// `way` ends in that leg; the result is never after it.
    func time(atWay way: Double, inLeg leg: Int) -> Instant {
        let share = (way - ways[leg]) / (ways[leg + 1] - ways[leg])
        let span = Double((times[leg + 1] - times[leg]).nanoseconds)
        return min(times[leg] + TimeSpan(rounding: share * span), times[leg + 1])
    }

    /// The place after travelling `way`, which ends in that leg.
    func point(atWay way: Double, inLeg leg: Int) -> MapPoint {
        point(inLeg: leg, share: (way - ways[leg]) / (ways[leg + 1] - ways[leg]))
    }

    private func point(inLeg leg: Int, share: Double) -> MapPoint {
        let (from, to) = (points[leg], points[leg + 1])
        return MapPoint(
            east: from.east + (to.east - from.east) * share,
            north: from.north + (to.north - from.north) * share)
    }

    /// The ends of the leg included; after the last leg, the final stay.
    func point(at time: Instant, onLeg leg: Int) -> MapPoint {
        if leg >= legCount || time <= times[leg] { return points[leg] }
        if time >= times[leg + 1] { return points[leg + 1] }
        return point(inLeg: leg, share: fraction(of: leg, at: time))
    }

    /// The last waypoint at or before `time`.
    func waypoint(before time: Instant) -> Int {
        max(0, (0..<times.count).bisected(until: { times[$0] > time }) - 1)
    }

    private func fraction(of leg: Int, at time: Instant) -> Double {
        Double((time - times[leg]).nanoseconds) / Double((times[leg + 1] - times[leg]).nanoseconds)
    }
}
