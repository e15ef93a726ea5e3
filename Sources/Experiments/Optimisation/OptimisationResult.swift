import DeviceModel
import Statistics

/// What a search found, and how it stands up on other replications.
public struct OptimisationResult: Sendable {
    public let problem: OptimisationProblem
    /// All points of the search, by rising value or in the order of the list.
    public let points: [SampledPoint]
    /// Whether the optimum of the search stands, by point.
    public let standings: [Standing]
    /// The optimum; `nil` where nothing keeps the constraints.
    public let optimum: Choice?
    /// The best value at which every constraint is shown to be kept; `nil` without constraints, and
    /// where none is.
    public let safe: Choice?
    /// Where the true optimum may lie, at the level of the problem; `nil` for a list.
    public let interval: ConfidenceInterval?
    /// The constraint that keeps the goal from being better.
    public let binding: MetricConstraint?
    /// The race over a list; `nil` for a range, and where nothing was left to race.
    public let race: OptimisationRace?

    /// A value with its judgement on replications that the search has not seen.
    public struct Choice: Sendable {
        public let x: Double
        public let check: SampledPoint
    }

    /// What is known of a point.
    public enum Standing: String, Sendable {
        /// It may be the best.
        case open = "not shown worse"
        /// Another point, shown to keep the constraints, is shown to be better.
        case worse
        /// A constraint is shown to be broken.
        case broken = "breaks a limit"
    }

    init(
        _ problem: OptimisationProblem, _ points: [SampledPoint], _ estimate: OptimumEstimate,
        checks: [SampledPoint]
    ) {
        func choice(_ x: Double?) -> Choice? {
            checks.first { $0.x == x }.map { Choice(x: $0.x, check: $0) }
        }
        self.problem = problem
        self.points = points
        standings = Self.standings(problem, points)
        optimum = choice(estimate.optimum)
        safe = choice(estimate.safe)
        interval = estimate.interval
        binding = estimate.binding.map { problem.constraints[$0] }
        race = nil
    }

    init(
        _ problem: OptimisationProblem, _ points: [SampledPoint], raced: OptimisationRace?,
        kept: [Int], checks: [SampledPoint]
    ) {
        self.problem = problem
        self.points = points
        standings = points.indices.map { index in
            if points[index].isBroken { return .broken }
            return raced?.eliminations.contains { $0.point == index } == true ? .worse : .open
        }
        optimum = checks.first.map { Choice(x: $0.x, check: $0) }
        safe = raced?.best.flatMap { kept.contains($0) ? $0 : nil } == nil ? nil : optimum
        (interval, binding) = (nil, nil)
        race = raced
    }

    /// Whether the optimum lies at an end of the range, where a wider one may hold a better.
    public var isAtEdge: Bool {
        guard case .range(let range) = problem.domain, let optimum else { return false }
        return optimum.x == range.lowerBound || optimum.x == range.upperBound
    }

    /// The points that may be the best, by place.
    public var open: [Int] { points.indices.filter { standings[$0] == .open } }

    /// Subset selection: a point is out if a one-sided paired *t* test shows it to be worse than
    /// one that keeps the constraints, at the level of the problem divided among all others
    /// (Bonferroni), or if a constraint is shown to be broken.
    private static func standings(
        _ problem: OptimisationProblem, _ points: [SampledPoint]
    ) -> [Standing] {
        let error = (1 - problem.level) / Double(max(1, points.count - 1))
        let rivals = points.filter(\.isKept)
        return points.map { point in
            if point.isBroken { return .broken }
            let isWorse = rivals.contains { rival in
                guard rival.x != point.x else { return false }
                let paired = PairedDifference(
                    treatment: point.goalValues, baseline: rival.goalValues, level: problem.level)
                guard let pValue = paired.pValue, let difference = paired.difference else {
                    return false
                }
                return problem.goal.sign * difference > 0 && pValue / 2 < error
            }
            return isWorse ? .worse : .open
        }
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

    /// - Parameters:
    ///   - procedure: the race.
    ///   - points: the places of its systems among the points.
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
