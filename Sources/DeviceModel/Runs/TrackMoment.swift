/// The true and the reported position at one moment.
public struct TrackMoment: Hashable, Sendable {
    /// Why this moment is emitted.
    public enum Reason: String, CaseIterable, Hashable, Sendable {
        case start, waypoint, cell
        /// The phone has moved for one step since the last moment.
        case step, report
        case end
    }

    public let time: Instant
    public let reason: Reason
    /// The true position, on the itinerary's map.
    public let point: MapPoint
    public let mode: TravelMode
    /// The last reported position by time of measurement; `nil` before the first.
    public let last: Fix?
    /// `nil` in a world without cells.
    public let cell: Cell?

    /// The distance from the reported to the true position; `nil` if either is unknown.
    public var error: Meters? { mode == .unknown ? nil : last.map { point.distance(to: $0.point) } }

    /// Since the last position was measured.
    public var age: TimeSpan? { last.map { time - $0.time } }
}

/// The moments of a run in order of time.
///
/// Beyond start, waypoints, changes of cell, reports and horizon, steps are added while the phone
/// moves. Reports come from the run and the rest is derived, so only the itinerary is stored.
struct TrackWalk {
    private let itinerary: Itinerary
    private var cells: CellTracker?
    private var cell: Cell?
    private var nextCell: CellChange?
    private let step: TimeSpan
    private let horizon: Instant
    private var leg = 0
    private var last: Fix?
    /// The time of the last moment; `nil` before the start.
    private var now: Instant?

    /// - Parameter step: longer than zero.
    init(_ ground: TrueTrack, step: TimeSpan) {
        precondition(step > .zero, "a step of \(step.seconds) leads nowhere")
        itinerary = ground.itinerary
        horizon = ground.horizon
        self.step = step
        cells = ground.cells
        cell = cells?.serving
        nextCell = cells?.next()
    }

    /// Emits the moments up to a report, and the report.
    mutating func report<Failure: Error>(
        _ report: PositionReport, to emit: (TrackMoment) throws(Failure) -> Void
    ) throws(Failure) {
        try advance(to: report.time, emit)
        if last.map({ report.fix.time >= $0.time }) ?? true { last = report.fix }
        try emit(moment(at: report.time, .report))
    }

    mutating func finish<Failure: Error>(
        to emit: (TrackMoment) throws(Failure) -> Void
    ) throws(Failure) {
        try advance(to: horizon, emit)
        try emit(moment(at: horizon, .end))
    }

    /// Emits the moments before `time`, and waypoints and changes of cell at it.
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
