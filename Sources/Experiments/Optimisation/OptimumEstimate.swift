import DeviceModel
import EventKernel
import Statistics

/// Where the optimum of a range lies, and how sure that is.
struct OptimumEstimate: Sendable {
    /// `nil`: nothing in the range keeps the constraints by its estimate.
    let optimum: Double?
    /// Of the optimum: percentiles over resamples of the replications.
    let interval: ConfidenceInterval?
    /// The best of the points at which every constraint is shown to be kept; `nil` without such a
    /// point, and without constraints.
    let safe: Double?
    /// The constraint that keeps the goal from being better.
    let binding: Int?

    /// How many samples are drawn anew.
    static let resamples = 1000
    private static let meshSize = 1001

    /// - Parameters:
    ///   - problem: what is asked.
    ///   - points: by rising value.
    ///   - range: what can be chosen from.
    ///   - seed: of the resamples.
    init(
        _ problem: OptimisationProblem, _ points: [SampledPoint], range: ClosedRange<Double>,
        seed: UInt64
    ) {
        let kept = points.filter(\.isKept)
        let best = kept.min {
            problem.goal.sign * ($0.goal.mean ?? 0) < problem.goal.sign * ($1.goal.mean ?? 0)
        }
        safe = problem.constraints.isEmpty ? nil : best?.x
        let rough = PiecewiseCurve(problem, points) { $0.excess }.best
        guard let rough else {
            (optimum, interval, binding) = (nil, nil, nil)
            return
        }
        let fit = FittedCurve(problem, points, range, count: Self.meshSize)
        let all = Array(0..<problem.replications)
        let found = fit.optimum(of: all)
        optimum = found?.x ?? rough
        binding = found?.binding
        var stream = RandomStream(StreamKey(seed: seed, replication: 0, purpose: "optimum"))
        let resampling = Resampling(strata: [0..<problem.replications])
        let drawn = (0..<Self.resamples).compactMap { _ in
            fit.optimum(of: resampling.indices { stream.next() })?.x
        }
        interval = Bootstrap(estimate: optimum ?? rough, replicates: drawn)
            .percentileInterval(level: problem.level)
    }
}

/// Polynomials through the goal and the constraints, over the whole range: a part of it around the
/// best point would be chosen by the same replications, and the resamples would not know that.
private struct FittedCurve {
    private let problem: OptimisationProblem
    private let points: [SampledPoint]
    private let smoother: PolynomialSmoother?
    private let mesh: [Double]
    /// Of the polynomials, where there are points enough: a curve with one valley is followed over
    /// all of a range, noise is not.
    private static let degree = 5

    init(
        _ problem: OptimisationProblem, _ points: [SampledPoint], _ range: ClosedRange<Double>,
        count: Int
    ) {
        (self.problem, self.points) = (problem, points)
        let (low, high) = (range.lowerBound, range.upperBound)
        mesh = (0..<count).map {
            $0 == count - 1 ? high : low + (high - low) * Double($0) / Double(count - 1)
        }
        smoother = PolynomialSmoother(
            places: points.map(\.x), degree: min(Self.degree, points.count - 2), mesh: mesh)
    }

    /// The best place of the mesh within the limits, from some of the replications, and the
    /// constraint that it lies on.
    func optimum(of replications: [Int]) -> (x: Double, binding: Int?)? {
        guard let smoother else { return nil }
        let size = Double(replications.count)
        let goals = points.map { point in
            replications.reduce(0) { $0 + point.goalValues[$1] } / size
        }
        let goal = smoother.curve(through: goals).map { problem.goal.sign * $0 }
        let limits = problem.constraints.indices.compactMap { index -> [Double]? in
            let own = points.compactMap { excess($0, index, replications) }
            return own.count == points.count ? smoother.curve(through: own) : nil
        }
        guard limits.count == problem.constraints.count else { return nil }
        let allowed = mesh.indices.filter { place in limits.allSatisfy { $0[place] <= 0 } }
        guard let best = allowed.min(by: { (goal[$0], $0) < (goal[$1], $1) }) else { return nil }
        return (mesh[best], binding(at: best, goal, limits))
    }

    /// The constraint that a better neighbour breaks.
    private func binding(at best: Int, _ goal: [Double], _ limits: [[Double]]) -> Int? {
        for neighbour in [best - 1, best + 1] {
            guard mesh.indices.contains(neighbour), goal[neighbour] < goal[best] else { continue }
            let broken = limits.firstIndex { $0[neighbour] > 0 }
            if let broken { return broken }
        }
        return nil
    }

    private func excess(_ point: SampledPoint, _ index: Int, _ replications: [Int]) -> Double? {
        let parts = point.parts[index]
        let (amount, count) = replications.reduce((0.0, 0.0)) {
            ($0.0 + parts[$1].amount, $0.1 + parts[$1].count)
        }
        return count > 0 ? problem.constraints[index].excess(amount / count) : nil
    }
}
