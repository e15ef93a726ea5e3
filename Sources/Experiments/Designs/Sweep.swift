import Studies

/// A design of one scenario: what stands where at every point, and which points are run here.
public struct Sweep: Sendable {
    /// The scenario as it is without the factors.
    public let base: Scenario
    public let factors: [Factor]
    public let design: ExperimentDesign
    /// The part of the design that is run here; `nil`: all of it.
    public let shard: Shard?
    /// By point, what each factor takes.
    private let settings: [[ExperimentDesign.Setting]]
    private let source: any ScenarioSource

    /// - Parameters:
    ///   - base: the scenario as it is without the factors.
    ///   - factors: what varies.
    ///   - design: how.
    ///   - count: how many points a sample has; `nil` for the designs that know it.
    ///   - shard: the part of the design that is run here; `nil`: all of it.
    ///   - source: makes the scenario of each point.
    /// - Throws: if there is no such design.
    public init(
        _ base: Scenario, _ factors: [Factor], _ design: ExperimentDesign, points count: Int?,
        shard: Shard?, from source: any ScenarioSource
    ) throws(DesignError) {
        settings = try design.points(factors.map(\.count), count: count, seed: base.seed)
        (self.base, self.factors, self.design) = (base, factors, design)
        (self.shard, self.source) = (shard, source)
    }

    /// All points, from 0, those of other shards included.
    public var points: Range<Int> { settings.indices }

    /// The points that are run here.
    public var own: [Int] { points.filter { shard?.contains($0) ?? true } }

    /// What each factor takes at a point, empty for what the scenario says.
    public func values(at point: Int) -> [String] {
        zip(factors, settings[point]).map { factor, setting in
            switch setting {
            case .base: ""
            case .level(let index): factor.value(atLevel: index)
            case .share(let share): factor.value(at: share)
            }
        }
    }

    /// What of the scenario is another at a point.
    public func edits(at point: Int) -> [ValueEdit] {
        zip(factors, values(at: point)).filter { !$1.isEmpty }.map { $0.edit($1) }
    }

    /// Runs the points that are not done yet, one after the other.
    ///
    /// - Parameters:
    ///   - jobs: threads within a point.
    ///   - isDone: whether a point was run before.
    ///   - emit: called with each point in order and its result; `nil` for one that was done. What
    ///     it throws ends the sweep.
    /// - Returns: whether no point is missing; false if the task was cancelled.
    /// - Throws: what is wrong with a point's scenario, or what `emit` throws.
    public func run(
        jobs: Int, skipping isDone: (Int) -> Bool,
        emit: (_ point: Int, ExperimentResult?) throws -> Void
    ) async throws -> Bool {
        for point in own {
            if isDone(point) {
                try emit(point, nil)
                continue
            }
            let scenario = try source.scenario(with: edits(at: point))
            let result = await Experiment(scenario, jobs: jobs).run()
            try result.requireWithinBudget()
            if result.end == .interrupted { return false }
            try emit(point, result)
        }
        return true
    }
}
