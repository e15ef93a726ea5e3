import DeviceModel

/// What is to be least or most: the mean of a metric, or of a sum of metrics with weights.
///
/// A weight is what one of the second metric is worth in the unit of the first: with
/// `energy + 2500 calls-missed` a missed call may cost 2500 J to avoid.
public struct OptimisationGoal: Hashable, Sendable {
    /// At least one, with different metrics.
    public let terms: [Term]
    public let better: Metric.Direction

    /// A metric that counts so much.
    public struct Term: Hashable, Sendable {
        public let weight: Double
        public let metric: Metric

        public init(weight: Double = 1, metric: Metric) {
            (self.weight, self.metric) = (weight, metric)
        }
    }

    /// - Parameters:
    ///   - terms: at least one.
    ///   - better: whether the least or the most is sought.
    public init(_ terms: [Term], better: Metric.Direction = .smaller) {
        precondition(!terms.isEmpty, "a goal without metrics")
        (self.terms, self.better) = (terms, better)
    }

    /// - Parameters:
    ///   - text: `METRIC`, or `METRIC + 2500 METRIC`; weights have a size of 1e-12 to 1e12.
    ///   - better: whether the least or the most is sought.
    /// - Throws: if it is neither.
    public init(_ text: String, better: Metric.Direction = .smaller) throws(GoalError) {
        var terms: [Term] = []
        for part in text.split(separator: "+", omittingEmptySubsequences: false) {
            let words = part.split { $0.isWhitespace || $0 == "*" }.map(String.init)
            guard let name = words.last, words.count <= 2 else { throw .malformed(text) }
            guard let metric = Metric(named: name) else { throw .unknownMetric(name) }
            let weight = words.count == 2 ? Double(words[0]) : 1
            guard let weight, Self.weights.contains(weight.magnitude) else {
                throw .malformed(text)
            }
            if terms.contains(where: { $0.metric == metric }) { throw .malformed(text) }
            terms.append(Term(weight: weight, metric: metric))
        }
        self.init(terms, better: better)
    }

    /// What one metric can be worth of another, so that sums and their squares stay numbers.
    private static let weights = 1e-12...1e12

    public var metrics: [Metric] { terms.map(\.metric) }

    /// The goal in one run; `nil` where that lacks one of the metrics.
    public func value(of run: MetricValues) -> Double? {
        var sum = 0.0
        for term in terms {
            guard let value = run[term.metric] else { return nil }
            sum += term.weight * value
        }
        return sum
    }
}
