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
