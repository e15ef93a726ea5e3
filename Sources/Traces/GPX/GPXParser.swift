import CXML2

/// A point as in the file; missing or unreadable values stay so.
struct GPXPoint {
    enum Time: Equatable {
        case missing, unreadable
        /// Nanoseconds since 1970-01-01T00:00:00Z.
        case at(Int64)
    }

    var time = Time.missing
    /// Degrees; NaN if missing or unreadable.
    var latitude = Double.nan
    var longitude = Double.nan
    /// The line on which it begins, from 1.
    var line: Int
}

struct GPXPoints {
    /// One array per non-empty track segment.
    var tracks: [[GPXPoint]] = []
    var routes: [[GPXPoint]] = []
    var waypoints: [GPXPoint] = []
}

/// Accepts elements in the namespaces of GPX 1.0 and 1.1, or in none; extensions are ignored.
struct GPXParser {
    /// The most points read: two and a half years at one a second would be 10 GB of text.
    static let pointLimit = 20_000_000
    /// A track needs four levels; extensions may add some.
    static let depthLimit = 64

    private enum Kind { case track, route, waypoint }

    private let walk: XMLWalk
    private let path: String
    private let names: Names
    private var points = GPXPoints()
    private var count = 0

    private var isInTrack = false
    private var isInRoute = false
    private var isInSegment = false
    private var point: GPXPoint?
    private var pointDepth = 0
    private var kind = Kind.track
    private var isInTime = false
    private var remarks = 0
    private static let remarkLimit = 100_000

    static func points(of bytes: [UInt8], path: String) throws(InputError) -> GPXPoints {
        let advice = XMLAdvice(
            tooLarge: "Cut the track into parts.",
            malformed: "Export the track again, as GPX 1.0 or 1.1 without compression.")
        let walk = XMLWalk(bytes, limit: LogFile.sizeLimit, advice)
        var parser = GPXParser(walk: walk, path: path, names: Names(walk))
        try parser.run()
        return parser.points
    }

    private init(walk: XMLWalk, path: String, names: Names) {
        (self.walk, self.path, self.names) = (walk, path, names)
    }

    private mutating func run() throws(InputError) {
        while true {
            switch walk.next() {
            case .element(let name, let isEmpty): try begin(name, isEmpty)
            case .end: end(depth: walk.depth)
            case .text: if isInTime && walk.depth == pointDepth + 2 { readTime() }
            case .documentType:
                throw InputError(.documentType(in: "a track"), path: path, line: walk.line)
            case .remark: try passRemark()
            case .other: break
            case .finish: return
            case .broken: throw walk.failure(path: path)
            }
        }
    }

    /// The parser keeps comments until the enclosing element ends, and a file may have ten million.
    private mutating func passRemark() throws(InputError) {
        remarks += 1
        if remarks > Self.remarkLimit {
            throw InputError(.tooManyRemarks(limit: Self.remarkLimit), path: path, line: walk.line)
        }
    }

    private mutating func begin(_ name: XMLWalk.Name, _ isEmpty: Bool) throws(InputError) {
        let depth = walk.depth
        if depth == 0 { return try checkRoot(name) }
        if depth > Self.depthLimit {
            throw InputError(
                .tooDeep(limit: Self.depthLimit, advice: InputFault.plainExport), path: path,
                line: walk.line)
        }
        guard names.isGPX(walk.namespace) else { return }
        if point != nil {
            isInTime = name == names.time && depth == pointDepth + 1 && !isEmpty
        } else if depth == 1 {
            isInTrack = name == names.track
            isInRoute = name == names.route
            if isInRoute { points.routes.append([]) }
            if name == names.waypoint { try beginPoint(.waypoint, depth) }
        } else if depth == 2 && isInTrack {
            isInSegment = name == names.segment
            if isInSegment { points.tracks.append([]) }
        } else if depth == 2 && isInRoute && name == names.routePoint {
            try beginPoint(.route, depth)
        } else if depth == 3 && isInSegment && name == names.trackPoint {
            try beginPoint(.track, depth)
        }
        // An empty element has no end event.
        if isEmpty { end(depth: depth) }
    }

    private func checkRoot(_ name: XMLWalk.Name) throws(InputError) {
        guard name == names.gpx, names.isGPX(walk.namespace) else {
            throw InputError(.notGPX, path: path, line: walk.line)
        }
        walk.isKnown = true
        var version: String?
        walk.forEachAttribute { name, text in
            if name == names.version { version = String(decoding: text, as: UTF8.self) }
        }
        guard let version, version != "1.0", version != "1.1" else { return }
        let found = XMLWalk.printable(version)
        let fault = InputFault("this is GPX \"\(found)\"", "Use version 1.0 or 1.1.")
        throw InputError(fault, path: path, line: walk.line)
    }

    private mutating func beginPoint(_ kind: Kind, _ depth: Int) throws(InputError) {
        count += 1
        if count > Self.pointLimit {
            let fault = InputFault(
                "the file has more than \(Self.pointLimit) points, the limit",
                "Cut the track into parts.")
            throw InputError(fault, path: path, line: walk.line)
        }
        var point = GPXPoint(line: walk.line)
        walk.forEachAttribute { name, text in
            let cell = LogCell(from: 0, to: text.count, in: text)
            if name == names.latitude {
                point.latitude = DecimalText.value(text, cell) ?? .nan
            } else if name == names.longitude {
                point.longitude = DecimalText.value(text, cell) ?? .nan
            }
        }
        (self.point, pointDepth, self.kind) = (point, depth, kind)
    }

    private mutating func readTime() {
        // A time in two pieces of text, for instance around a comment, is invalid.
        let isSecond = point?.time != .missing
        let time = walk.withText { GPXTime.nanoseconds($0) }
        point?.time = isSecond ? .unreadable : time.map { .at($0) } ?? .unreadable
    }

    private mutating func end(depth: Int) {
        isInTime = false
        if depth <= 2 { isInSegment = false }
        if depth <= 1 { (isInTrack, isInRoute) = (false, false) }
        guard let point, depth <= pointDepth else { return }
        self.point = nil
        switch kind {
        case .track: points.tracks[points.tracks.count - 1].append(point)
        case .route: points.routes[points.routes.count - 1].append(point)
        case .waypoint: points.waypoints.append(point)
        }
    }

    private struct Names {
        let (gpx, version, track, segment, trackPoint): (Name, Name, Name, Name, Name)
        let (route, routePoint, waypoint): (Name, Name, Name)
        let (time, latitude, longitude, first, second): (Name, Name, Name, Name, Name)

        typealias Name = XMLWalk.Name

        init(_ walk: XMLWalk) {
            let words = [
                "gpx", "version", "trk", "trkseg", "trkpt", "rte", "rtept", "wpt", "time", "lat",
                "lon", "http://www.topografix.com/GPX/1/0", "http://www.topografix.com/GPX/1/1",
            ]
            let names = words.map(walk.name)
            (gpx, version) = (names[0], names[1])
            (track, segment, trackPoint) = (names[2], names[3], names[4])
            (route, routePoint, waypoint) = (names[5], names[6], names[7])
            (time, latitude, longitude) = (names[8], names[9], names[10])
            (first, second) = (names[11], names[12])
        }

        func isGPX(_ namespace: Name?) -> Bool {
            namespace == nil || namespace == first || namespace == second
        }
    }
}
