/// The faults of GPX files.
extension InputFault {
    static func tooManyPoints(limit: Int) -> Self {
        Self(
            message: "the file has more than \(limit) points, the limit",
            advice: "Cut the track into parts.")
    }

    /// More comments than any author writes; the parser keeps them in memory.
    static func tooManyRemarks(limit: Int) -> Self {
        Self(
            message: "the file has more than \(limit) comments and processing instructions",
            advice: plainExport)
    }

    static let plainExport = "Export the track again, without extensions and comments."

    static let notGPX = Self(
        message: "the document does not begin with <gpx>",
        advice: "Convert the track to GPX 1.0 or 1.1, for example with gpsbabel.")

    static func unknownVersion(found: String) -> Self {
        Self(message: "this is GPX \"\(found)\"", advice: "Use version 1.0 or 1.1.")
    }

    static let noPoints = Self(
        message: "the file has no track, route or waypoints with points",
        advice: "Record a track (<trk>), or write waypoints (<wpt>) with times.")

    static func noTimes(points: Int) -> Self {
        Self(
            message: "of \(points) points, fewer than two have a position and a time",
            advice: "Write <time>2012-06-01T08:00:00Z</time> in each point, or give \(speed).")
    }

    static func standingTime(points: Int) -> Self {
        Self(
            message:
                "of \(points) points with position and time, no two have ascending times",
            advice: "Write the time of each point, or give \(speed).")
    }

    static func onePlace(points: Int) -> Self {
        Self(
            message: "of \(points) points, no two have different positions",
            advice: "Use a way of two or more places, or still: for a phone that stays.")
    }

    static let hasTimes = Self(
        message: "the points have their own times, but a speed was given",
        advice: "Leave the speed out.")

    static func tooSlow(limit: Int) -> Self {
        Self(
            message: "at this speed the way takes more than \(limit) years",
            advice: "Give a higher speed, such as 5 km/h.")
    }

    private static let speed =
        "a speed: tailwatt gpx FILE --speed 5km/h, or speed: 5 km/h next to track:"
}
