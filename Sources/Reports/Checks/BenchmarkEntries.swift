import DeviceModel
import Traces

/// Figures in the form that github-action-benchmark reads.
///
/// A list of objects with `name`, `unit`, `value`, `range` and `extra`. The tool takes one side a
/// file, `customSmallerIsBetter` or `customBiggerIsBetter`, so there are two lists, and metrics of
/// which neither is better are in none. It throws on an empty list, so there is never one.
public struct BenchmarkEntries: Equatable, Sendable {
    /// One figure that is followed over time.
    public struct Entry: Equatable, Sendable {
        public let policy: String
        public let metric: Metric
        public let value: Double
        /// Half the width of its interval, if it has one.
        public let halfWidth: Double?
        /// What a reader sees beside the point.
        public let extra: String

        /// - Parameters:
        ///   - policy: The policy's name.
        ///   - metric: What was measured.
        ///   - value: Its mean, in the metric's unit.
        ///   - halfWidth: Half the width of the mean's interval, if it has one.
        ///   - extra: What a reader sees beside the point.
        public init(
            policy: String, metric: Metric, value: Double, halfWidth: Double?, extra: String
        ) {
            self.policy = policy
            self.metric = metric
            self.value = value
            self.halfWidth = halfWidth
            self.extra = extra
        }
    }

    /// In the order to list them.
    public let all: [Entry]

    public init(_ all: [Entry]) { self.all = all }

    /// The figures of which `side` is better.
    public func entries(_ side: Metric.Direction) -> [Entry] {
        all.filter { $0.metric.better == side }
    }

    /// The bytes of the file of one side; `nil` where it has no figure.
    public func json(_ side: Metric.Direction) -> [UInt8]? {
        let list = entries(side)
        return list.isEmpty ? nil : JSONText.bytes(.array(list.map(\.json)))
    }
}

extension BenchmarkEntries.Entry {
    fileprivate var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("name", .string("\(policy): \(metric.words)")),
            .init("unit", .string(metric.unit == .count ? "count" : metric.unitInWords)),
            .init("value", .number(value)),
        ]
        if let halfWidth {
            members.append(.init("range", .string("± \(NumberText.text(halfWidth))")))
        }
        return .object(members + [.init("extra", .string(extra))])
    }
}
