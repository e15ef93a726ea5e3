/// Compares the borders that the phone crosses with the region events that the app is told.
///
/// A crossing is answered by the first matching event before the phone has been back for
/// ``RegionScore/slack``. An event up to that long before the crossing also answers it, with a
/// negative delay: the system's own position may be across the border first.
struct RegionScore: Sendable {
    static let slack = TimeSpan(Seconds(300))

    /// One direction of one region.
    private struct Border: Sendable {
        /// The last unanswered crossing.
        var crossed: Instant?
        /// When it can no longer be answered.
        var deadline = Instant.never
        /// The last event that answered nothing.
        var event: Instant?
    }

    private struct Watch: Sendable {
        let center: MapPoint
        let radius: Double
        var isInside: Bool
        /// The distance, in metres of the track, before which the border cannot be reached.
        var clear = 0.0
        var entry = Border()
        var exit = Border()

        subscript(entered entered: Bool) -> Border {
            get { entered ? entry : exit }
            set { if entered { entry = newValue } else { exit = newValue } }
        }
    }

    /// By index in the world's list; `nil` for unwatched regions.
    private var watches: [Watch?]
    /// The distance, in metres of the track, before which no border can be reached.
    private var clear = 0.0
    /// Metres of the map covered so far.
    private var gone = 0.0
    private(set) var crossings = 0
    /// Sum over answered crossings, in seconds.
    private(set) var delays = 0.0
    private var delayTimes = DurationHistogram()

    /// - Parameters:
    ///   - regions: The world's regions.
    ///   - watched: Indices of the watched ones.
    init(_ regions: [PlacedRegion], watched: [Int], start: MapPoint) {
        watches = regions.indices.map { place in
            guard watched.contains(place) else { return nil }
            let region = regions[place]
            return Watch(
                center: region.center, radius: region.radius.magnitude,
                isInside: region.contains(start))
        }
        isWatching = watches.contains { $0 != nil }
    }

    let isWatching: Bool

    /// The phone has moved straight on.
    ///
    /// - Parameters:
    ///   - begin: When the motion began.
    ///   - isKnown: `false` on unknown stretches, whose crossings count nowhere.
    mutating func move(
        from: MapPoint, to: MapPoint, begin: Instant, seconds: Double, isKnown: Bool
    ) {
        guard isWatching, from != to else { return }
        gone += from.distance(to: to).magnitude
        guard gone >= clear else { return }
        clear = .infinity
        for place in watches.indices {
            guard let watch = watches[place] else { continue }
            guard gone >= watch.clear else {
                clear = min(clear, watch.clear)
                continue
            }
            let motion = RelativeMotion(
                from: from, to: to, seconds: seconds, seenFrom: watch.center)
            let border = motion.crossings(of: watch.radius)
            let distance = to.distance(to: watch.center).magnitude
            let isInside = distance <= watch.radius
            if isInside != watch.isInside || (!isInside && motion.least < watch.radius) {
                if !watch.isInside {
                    cross(place, entered: true, at: begin + TimeSpan(Seconds(border.in)), isKnown)
                }
                if !isInside {
                    cross(place, entered: false, at: begin + TimeSpan(Seconds(border.out)), isKnown)
                }
            }
            watches[place]!.isInside = isInside
            watches[place]!.clear = gone + abs(distance - watch.radius)
            clear = min(clear, watches[place]!.clear)
        }
    }

    private mutating func cross(_ place: Int, entered: Bool, at time: Instant, _ isKnown: Bool) {
        watches[place]![entered: !entered].deadline = time + Self.slack
        guard isKnown else { return }
        crossings += 1
        var border = Border(crossed: time)
        if let event = watches[place]![entered: entered].event, time - event <= Self.slack {
            answer(time, by: event)
            border.crossed = nil
        }
        watches[place]![entered: entered] = border
    }

    mutating func event(_ place: Int, entered: Bool, at time: Instant) {
        precondition(
            watches.indices.contains(place) && watches[place] != nil,
            "an event of region \(place), which the policy does not watch")
        let border = watches[place]![entered: entered]
        if let crossed = border.crossed, time <= border.deadline {
            answer(crossed, by: time)
            watches[place]![entered: entered].crossed = nil
        } else {
            watches[place]![entered: entered].event = time
        }
    }

    private mutating func answer(_ crossing: Instant, by event: Instant) {
        delays += (event - crossing).seconds.magnitude
        delayTimes.add(event - crossing)
    }

    var answered: Int { delayTimes.count }

    /// Delays of answered crossings; those still answerable at `horizon` count as not ended.
    func delayTimes(until horizon: Instant) -> DurationHistogram {
        var times = delayTimes
        for watch in watches.compactMap({ $0 }) {
            for border in [watch.entry, watch.exit] {
                let isOpen = border.crossed != nil && horizon <= border.deadline
                times.unended += isOpen ? 1 : 0
            }
        }
        return times
    }
}
