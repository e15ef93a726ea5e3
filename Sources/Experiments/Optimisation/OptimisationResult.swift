/// The result of a search, judged on other replications.
public struct OptimisationResult: Sendable {
    public let problem: OptimisationProblem
    /// All points of the search, by rising value or in the order of the list.
    public let points: [SampledPoint]
    public let standings: [PointStanding]
    /// The best by the estimates, which is not shown to be worse than any; `nil` if none keeps the
    /// constraints.
    public let optimum: Choice?
    /// The best value shown to keep every constraint; `nil` without constraints or such a value.
    public let safe: Choice?
    /// Where the true optimum may lie, at the problem's level; empty for a list.
    ///
    /// Around points not shown worse, up to the nearest that are.
    public let regions: [ClosedRange<Double>]
    public let binding: MetricConstraint?
    /// `nil` for a range, and where too few values were left.
    public let race: OptimisationRace?

    /// A value, judged on replications that the search has not used.
    public struct Choice: Sendable {
        public let x: Double
        public let check: SampledPoint
    }

    /// - Parameters:
    ///   - best: The index of the optimum, and `safe` that of the safe value.
    ///   - checks: The judgements on other replications.
    init(
        _ problem: OptimisationProblem, _ points: [SampledPoint], _ standings: [PointStanding],
        best: Int? = nil, safe: Int? = nil, regions: [ClosedRange<Double>] = [],
        race: OptimisationRace? = nil, checks: [SampledPoint] = []
    ) {
        func choice(_ index: Int?) -> Choice? {
            guard let index else { return nil }
            return checks.first { $0.x == points[index].x }.map { Choice(x: $0.x, check: $0) }
        }
        (self.problem, self.points, self.standings) = (problem, points, standings)
        (self.regions, self.race) = (regions, race)
        (optimum, self.safe) = (choice(best), choice(safe))
        binding = problem.isRange ? best.flatMap { Self.binding(at: $0, points, problem) } : nil
    }

    public var openEnds: [RangeEnd] {
        guard problem.isRange, optimum != nil else { return [] }
        return [(RangeEnd.lower, standings.first), (.upper, standings.last)]
            .filter { $0.1 == .open }.map { $0.0 }
    }

    public enum RangeEnd: Sendable { case lower, upper }

    public var open: [Int] { points.indices.filter { standings[$0] == .open } }

    /// Whether no point is shown to be worse than another or to break a limit.
    public var isFlat: Bool { open.count == points.count }

    private static func binding(
        at best: Int, _ points: [SampledPoint], _ problem: OptimisationProblem
    ) -> MetricConstraint? {
        for neighbour in [best - 1, best + 1] where points.indices.contains(neighbour) {
            let sign = problem.goal.sign
            guard sign * points[neighbour].mean < sign * points[best].mean else { continue }
            let broken = points[neighbour].constraints.first { $0.excess > 0 }
            if let broken { return broken.constraint }
        }
        return nil
    }
}

/// The race that reduced a list to its best value.
public struct OptimisationRace: Sendable {
    /// The winner's index; `nil` if undecided.
    public let best: Int?
    public let eliminations: [Elimination]
    /// δ, in the unit of the goal.
    public let indifference: Double
    public let replications: Int
    public let isDecided: Bool

    /// A value shown to be worse than its rival.
    public struct Elimination: Sendable {
        public let point: Int
        public let rival: Int
        public let replications: Int
    }

    init(_ procedure: KimNelson, of points: [Int]) {
        best = procedure.best.map { points[$0] }
        eliminations = procedure.eliminations.map {
            Elimination(
                point: points[$0.system], rival: points[$0.rival], replications: $0.observations)
        }
        indifference = procedure.indifference
        replications = procedure.observations.max() ?? 0
        isDecided = procedure.isDecided
    }
}
