public struct TrackPoint: Hashable, Sendable {
    /// The time since the first point.
    public var time: Instant
    public var position: Position

    public init(time: Instant, position: Position) { (self.time, self.position) = (time, position) }
}

/// A recorded track: pieces of points in order of time, with unknown gaps between them.
public struct RecordedTrack: Hashable, Sendable {
    /// Times start at zero and ascend strictly within and across pieces; no piece is empty.
    public let pieces: [[TrackPoint]]

    /// - Throws: `FormFault` for invalid `pieces`.
    public init(pieces: [[TrackPoint]]) throws(FormFault) {
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
    public var duration: TimeSpan { (pieces.last?.last?.time ?? .start) - .start }

    /// The gaps between each piece and the next.
    public var gaps: [TimeSpan] {
        zip(pieces, pieces.dropFirst()).map { before, after in
            after[0].time - before[before.count - 1].time
        }
    }
}

extension FormFault {
    /// A track without points, with an empty piece, or with a beginning other than time zero.
    static let noPoints = FormFault(
        option: nil, message: "the track has no point at time zero",
        advice: "Give each piece a point, the first at time zero.")

    static func notAscending(at time: Instant) -> FormFault {
        FormFault(
            option: nil, message: "the time \(time.seconds) is not after the one before it",
            advice: "Sort the points by time, and give each time once.")
    }
}
