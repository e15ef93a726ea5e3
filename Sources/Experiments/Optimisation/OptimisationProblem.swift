public struct OptimisationProblem: Sendable {
    public let goal: OptimisationGoal
    public let constraints: [MetricConstraint]
    public let domain: Domain
    /// The size of the first grid over a range, at least 7.
    public let points: Int
    /// At each point, at least 2.
    public let replications: Int
    /// Level of intervals and guarantees, above one half and below 1.
    public let level: Double
    /// The smallest difference that matters in a race, as a share of the best mean.
    public let indifference: Double

    public enum Domain: Hashable, Sendable {
        case range(ClosedRange<Double>)
        /// The number of unordered values; each is given by its index.
        case list(Int)
    }

    public var isRange: Bool { if case .range = domain { true } else { false } }

    public let mostRaced: Int

    public init(
        _ goal: OptimisationGoal, constraints: [MetricConstraint], domain: Domain,
        points: Int = 11, replications: Int, level: Double = Experiment.level,
        indifference: Double = 0.01, mostRaced: Int = 100_000
    ) {
        precondition(points >= 7 && replications >= 2, "\(points) points, \(replications) runs")
        (self.goal, self.constraints, self.domain) = (goal, constraints, domain)
        (self.points, self.replications, self.level) = (points, replications, level)
        (self.indifference, self.mostRaced) = (indifference, max(mostRaced, replications))
    }

    /// The values examined in any case: a grid over a range, or all of a list.
    public var grid: [Double] {
        switch domain {
        case .list(let count): return (0..<count).map(Double.init)
        case .range(let range):
            let scale = SearchScale(range)
            let steps = Double(points - 1)
            return (0..<points).map { scale.place(Double($0) / steps, within: 0.01 / steps) }
        }
    }

    var metrics: [Metric] { goal.metrics + constraints.flatMap(\.metrics) }
}

/// Why a search for the best policy or value has no result.
public enum SearchError: Error, Hashable, Sendable {
    /// A search that the values do not allow.
    case impossible(String, advice: String = "Choose a metric that the policy has.")
    case interrupted
}

/// The goal to minimise or maximise: the mean of a metric, or of a weighted sum of metrics.
///
/// A weight is the worth of one unit of the second metric in the unit of the first: with `energy +
/// 2500 calls-missed` avoiding a missed call may cost 2500 J.
public struct OptimisationGoal: Hashable, Sendable {
    /// At least one, with different metrics.
    public let terms: [Term]
    public let better: Metric.Direction

    public struct Term: Hashable, Sendable {
        public let weight: Double
        public let metric: Metric

        public init(weight: Double = 1, metric: Metric) {
            (self.weight, self.metric) = (weight, metric)
        }
    }

    public init(_ terms: [Term], better: Metric.Direction = .smaller) {
        precondition(!terms.isEmpty, "a goal without metrics")
        (self.terms, self.better) = (terms, better)
    }

    /// Parses `METRIC` or `METRIC + 2500 METRIC`; weights have magnitudes of 1e-12 to 1e12.
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

    /// The range of weights, so that sums and their squares stay finite.
    private static let weights = 1e-12...1e12

    public var metrics: [Metric] { terms.map(\.metric) }

    /// The goal in one run; `nil` if it lacks a metric.
    public func value(of run: MetricValues) -> Double? {
        var sum = 0.0
        for term in terms {
            guard let value = run[term.metric] else { return nil }
            sum += term.weight * value
        }
        return sum
    }
}

/// A scenario with one value that varies, and the policy to evaluate.
public struct VariedScenario: Sendable {
    public let policy: String
    private let factor: Factor
    private let source: any ScenarioSource

    public init(
        _ factor: Factor, policy named: String?, of scenario: Scenario,
        from source: any ScenarioSource
    ) throws(VariedScenarioError) {
        (self.factor, self.source) = (factor, source)
        let place = try Self.policy(named, factor.path, scenario)
        policy = scenario.policies[place].name
    }

    public var unit: String {
        switch factor.levels {
        case .values: ""
        case .range(let range): range.unit
        }
    }

    public func edits(at x: Double) -> [ValueEdit] { [factor.edit(value(at: x))] }

    private func value(at x: Double) -> String {
        switch factor.levels {
        case .values: factor.value(atLevel: Int(x))
        case .range(let range): range.text(x)
        }
    }

    public func point(at x: Double) throws -> OptimisationPoint {
        let scenario = try source.scenario(with: edits(at: x))
        return OptimisationPoint(
            scenario: scenario, policy: try Self.place(of: policy, in: scenario),
            value: value(at: x))
    }

    /// The named policy, else the one of the path, else the only one that does something.
    private static func policy(
        _ named: String?, _ path: ValuePath, _ scenario: Scenario
    ) throws(VariedScenarioError) -> Int {
        if let named { return try place(of: named, in: scenario) }
        if path.keys[0] == "policies", path.keys.count > 1 {
            // Names may contain dots.
            for count in 1..<path.keys.count {
                let name = path.keys[1...count].joined(separator: ".")
                let place = scenario.policies.firstIndex { $0.name == name }
                if let place { return place }
            }
            if let number = Int(path.keys[1]), scenario.policies.indices.contains(number - 1) {
                return number - 1
            }
        }
        let acting = scenario.policies.indices.filter { scenario.policies[$0].options != .none }
        if acting.count == 1 { return acting[0] }
        throw .severalPolicies(path, possible: scenario.policies.map(\.name))
    }

    private static func place(
        of name: String, in scenario: Scenario
    ) throws(VariedScenarioError) -> Int {
        if let place = scenario.policies.firstIndex(where: { $0.name == name }) { return place }
        throw .noPolicy(name, possible: scenario.policies.map(\.name))
    }
}

public enum VariedScenarioError: Error, Equatable, Sendable {
    case noPolicy(String, possible: [String])
    case severalPolicies(ValuePath, possible: [String])
}
