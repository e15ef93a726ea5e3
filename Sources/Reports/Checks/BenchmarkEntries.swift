import DeviceModel
import Show

/// Figures in the form that github-action-benchmark reads.
///
/// A list of objects with `name`, `unit`, `value`, `range` and `extra`. The tool takes one side a
/// file, `customSmallerIsBetter` or `customBiggerIsBetter`, so there are two lists, and metrics of
/// which neither is better are in none. It throws on an empty list, so there is never one.
public struct BenchmarkEntries: Equatable, Sendable {
    public struct Entry: Equatable, Sendable {
        /// What it is of, and what was measured.
        public let name: String
        /// What was measured; `nil` for what is no metric of a run.
        public let metric: Metric?
        public let unit: String
        /// Which side is better; `nil`: neither.
        public let better: Metric.Direction?
        public let value: Double
        public let halfWidth: Double?
        public let extra: String

        public init(
            policy: String, metric: Metric, value: Double, halfWidth: Double?, extra: String
        ) {
            name = "\(policy): \(metric.words)"
            self.metric = metric
            unit = metric.unit == .count ? "count" : metric.unitInWords
            better = metric.better
            self.value = value
            self.halfWidth = halfWidth
            self.extra = extra
        }

        /// A figure of which less is better, and which has no interval.
        public init(name: String, unit: String, value: Double, extra: String) {
            (self.name, self.unit, self.value, self.extra) = (name, unit, value, extra)
            (metric, better, halfWidth) = (nil, .smaller, nil)
        }
    }

    public let all: [Entry]

    public init(_ all: [Entry]) { self.all = all }

    /// The figures of which `side` is better.
    public func entries(_ side: Metric.Direction) -> [Entry] {
        all.filter { $0.better == side }
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
            .init("name", .string(name)), .init("unit", .string(unit)),
            .init("value", .number(value)),
        ]
        if let halfWidth {
            members.append(.init("range", .string("± \(NumberText.text(halfWidth))")))
        }
        return .object(members + [.init("extra", .string(extra))])
    }
}
