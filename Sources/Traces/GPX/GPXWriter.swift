/// Writes a movement as GPX 1.1 for Xcode's simulator, which interpolates between timed waypoints.
public struct GPXWriter: Sendable {
    /// The time between waypoints while the phone moves, in whole seconds.
    public let step: TimeSpan
    /// The movement's time zero: nanoseconds since 1970-01-01T00:00:00Z.
    public let start: Int64

    /// Writes a waypoint every `step` and at the end of each leg.
    ///
    /// - Parameters:
    ///   - start: Cut to whole seconds; the default, the first Monday of 2012, is arbitrary.
    ///   - step: Cut to whole seconds, at least one.
    public init(start: Int64 = 1_325_462_400_000_000_000, step: TimeSpan = TimeSpan(Seconds(1))) {
        let second: Int64 = 1_000_000_000
        self.start = start / second * second
        self.step = TimeSpan(nanoseconds: max(step.nanoseconds / second, 1) * second)
    }

    /// Calls `sink` with each piece of the document, line breaks included.
    ///
    /// Xcode reads whole seconds: a stay ends at the second before its end, another leg at the one
    /// after. A stay has a waypoint every five minutes, so readers see no gap.
    ///
    /// - `end`: Until when; by default the movement's end.
    public func write<Failure: Error>(
        _ itinerary: Itinerary, until end: Instant? = nil, to sink: (String) throws(Failure) -> Void
    ) throws(Failure) {
        try sink("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        try sink("<gpx version=\"1.1\" creator=\"tailwatt\"")
        try sink(" xmlns=\"http://www.topografix.com/GPX/1/1\">\n")
        let last = end ?? itinerary.end
        var written: Instant?
        func waypoint(_ time: Instant) throws(Failure) {
            if let written, time <= written { return }
            written = time
            let position = itinerary.position(at: time)
            try sink("  <wpt lat=\"\(Self.text(position.latitude))\"")
            try sink(" lon=\"\(Self.text(position.longitude))\">")
            try sink("<time>\(GPXTime.text(start + time.nanoseconds))</time></wpt>\n")
        }
        func waypoints(from begin: Instant, until end: Instant, each step: TimeSpan) throws(Failure)
        {
            var time = Self.wholeSecond(begin)
            while time < end {
                try waypoint(time)
                time = time + step
            }
        }
        try waypoint(.start)
        for number in 0..<itinerary.legCount {
            let leg = itinerary.leg(number)
            if leg.begin >= last { break }
            let isStay = leg.length == .zero
            let legEnd = Self.wholeSecond(min(leg.end, last), down: isStay)
            try waypoints(from: leg.begin, until: legEnd, each: isStay ? Self.longestStep : step)
            try waypoint(legEnd)
        }
        if last > itinerary.end {
            let end = Self.wholeSecond(last)
            try waypoints(from: itinerary.end, until: end, each: Self.longestStep)
            try waypoint(end)
        }
        try sink("</gpx>\n")
    }

    private static let longestStep = GPXOptions().longestStep

    private static func wholeSecond(_ time: Instant, down: Bool = false) -> Instant {
        let second: Int64 = 1_000_000_000
        let shifted = down ? time.nanoseconds : time.nanoseconds + second - 1
        return Instant(nanoseconds: shifted / second * second)
    }

    /// Nine decimals, without the C library's rounding.
    private static func text(_ angle: Degrees) -> String {
        let units = Int64((angle.magnitude * 1e9).rounded())
        let digits = String(units.magnitude % 1_000_000_000)
        let zeros = String(repeating: "0", count: 9 - digits.count)
        return "\(units < 0 ? "-" : "")\(units.magnitude / 1_000_000_000).\(zeros)\(digits)"
    }
}
