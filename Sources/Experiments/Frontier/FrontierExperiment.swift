import DeviceModel
import Studies

/// A family of policies simulated on each kind of day, each day an ``Experiment`` of its own.
public struct FrontierExperiment: Sendable {
    public let frontier: Frontier
    /// How many chunks are simulated at the same time; at least one.
    public let jobs: Int

    /// - Parameters:
    ///   - frontier: what is simulated.
    ///   - jobs: how many chunks at the same time; at least one.
    public init(_ frontier: Frontier, jobs: Int) {
        precondition(jobs >= 1, "an experiment needs at least one job, not \(jobs)")
        self.frontier = frontier
        self.jobs = jobs
    }

    /// Of each kind of day, in the frontier's order.
    public var days: [Experiment] {
        frontier.days.map { Experiment($0.scenario.withIndependentReplications, jobs: jobs) }
    }

    /// What the days' experiments gave, which may have been put together of shards.
    ///
    /// - Parameter results: of all ``days``, in their order.
    public func results(from results: [ExperimentResult]) -> [FrontierDayResult] {
        results.enumerated().map { FrontierDayResult(frontier, day: $0, $1) }
    }

    /// Simulates day after day, each until its scenario's precision is reached.
    ///
    /// A cancelled task ends early: with the days that were done, and the replications of the day
    /// that it was at, as if there had been no more.
    ///
    /// - Parameter progress: called as replications are done, with the day's place and how many
    ///   of its replications are.
    /// - Returns: the days that have at least one replication.
    /// - Throws: what a run that was cut short would have taken.
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
