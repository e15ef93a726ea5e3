import Kernel

/// The rules of the significant-change service: which changes of cell become events, and when.
///
/// A value that is fed with what happens, in order of time:
///
/// - A change of cell stands for a significant move (SR-026). Where the system names a least
///   distance, the phone must be that far from where it was at the last event (IO-007).
/// - No event comes sooner after the last one than the least interval (IO-007). What changes before
///   waits for its end, and is an event if the phone is then still far enough away.
/// - While the phone sleeps an event may wait, and those that come meanwhile are one with it
///   (SR-027). It is delivered as soon as something else wakes the phone, at the latest after the
///   system's delay.
struct SignificantChangeMonitor: Hashable, Sendable {
    /// What to do about a change of cell.
    enum Verdict: Hashable, Sendable {
        /// Nothing: it is no event, or one with an event that waits already.
        case nothing
        /// The app is told now.
        case deliver
        /// Ask ``SignificantChangeMonitor/comesDue(at:place:)`` at this time.
        case wait(until: Instant)
    }

    private let rules: SignificantChangeRules
    private var lastTime: Instant
    private var lastPlace: MapPoint
    /// Whether an event waits.
    private(set) var isWaiting = false

    /// The service is started: the app is told its place at once, and that is the first event.
    init(_ rules: SignificantChangeRules, at time: Instant, place: MapPoint) {
        (self.rules, lastTime, lastPlace) = (rules, time, place)
    }

    /// The phone has come into another cell.
    ///
    /// - Parameters:
    ///   - time: when.
    ///   - place: where the phone is.
    ///   - isAsleep: whether the phone sleeps.
    mutating func cellChanged(
        at time: Instant, place: MapPoint, isAsleep: Bool
    ) -> Verdict {
        guard !isWaiting, isFar(place) else { return .nothing }
        let due = max(earliest, isAsleep ? time + rules.delayAsleep : time)
        guard due > time else {
            delivered(at: time, place)
            return .deliver
        }
        isWaiting = true
        return .wait(until: due)
    }

    /// Something else has woken the phone, or found it awake.
    ///
    /// - Returns: whether the app is told now of an event that has waited.
    mutating func phoneWoke(at time: Instant, place: MapPoint) -> Bool {
        isWaiting && time >= earliest && comesDue(at: time, place: place)
    }

    /// An event has waited long enough.
    ///
    /// - Returns: whether the app is told now; not if the phone is back where it was.
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

/// Squares of the map whose access points the phone has been told of, the latest of them.
///
/// Apple's phones download a subset of the database and keep it (Apple Q&A on Location Data, 27
/// April 2011).
struct KnownDistricts: Sendable {
    /// So that memory does not grow with the way.
    private static let most = 64

    /// In the order in which they were learnt.
    private var squares: [Int64] = []

    /// Whether the phone knows the access points around `point`.
    ///
    /// - Parameter side: of a district; with zero nothing is kept.
    func contains(_ point: MapPoint, side: Meters) -> Bool {
        side > .zero && squares.contains(PlaceHash.square(point, side.magnitude))
    }

    mutating func learn(_ point: MapPoint, side: Meters) {
        guard side > .zero, !contains(point, side: side) else { return }
        if squares.count == Self.most { squares.removeFirst() }
        squares.append(PlaceHash.square(point, side.magnitude))
    }
}
