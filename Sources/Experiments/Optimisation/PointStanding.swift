import Statistics

/// What is known of a point of a search.
public enum PointStanding: String, Sendable {
    /// It may be the best.
    case open = "not shown worse"
    /// Another point, shown to keep the constraints, is shown to be better.
    case worse
    /// A constraint is shown to be broken.
    case broken = "breaks a limit"
}

/// What is known of all points together: which may be the best, and which seems to be.
///
/// Everything that an answer says follows from here, so that it cannot contradict the table of
/// the points.
struct PointStandings: Sendable {
    /// By point.
    let all: [PointStanding]
    /// The best by its estimates, of those that keep the constraints by theirs; `nil`: none does.
    /// It is never shown worse: what is shown better keeps the constraints and has a better mean.
    let best: Int?
    /// The best of those that are shown to keep the constraints.
    let safe: Int?

    /// - Parameters:
    ///   - problem: what is asked.
    ///   - points: by rising value, or in the order of a list.
    ///   - level: of "worse"; `nil`: the problem's.
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

    /// The parts of a range in which the optimum may lie: around the points that may be the best,
    /// as far as the nearest that cannot.
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
    /// Turns the goal so that less is better.
    package var sign: Double { better == .smaller ? 1 : -1 }
}
