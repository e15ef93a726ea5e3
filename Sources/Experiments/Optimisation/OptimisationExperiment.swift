/// Searches for the best value of an option, or of any other value of a scenario.
///
/// *Sample average approximation*: the mean over a fixed set of replications is searched as a
/// function of the value (A. J. Kleywegt, A. Shapiro and T. Homem-de-Mello, SIAM Journal on
/// Optimization 12, 2002). All values share their worlds. The optimum is then judged on other
/// replications, because the best of many means is biased.
public struct OptimisationExperiment: Sendable {
    public let problem: OptimisationProblem
    let sample: @Sendable (Double, Range<Int>) async throws -> SampledRuns?

    /// - `jobs`: The number of chunks simulated concurrently, at least 1.
    /// - `kept`: What shards simulated of ``cut(_:for:)``.
    /// - `point`: The scenario with that value, or with the value at that index of a list.
    public init(
        _ problem: OptimisationProblem, jobs: Int, kept: KeptSample? = nil,
        point: @escaping @Sendable (Double) throws -> OptimisationPoint
    ) {
        precondition(jobs >= 1, "an experiment needs at least one job, not \(jobs)")
        let grid = problem.grid
        self.init(problem) { x, replications in
            let point = try point(x)
            var runs = grid.firstIndex(of: x).flatMap { kept?.runs(at: $0, replications) }
            if runs == nil {
                runs = try await ReplicationSampler(
                    point.scenario, policies: [point.policy], metrics: problem.metrics, jobs: jobs
                ).run(replications)
            }
            return runs.map {
                SampledRuns(
                    scenario: point.scenario, policy: point.scenario.policies[point.policy].name,
                    value: point.value, runs: $0[0])
            }
        }
    }

    package init(
        _ problem: OptimisationProblem,
        sample: @escaping @Sendable (Double, Range<Int>) async throws -> SampledRuns?
    ) { (self.problem, self.sample) = (problem, sample) }

    /// The part that does not depend on findings, a grid or all values of a list, cut for shards.
    public func cut(_ scenario: Scenario, for shards: Int) -> CutSample {
        let (grid, sample) = (problem.grid, sample)
        return CutSample(
            points: grid.count, policies: 1, replications: searched.count,
            metrics: problem.metrics, of: scenario, for: shards
        ) { try await sample(grid[$0], $1).map { [$0.runs] } }
    }

    public func run(
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> OptimisationResult {
        var sampled = OptimisationSamples(self, progress: progress)
        switch problem.domain {
        case .range(let range): return try await search(range, &sampled)
        case .list: return try await race(&sampled)
        }
    }

    /// More would waste runs on values that are far behind.
    private static let firstStage = 30

    /// The replications of the search, then of the judgement; a race uses later ones.
    private var searched: Range<Int> { 0..<problem.replications }
    private var judged: Range<Int> { problem.replications..<(2 * problem.replications) }

    private func search(
        _ range: ClosedRange<Double>, _ samples: inout OptimisationSamples
    ) async throws -> OptimisationResult {
        for x in problem.grid { try await samples.add(x, searched, stage: .grid) }
        var search = RangeSearch(problem, SearchScale(range))
        while let x = search.next(samples.points) {
            try await samples.add(x, searched, stage: .search)
        }
        let points = samples.points
        let standings = PointStandings(problem, points)
        var checks: [SampledPoint] = []
        for x in [standings.best, standings.safe].compactMap({ $0.map { points[$0].x } })
        where !checks.contains(where: { $0.x == x }) {
            checks.append(try await samples.sample(x, judged, stage: .check))
        }
        return OptimisationResult(
            problem, points, standings.all, best: standings.best,
            safe: problem.constraints.isEmpty ? nil : standings.safe,
            regions: standings.regions(points), checks: checks)
    }

    /// Samples the whole list, then races the values that may be the best until one is left.
    private func race(_ samples: inout OptimisationSamples) async throws -> OptimisationResult {
        for place in problem.grid { try await samples.add(place, searched, stage: .grid) }
        let points = samples.points
        let screened = PointStandings(problem, points, level: stageLevel)
        let kept = points.indices.filter { points[$0].isKept }
        let standing = (kept.isEmpty ? points.indices.filter { points[$0].seemsKept } : kept)
            .filter(screened.isOpen)
        guard !standing.isEmpty else { return OptimisationResult(problem, points, screened.all) }
        let raced = try await raced(standing, among: samples)
        var checks: [SampledPoint] = []
        if let best = raced.best {
            checks.append(try await samples.sample(points[best].x, judged, stage: .check))
        }
        let eliminated = Set(raced.eliminations.map(\.point))
        let standings = points.indices.map { index in
            screened.isOpen(index) && eliminated.contains(index) ? .worse : screened.all[index]
        }
        return OptimisationResult(
            problem, points, standings, best: raced.best,
            safe: raced.best.flatMap { kept.contains($0) ? $0 : nil }, race: raced, checks: checks)
    }

    /// Screening and race each get half of the error probability.
    private var stageLevel: Double { (1 + problem.level) / 2 }

    private func raced(
        _ standing: [Int], among samples: OptimisationSamples
    ) async throws -> OptimisationRace {
        let points = samples.points
        let means = standing.map { points[$0].goal.mean ?? 0 }
        let isLess = problem.goal.better == .smaller
        let best = ((isLess ? means.min() : means.max()) ?? 0).magnitude
        let indifference = problem.indifference * best
        guard indifference > 0 else {
            let words = "the best mean is 0, and no share of it a difference"
            throw SearchError.impossible(words)
        }
        let race = KimNelson(
            count: standing.count, indifference: indifference, level: stageLevel,
            firstStage: min(problem.replications, Self.firstStage))
        var sequential = SequentialRace(race, isLessBetter: isLess)
        let first = 2 * problem.replications
        let unseen: (Int) -> Void = { _ in }
        try await sequential.run(atMost: problem.mostRaced, progress: unseen) {
            systems, replications in
            let range = (first + replications.lowerBound)..<(first + replications.upperBound)
            var values: [[Double]] = []
            for system in systems {
                let x = points[standing[system]].x
                values.append(try await samples.sample(x, range, stage: .race).goalValues)
            }
            return values
        }
        return OptimisationRace(sequential.procedure, of: standing)
    }
}

public struct OptimisationPoint: Sendable {
    public let scenario: Scenario
    public let policy: Int
    public let value: String
}
