/// Finds when a phone has moved a distance: solved along its itinerary, without polling.
struct DistanceFilter: Hashable, Sendable {
    /// Straight-line distance from the last reported point; greater than zero.
    let distance: Meters

    /// The first time at which the phone is `distance` away from where it was at `time`; `nil`:
    /// never.
    ///
    /// Repeatedly skips the distance that is still lacking, which the phone must travel at least,
    /// until less than a thousandth of it or a millimetre is left.
    func time(after time: Instant, on itinerary: Itinerary) -> Instant? {
        let anchor = itinerary.point(at: time)
        let tolerance = Swift.max(distance.magnitude / 1000, 1e-3)
        var now = time
        var way = itinerary.way(until: time).magnitude
        while true {
            let rest = distance.magnitude - itinerary.point(at: now).distance(to: anchor).magnitude
            if rest <= tolerance { return now }
            way += rest
            // Rounding must not lose the last metre of a way.
            let goal = Swift.min(way, itinerary.length.magnitude)
            guard way - goal <= tolerance, let next = itinerary.time(atWay: Meters(goal)) else {
                return nil
            }
            now = Swift.max(now, next)
        }
    }
}

extension StandardLocationRules.Pause {
    /// When the system first sees the phone at rest, if it watches from `time` on; `nil`: not
    /// before `horizon`.
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
