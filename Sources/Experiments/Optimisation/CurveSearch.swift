import DeviceModel
import Statistics

/// Where to look next for the best of a range, after a grid: inside by Brent's method, along a
/// limit where the curve crosses it.
struct CurveSearch {
    private let problem: OptimisationProblem
    /// Of the grid.
    private let step: Double
    /// The bracket of Brent's method, once it has begun.
    private var brent: BrentSearch?
    private var isBrentOver = false
    /// Points spent on each crossing: of the estimates, then of the ends of their intervals.
    private var spent = [0, 0]

    /// Steps of Brent's method; noise makes more of them a waste.
    private static let mostSteps = 8
    private static let mostCrossings = 4
    /// Points closer than this share of the grid's step tell nothing new.
    private static let resolution = 0.02

    init(_ problem: OptimisationProblem, step: Double) {
        (self.problem, self.step) = (problem, step)
    }

    /// - Parameter points: simulated so far, by rising value.
    /// - Returns: `nil` where there is nothing more to look for.
    mutating func next(_ points: [SampledPoint]) -> Double? {
        let seeming = PiecewiseCurve(problem, points) { $0.excess }
        if let x = seeming.best, isNew(x, points), spent[0] < Self.mostCrossings {
            spent[0] += 1
            return x
        }
        if let x = stepInside(points, seeming) { return x }
        let sure = PiecewiseCurve(problem, points) { $0.worstExcess }
        if !problem.constraints.isEmpty, let x = sure.best, isNew(x, points),
            spent[1] < Self.mostCrossings
        {
            spent[1] += 1
            return x
        }
        return nil
    }

    private func isNew(_ x: Double, _ points: [SampledPoint]) -> Bool {
        points.allSatisfy { ($0.x - x).magnitude > Self.resolution * step }
    }

    /// Brent's method between the neighbours of the best point, if that is no end and no limit is
    /// near.
    private mutating func stepInside(
        _ points: [SampledPoint], _ curve: PiecewiseCurve
    ) -> Double? {
        guard !isBrentOver else { return nil }
        if brent == nil {
            guard let best = curve.best, let index = points.firstIndex(where: { $0.x == best }),
                index > 0, index < points.count - 1,
                points[(index - 1)...(index + 1)].allSatisfy(\.seemsKept)
            else {
                isBrentOver = true
                return nil
            }
            brent = BrentSearch(
                low: points[index - 1].x, middle: best, high: points[index + 1].x,
                tolerance: 0.002, mostSteps: Self.mostSteps)
        }
        let known = points.map {
            BrentSearch.Point(x: $0.x, y: problem.goal.sign * ($0.goal.mean ?? 0))
        }
        if let brent, case .evaluate(let x) = brent.next(known) { return x }
        isBrentOver = true
        return nil
    }
}

extension OptimisationGoal {
    /// Turns the goal so that less is better.
    var sign: Double { better == .smaller ? 1 : -1 }
}

/// A curve of straight lines between points, with limits.
struct PiecewiseCurve {
    /// The place of its best value within the limits; `nil`: none is.
    let best: Double?

    /// - Parameters:
    ///   - problem: the goal and the constraints.
    ///   - points: by rising value.
    ///   - excess: how far a constraint is on the wrong side.
    init(
        _ problem: OptimisationProblem, _ points: [SampledPoint],
        excess: (ConstraintEstimate) -> Double
    ) {
        let curve = points.map { point in
            Knot(
                x: point.x, y: problem.goal.sign * (point.goal.mean ?? 0),
                excess: point.constraints.map(excess).max() ?? -1)
        }
        var found = curve.filter { $0.excess <= 0 }
        for (left, right) in zip(curve, curve.dropFirst())
        where (left.excess <= 0) != (right.excess <= 0) && left.excess.isFinite
            && right.excess.isFinite
        {
            let share = left.excess / (left.excess - right.excess)
            found.append(
                Knot(
                    x: left.x + share * (right.x - left.x), y: left.y + share * (right.y - left.y),
                    excess: 0))
        }
        best = found.min { ($0.y, $0.x) < ($1.y, $1.x) }?.x
    }

    private struct Knot {
        let x: Double
        let y: Double
        let excess: Double
    }
}
