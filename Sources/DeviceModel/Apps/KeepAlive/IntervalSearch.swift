import Kernel

/// The search for the longest interval at which a connection survives.
///
/// As long as it survives, the next interval is longer by a factor; after a loss the app goes back
/// to the longest that survived, and tries nothing any more that is as long as what was lost. In
/// another network it begins anew.
struct IntervalSearch: Sendable {
    private let options: KeepAliveOptions.Search
    private let start: TimeSpan
    /// Nothing shorter is tried.
    private let least: TimeSpan
    /// The interval of the next keep-alive.
    private(set) var interval: TimeSpan
    /// The longest interval that survived; `nil`: none has.
    private var survived: TimeSpan?
    /// The shortest silence after which the connection was found dead.
    private var lost = TimeSpan.longest
    /// Whether the next loss says nothing about silences.
    private var isExcused = false
    private var isElsewhere = false

    init(_ options: KeepAliveOptions.Search, start: TimeSpan, least: TimeSpan) {
        self.options = options
        self.start = start
        self.least = max(least, TimeSpan(Seconds(1)))
        interval = start
    }

    /// The connection has been found alive after a silence.
    ///
    /// What was cut short by other traffic proves nothing: a silence counts from 95 % of the
    /// interval on.
    mutating func findAlive(after silence: TimeSpan) {
        guard Double(silence.nanoseconds) >= 0.95 * Double(interval.nanoseconds) else { return }
        survived = max(survived ?? .zero, interval)
        let longer = min(scaled(interval, by: options.factor), options.atMost)
        if longer < lost { interval = longer }
    }

    /// The connection has been found dead.
    mutating func findDead(after silence: TimeSpan) {
        defer { (isExcused, isElsewhere) = (false, false) }
        if isElsewhere {
            (interval, survived, lost) = (start, nil, .longest)
        } else if !isExcused {
            lost = min(lost, silence)
            // What survived once and does not any more proves nothing either.
            if let last = survived, last >= lost { survived = nil }
            interval = survived ?? max(least, scaled(interval, by: 1 / options.factor))
        }
    }

    /// The connection has ended for another reason than a silence.
    ///
    /// - Parameter isElsewhere: whether the phone is in another network now.
    mutating func excuse(isElsewhere: Bool) {
        isExcused = true
        if isElsewhere { self.isElsewhere = true }
    }

    private func scaled(_ span: TimeSpan, by factor: Double) -> TimeSpan {
        TimeSpan(rounding: Double(span.nanoseconds) * factor)
    }
}
