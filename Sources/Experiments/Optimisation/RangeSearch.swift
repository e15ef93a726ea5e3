/// Chooses where to look next for the best of a range, after a grid.
///
/// It assumes only that no valley is narrower than a step. First come the places where lines
/// between points, or the ends of their intervals, cross a limit. Then it halves the steps that
/// decide the answer: beside the best point, between points that may and cannot be the best, and
/// where a valley seems to dip below the best.
struct RangeSearch {
    private let problem: OptimisationProblem
    private let scale: SearchScale
    private let step: Double
    /// Points spent on crossings of the estimates, then of the ends of their intervals.
    private var crossings = [0, 0]
    private var halvings = 0
    /// Points requested by the last look at all points and not simulated yet.
    private var wanted: [Double] = []

    private static let mostCrossings = 4
    static let mostHalvings = 10
    /// Points closer than this share of the grid's step add nothing.
    private static let resolution = 0.05

    init(_ problem: OptimisationProblem, _ scale: SearchScale) {
        (self.problem, self.scale) = (problem, scale)
        step = 1 / Double(problem.points - 1)
    }

    /// - Parameter points: The simulated points, by rising value.
    /// - Returns: `nil` when the search is finished.
    mutating func next(_ points: [SampledPoint]) -> Double? {
        if let x = crossing(0, points, { $0.excess }) ?? crossing(1, points, { $0.worstExcess }) {
            return x
        }
        if wanted.isEmpty, halvings < Self.mostHalvings { wanted = halves(points) }
        guard !wanted.isEmpty, halvings < Self.mostHalvings else { return nil }
        halvings += 1
        return wanted.removeFirst()
    }

    private mutating func crossing(
        _ which: Int, _ points: [SampledPoint], _ excess: (ConstraintEstimate) -> Double
    ) -> Double? {
        guard crossings[which] < Self.mostCrossings, !problem.constraints.isEmpty else {
            return nil
        }
        let curve = PiecewiseCurve(problem, points, scale, excess: excess)
        guard let best = curve.best else { return nil }
        let x = scale.place(best, within: Self.resolution * step / 2)
        let isNew = points.allSatisfy {
            (scale.share(of: $0.x) - scale.share(of: x)).magnitude > Self.resolution * step
        }
        guard isNew else { return nil }
        crossings[which] += 1
        return x
    }

    private func halves(_ points: [SampledPoint]) -> [Double] {
        let standings = PointStandings(problem, points)
        let shares = points.map { scale.share(of: $0.x) }
        let steps = (0..<(points.count - 1)).filter {
            shares[$0 + 1] - shares[$0] > 2 * Self.resolution * step
        }
        let ranked = steps.compactMap { left -> (rank: Int, left: Int)? in
            let isWide = shares[left + 1] - shares[left] > 0.6 * step
            let isBeside = left == standings.best || left + 1 == standings.best
            let isBorder = standings.isOpen(left) != standings.isOpen(left + 1)
            if isBeside && (isBorder || isWide) { return (0, left) }
            if isBorder { return (1, left) }
            return dips(left, points, shares, standings) ? (2, left) : nil
        }
        return ranked.sorted { ($0.rank, $0.left) < ($1.rank, $1.left) }.map { _, left in
            let width = shares[left + 1] - shares[left]
            return scale.place(shares[left] + width / 2, within: width / 20)
        }
    }

    /// Whether a parabola through the lowest of three points dips below the best point in this
    /// step.
    private func dips(
        _ left: Int, _ points: [SampledPoint], _ shares: [Double], _ standings: PointStandings
    ) -> Bool {
        guard let best = standings.best else { return false }
        let sign = problem.goal.sign
        return [left, left + 1].contains { middle in
            guard middle > 0, middle < points.count - 1, points[middle].seemsKept else {
                return false
            }
            let (x, y) = (shares[middle], sign * points[middle].mean)
            let before = (sign * points[middle - 1].mean - y) / (x - shares[middle - 1])
            let after = (sign * points[middle + 1].mean - y) / (shares[middle + 1] - x)
            guard before > 0, after > 0 else { return false }
            let curvature = (after + before) / (shares[middle + 1] - shares[middle - 1])
            // Newton's form: y + slope·d + curvature·d², with the slope at the middle.
            let slope = after - curvature * (shares[middle + 1] - x)
            let bottom = -slope / (2 * curvature)
            let isHere = (shares[left]...shares[left + 1]).contains(x + bottom)
            return isHere && y + slope * bottom / 2 < sign * points[best].mean
        }
    }
}

struct PiecewiseCurve {
    /// Where it is best within the limits, as a share of the range; `nil` if no point keeps them.
    let best: Double?

    init(
        _ problem: OptimisationProblem, _ points: [SampledPoint], _ scale: SearchScale,
        excess: (ConstraintEstimate) -> Double
    ) {
        let curve = points.map { point in
            Knot(
                x: scale.share(of: point.x), y: problem.goal.sign * point.mean,
                excess: point.constraints.map(excess).max() ?? -1)
        }
        var found = curve.filter { $0.excess <= 0 }
        for (left, right) in zip(curve, curve.dropFirst())
        where (left.excess <= 0) != (right.excess <= 0) && left.excess.isFinite
            && right.excess.isFinite
        {
            // For limits whose distance overflows, the quotient is 0.
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

/// The scale of a range: logarithmic if it is wide and positive, otherwise linear.
///
/// The effect of a time, rate or size depends on ratios: from 30 s to an hour, the cost of a
/// periodic connection changes most within the first minutes, which equal steps miss.
package struct SearchScale: Equatable, Sendable {
    let range: ClosedRange<Double>
    let isLogarithmic: Bool

    /// The ratio from which the two scales differ by more than a grid's steps.
    static let wideRatio = 3.0

    package init(_ range: ClosedRange<Double>) {
        self.range = range
        isLogarithmic =
            range.lowerBound > 0 && range.upperBound / Self.wideRatio >= range.lowerBound
    }

    /// From 0 at the lower end to 1 at the upper one.
    package func share(of x: Double) -> Double {
        let (low, high) = (range.lowerBound, range.upperBound)
        if x <= low { return 0 }
        if x >= high { return 1 }
        if isLogarithmic {
            return (PortableMath.log(x) - PortableMath.log(low))
                / (PortableMath.log(high) - PortableMath.log(low))
        }
        // Halved, because the distance of extreme ends overflows.
        return (x / 2 - low / 2) / (high / 2 - low / 2)
    }

    /// The number at a share, rounded for typing, but distinct from numbers `distance` away.
    func place(_ share: Double, within distance: Double) -> Double {
        if share <= 0 { return range.lowerBound }
        if share >= 1 { return range.upperBound }
        let exact = number(at: share)
        let room = min(exact - number(at: share - distance), number(at: share + distance) - exact)
        let rounded = Self.rounded(exact, within: room)
        return range.contains(rounded) ? rounded : exact
    }

    private func number(at share: Double) -> Double {
        let (low, high) = (range.lowerBound, range.upperBound)
        if isLogarithmic {
            let (first, last) = (PortableMath.log(low), PortableMath.log(high))
            return PortableMath.exp(first + share * (last - first))
        }
        return low * (1 - share) + high * share
    }

    /// The nearest multiple of the largest power of ten up to `room`.
    private static func rounded(_ value: Double, within room: Double) -> Double {
        guard room > 1e-12, room < 1e12 else { return value }
        var power = 1.0
        if room >= 1 {
            while power * 10 <= room { power *= 10 }
            return (value / power).rounded() * power
        }
        while power * room < 1 { power *= 10 }
        return (value * power).rounded() / power
    }
}
