/// The rules of the significant-change service: which cell changes become events, and when.
///
/// - A change of cell counts as a move (SR-026), if the phone is at least the least distance from
///   the last event (IO-007).
/// - Events are at least the least interval apart (IO-007). An earlier change waits, and is an
///   event if the phone is still far enough away.
/// - While the phone sleeps an event may wait, and later ones merge with it (SR-027). It is
///   delivered when something wakes the phone, at the latest after the system's delay.
///
/// Calls must be in order of time.
struct SignificantChangeMonitor: Hashable, Sendable {
    enum Verdict: Hashable, Sendable {
        /// It is no event, or merges with a waiting one.
        case nothing, deliver
        /// Call ``SignificantChangeMonitor/comesDue(at:place:)`` at this time.
        case wait(until: Instant)
    }

    private let rules: SignificantChangeRules
    private var lastTime: Instant
    private var lastPlace: MapPoint
    private(set) var isWaiting = false

    /// Starts the service. The app is told its place at once, which is the first event.
    init(_ rules: SignificantChangeRules, at time: Instant, place: MapPoint) {
        (self.rules, lastTime, lastPlace) = (rules, time, place)
    }

    mutating func cellChanged(at time: Instant, place: MapPoint, isAsleep: Bool) -> Verdict {
        guard !isWaiting, isFar(place) else { return .nothing }
        let due = max(earliest, isAsleep ? time + rules.delayAsleep : time)
        guard due > time else {
            delivered(at: time, place)
            return .deliver
        }
        isWaiting = true
        return .wait(until: due)
    }

    /// Something has woken the phone, or found it awake.
    ///
    /// - Returns: whether a waiting event is delivered now.
    mutating func phoneWoke(at time: Instant, place: MapPoint) -> Bool {
        isWaiting && time >= earliest && comesDue(at: time, place: place)
    }

    /// An event has waited long enough.
    ///
    /// - Returns: whether it is delivered now; not if the phone is back where it was.
    mutating func comesDue(at time: Instant, place: MapPoint) -> Bool {
        isWaiting = false
        guard isFar(place) else { return false }
        delivered(at: time, place)
        return true
    }

    private var earliest: Instant { lastTime + rules.minimumInterval }

    private func isFar(_ place: MapPoint) -> Bool {
        place.distance(to: lastPlace) >= rules.minimumDistance
    }

    private mutating func delivered(at time: Instant, _ place: MapPoint) {
        (lastTime, lastPlace) = (time, place)
    }
}

/// Squares of the map whose access points the phone knows: the latest ones.
///
/// Apple's phones download a subset of the database and keep it (Apple Q&A on Location Data, 27
/// April 2011).
struct KnownDistricts: Sendable {
    /// Bounds the memory of a long way.
    private static let most = 64

    private var squares: [Int64] = []

    /// Whether the phone knows the access points around `point`.
    ///
    /// - Parameter side: of a district; zero: nothing is kept.
    func contains(_ point: MapPoint, side: Meters) -> Bool {
        side > .zero && squares.contains(PlaceHash.square(point, side.magnitude))
    }

    mutating func learn(_ point: MapPoint, side: Meters) {
        guard side > .zero, !contains(point, side: side) else { return }
        if squares.count == Self.most { squares.removeFirst() }
        squares.append(PlaceHash.square(point, side.magnitude))
    }
}
