/// What a metric is counted in.
public enum MetricUnit: String, CaseIterable, Hashable, Sendable, CustomStringConvertible {
    case count = ""
    case joules = "J"
    case joulesPerSecond = "J_per_s"
    case percentPerHour = "percent_per_hour"
    case percent
    case hours = "h"
    case seconds = "s"
    case bytes = "B"
    case metres = "m"
    case kilometres = "km"

    /// As files have it; empty for a count.
    public var description: String { rawValue }

    /// As people read it: `%/h` of `percent_per_hour`; empty for a count.
    public var words: String {
        switch self {
        case .percent: "%"
        case .joulesPerSecond: "J/s"
        case .percentPerHour: "%/h"
        case .count, .joules, .hours, .seconds, .bytes, .metres, .kilometres: rawValue
        }
    }

    /// Whether amounts of two apps in this unit add up, unless they are means.
    var addsUp: Bool {
        switch self {
        case .count, .bytes, .seconds, .joules: true
        case .joulesPerSecond, .percentPerHour, .percent, .hours, .metres, .kilometres: false
        }
    }
}

/// What a metric of one run can be.
///
/// A value outside is a fault of the simulation, never a result: `MetricRangeTests` holds every
/// metric of random scenarios to this.
public enum MetricRange: Hashable, Sendable {
    /// From 0 to 100 %.
    case share
    /// A whole number from 0.
    case count
    /// From 0.
    case amount
    /// In seconds, from 0 to the horizon; of several apps on one phone, to as many horizons.
    case timeWithinRun
    /// Above 0: what is infinite otherwise is undefined.
    case aboveZero
    /// In hours, from 0 to the horizon.
    case hoursWithinRun
    /// Of either sign: a run less another one, or told ahead of time.
    case signed

    /// Whether a run could have yielded it.
    ///
    /// - Parameters:
    ///   - value: in the metric's unit.
    ///   - horizon: of the run, in seconds.
    ///   - apps: how many there are on the phone, from 1.
    public func contains(_ value: Double, horizon: Double, apps: Int = 1) -> Bool {
        // Sums of many intervals are off by their rounding.
        let slack = 1e-9
        return switch self {
        case .share: -slack <= value && value <= 100 + slack
        case .count: value >= 0 && value == value.rounded()
        case .amount: value >= 0
        case .timeWithinRun: 0 <= value && value <= horizon * Double(apps) * (1 + slack)
        case .aboveZero: value > 0
        case .hoursWithinRun: 0 <= value && value <= horizon / 3600 * (1 + slack)
        case .signed: value.isFinite
        }
    }
}
