import Kernel

/// A position at a time.
public struct TrackPoint: Hashable, Sendable {
    /// Since the first point of the track.
    public var time: Instant
    public var position: Position

    public init(time: Instant, position: Position) {
        self.time = time
        self.position = position
    }
}

/// A way that somebody recorded: pieces of points in order of time, with nothing known between.
public struct RecordedTrack: Hashable, Sendable {
    /// Each of at least one point; times ascend strictly within and across pieces, from zero.
    public let pieces: [[TrackPoint]]

    /// A track of these pieces.
    ///
    /// - Throws: ``MovementError`` if there is no point, the first is not at time zero, a piece is
    ///   empty, or a time is not after the one before.
    public init(pieces: [[TrackPoint]]) throws(MovementError) {
        guard let first = pieces.first?.first, first.time == .start else { throw .noPoints }
        var last: Instant?
        for piece in pieces {
            if piece.isEmpty { throw .noPoints }
            for point in piece {
                if let last, point.time <= last { throw .notAscending(at: point.time) }
                last = point.time
            }
        }
        self.pieces = pieces
    }

    public var pointCount: Int { pieces.reduce(0) { $0 + $1.count } }

    /// From the first point to the last.
    public var duration: TimeSpan { (pieces.last?.last?.time ?? .start) - .start }

    /// The times between one piece and the next, in order.
    public var gaps: [TimeSpan] {
        zip(pieces, pieces.dropFirst()).map { before, after in
            after[0].time - before[before.count - 1].time
        }
    }
}
