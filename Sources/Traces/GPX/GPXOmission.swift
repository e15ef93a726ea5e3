/// Why points of a GPX file take no part in its track.
public enum GPXOmission: String, CaseIterable, Hashable, Sendable {
    /// No readable latitude and longitude.
    case noPosition
    /// A latitude beyond ±90° or a longitude beyond ±180°.
    case offTheMap
    case noTime
    /// A time that is none, or of a year outside 1970 to 2099.
    case unreadableTime
    /// The same time as the point before it.
    case repeatedTime
    /// A time before that of points around it: the fewest such points are left out that let time
    /// ascend.
    case backwardTime
    /// A segment that begins before an earlier one has ended: the points until it has.
    case overlap
    /// Tracks, or routes, in a file that has a better way: theirs has fewer than two points with
    /// position and time.
    case noWay
    /// The position of the point before it, in a way that has its times from a speed.
    case repeatedPlace
    /// Waypoints in a file that has a track or a route with times.
    case waypointBesideTrack
    /// Routes in a file that has a track with times.
    case routeBesideTrack

    /// What is left out, in a reader's words.
    public var meaning: String {
        switch self {
        case .noPosition: "without a position"
        case .offTheMap: "with a position that is none on the Earth"
        case .noTime: "without a time"
        case .unreadableTime: "with a time that cannot be read"
        case .repeatedTime: "with the time of the point before"
        case .backwardTime: "with a time before that of points around them"
        case .overlap: "from before the end of an earlier segment"
        case .noWay: "of tracks or routes that lack two points with position and time"
        case .repeatedPlace: "with the position of the point before"
        case .waypointBesideTrack: "of waypoints beside a track"
        case .routeBesideTrack: "of routes beside a track"
        }
    }
}

/// How many points were left out for a reason, and where the first of them is.
public struct GPXOmissions: Hashable, Sendable {
    public let reason: GPXOmission
    /// At least one.
    public let count: Int
    /// The line of the first in the file, counted from 1.
    public let firstLine: Int

    /// `3 points without a time, the first on line 17`.
    public var description: String {
        "\(count) point\(count == 1 ? "" : "s") \(reason.meaning), the first on line \(firstLine)"
    }
}

/// Omissions as they are counted.
struct OmissionCounts {
    private var counts = [Int](repeating: 0, count: GPXOmission.allCases.count)
    private var lines = [Int](repeating: .max, count: GPXOmission.allCases.count)

    mutating func leaveOut(_ point: GPXPoint, _ reason: GPXOmission) {
        guard let place = GPXOmission.allCases.firstIndex(of: reason) else { return }
        counts[place] += 1
        lines[place] = min(lines[place], point.line)
    }

    /// Those that happened, in the order of the reasons.
    var all: [GPXOmissions] {
        zip(GPXOmission.allCases.indices, GPXOmission.allCases).compactMap { place, reason in
            guard counts[place] > 0 else { return nil }
            return GPXOmissions(reason: reason, count: counts[place], firstLine: lines[place])
        }
    }
}
