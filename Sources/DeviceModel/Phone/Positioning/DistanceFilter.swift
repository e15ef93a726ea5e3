import Kernel

/// When a phone has moved far enough to be told of: solved for on its way, never waited for.
struct DistanceFilter: Hashable, Sendable {
    /// In a straight line from where the phone was last told of; greater than zero.
    let distance: Meters

    /// The first time at which the phone is `distance` away from where it was at `time`; `nil` if
    /// it never is.
    ///
    /// Who lacks a rest of the distance has to go at least that rest: so much of the way is
    /// skipped, again and again, until the rest is below a thousandth of the distance or a
    /// millimetre. On a straight way the first step arrives.
    func time(after time: Instant, on itinerary: Itinerary) -> Instant? {
        let anchor = itinerary.point(at: time)
        let tolerance = Swift.max(distance.magnitude / 1000, 1e-3)
        var now = time
        var way = itinerary.way(until: time).magnitude
        while true {
            let rest =
                distance.magnitude - itinerary.point(at: now).distance(to: anchor).magnitude
            if rest <= tolerance { return now }
            way += rest
            // The last metre of a way is not lost to rounding.
            let goal = Swift.min(way, itinerary.length.magnitude)
            guard way - goal <= tolerance, let next = itinerary.time(atWay: Meters(goal)) else {
                return nil
            }
            now = Swift.max(now, next)
        }
    }
}

extension StandardLocationRules.Pause {
    /// When the system first takes the phone for resting, if it has watched it since `time`; `nil`
    /// if not before `horizon`.
    func time(after time: Instant, on itinerary: Itinerary, until horizon: Instant) -> Instant? {
        let filter = DistanceFilter(distance: within)
        var arrival = time
        while arrival < horizon {
            guard let departure = filter.time(after: arrival, on: itinerary),
                departure - arrival < after
            else { return arrival + after }
            arrival = departure
        }
        return nil
    }
}
