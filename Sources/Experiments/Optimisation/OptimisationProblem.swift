import DeviceModel
import Studies

/// What is asked of an optimisation.
public struct OptimisationProblem: Sendable {
    public let goal: OptimisationGoal
    public let constraints: [MetricConstraint]
    public let domain: Domain
    /// Of the first grid over a range, at least 7.
    public let points: Int
    /// At each point, at least 2.
    public let replications: Int
    /// Of intervals and guarantees, above one half and below 1.
    public let level: Double
    /// The smallest difference that matters in a race, as a share of the best mean.
    public let indifference: Double

    /// What can be chosen from.
    public enum Domain: Hashable, Sendable {
        /// Any number from one to the other.
        case range(ClosedRange<Double>)
        /// So many values without an order; each is known by its place.
        case list(Int)
    }

    /// Whether the values are numbers of a range, not a list.
    public var isRange: Bool {
        if case .range = domain { true } else { false }
    }

    /// The most replications of a race.
    public let mostRaced: Int

    /// - Parameters:
    ///   - goal: what is to be least or most.
    ///   - constraints: what must hold.
    ///   - domain: what can be chosen from; not empty.
    ///   - points: of the first grid over a range, at least 7.
    ///   - replications: at each point, at least 2.
    ///   - level: of intervals and guarantees, above one half and below 1.
    ///   - indifference: of a race over a list, as a share of the best mean; above zero.
    ///   - mostRaced: the most replications of a race; at least `replications` are allowed.
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

    /// The values that are looked at whatever is found: a grid over a range, or all of a list.
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

/// Why nothing could be optimised.
public enum OptimisationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A run lacks a metric of the goal.
    case noValue(policy: String, value: String, metric: Metric)
    /// No run has the metric of a constraint.
    case nothingToLimit(policy: String, value: String, metric: Metric)
    /// All means are 0.
    case shareOfNothing
    case interrupted

    public var description: String {
        switch self {
        case .noValue(let policy, let value, let metric):
            "policy \(policy) has no \(metric.rawValue) in every run, at \(value)"
        case .nothingToLimit(let policy, let value, let metric):
            "policy \(policy) has no \(metric.rawValue) in any run, at \(value)"
        case .shareOfNothing: "the best mean is 0, and no share of it a difference"
        case .interrupted: "interrupted before the search was over"
        }
    }
}
