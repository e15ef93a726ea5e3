public struct GPXOptions: Hashable, Sendable {
    /// The track is cut where two points are further apart in time.
    public var longestStep: TimeSpan
    /// The speed on a planned way, whose points have no times; `nil` if they have.
    public var speed: MetersPerSecond?

    /// - Parameters:
    ///   - longestStep: Above zero. The default is longer than the pauses of receivers that write
    ///     only when moving, and shorter than a lost evening.
    ///   - speed: Above zero.
    public init(longestStep: TimeSpan = TimeSpan(Seconds(300)), speed: MetersPerSecond? = nil) {
        precondition(longestStep > .zero, "a track is cut where more than \(longestStep) passes")
        precondition(speed.map { $0 > .zero } ?? true, "a speed is above zero")
        (self.longestStep, self.speed) = (longestStep, speed)
    }
}

/// A movement from a GPX file.
///
/// Accepts GPX 1.0 and 1.1, with or without namespace, and the timed waypoints of Xcode's
/// simulator. Tracks come before routes, and routes before waypoints: the first kind with two
/// points that have times (or positions, with ``GPXOptions/speed``) is used. The segments of the
/// file form one way, which is cut where two points are more than ``GPXOptions/longestStep`` apart.
/// A file of one point is a stay there.
///
/// The document is streamed: 10 MB of text with 100,000 points take about 0.1 s. A document type is
/// refused, which excludes entities; nothing is fetched.
public struct GPXTrack: Hashable, Sendable {
    /// The kind of elements that the points come from.
    public enum Origin: String, Hashable, Sendable { case track, route, waypoints }

    public let origin: Origin
    public let track: RecordedTrack
    /// In nanoseconds since 1970; `nil` for a place without a time, and for a planned way.
    public let start: Int64?
    public let omissions: [GPXOmissions]

    /// Reads the bytes of a file of at most 1 GiB.
    ///
    /// - Throws: ``InputError`` if the file is not GPX, or has fewer than two points with position
    ///   and time.
    public init(
        path: String, bytes: [UInt8], options: GPXOptions = GPXOptions()
    ) throws(InputError) {
        let points = try GPXParser.points(of: bytes, path: path)
        let kinds: [Kind] = [
            (.track, points.tracks), (.route, points.routes), (.waypoints, [points.waypoints]),
        ]
        let all = kinds.flatMap(\.segments).flatMap { $0 }
        guard let only = all.first else { throw InputError(.noPoints, path: path) }
        if all.count == 1 {
            self = try GPXTrack(only, points.waypoints.isEmpty ? .track : .waypoints, path)
            return
        }
        let recorded = try Self.first(of: kinds) { $0.clean($1) }
        guard let speed = options.speed else {
            guard let recorded else { throw Self.fault(all, path) }
            try self.init(recorded, start: recorded.points[0].time, options, path)
            return
        }
        if recorded != nil { throw InputError(.hasTimes, path: path) }
        let planned = try Self.first(of: kinds) { (cleaning, segments) throws(InputError) in
            if let way = cleaning.pace(segments, at: speed) { return way }
            throw InputError(.tooSlow(limit: TrackCleaning.longestYears), path: path)
        }
        guard let planned else { throw InputError(.onePlace(points: all.count), path: path) }
        try self.init(planned, start: nil, options, path)
    }

    private typealias Kind = (origin: Origin, segments: [[GPXPoint]])
    private typealias Way = (
        origin: Origin, points: [(time: Int64, point: GPXPoint)], cleaning: TrackCleaning
    )

    private static func first(
        of kinds: [Kind],
        _ clean: (inout TrackCleaning, [[GPXPoint]]) throws(InputError)
            -> [(time: Int64, point: GPXPoint)]
    ) throws(InputError) -> Way? {
        for (place, kind) in kinds.enumerated() {
            var cleaning = TrackCleaning()
            let points = try clean(&cleaning, kind.segments)
            guard points.count > 1 else { continue }
            for other in kinds[..<place] { cleaning.leaveOut(other.segments, .noWay) }
            for other in kinds[(place + 1)...] {
                cleaning.leaveOut(
                    other.segments,
                    other.origin == .route ? .routeBesideTrack : .waypointBesideTrack)
            }
            return (kind.origin, points, cleaning)
        }
        return nil
    }

    private static func fault(_ points: [GPXPoint], _ path: String) -> InputError {
        let timed = points.count(where: \.isUsable)
        return InputError(
            timed > 1 ? .standingTime(points: timed) : .noTimes(points: points.count), path: path)
    }

    private init(
        _ way: Way, start: Int64?, _ options: GPXOptions, _ path: String
    ) throws(InputError) {
        origin = way.origin
        track = try Self.cut(way.points, options, path)
        self.start = start
        omissions = way.cleaning.omissions.all
    }

    private init(_ point: GPXPoint, _ origin: Origin, _ path: String) throws(InputError) {
        var omissions = OmissionCounts()
        guard TrackCleaning.isOnTheMap(point, &omissions) else {
            throw InputError(.noTimes(points: 1), path: path, line: point.line)
        }
        if case .at(let time) = point.time { start = time } else { start = nil }
        self.origin = origin
        track = try Self.cut([(start ?? 0, point)], GPXOptions(), path)
        self.omissions = []
    }

    private static func cut(
        _ points: [(time: Int64, point: GPXPoint)], _ options: GPXOptions, _ path: String
    ) throws(InputError) -> RecordedTrack {
        var pieces: [[TrackPoint]] = []
        var last: Int64?
        for (time, point) in points {
            let place = try? Position(
                latitude: Degrees(point.latitude), longitude: Degrees(point.longitude))
            guard let place else {
                throw InputError(.noTimes(points: points.count), path: path, line: point.line)
            }
            // A planned way has no gaps: its times follow from the speed.
            let isGap = options.speed == nil
            let isNew = last.map { isGap && time - $0 > options.longestStep.nanoseconds } ?? true
            if isNew { pieces.append([]) }
            let since = Instant(nanoseconds: time - points[0].time)
            pieces[pieces.count - 1].append(TrackPoint(time: since, position: place))
            last = time
        }
        guard let track = try? RecordedTrack(pieces: pieces) else {
            throw InputError(.noTimes(points: points.count), path: path)
        }
        return track
    }
}

extension GPXPoint {
    fileprivate var isUsable: Bool {
        guard case .at = time else { return false }
        return abs(latitude) <= 90 && abs(longitude) <= 180
    }
}

extension InputFault {
    /// More comments than any author writes; the parser keeps them in memory.
    static func tooManyRemarks(limit: Int) -> Self {
        Self("the file has more than \(limit) comments and processing instructions", plainExport)
    }

    static let plainExport = "Export the track again, without extensions and comments."

    static let notGPX = Self(
        "the document does not begin with <gpx>",
        "Convert the track to GPX 1.0 or 1.1, for example with gpsbabel.")

    static let noPoints = Self(
        "the file has no track, route or waypoints with points",
        "Record a track (<trk>), or write waypoints (<wpt>) with times.")

    static func noTimes(points: Int) -> Self {
        Self(
            "of \(points) points, fewer than two have a position and a time",
            "Write <time>2012-06-01T08:00:00Z</time> in each point, or give \(speed).")
    }

    static func standingTime(points: Int) -> Self {
        Self(
            "of \(points) points with position and time, no two have ascending times",
            "Write the time of each point, or give \(speed).")
    }

    static func onePlace(points: Int) -> Self {
        Self(
            "of \(points) points, no two have different positions",
            "Use a way of two or more places, or still: for a phone that stays.")
    }

    static let hasTimes = Self(
        "the points have their own times, but a speed was given", "Leave the speed out.")

    static func tooSlow(limit: Int) -> Self {
        Self(
            "at this speed the way takes more than \(limit) years",
            "Give a higher speed, such as 5 km/h.")
    }

    private static let speed =
        "a speed: tailwatt gpx FILE --speed 5km/h, or speed: 5 km/h next to track:"
}
