/// Compares the reported track with the true one, summed up during the run.
///
/// Between reports the last position stands still and the phone moves straight on each leg: all
/// sums have closed forms, and nothing is sampled. Only the last report is kept, so that memory
/// does not grow with the horizon. Time of ``TravelMode/unknown`` counts nowhere.
struct TrackQuality: Sendable {
    /// Distances in metres, for each of which a metric has the share of the time within it.
    private static let reaches = [100.0, 500, 2000]

    private let itinerary: Itinerary
    private var now = Instant.start
    private var leg = 0
    /// The reported position that was measured last.
    private var last: Fix?
    private var errors = TimeHistogram()
    private var ages = AgeHistogram()
    /// Whether the age has grown, for one position, since the last accounting.
    private var isAgeing = false
    /// The integral of the age over time.
    private var ageSum = 0.0
    private var within = [0.0, 0, 0]
    private var secondsUnreported = 0.0
    private var metersUnknown = 0.0
    /// The sum of the jumps between reported positions, in metres.
    private var metersReported = 0.0
    /// The start of the next jump; `nil` after unknown time.
    private var jumpFrom: MapPoint?
    private var visits: VisitScore
    private var regions: RegionScore

    /// - Parameters:
    ///   - itinerary: The true track.
    ///   - regions: The world's regions.
    ///   - watched: Indices of the watched ones.
    init(_ itinerary: Itinerary, regions: [PlacedRegion] = [], watching watched: [Int] = []) {
        self.itinerary = itinerary
        visits = VisitScore(itinerary)
        self.regions = RegionScore(regions, watched: watched, start: itinerary.points[0])
    }

    /// Times must not decrease.
    mutating func report(_ fix: Fix, at time: Instant) {
        advance(to: time)
        visits.see(fix)
        if let last, fix.time < last.time { return }
        if itinerary.modes[leg] == .unknown {
            jumpFrom = nil
        } else {
            if let jumpFrom { metersReported += jumpFrom.distance(to: fix.point).magnitude }
            jumpFrom = fix.point
        }
        last = fix
        isAgeing = false
    }

    mutating func regionEvent(_ region: Int, entered: Bool, at time: Instant) {
        advance(to: time)
        regions.event(region, entered: entered, at: time)
    }

    private mutating func advance(to time: Instant) {
        while now < time {
            let legEnd = leg < itinerary.legCount ? itinerary.times[leg + 1] : .never
            let end = min(time, legEnd)
            account(until: end)
            now = end
            if now == legEnd { leg += 1 }
        }
    }

    /// `end` is on the current leg.
    private mutating func account(until end: Instant) {
        let from = itinerary.point(at: now, onLeg: leg)
        let to = itinerary.point(at: end, onLeg: leg)
        let seconds = (end - now).seconds.magnitude
        let isKnown = itinerary.modes[leg] != .unknown
        regions.move(from: from, to: to, begin: now, seconds: seconds, isKnown: isKnown)
        if !isKnown {
            metersUnknown += (itinerary.way(until: end) - itinerary.way(until: now)).magnitude
            isAgeing = false
        } else if let last {
            let motion = RelativeMotion(from: from, to: to, seconds: seconds, seenFrom: last.point)
            add(motion, age: now - last.time, for: end - now)
        } else {
            secondsUnreported += seconds
        }
    }

    /// - Parameters:
    ///   - motion: The phone's, seen from the last position.
    ///   - age: The position's age at the start of the motion.
    ///   - time: The duration of the motion.
    private mutating func add(_ motion: RelativeMotion, age: TimeSpan, for time: TimeSpan) {
        errors.add(motion)
        for reach in Self.reaches.indices {
            within[reach] += motion.seconds(within: Self.reaches[reach])
        }
        ages.add(growingFrom: age, for: time, isNew: !isAgeing)
        isAgeing = true
        ageSum += motion.seconds * (age.seconds.magnitude + motion.seconds / 2)
    }

    /// Leaves undefined metrics unset.
    func report(into metrics: inout MetricValues, at horizon: Instant) {
        var end = self
        end.advance(to: horizon)
        end.visits.finish(at: horizon)
        end.fill(&metrics, at: horizon)
    }

    private func fill(_ metrics: inout MetricValues, at horizon: Instant) {
        metrics[.positionErrorMedian] = errors.quantile(0.5)
        metrics[.positionError95] = errors.quantile(0.95)
        let reported = errors.total
        let known = reported + secondsUnreported
        if known > 0 {
            metrics[.within100] = 100 * (within[0] / known)
            metrics[.within500] = 100 * (within[1] / known)
            metrics[.within2000] = 100 * (within[2] / known)
            metrics[.positionUnknownShare] = 100 * (secondsUnreported / known)
        }
        metrics[.positionAge] = reported > 0 ? ageSum / reported : nil
        metrics[.positionAge95] = ages.quantile(0.95)
        metrics.durations[.positionAge] = DurationHistogram(ages)
        metrics[.distanceTravelled] =
            (itinerary.way(until: horizon).magnitude - metersUnknown) / 1000
        metrics[.distanceReported] = last == nil ? nil : metersReported / 1000
        metrics[.visits] = Double(visits.count)
        metrics[.visitsDetected] = Double(visits.detected)
        metrics[.visitsMissed] = Double(visits.count - visits.detected)
        guard regions.isWatching else { return }
        metrics[.regionEvents] = Double(regions.crossings)
        metrics[.regionEventsMissed] = Double(regions.crossings - regions.answered)
        metrics[.regionDelay] =
            regions.answered > 0 ? regions.delays / Double(regions.answered) : nil
        metrics.durations[.regionDelay] = regions.delayTimes(until: horizon)
    }
}
