/// Why a file could not be read as a GPX track: which file, where in it, what was found and what is
/// possible.
public struct GPXError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Fault: Hashable, Sendable {
        /// The file cannot be opened or read; the system's own words.
        case cannotOpen(reason: String)
        /// The path leads to a directory.
        case isDirectory
        /// More bytes than are read.
        case tooLarge(limit: Int)
        /// More points than are read.
        case tooManyPoints(limit: Int)
        /// More comments than any author writes; the parser keeps them.
        case tooManyRemarks(limit: Int)
        /// Elements within elements, deeper than any track.
        case tooDeep(limit: Int)
        /// No XML, or broken XML; the parser's own words.
        case malformed(reason: String)
        /// The file has no bytes.
        case empty
        /// A document type, with which entities and references to other files would come.
        case documentType
        /// The document is of another kind.
        case notGPX
        /// A version that this reader does not know.
        case unknownVersion(found: String)
        /// Neither tracks nor routes nor waypoints.
        case noPoints
        /// Points, but fewer than two that have a usable time and position.
        case noTimes(points: Int)
        /// Points with times, of which no two ascend.
        case standingTime(points: Int)
        /// A speed for points of which no two have different positions.
        case onePlace(points: Int)
        /// A speed for points that have times.
        case hasTimes
        /// A way that takes longer at a speed than any clock counts.
        case tooSlow(limit: Int)
    }

    /// The file as it was named.
    public let path: String
    /// Counted from 1; `nil` where the fault has no place.
    public let line: Int?
    public let fault: Fault

    public init(_ fault: Fault, path: String, line: Int? = nil) {
        (self.fault, self.path, self.line) = (fault, path, line)
    }

    /// Whether there is no file to read, rather than a file with something wrong in it.
    public var isAboutMissingInput: Bool {
        switch fault {
        case .cannotOpen, .isDirectory: true
        case .tooLarge, .tooManyPoints, .tooManyRemarks, .tooDeep, .malformed, .empty,
            .documentType, .notGPX,
            .unknownVersion, .noPoints, .noTimes, .standingTime, .onePlace, .hasTimes, .tooSlow:
            false
        }
    }

    /// What was found, without its place.
    public var message: String { fault.message }

    /// What is possible instead.
    public var advice: String { fault.advice }

    /// The place and what was found there, and on a second line what is possible.
    public var description: String {
        "\(path)\(line.map { ":\($0)" } ?? ""): \(fault.message)\n\(fault.advice)"
    }
}

extension GPXError.Fault {
    /// What is wrong with the document whatever it is about.
    init(_ fault: XMLFault) {
        switch fault {
        case .cannotOpen(let reason): self = .cannotOpen(reason: reason)
        case .isDirectory: self = .isDirectory
        case .tooLarge(let limit): self = .tooLarge(limit: limit)
        case .malformed(let reason): self = .malformed(reason: reason)
        case .empty: self = .empty
        }
    }

    fileprivate var message: String {
        switch self {
        case .cannotOpen(let reason): "the file cannot be read: \(reason)"
        case .isDirectory: "this is a directory, not a file"
        case .tooLarge(let limit): "the file has more than the \(limit) bytes that are read"
        case .tooManyPoints(let limit): "there are more than the \(limit) points that are read"
        case .tooManyRemarks(let limit):
            "there are more than \(limit) comments and processing instructions"
        case .tooDeep(let limit): "elements are nested more than \(limit) deep"
        case .malformed(let reason): "this is no well-formed XML: \(reason)"
        case .empty: "the file is empty"
        case .documentType: "there is a document type declaration (<!DOCTYPE ...>)"
        case .notGPX: "the document does not begin with <gpx>"
        case .unknownVersion(let found): "this is GPX \"\(found)\""
        case .noPoints: "there is no point of a track, a route or waypoints"
        case .noTimes(let points):
            "of \(points) points fewer than two have a position and a time"
        case .standingTime(let points):
            "of \(points) points with a position and a time no two have times that ascend"
        case .onePlace(let points): "of \(points) points no two have positions that differ"
        case .hasTimes: "the points have times of their own, and a speed was given"
        case .tooSlow(let limit): "at this speed the way takes more than \(limit) years"
        }
    }

    /// Where a speed is given for a planned way.
    private static let speed =
        "a speed: tailwatt gpx FILE --speed 5km/h, or speed: 5 km/h beside track:"

    fileprivate var advice: String {
        switch self {
        case .cannotOpen: "Check the path and the file's permissions."
        case .isDirectory: "Name a GPX file in it."
        case .tooLarge, .tooManyPoints: "Cut the track into parts."
        case .tooManyRemarks, .tooDeep: "Export the track again, without extensions and comments."
        case .malformed, .empty: "Export the track again, as GPX 1.0 or 1.1 without compression."
        case .documentType: "Remove it: a track needs no entities and no other files."
        case .notGPX: "Convert the track to GPX 1.0 or 1.1, with gpsbabel for instance."
        case .unknownVersion: "Possible are the versions 1.0 and 1.1."
        case .noPoints: "Record a track (<trk>), or write waypoints (<wpt>) with times."
        case .noTimes:
            "Write <time>2012-06-01T08:00:00Z</time> in each point, or give \(Self.speed)."
        case .standingTime: "Write the time of each point, or give \(Self.speed)."
        case .onePlace: "Name a way of two places or more, or use still: for a phone that stays."
        case .hasTimes: "Leave the speed out."
        case .tooSlow: "Give a greater speed, such as 5 km/h."
        }
    }
}
