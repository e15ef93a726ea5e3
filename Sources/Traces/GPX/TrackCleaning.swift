/// Orders and cleans points as a receiver wrote them.
///
/// 1. Points without a position on Earth or without a time are left out.
/// 2. Within a segment, the largest set of points with strictly ascending times is kept, so one
///    wrong time costs one point. Of equal times the first is kept.
/// 3. Segments are ordered by their first times. Where one begins before an earlier one ends, its
///    points until then are left out.
struct TrackCleaning {
    private struct Timed {
        var time: Int64
        var point: GPXPoint
    }

    private(set) var omissions = OmissionCounts()

    /// Times are nanoseconds since 1970.
    mutating func clean(_ segments: [[GPXPoint]]) -> [(time: Int64, point: GPXPoint)] {
        let cleaned = segments.map { ascending(usable($0)) }.filter { !$0.isEmpty }
        let order = cleaned.indices.sorted { (cleaned[$0][0].time, $0) < (cleaned[$1][0].time, $1) }
        var track: [(time: Int64, point: GPXPoint)] = []
        for segment in order {
            for timed in cleaned[segment] {
                if let last = track.last, timed.time <= last.time {
                    omissions.leaveOut(timed.point, .overlap)
                } else {
                    track.append((timed.time, timed.point))
                }
            }
        }
        return track
    }

    mutating func leaveOut(_ segments: [[GPXPoint]], _ reason: GPXOmission) {
        for point in segments.joined() { omissions.leaveOut(point, reason) }
    }

    /// The points of `segments` in file order, timed at `speed`, in nanoseconds from the first.
    ///
    /// A point that repeats the position before it is left out.
    /// - Returns: `nil` for a way of more than ``longestYears``.
    mutating func pace(
        _ segments: [[GPXPoint]], at speed: MetersPerSecond
    ) -> [(time: Int64, point: GPXPoint)]? {
        var way: [(time: Int64, point: GPXPoint)] = []
        var last: Position?
        var now = Seconds.zero
        for point in segments.joined() where Self.isOnTheMap(point, &omissions) {
            let place = try? Position(
                latitude: Degrees(point.latitude), longitude: Degrees(point.longitude))
            guard let place else { continue }
            if let last {
                let length = GreatCircle(from: last, to: place).length
                now += Seconds(length.magnitude / speed.magnitude)
            }
            if now > Seconds(Double(Self.longestYears) * 365 * 86_400) { return nil }
            let time = TimeSpan(now).nanoseconds
            if let before = way.last, time <= before.time {
                omissions.leaveOut(point, .repeatedPlace)
            } else {
                way.append((time, point))
                last = place
            }
        }
        return way
    }

    /// The longest planned way; half the range of ``TimeSpan``.
    static let longestYears = 140

    private mutating func usable(_ segment: [GPXPoint]) -> [Timed] {
        segment.compactMap { point in
            guard Self.isOnTheMap(point, &omissions) else { return nil }
            switch point.time {
            case .at(let time): return Timed(time: time, point: point)
            case .missing: omissions.leaveOut(point, .noTime)
            case .unreadable: omissions.leaveOut(point, .unreadableTime)
            }
            return nil
        }
    }

    static func isOnTheMap(_ point: GPXPoint, _ omissions: inout OmissionCounts) -> Bool {
        if point.latitude.isNaN || point.longitude.isNaN {
            omissions.leaveOut(point, .noPosition)
            return false
        }
        if abs(point.latitude) > 90 || abs(point.longitude) > 180 {
            omissions.leaveOut(point, .offTheMap)
            return false
        }
        return true
    }

    /// A longest strictly ascending subsequence (Fredman, Discrete Mathematics 11, 1975).
    ///
    /// - Complexity: O(*n* log *n*), and O(*n*) where all times ascend.
    private mutating func ascending(_ points: [Timed]) -> [Timed] {
        let isAscending = zip(points, points.dropFirst()).allSatisfy { $0.time < $1.time }
        if isAscending { return points }
        // tails[k]: the last point of the ascending run of k + 1 points that ends earliest.
        var tails: [Int] = []
        var before = [Int](repeating: -1, count: points.count)
        for place in points.indices {
            let time = points[place].time
            let low = (0..<tails.count).bisected(until: { points[tails[$0]].time >= time })
            if low > 0 { before[place] = tails[low - 1] }
            if low == tails.count {
                tails.append(place)
            } else if points[tails[low]].time > time {
                tails[low] = place
            }
        }
        var kept: [Int] = []
        var place = tails.last ?? -1
        while place >= 0 {
            kept.append(place)
            place = before[place]
        }
        kept.reverse()
        countDropped(points, kept)
        return kept.map { points[$0] }
    }

    private mutating func countDropped(_ points: [Timed], _ kept: [Int]) {
        var next = 0
        for place in points.indices {
            if next < kept.count && kept[next] == place {
                next += 1
                continue
            }
            let neighbours = [next - 1, next].filter(kept.indices.contains)
            let isRepeated = neighbours.contains { points[kept[$0]].time == points[place].time }
            omissions.leaveOut(points[place].point, isRepeated ? .repeatedTime : .backwardTime)
        }
    }
}

/// Why points of a GPX file are left out of its track.
public enum GPXOmission: String, CaseIterable, Hashable, Sendable {
    case noPosition
    /// A latitude beyond ±90° or a longitude beyond ±180°.
    case offTheMap, noTime
    /// A malformed time, or a year outside 1970 to 2099.
    case unreadableTime
    /// The time of the point before it.
    case repeatedTime
    /// An earlier time than points around it; the fewest such points are left out.
    case backwardTime
    /// A segment's points from before an earlier segment's end.
    case overlap
    /// Tracks or routes with fewer than two usable points, in a file with a better way.
    case noWay
    /// The position of the point before it, on a way timed by a speed.
    case repeatedPlace
    /// Waypoints in a file that has a usable track or route.
    case waypointBesideTrack
    /// Routes in a file that has a usable track.
    case routeBesideTrack

    public var meaning: String {
        switch self {
        case .noPosition: "without a position"
        case .offTheMap: "with an impossible position"
        case .noTime: "without a time"
        case .unreadableTime: "with a time that cannot be read"
        case .repeatedTime: "with the time of the point before"
        case .backwardTime: "with a time before that of neighbouring points"
        case .overlap: "from before the end of an earlier segment"
        case .noWay: "of tracks or routes without two points with position and time"
        case .repeatedPlace: "with the position of the point before"
        case .waypointBesideTrack: "of waypoints next to a track"
        case .routeBesideTrack: "of routes next to a track"
        }
    }
}

/// The points left out for one reason.
public struct GPXOmissions: Hashable, Sendable {
    public let reason: GPXOmission
    /// At least 1.
    public let count: Int
    public let firstLine: Int

    public var description: String {
        "\(count) point\(count == 1 ? "" : "s") \(reason.meaning), the first on line \(firstLine)"
    }
}

struct OmissionCounts {
    private var counts = [Int](repeating: 0, count: GPXOmission.allCases.count)
    private var lines = [Int](repeating: .max, count: GPXOmission.allCases.count)

    mutating func leaveOut(_ point: GPXPoint, _ reason: GPXOmission) {
        guard let place = GPXOmission.allCases.firstIndex(of: reason) else { return }
        counts[place] += 1
        lines[place] = min(lines[place], point.line)
    }

    var all: [GPXOmissions] {
        zip(GPXOmission.allCases.indices, GPXOmission.allCases).compactMap { place, reason in
            guard counts[place] > 0 else { return nil }
            return GPXOmissions(reason: reason, count: counts[place], firstLine: lines[place])
        }
    }
}
