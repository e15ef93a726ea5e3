package struct SampledRuns: Sendable {
    let scenario: Scenario
    let policy: String
    let value: String
    let runs: [MetricValues]

    package init(scenario: Scenario, policy: String, value: String, runs: [MetricValues]) {
        (self.scenario, self.policy, self.value, self.runs) = (scenario, policy, value, runs)
    }
}

public struct SampledPoint: Sendable {
    /// The number, or the index in a list.
    public let x: Double
    public let value: String
    public let stage: Stage
    public let scenario: Scenario
    public let goal: Summary
    public let constraints: [ConstraintEstimate]
    let goalValues: [Double]
    /// By constraint, then by replication.
    let parts: [[MetricConstraint.Part]]

    public enum Stage: String, Sendable {
        case grid, search, race
        /// The judgement on replications that the search has not used.
        case check
    }

    init(
        x: Double, value: String, stage: Stage, scenario: Scenario, goals: [Double],
        parts: [[MetricConstraint.Part]], problem: OptimisationProblem
    ) {
        (self.x, self.value, self.stage, self.scenario) = (x, value, stage, scenario)
        (goalValues, self.parts) = (goals, parts)
        goal = Summary(of: goals, level: problem.level)
        constraints = zip(problem.constraints, parts).map {
            ConstraintEstimate($0, $1, level: problem.level)
        }
    }

    package var mean: Double { goal.mean ?? 0 }
    public var isKept: Bool { constraints.allSatisfy { $0.state == .kept } }
    public var isBroken: Bool { constraints.contains { $0.state == .broken } }
    package var seemsKept: Bool { constraints.allSatisfy { $0.excess <= 0 } }
}

/// The simulated points, by rising value.
struct OptimisationSamples {
    private(set) var points: [SampledPoint] = []
    private let experiment: OptimisationExperiment
    private let progress: @Sendable (Int) -> Void

    init(_ experiment: OptimisationExperiment, progress: @escaping @Sendable (Int) -> Void) {
        (self.experiment, self.progress) = (experiment, progress)
    }

    mutating func add(
        _ x: Double, _ replications: Range<Int>, stage: SampledPoint.Stage
    ) async throws {
        let point = try await sample(x, replications, stage: stage)
        let place = points.firstIndex { $0.x > x } ?? points.endIndex
        points.insert(point, at: place)
        progress(points.count)
    }

    func sample(
        _ x: Double, _ replications: Range<Int>, stage: SampledPoint.Stage
    ) async throws -> SampledPoint {
        let problem = experiment.problem
        guard let sampled = try await experiment.sample(x, replications) else {
            throw SearchError.interrupted
        }
        let (runs, policy) = (sampled.runs, sampled.policy)
        let goals = runs.compactMap { problem.goal.value(of: $0) }
        if goals.count < runs.count {
            let missing = problem.goal.metrics.first { metric in
                runs.contains { $0[metric] == nil }
            }
            let metric = missing ?? problem.goal.metrics[0]
            throw SearchError.impossible(
                "policy \(policy) has no \(metric.rawValue) in every run, at \(sampled.value)")
        }
        let parts = problem.constraints.map { constraint in runs.map { constraint.part(of: $0) } }
        for (constraint, own) in zip(problem.constraints, parts)
        where own.allSatisfy({ $0.count == 0 }) {
            let metric = constraint.whole ?? constraint.metric
            throw SearchError.impossible(
                "policy \(policy) has no \(metric.rawValue) in any run, at \(sampled.value)")
        }
        return SampledPoint(
            x: x, value: sampled.value, stage: stage, scenario: sampled.scenario, goals: goals,
            parts: parts, problem: problem)
    }
}

public enum PointStanding: String, Sendable {
    case open = "not shown worse"
    /// Another point, shown to keep the constraints, is shown to be better.
    case worse
    case broken = "breaks a limit"
}

/// The standings of all points: which may be the best, and which seems to be.
///
/// Every statement of the answer derives from here, so that it cannot contradict the table of
/// points.
struct PointStandings: Sendable {
    let all: [PointStanding]
    /// The best estimate among points that seem to keep the constraints; `nil` without any.
    ///
    /// It is never shown worse: a point shown to be better keeps the constraints and has a better
    /// mean.
    let best: Int?
    let safe: Int?

    /// - Parameter level: The level of "worse"; `nil` for the problem's.
    init(_ problem: OptimisationProblem, _ points: [SampledPoint], level: Double? = nil) {
        let sign = problem.goal.sign
        func least(_ isAllowed: (SampledPoint) -> Bool) -> Int? {
            points.indices.filter { isAllowed(points[$0]) }.min {
                sign * points[$0].mean < sign * points[$1].mean
            }
        }
        safe = least(\.isKept)
        best = least { $0.seemsKept && !$0.isBroken }
        let screening = MeanScreening(
            points.map { point in point.goalValues.map { sign * $0 } },
            level: level ?? problem.level)
        let rivals = points.indices.filter { points[$0].isKept }
        all = points.indices.map { index in
            if points[index].isBroken { return .broken }
            return rivals.contains { screening.isLarger(index, than: $0) } ? .worse : .open
        }
    }

    func isOpen(_ index: Int) -> Bool { all.indices.contains(index) && all[index] == .open }

    /// The parts of a range that may hold the optimum.
    ///
    /// Around points that may be the best, up to the nearest that cannot.
    func regions(_ points: [SampledPoint]) -> [ClosedRange<Double>] {
        var regions: [ClosedRange<Double>] = []
        for index in points.indices where isOpen(index) {
            let low = points[max(0, index - 1)].x
            let high = points[min(points.count - 1, index + 1)].x
            if let last = regions.last, low <= last.upperBound {
                regions[regions.count - 1] = last.lowerBound...high
            } else {
                regions.append(low...high)
            }
        }
        return regions
    }
}

extension OptimisationGoal {
    /// The sign that makes less better.
    package var sign: Double { better == .smaller ? 1 : -1 }
}
