import DeviceModel
import Statistics
import Studies

/// The standing of each policy of a family on one kind of day.
public struct FrontierDayResult: Sendable {
    public let day: String
    public let result: ExperimentResult
    public let cost: Objective
    public let error: Objective
    public let standings: [FrontierStanding]
    /// The indices of policies whose means no other beats, by rising cost.
    public let front: [Int]
    /// The replications compared: those in which every policy that has values has both of them.
    public let compared: Int

    public init(_ frontier: Frontier, day: Int, _ result: ExperimentResult) {
        (self.day, self.result) = (frontier.days[day].name, result)
        (cost, error) = (frontier.cost, frontier.error)
        let samples = PairedSamples(result, frontier.cost, frontier.error)
        compared = samples.replications.count
        let points = samples.points
        front = ParetoFront.indices(of: points).map { samples.policies[$0] }
        let verdicts = FrontierVerdicts(costs: samples.costs, errors: samples.errors).verdicts
        standings = frontier.variants.indices.map { index in
            let own = points.isEmpty ? nil : samples.policies.firstIndex(of: index)
            return FrontierStanding(
                frontier.variants[index], own: own, verdict: own.map { verdicts[$0] }, samples)
        }
    }
}

/// The standing of one policy within its family.
public struct FrontierStanding: Sendable {
    public let variant: PolicyVariant
    /// Over the compared replications; empty for a policy without a cost or an error.
    public let cost: Summary
    public let error: Summary
    /// `nil` for a policy without values.
    public let verdict: FrontierVerdict?
    /// The policy that decides the verdict.
    public let rival: Rival?

    /// Another policy, and the paired differences from it.
    public struct Rival: Sendable {
        /// Its index in the family.
        public let index: Int
        public let cost: PairedDifference
        public let error: PairedDifference
    }

    fileprivate init(
        _ variant: PolicyVariant, own: Int?, verdict: FrontierVerdict?, _ samples: PairedSamples
    ) {
        func summary(_ values: (Int) -> [Double]) -> Summary {
            Summary(of: own.map(values) ?? [], level: Experiment.level)
        }
        (self.variant, self.verdict) = (variant, verdict)
        (cost, error) = (summary(samples.cost), summary(samples.error))
        rival = verdict?.rival.flatMap { other in
            func difference(_ values: (Int) -> [Double]) -> PairedDifference? {
                own.map {
                    PairedDifference(
                        treatment: values($0), baseline: values(other), level: Experiment.level)
                }
            }
            guard let cost = difference(samples.cost), let error = difference(samples.error) else {
                return nil
            }
            return Rival(index: samples.policies[other], cost: cost, error: error)
        }
    }
}

/// The paired costs and errors of policies that have both, signed so that less is better.
private struct PairedSamples {
    private let signs: (cost: Double, error: Double)
    let policies: [Int]
    let replications: [Int]
    /// By place in `policies`, then by place in `replications`.
    let costs: [[Double]]
    let errors: [[Double]]

    init(_ result: ExperimentResult, _ cost: Objective, _ error: Objective) {
        func has(_ policy: PolicyResult, _ replication: Int) -> Bool {
            let values = policy.replications[replication]
            return values[cost.metric] != nil && values[error.metric] != nil
        }
        let all = 0..<result.replicationCount
        let policies = result.policies.indices.filter { index in
            all.contains { has(result.policies[index], $0) }
        }
        let replications = all.filter { replication in
            policies.allSatisfy { has(result.policies[$0], replication) }
        }
        func values(_ metric: Metric, _ sign: Double) -> [[Double]] {
            policies.map { policy in
                replications.compactMap {
                    result.policies[policy].replications[$0][metric].map { sign * $0 }
                }
            }
        }
        func sign(_ objective: Objective) -> Double { objective.better == .smaller ? 1 : -1 }
        signs = (sign(cost), sign(error))
        (self.policies, self.replications) = (policies, replications)
        costs = values(cost.metric, signs.cost)
        errors = values(error.metric, signs.error)
    }

    var points: [ParetoPoint] {
        guard !replications.isEmpty else { return [] }
        let count = Double(replications.count)
        return zip(costs, errors).map {
            ParetoPoint(cost: $0.reduce(0, +) / count, error: $1.reduce(0, +) / count)
        }
    }

    /// Without sign, of a place in `policies`.
    func cost(_ place: Int) -> [Double] { costs[place].map { signs.cost * $0 } }
    func error(_ place: Int) -> [Double] { errors[place].map { signs.error * $0 } }
}

/// Simulates a family of policies on each kind of day, each day as its own ``Experiment``.
public struct FrontierExperiment: Sendable {
    public let frontier: Frontier
    /// The number of chunks simulated concurrently, at least 1.
    public let jobs: Int

    public init(_ frontier: Frontier, jobs: Int) {
        precondition(jobs >= 1, "an experiment needs at least one job, not \(jobs)")
        self.frontier = frontier
        self.jobs = jobs
    }

    public var days: [Experiment] {
        frontier.days.map { Experiment($0.scenario.withIndependentReplications, jobs: jobs) }
    }

    public func results(from results: [ExperimentResult]) -> [FrontierDayResult] {
        results.enumerated().map { FrontierDayResult(frontier, day: $0, $1) }
    }

    /// Simulates day after day, each until its scenario's precision is reached.
    ///
    /// A cancelled task ends with the finished days and the replications of the current one.
    /// - Parameter progress: Called with the day's index and the number of its replications done.
    /// - Throws: The failure of a run that was cut short.
    public func run(
        progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
    ) async throws(RunFailure) -> [FrontierDayResult] {
        var days: [FrontierDayResult] = []
        for (index, experiment) in self.days.enumerated() {
            let result = await experiment.run { progress(index, $0) }
            try result.requireWithinBudget()
            if result.replicationCount > 0 {
                days.append(FrontierDayResult(frontier, day: index, result))
            }
            if result.end == .interrupted { break }
        }
        return days
    }
}
