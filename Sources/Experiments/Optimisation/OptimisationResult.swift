import DeviceModel
import Statistics

/// What a search found, and how it stands up on other replications.
public struct OptimisationResult: Sendable {
    public let problem: OptimisationProblem
    /// All points of the search, by rising value or in the order of the list.
    public let points: [SampledPoint]
    /// Whether the optimum of the search stands, by point.
    public let standings: [PointStanding]
    /// The best by the estimates, and one of those that are not shown worse; `nil` where nothing
    /// keeps the constraints.
    public let optimum: Choice?
    /// The best value at which every constraint is shown to be kept; `nil` without constraints, and
    /// where none is.
    public let safe: Choice?
    /// Where the true optimum may lie, at the level of the problem, by rising value: around the
    /// points that are not shown worse, as far as the nearest that are. Empty for a list.
    public let regions: [ClosedRange<Double>]
    /// The constraint that keeps the goal from being better.
    public let binding: MetricConstraint?
    /// The race over a list; `nil` for a range, and where nothing was left to race.
    public let race: OptimisationRace?

    /// A value with its judgement on replications that the search has not seen.
    public struct Choice: Sendable {
        public let x: Double
        public let check: SampledPoint
    }

    init(
        _ problem: OptimisationProblem, _ points: [SampledPoint], _ found: PointStandings,
        checks: [SampledPoint]
    ) {
        func choice(_ index: Int?) -> Choice? {
            guard let index else { return nil }
            return checks.first { $0.x == points[index].x }.map { Choice(x: $0.x, check: $0) }
        }
        self.problem = problem
        self.points = points
        standings = found.all
        optimum = choice(found.best)
        safe = problem.constraints.isEmpty ? nil : choice(found.safe)
        regions = found.regions(points)
        binding = found.best.flatMap { Self.binding(at: $0, points, problem) }
        race = nil
    }

    init(
        _ problem: OptimisationProblem, _ points: [SampledPoint], _ screened: PointStandings,
        raced: OptimisationRace?, kept: [Int], checks: [SampledPoint]
    ) {
        self.problem = problem
        self.points = points
        standings = points.indices.map { index in
            guard screened.isOpen(index) else { return screened.all[index] }
            return raced?.eliminations.contains { $0.point == index } == true ? .worse : .open
        }
        optimum = checks.first.map { Choice(x: $0.x, check: $0) }
        safe = raced?.best.flatMap { kept.contains($0) ? $0 : nil } == nil ? nil : optimum
        (regions, binding) = ([], nil)
        race = raced
    }

    /// From the least to the greatest value at which the true optimum may lie; `nil` for a list,
    /// and where nothing keeps the constraints.
    public var interval: ConfidenceInterval? {
        guard optimum != nil, let first = regions.first, let last = regions.last else {
            return nil
        }
        return ConfidenceInterval(
            level: problem.level, low: first.lowerBound, high: last.upperBound)
    }

    /// The ends of the range that may be the best of it, where the optimum may lie beyond.
    public var openEnds: [RangeEnd] {
        guard problem.isRange, optimum != nil else { return [] }
        return [(RangeEnd.lower, standings.first), (.upper, standings.last)]
            .filter { $0.1 == .open }.map { $0.0 }
    }

    /// An end of the range asked.
    public enum RangeEnd: Sendable {
        case lower
        case upper
    }

    /// Whether the optimum is an end of the range.
    public var isAtEdge: Bool {
        guard case .range(let range) = problem.domain, let optimum else { return false }
        return optimum.x == range.lowerBound || optimum.x == range.upperBound
    }

    /// The points that may be the best, by place.
    public var open: [Int] { points.indices.filter { standings[$0] == .open } }

    /// Whether no point is shown to be worse than another, nor to break a limit.
    public var isFlat: Bool { open.count == points.count }

    /// The constraint that a better neighbour of the best point breaks by its estimate.
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

/// How a list was brought down to its best value.
public struct OptimisationRace: Sendable {
    /// The place of the winner among the points; `nil`: undecided.
    public let best: Int?
    /// Who was out, against whom, and when.
    public let eliminations: [Elimination]
    /// δ, in the unit of the goal.
    public let indifference: Double
    /// Replications that the winner was simulated for.
    public let replications: Int
    /// Whether one value was left.
    public let isDecided: Bool

    /// A value that was shown to be worse.
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
