/// The sky over an itinerary, evaluated on demand.
///
/// A pure function of profile, itinerary, seed and replication.
struct SkyView: Sendable {
    /// A time with or without satellite reception.
    struct Window: Hashable, Sendable {
        var isOpen: Bool
        /// `.never` if nothing changes any more.
        var until: Instant
    }

    private enum Purpose {
        static let roof: UInt64 = 1
        static let outage: UInt64 = 2
        static let outagePlace: UInt64 = 3
    }

    /// Shorter stays are halts on the road.
    private static let shortestStay = TimeSpan(Seconds(300))
    /// Metres; places in such a square share a roof.
    private static let house = 50.0

    let profile: Sky
    private let itinerary: Itinerary
    private let hash: PlaceHash
    /// Legs that are stays, then the index after the last leg.
    private let stays: ContiguousArray<Int>

    init(_ profile: Sky, over itinerary: Itinerary, hash: PlaceHash) {
        (self.profile, self.itinerary, self.hash) = (profile, itinerary, hash)
        var stays: ContiguousArray<Int> = []
        for leg in 0..<itinerary.legCount where itinerary.modes[leg] == .stay {
            let span = itinerary.times[leg + 1] - itinerary.times[leg]
            if span >= Self.shortestStay { stays.append(leg) }
        }
        stays.append(itinerary.legCount)
        self.stays = stays
    }

    /// Whether satellites are received, and until when.
    ///
    /// - Complexity: O(log *n*) in the waypoints, for each stay or outage on the way.
    func window(at time: Instant) -> Window {
        let isOpen = isOpen(at: time)
        var now = time
        while let edge = nextEdge(after: now) {
            if self.isOpen(at: edge) != isOpen { return Window(isOpen: isOpen, until: edge) }
            now = edge
        }
        return Window(isOpen: isOpen, until: .never)
    }

    /// When reception may next change; `nil`: never.
    private func nextEdge(after time: Instant) -> Instant? {
        let leg = itinerary.waypoint(before: time)
        let stay = nextStay(from: leg)
        if stay == leg { return leg < itinerary.legCount ? itinerary.times[leg + 1] : nil }
        let arrival = itinerary.times[stay]
        return nextOutageEdge(after: time, until: arrival) ?? arrival
    }

    private func nextStay(from leg: Int) -> Int {
        stays[(0..<stays.count - 1).bisected(until: { stays[$0] >= leg })]
    }

    /// The median error of the surroundings.
    func addedError(at time: Instant) -> Meters {
        let leg = itinerary.waypoint(before: time)
        return nextStay(from: leg) == leg && roof(overLeg: leg) != .none
            ? profile.errorIndoors : profile.errorOutdoors
    }

    /// No roof, one that lets satellites through, or one that does not.
    private enum Roof { case none, thin, thick }

    private func roof(overLeg leg: Int) -> Roof {
        let draw = hash.uniform(at: itinerary.points[leg], side: Self.house, Purpose.roof)
        let indoors = profile.indoors.magnitude
        if draw >= indoors { return .none }
        return draw < indoors * profile.receivedIndoors.magnitude ? .thin : .thick
    }

    private func isOpen(at time: Instant) -> Bool {
        let leg = itinerary.waypoint(before: time)
        if nextStay(from: leg) == leg { return roof(overLeg: leg) != .thick }
        guard let outages = profile.outages else { return true }
        let way = itinerary.way(until: time).magnitude
        return !outage(Int64(way / outages.every.magnitude), outages).contains(way)
    }

    /// The part of a stretch without reception, in metres travelled.
    private func outage(_ number: Int64, _ outages: Sky.Outages) -> Range<Double> {
        let stretch = outages.every.magnitude
        var stream = hash.stream(number, Purpose.outage)
        let length = min(max(0, outages.length.sample(&stream).magnitude), stretch)
        let begin =
            Double(number) * stretch
            + (stretch - length) * hash.uniform(number, Purpose.outagePlace)
        return begin..<(begin + length)
    }

    /// The next beginning or end of an outage, before `end`.
    private func nextOutageEdge(after time: Instant, until end: Instant) -> Instant? {
        guard let outages = profile.outages else { return nil }
        let way = itinerary.way(until: time).magnitude
        let last = itinerary.way(until: end).magnitude
        var number = Int64(way / outages.every.magnitude)
        while Double(number) * outages.every.magnitude < last {
            let outage = outage(number, outages)
            for edge in [outage.lowerBound, outage.upperBound] where edge > way && edge < last {
                // The phone is past the edge in spite of rounding.
                guard let arrival = itinerary.time(atWay: Meters(edge)) else { return nil }
                let after = arrival + TimeSpan(nanoseconds: 1000)
                if after > time && after < end { return after }
            }
            number += 1
        }
        return nil
    }
}
