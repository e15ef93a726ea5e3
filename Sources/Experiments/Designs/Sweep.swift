/// A design on one scenario: the values at every point, and the points to run here.
public struct Sweep: Sendable {
    public let base: Scenario
    public let factors: [Factor]
    public let design: ExperimentDesign
    /// The part to run here; `nil` for all.
    public let shard: Shard?
    private let settings: [[ExperimentDesign.Setting]]
    private let source: any ScenarioSource

    /// - `count`: The size of a sample; `nil` for other designs.
    /// - `shard`: The part to run here; `nil` for all.
    public init(
        _ base: Scenario, _ factors: [Factor], _ design: ExperimentDesign, points count: Int?,
        shard: Shard?, from source: any ScenarioSource
    ) throws(DesignError) {
        settings = try design.points(factors.map(\.count), count: count, seed: base.seed)
        (self.base, self.factors, self.design) = (base, factors, design)
        (self.shard, self.source) = (shard, source)
    }

    /// All points, including those of other shards.
    public var points: Range<Int> { settings.indices }

    public var own: [Int] { points.filter { shard?.contains($0) ?? true } }

    /// Each factor's value at a point; empty for the scenario's own.
    public func values(at point: Int) -> [String] {
        zip(factors, settings[point]).map { factor, setting in
            switch setting {
            case .base: ""
            case .level(let index): factor.value(atLevel: index)
            case .share(let share): factor.value(at: share)
            }
        }
    }

    public func edits(at point: Int) -> [ValueEdit] {
        zip(factors, values(at: point)).filter { !$1.isEmpty }.map { $0.edit($1) }
    }

    /// The scenarios of all points, in order.
    public func scenarios() throws -> [Scenario] {
        try points.map { try source.scenario(with: edits(at: $0)) }
    }

    /// Runs the points that are not done, one after the other; false if the task was cancelled.
    ///
    /// - Parameters:
    ///   - jobs: The threads within a point.
    ///   - isDone: Whether a point was run before.
    ///   - emit: Called with each point in order and its result, `nil` if it was done; an error
    ///     ends the sweep.
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
