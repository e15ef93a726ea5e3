/// Searches for the longest interval at which a connection survives.
///
/// Each survival lengthens the interval by a factor. A loss returns to the longest that survived,
/// and rules out intervals as long as the lost one. Another network restarts the search.
struct IntervalSearch: Sendable {
    private let options: KeepAliveOptions.Search
    private let start: TimeSpan
    private let least: TimeSpan
    private(set) var interval: TimeSpan
    /// The longest interval that survived, if any.
    private var survived: TimeSpan?
    /// The shortest silence after which the connection was dead.
    private var lost = TimeSpan.longest
    /// Whether the next loss proves nothing about silences.
    private var isExcused = false
    private var isElsewhere = false

    init(_ options: KeepAliveOptions.Search, start: TimeSpan, least: TimeSpan) {
        (self.options, self.start) = (options, start)
        self.least = max(least, TimeSpan(Seconds(1)))
        interval = start
    }

    /// The connection survived a silence.
    ///
    /// Only a silence of at least 95 % of the interval counts: other traffic may have cut it short.
    mutating func findAlive(after silence: TimeSpan) {
        guard Double(silence.nanoseconds) >= 0.95 * Double(interval.nanoseconds) else { return }
        survived = max(survived ?? .zero, interval)
        let longer = min(scaled(interval, by: options.factor), options.atMost)
        if longer < lost { interval = longer }
    }

    mutating func findDead(after silence: TimeSpan) {
        defer { (isExcused, isElsewhere) = (false, false) }
        if isElsewhere {
            (interval, survived, lost) = (start, nil, .longest)
        } else if !isExcused {
            lost = min(lost, silence)
            // An interval that survived once but no longer does proves nothing.
            if let last = survived, last >= lost { survived = nil }
            interval = survived ?? max(least, scaled(interval, by: 1 / options.factor))
        }
    }

    /// The connection ended for another reason than silence.
    ///
    /// - Parameter isElsewhere: Whether the phone has changed networks.
    mutating func excuse(isElsewhere: Bool) {
        isExcused = true
        if isElsewhere { self.isElsewhere = true }
    }

    private func scaled(_ span: TimeSpan, by factor: Double) -> TimeSpan {
        TimeSpan(rounding: Double(span.nanoseconds) * factor)
    }
}
