import Kernel

/// Where the phone is at any time of a run: waypoints with times, and great circles between them at
/// constant speed.
///
/// It is made once, and asked where events need it; nothing moves by steps. Before the first
/// waypoint the phone is there, after the last it stays there. A copy shares the waypoints, so that
/// the runs of all policies have the same way for the price of one.
public struct Itinerary: Hashable, Sendable {
    /// A leg: the way from one waypoint to the next.
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

    /// A flat map around the first waypoint; the places of radio cells are on it.
    public let map: LocalMap
    let times: ContiguousArray<Instant>
    let positions: ContiguousArray<Position>
    /// The waypoints on the map.
    let points: ContiguousArray<MapPoint>
    /// Metres gone until each waypoint.
    let ways: ContiguousArray<Double>
    /// Of the leg that begins at each waypoint; `stay` for the last.
    let modes: ContiguousArray<TravelMode>
    /// Where the person works whose way it is; `nil` for a way of nobody who is known to.
    public let work: Position?
    /// Why it ends before it should; `nil`: it does not.
    let excess: RunExcess?

    /// - Parameters:
    ///   - waypoints: at least one, in strictly ascending order of time, the first at the start of
    ///     the run; the mode is that of the leg which begins there.
    ///   - work: the person's place of work.
    ///   - excess: why it ends before it should.
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

    /// The way of somebody who stays at one place.
    public init(stayingAt position: Position) {
        self.init([(.start, position, .stay)])
    }

    /// The way of a recorded track.
    ///
    /// Between two pieces the phone goes straight from one to the next at constant speed, marked
    /// ``TravelMode/unknown``: it never jumps, and whoever measures errors can leave that time out.
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

    /// Where the way begins: a person's home, a track's first point.
    public var home: Position { positions[0] }

    /// When the last waypoint is reached; the phone stays there.
    public var end: Instant { times[times.count - 1] }

    /// The length of the whole way.
    public var length: Meters { Meters(ways[ways.count - 1]) }

    public var legCount: Int { times.count - 1 }

    /// The leg with this number, from zero in order of time.
    public func leg(_ number: Int) -> Leg {
        Leg(
            begin: times[number], end: times[number + 1], from: positions[number],
            to: positions[number + 1], mode: modes[number],
            length: Meters(ways[number + 1] - ways[number]))
    }

    /// How the phone gets about at `time`; `stay` after the end.
    public func mode(at time: Instant) -> TravelMode { modes[waypoint(before: time)] }

    /// The first time from `time` on at which the phone is under way; `nil`: it stays where it is.
    /// Slower than an inch a second is what a receiver's noise looks like, in a recorded track.
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

    /// Where on the map the phone is at `time`.
    ///
    /// - Complexity: O(log *n*) in the number of waypoints.
    public func point(at time: Instant) -> MapPoint {
        let leg = waypoint(before: time)
        guard leg < legCount, time > times[leg] else { return points[leg] }
        return point(inLeg: leg, share: fraction(of: leg, at: time))
    }

    /// Where the phone is at `time`.
    ///
    /// - Complexity: O(log *n*) in the number of waypoints.
    public func position(at time: Instant) -> Position {
        let leg = waypoint(before: time)
        guard leg < legCount, ways[leg + 1] > ways[leg], time > times[leg] else {
            return positions[leg]
        }
        return GreatCircle(from: positions[leg], to: positions[leg + 1])
            .position(atFraction: fraction(of: leg, at: time))
    }

    /// How far the phone has gone until `time`, all its legs added up.
    ///
    /// - Complexity: O(log *n*).
    public func way(until time: Instant) -> Meters {
        let leg = waypoint(before: time)
        guard leg < legCount, time > times[leg] else { return Meters(ways[leg]) }
        return Meters(ways[leg] + (ways[leg + 1] - ways[leg]) * fraction(of: leg, at: time))
    }

    /// The first time at which the phone has gone this far; `nil` if it never does.
    ///
    /// - Complexity: O(log *n*).
    public func time(atWay way: Meters) -> Instant? {
        if way.magnitude <= 0 { return .start }
        guard way <= length else { return nil }
        var (low, high) = (0, ways.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if ways[middle] < way.magnitude { low = middle + 1 } else { high = middle }
        }
        return time(atWay: way.magnitude, inLeg: low - 1)
    }

    /// The time at which the way, which ends in that leg, is done; never beyond the leg.
    func time(atWay way: Double, inLeg leg: Int) -> Instant {
        let share = (way - ways[leg]) / (ways[leg + 1] - ways[leg])
        let span = Double((times[leg + 1] - times[leg]).nanoseconds)
        return min(times[leg] + TimeSpan(rounding: share * span), times[leg + 1])
    }

    /// Where on the map the phone is once it has gone `way`, which ends in that leg.
    func point(atWay way: Double, inLeg leg: Int) -> MapPoint {
        point(inLeg: leg, share: (way - ways[leg]) / (ways[leg + 1] - ways[leg]))
    }

    private func point(inLeg leg: Int, share: Double) -> MapPoint {
        let (from, to) = (points[leg], points[leg + 1])
        return MapPoint(
            east: from.east + (to.east - from.east) * share,
            north: from.north + (to.north - from.north) * share)
    }

    /// Where on the map the phone is at a time of this leg, its ends included; the number after the
    /// last leg is the stay at the end.
    func point(at time: Instant, onLeg leg: Int) -> MapPoint {
        if leg >= legCount || time <= times[leg] { return points[leg] }
        if time >= times[leg + 1] { return points[leg + 1] }
        return point(inLeg: leg, share: fraction(of: leg, at: time))
    }

    /// The last waypoint at or before `time`.
    func waypoint(before time: Instant) -> Int {
        var (low, high) = (0, times.count)
        while low < high {
            let middle = (low + high) / 2
            if times[middle] <= time { low = middle + 1 } else { high = middle }
        }
        return max(0, low - 1)
    }

    private func fraction(of leg: Int, at time: Instant) -> Double {
        Double((time - times[leg]).nanoseconds) / Double((times[leg + 1] - times[leg]).nanoseconds)
    }
}
