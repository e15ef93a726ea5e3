import DeviceModel
import Kernel

/// Makes points in order of time from points as a receiver wrote them.
///
/// 1. A point without a position on the Earth or without a time is left out.
/// 2. Within a segment, the largest set of points whose times ascend strictly in the order of the
///    file is kept: one wrong time costs one point, wherever it points. Of equal times the first is
///    kept.
/// 3. Segments follow each other by their first times; of one that begins before the end of those
///    before it, the points until then are left out.
struct TrackCleaning {
    private struct Timed {
        var time: Int64
        var point: GPXPoint
    }

    private(set) var omissions = OmissionCounts()

    /// The points of `segments` in order; times are nanoseconds since 1970.
    mutating func clean(_ segments: [[GPXPoint]]) -> [(time: Int64, point: GPXPoint)] {
        let cleaned = segments.map { ascending(usable($0)) }.filter { !$0.isEmpty }
        let order = cleaned.indices.sorted {
            (cleaned[$0][0].time, $0) < (cleaned[$1][0].time, $1)
        }
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

    /// Counts points that take no part because of what else is in the file.
    mutating func leaveOut(_ segments: [[GPXPoint]], _ reason: GPXOmission) {
        for point in segments.joined() { omissions.leaveOut(point, reason) }
    }

    /// The points of `segments` in the order of the file, at the times at which a phone comes by at
    /// `speed`; times are nanoseconds since the first. A point at the place of the one before it is
    /// left out.
    ///
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

    /// No planned way takes longer; half of what ``TimeSpan`` can hold.
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

    /// Whether the point has a position; if not, it is counted.
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

    /// A longest strictly ascending subsequence (Fredman, *On computing the length of longest
    /// increasing subsequences*, Discrete Mathematics 11, 1975).
    ///
    /// - Complexity: O(*n* log *n*), and O(*n*) where all times ascend.
    private mutating func ascending(_ points: [Timed]) -> [Timed] {
        let isAscending = zip(points, points.dropFirst()).allSatisfy { $0.time < $1.time }
        if isAscending { return points }
        // tails[k]: which point ends the ascent of k + 1 points that ends earliest.
        var tails: [Int] = []
        var before = [Int](repeating: -1, count: points.count)
        for place in points.indices {
            let time = points[place].time
            var (low, high) = (0, tails.count)
            while low < high {
                let middle = (low + high) / 2
                if points[tails[middle]].time < time { low = middle + 1 } else { high = middle }
            }
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
