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

    /// The unit in files; empty for a count.
    public var description: String { rawValue }

    /// The unit for people: `%/h` for `percent_per_hour`; empty for a count.
    public var words: String {
        switch self {
        case .percent: "%"
        case .joulesPerSecond: "J/s"
        case .percentPerHour: "%/h"
        case .count, .joules, .hours, .seconds, .bytes, .metres, .kilometres: rawValue
        }
    }

    /// Whether two apps' amounts add up, unless they are means.
    var addsUp: Bool {
        switch self {
        case .count, .bytes, .seconds, .joules: true
        case .joulesPerSecond, .percentPerHour, .percent, .hours, .metres, .kilometres: false
        }
    }
}

/// The possible values of a metric of one run.
///
/// A value outside is a fault: `MetricRangeTests` checks all metrics of random scenarios.
public enum MetricRange: Hashable, Sendable {
    /// From 0 to 100 %.
    case share
    /// A whole number of 0 or more.
    case count
    /// 0 or more.
    case amount
    /// In seconds, from 0 to the horizon; for several apps, to that many horizons.
    case timeWithinRun
    /// Above 0; an infinite value is undefined instead.
    case aboveZero
    /// In hours, from 0 to the horizon.
    case hoursWithinRun
    /// A difference between runs, or a time ahead of an event, of either sign.
    case signed

    /// The unit of a range that has one only.
    var unit: MetricUnit {
        switch self {
        case .share: .percent
        case .count: .count
        case .timeWithinRun: .seconds
        case .hoursWithinRun: .hours
        case .amount, .aboveZero, .signed: preconditionFailure("\(self) has several units")
        }
    }

    /// - Parameters:
    ///   - value: in the metric's unit.
    ///   - horizon: in seconds.
    ///   - apps: from 1.
    public func contains(_ value: Double, horizon: Double, apps: Int = 1) -> Bool {
        // Sums of many intervals have rounding errors.
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
