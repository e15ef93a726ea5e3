/// The knowledge of a satellite receiver, which decides how it starts.
struct SatelliteKnowledge: Hashable, Sendable {
    enum Start: Hashable, Sendable {
        case cold, warm, hot
        /// With ephemerides by radio.
        case aided
    }

    /// A satellite repeats its ephemeris every 30 s, so this is enough to receive the newest.
    static let broadcast = TimeSpan(nanoseconds: 30_000_000_000)

    /// When the youngest ephemerides were received; `nil`: none have been received.
    private(set) var ephemerides: Instant?
    /// Whether time, place and almanac are known, from the first fix.
    private(set) var hasFixed = false
    /// Whether ephemerides came by radio, and no fix has used them yet.
    private var isAided = false

    /// How the receiver starts at `time`.
    ///
    /// - Parameter age: how long ephemerides make a start hot.
    func start(at time: Instant, age: TimeSpan) -> Start {
        guard let ephemerides, time - ephemerides <= age else { return hasFixed ? .warm : .cold }
        return isAided ? .aided : .hot
    }

    mutating func assist(at time: Instant) { (ephemerides, isAided) = (time, true) }

    /// A fix was found. After a cold or warm start the satellites have sent their ephemerides.
    mutating func fix(after start: Start, at time: Instant) {
        if start == .cold || start == .warm { ephemerides = time }
        (hasFixed, isAided) = (true, false)
    }

    mutating func lose(after tracking: TimeSpan, at time: Instant) {
        if tracking >= Self.broadcast { ephemerides = time }
    }
}

extension GNSSProfile {
    func timeToFirstFix(_ start: SatelliteKnowledge.Start) -> Distribution<Seconds> {
        switch start {
        case .cold: starts.cold
        case .warm: starts.warm
        case .hot: starts.hot
        case .aided: assistance?.start ?? starts.hot
        }
    }
}
