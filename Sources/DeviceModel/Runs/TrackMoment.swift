import Kernel

/// A moment of a run: where the phone is, and where it is taken to be.
public struct TrackMoment: Hashable, Sendable {
    /// Why this moment is shown.
    public enum Reason: String, CaseIterable, Hashable, Sendable {
        case start
        /// The phone comes to a waypoint of its way.
        case waypoint
        /// Another cell serves it.
        case cell
        /// The phone has moved for the step since the moment before.
        case step
        /// A position is reported.
        case report
        /// The horizon.
        case end
    }

    public let time: Instant
    public let reason: Reason
    /// Where the phone is, on its itinerary's map.
    public let point: MapPoint
    public let mode: TravelMode
    /// The reported position that was measured last; `nil` before the first.
    public let last: Fix?
    /// `nil` in a world without cells.
    public let cell: Cell?

    /// From the reported position to the true one; `nil` without a report, and where a recorded
    /// track does not know the truth.
    public var error: Meters? {
        mode == .unknown ? nil : last.map { point.distance(to: $0.point) }
    }

    /// Since the last position was measured.
    public var age: TimeSpan? { last.map { time - $0.time } }
}

/// The moments of a run in order of time: its start, each waypoint, change of cell and report, and
/// the horizon; besides them so many that none is farther from the next than the step while the
/// phone moves.
///
/// It is told of the reports while the run goes on, and finds the rest itself, so that it holds
/// nothing but the way.
struct TrackWalk {
    private let itinerary: Itinerary
    private var cells: CellTracker?
    private var cell: Cell?
    private var nextCell: CellChange?
    private let step: TimeSpan
    private let horizon: Instant
    private var leg = 0
    private var last: Fix?
    /// Of the moment before; `nil` before the start.
    private var now: Instant?

    /// - Parameters:
    ///   - ground: the true way and its cells.
    ///   - step: longer than zero.
    init(_ ground: TrueTrack, step: TimeSpan) {
        precondition(step > .zero, "a step of \(step.seconds) leads nowhere")
        itinerary = ground.itinerary
        horizon = ground.horizon
        self.step = step
        cells = ground.cells
        cell = cells?.serving
        nextCell = cells?.next()
    }

    /// A position was reported: emits the moments until then, and that one.
    mutating func report<Failure: Error>(
        _ report: PositionReport, to emit: (TrackMoment) throws(Failure) -> Void
    ) throws(Failure) {
        try advance(to: report.time, emit)
        if last.map({ report.fix.time >= $0.time }) ?? true { last = report.fix }
        try emit(moment(at: report.time, .report))
    }

    /// The run is over: emits the rest.
    mutating func finish<Failure: Error>(
        to emit: (TrackMoment) throws(Failure) -> Void
    ) throws(Failure) {
        try advance(to: horizon, emit)
        try emit(moment(at: horizon, .end))
    }

    /// Emits what lies before `time`, and changes at it.
    private mutating func advance<Failure: Error>(
        to time: Instant, _ emit: (TrackMoment) throws(Failure) -> Void
    ) throws(Failure) {
        if now == nil { try emit(moment(at: .start, .start)) }
        while let (stop, reason) = nextStop(until: time) {
            if reason == .waypoint { leg += 1 }
            if reason == .cell {
                cell = nextCell?.to
                nextCell = cells?.next()
            }
            try emit(moment(at: stop, reason))
        }
        now = time
    }

    private func nextStop(until time: Instant) -> (Instant, TrackMoment.Reason)? {
        var stop: (Instant, TrackMoment.Reason)?
        func consider(_ other: Instant, _ reason: TrackMoment.Reason) {
            if other <= time && stop.map({ other < $0.0 }) ?? true { stop = (other, reason) }
        }
        if leg < itinerary.legCount {
            consider(itinerary.times[leg + 1], .waypoint)
            let moves = itinerary.ways[leg + 1] > itinerary.ways[leg]
            let next = (now ?? .start) + step
            if moves && next < time { consider(next, .step) }
        }
        if let nextCell { consider(nextCell.time, .cell) }
        return stop
    }

    private mutating func moment(at time: Instant, _ reason: TrackMoment.Reason) -> TrackMoment {
        now = time
        return TrackMoment(
            time: time, reason: reason, point: itinerary.point(at: time, onLeg: leg),
            mode: itinerary.modes[leg], last: last, cell: cell)
    }
}
