import DeviceModel

/// Figures in the form that github-action-benchmark reads as `customSmallerIsBetter`.
///
/// A list of objects with `name`, `unit`, `value`, `range` and `extra`. The tool takes one
/// direction a file, so metrics of which more is better, or neither, are left out.
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

    /// Those of which less is better.
    public let entries: [Entry]
    /// How many were left out.
    public let leftOut: Int

    /// - Parameter all: in the order to list them.
    public init(_ all: [Entry]) {
        entries = all.filter { $0.metric.better == .smaller }
        leftOut = all.count - entries.count
    }

    /// The file's bytes.
    public var json: [UInt8] {
        JSONText.bytes(.array(entries.map(\.json)))
    }
}

extension BenchmarkEntries.Entry {
    fileprivate var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("name", .string("\(policy): \(metric.words)")),
            .init("unit", .string(metric.unit.isEmpty ? "count" : metric.unitInWords)),
            .init("value", .number(value)),
        ]
        if let halfWidth {
            members.append(.init("range", .string("± \(NumberText.text(halfWidth))")))
        }
        return .object(members + [.init("extra", .string(extra))])
    }
}
