extension Itinerary {
    /// Draws an itinerary, until after the horizon.
    ///
    /// It depends only on profile, seed and replication: streams `movement-person` (the workplace
    /// and the way there) and `movement-days`, indexed by day or stay. A longer horizon continues a
    /// shorter one.
    ///
    /// - `horizon`: a trip that begins earlier is drawn whole, except what lies beyond the
    ///   calendar.
    /// - `budget`: an itinerary that exceeds it ends early and sets `excess`.
    public init(
        _ profile: MovementProfile, from source: RandomSource, until horizon: Instant,
        _ budget: RunBudget = .usual
    ) {
        var draft: ItineraryDraft
        switch profile {
        case .wandering(let wandering):
            draft = ItineraryDraft(home: wandering.home, source, budget)
            draft.wander(wandering, until: horizon)
        case .days(let days):
            draft = ItineraryDraft(home: days.home, source, budget)
            draft.live(days, until: horizon)
        }
        self.init(draft.waypoints, work: draft.work, excess: draft.excess(before: horizon))
    }
}

/// An itinerary while it is drawn, on a flat map around home.
private struct ItineraryDraft {
    private let map: LocalMap
    private let source: RandomSource
    private var now = Instant.start
    private var place = MapPoint(east: 0, north: 0)
    private(set) var work: Position?
    private(set) var waypoints: [(time: Instant, position: Position, mode: TravelMode)]

    private let budget: RunBudget
    private var length = 0.0

    private static let home = MapPoint(east: 0, north: 0)
    /// A nanosecond before the end of the calendar, where sums of times stop, because times must
    /// ascend.
    private static let latest = Instant.never - TimeSpan(nanoseconds: 1)
    private static let farthest = 2e7
    private static let slowest = 0.1
    /// A day must end even if trips and stays have no length.
    private static let shortest = TimeSpan(nanoseconds: 1_000_000)
    private static let shortestStay = TimeSpan(nanoseconds: 1_000_000_000)

    init(home: Position, _ source: RandomSource, _ budget: RunBudget) {
        map = LocalMap(origin: home)
        (self.source, self.budget) = (source, budget)
        waypoints = [(.start, home, .stay)]
    }

    /// Whether the end of the calendar or of the budget is reached.
    private var isFull: Bool { now >= Self.latest || isTooLong }

    private var isTooLong: Bool {
        waypoints.count >= budget.corners || length > budget.way.magnitude
    }

    /// `nil`: the itinerary is within the budget.
    func excess(before horizon: Instant) -> RunExcess? {
        guard isTooLong else { return nil }
        return .way(corners: budget.corners, length: budget.way, time: min(now, horizon))
    }

    private func stream(_ purpose: String, _ index: Int = 0) -> RandomStream {
        source.stream(purpose, UInt64(index))
    }

    mutating func wander(_ profile: Wandering, until horizon: Instant) {
        var number = 0
        while now < horizon && !isFull {
            var stream = stream("movement-days", number)
            number += 1
            stay(for: max(TimeSpan(profile.stay.sample(&stream)), Self.shortestStay))
            if now >= horizon { return }
            let trip = profile.trips.pick(&stream)
            let goesHome = stream.uniform() < profile.homing.magnitude && place != Self.home
            let end = goesHome ? Self.home : somewhere(trip, &stream)
            travel(trip, trip.route(from: place, to: end, &stream), &stream)
        }
    }

    mutating func live(_ profile: WorkingDays, until horizon: Instant) {
        var person = stream("movement-person")
        let commute = profile.commutes.pick(&person)
        let work = somewhere(commute, &person)
        self.work = map.position(of: work)
        let route = commute.route(from: Self.home, to: work, &person)
        var day = 0
        while true {
            var stream = stream("movement-days", day)
            let midnight = Double(day) * 86_400 - profile.begin.magnitude
            let leave = TimeSpan(Seconds(midnight + profile.leave.sample(&stream).magnitude))
            day += 1
            let isOff = stream.uniform() < profile.off.magnitude
            let hours = TimeSpan(profile.work.sample(&stream))
            let errand = profile.errand.flatMap {
                stream.uniform() < $0.chance.magnitude ? $0 : nil
            }
            // A day is skipped if its time to leave passed before the run began.
            if leave < .zero { continue }
            stay(until: .start + leave)
            if now >= horizon || isFull { return }
            if !isOff {
                travel(commute, route, &stream)
                stay(for: hours)
            }
            if let errand { run(errand, &stream) }
            if place == work {
                travel(commute, route.reversed(), &stream)
            } else if place != Self.home, let errand {
                let trip = errand.trips.pick(&stream)
                travel(trip, trip.route(from: place, to: Self.home, &stream), &stream)
            }
        }
    }

    private mutating func run(_ errand: Errand, _ stream: inout RandomStream) {
        let trip = errand.trips.pick(&stream)
        let end = somewhere(trip, &stream)
        travel(trip, trip.route(from: place, to: end, &stream), &stream)
        stay(for: TimeSpan(errand.stay.sample(&stream)))
    }

    /// A place at the trip's distance, in a random direction.
    private func somewhere(_ trip: Trip, _ stream: inout RandomStream) -> MapPoint {
        let distance = min(max(trip.distance.sample(&stream).magnitude, 0), Self.farthest)
        let bearing = PortableMath.sinCos(degrees: 360 * stream.uniform())
        return MapPoint(
            east: place.east + distance * bearing.sin, north: place.north + distance * bearing.cos)
    }

    private mutating func stay(for span: TimeSpan) { stay(until: now + max(span, Self.shortest)) }

    private mutating func stay(until end: Instant) {
        let end = min(end, Self.latest)
        guard end > now else { return }
        waypoints[waypoints.count - 1].mode = .stay
        now = end
        waypoints.append((now, waypoints[waypoints.count - 1].position, .stay))
    }

    private mutating func travel(_ trip: Trip, _ route: [MapPoint], _ stream: inout RandomStream) {
        let speed = max(trip.speed.sample(&stream).magnitude, Self.slowest)
        for (corner, end) in route.enumerated().dropFirst() {
            if isFull { return }
            let block = place.distance(to: end).magnitude
            length += block
            now = min(now + max(Self.shortest, TimeSpan(Seconds(block / speed))), Self.latest)
            waypoints[waypoints.count - 1].mode = trip.mode
            place = end
            waypoints.append((now, map.position(of: end), .stay))
            if corner < route.count - 1, let pause = trip.pause {
                let span = TimeSpan(pause.sample(&stream))
                if span > .zero { stay(for: span) }
            }
        }
    }
}
