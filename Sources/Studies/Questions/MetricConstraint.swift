/// A limit on the mean of a metric, or on its share of a count.
public struct MetricConstraint: Hashable, Sendable {
    public let metric: Metric
    /// The count that the metric is a share of, pooled over replications; `nil` for the mean per
    /// run.
    public let whole: Metric?
    public let side: Side
    /// In the metric's unit; from 0 to 1 for a share.
    public let limit: Double
    /// As it was written.
    public let text: String

    public enum Side: String, Hashable, Sendable {
        case atMost = "<="
        case atLeast = ">="
    }

    public init(
        _ metric: Metric, of whole: Metric? = nil, _ side: Side, limit: Double, text: String
    ) {
        (self.metric, self.whole, self.side) = (metric, whole, side)
        (self.limit, self.text) = (limit, text)
    }

    /// Parses `METRIC <= LIMIT` or `METRIC >= LIMIT`.
    ///
    /// A limit with `%` is a share of the metric's count: of `calls-offered` for `calls-missed`.
    public init(_ text: String) throws(GoalError) {
        let found = [Side.atMost, .atLeast].compactMap { side in
            text.firstRange(of: side.rawValue).map { (side, $0) }
        }
        guard found.count == 1, let (side, range) = found.first else { throw .noConstraint(text) }
        let name = text[..<range.lowerBound].split(whereSeparator: \.isWhitespace)
        guard name.count == 1 else { throw .noConstraint(text) }
        guard let metric = Metric(named: String(name[0])) else {
            throw .unknownMetric(String(name[0]))
        }
        let limit = text[range.upperBound...].filter { !$0.isWhitespace }
        let number = limit.prefix { !$0.isLetter && $0 != "%" || $0 == "e" || $0 == "E" }
        let unit = String(limit.dropFirst(number.count))
        guard let value = Double(number), value.isFinite else { throw .noConstraint(text) }
        (self.metric, self.side) = (metric, side)
        self.text = "\(metric.rawValue) \(side.rawValue) \(number)\(unit.isEmpty ? "" : " ")\(unit)"
        if unit == "%", metric.unit != .percent {
            guard let whole = metric.whole, metric.range == .count else { throw .noShare(metric) }
            (self.whole, self.limit) = (whole, value / 100)
        } else {
            guard let size = unit.isEmpty ? 1 : metric.unit.units[unit] else {
                throw .wrongUnit(unit, metric)
            }
            (whole, self.limit) = (nil, value * size)
        }
    }

    public var metrics: [Metric] { [metric] + (whole.map { [$0] } ?? []) }

    /// A run's contribution to the ratio of sums; zero without the metric.
    public func part(of run: MetricValues) -> Part {
        guard let value = run[metric] else { return Part(amount: 0, count: 0) }
        guard let whole else { return Part(amount: value, count: 1) }
        guard let count = run[whole] else { return Part(amount: 0, count: 0) }
        return Part(amount: value, count: count)
    }

    public struct Part: Hashable, Sendable {
        public let amount: Double
        public let count: Double
    }

    /// The distance beyond the limit; negative on the allowed side.
    public func excess(_ value: Double) -> Double {
        side == .atMost ? value - limit : limit - value
    }
}

public enum GoalError: Error, Hashable, Sendable {
    case malformed(String)
    case unknownMetric(String)
    case noConstraint(String)
    case noShare(Metric)
    case wrongUnit(String, Metric)
}

extension MetricUnit {
    /// The units that a limit may have, each in this one; empty for a count.
    public var units: [String: Double] {
        func sizes<Kind: Quantity>(_: Kind.Type, per own: Double = 1) -> [String: Double] {
            Dictionary(Kind.units.map { ($0.symbol, $0.factor / own) }) { first, _ in first }
        }
        return switch self {
        case .count: [:]
        case .joules: sizes(Millijoules.self, per: 1000)
        case .hours: sizes(Seconds.self, per: 3600)
        case .seconds: sizes(Seconds.self)
        case .bytes: sizes(Bytes.self)
        case .metres: sizes(Meters.self)
        case .kilometres: sizes(Meters.self, per: 1000)
        case .percentPerHour: ["%/h": 1, "%/day": 1.0 / 24, rawValue: 1]
        case .joulesPerSecond, .percent: [words: 1, rawValue: 1]
        }
    }
}

extension Metric {
    /// By its name in scenarios or in files.
    public init?(named text: String) {
        self.init(rawValue: String(text.map { $0 == "_" ? "-" : $0 }))
    }
}
