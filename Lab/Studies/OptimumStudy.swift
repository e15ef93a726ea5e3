import DeviceModel
import Experiments
import Kernel
import Statistics
import Studies

/// Measures by simulation how often the optimum search finds the true optimum, and the regret of
/// its answer.
///
/// Each experiment is an `OptimisationExperiment`, as in `tailwatt optimize`, with the replications
/// of a ``SyntheticCurve``. To the curve a run adds a world's offset for all values (standard
/// deviation 20), a tilt along the range (6 from end to end), and each value's own noise (3; for
/// the noisy curve exponential and 30).
public struct OptimumStudy: Sendable {
    /// All experiments on one curve.
    public struct CurveTrials: Sendable {
        public let curve: SyntheticCurve
        public internal(set) var trials: [Trial] = []

        public var experiments: Int { trials.count }

        /// The share of experiments with a property, and its standard error √(p(1 − p) / n).
        public func share(of isSo: (Trial) -> Bool) -> (value: Double, standardError: Double) {
            let share = Double(trials.count(where: isSo)) / Double(trials.count)
            return (share, (share * (1 - share) / Double(trials.count)).squareRoot())
        }

        public func mean(_ number: (Trial) -> Double) -> Double {
            trials.reduce(0) { $0 + number($1) } / Double(trials.count)
        }

        /// The share of experiments whose regions contain the whole optimum.
        public var coverage: (value: Double, standardError: Double) { share(of: \.covers) }

        /// Whether the coverage is below the level by more than three of its standard errors.
        public var isShort: Bool {
            coverage.value + 3 * coverage.standardError < OptimumStudy.level
        }
    }

    /// The result of one experiment.
    public struct Trial: Equatable, Sendable {
        /// Whether every true optimum lies in the answer's regions.
        public let covers: Bool
        /// The regions' share of the range, on a logarithmic scale.
        public let width: Double
        public let isFlat: Bool
        /// The excess of the named best over the true one, as a share of the curve's span.
        ///
        /// 0 if it is below, beyond a limit.
        public let regret: Double
        /// Whether the value that was shown to keep the limit breaks it.
        public let isSafeFalse: Bool
        /// Whether the table contradicts the named best: it is shown worse, or another admissible
        /// point has a better mean.
        public let isContradicted: Bool
        public let points: Int
    }

    public static let level = 0.95
    /// At each point.
    public static let replications = 200
    private let scenario: Scenario
    private let seed: UInt64
    let experiments: Int
    private let jobs: Int

    /// - `scenario`: Any; it is not simulated.
    /// - `experiments`: On each curve, from 1.
    /// - `jobs`: Experiments at a time, from 1.
    public init(_ scenario: Scenario, seed: UInt64 = 1, experiments: Int = 200, jobs: Int) {
        precondition(experiments >= 1 && jobs >= 1, "\(experiments) experiments, \(jobs) jobs")
        (self.scenario, self.seed) = (scenario, seed)
        (self.experiments, self.jobs) = (experiments, jobs)
    }

    public func run() async throws -> [CurveTrials] {
        var curves: [CurveTrials] = []
        for curve in SyntheticCurve.allCases {
            let trials = try await trials(curve, 0..<experiments) ?? []
            curves.append(CurveTrials(curve: curve, trials: trials))
        }
        return curves
    }

    /// Experiments on a curve, by number; `nil` if the task was cancelled.
    func trials(_ curve: SyntheticCurve, _ experiments: Range<Int>) async throws -> [Trial]? {
        let problem = try Self.problem(curve)
        let span = curve.span
        let outcomes = await inParallel(Array(experiments), jobs: jobs) {
            experiment -> Result<Trial, any Error>? in
            if Task.isCancelled { return nil }
            do {
                return .success(
                    try await trial(curve, problem, span: span, experiment: experiment))
            } catch { return .failure(error) }
        }
        let trials = try outcomes.compactMap { try $0?.get() }
        return trials.count < experiments.count ? nil : trials
    }

    private func trial(
        _ curve: SyntheticCurve, _ problem: OptimisationProblem, span: Double, experiment: Int
    ) async throws -> Trial {
        let worlds = SyntheticWorlds(curve, seed: seed, experiment: experiment)
        let result = try await OptimisationExperiment(problem) { x, replications in
            SampledRuns(
                scenario: scenario, policy: curve.rawValue, value: "\(x)",
                runs: worlds.runs(at: x, replications))
        }.run()
        return Trial(result, curve, span: span)
    }

    static func problem(_ curve: SyntheticCurve) throws -> OptimisationProblem {
        let height = "\(SyntheticCurve.limitHeight)"
        let limits: [String] =
            switch curve {
            case .limit: ["unreachable-share <= \(height) %"]
            case .rareLimit: ["calls-missed <= \(height) %"]
            case .inverse, .flat, .stepped, .uShaped, .twoMinima, .noisy, .cliff: []
            }
        return OptimisationProblem(
            OptimisationGoal([.init(metric: .energy)]),
            constraints: try limits.map { try MetricConstraint($0) },
            domain: .range(SyntheticCurve.range), replications: replications, level: level)
    }
}

extension OptimumStudy.Trial {
    init(_ result: OptimisationResult, _ curve: SyntheticCurve, span: Double) {
        let scale = SearchScale(SyntheticCurve.range)
        // Allows for the rounding of logarithms there and back.
        covers = result.regions.contains { region in
            region.lowerBound <= curve.best.lowerBound * (1 + 1e-9)
                && curve.best.upperBound * (1 - 1e-9) <= region.upperBound
        }
        width = result.regions.reduce(0) {
            $0 + scale.share(of: $1.upperBound) - scale.share(of: $1.lowerBound)
        }
        isFlat = result.isFlat
        let excess = result.optimum.map { curve.height($0.x) - curve.least } ?? span
        regret = span > 0 ? max(0, excess) / span : 0
        isSafeFalse = curve.isLimited && (result.safe?.x ?? 0) > SyntheticCurve.limitPlace
        isContradicted = !result.headlineAgrees
        points = result.points.count
    }
}

extension OptimisationResult {
    /// From the first to the last place that may hold the optimum.
    public var hull: ClosedRange<Double>? {
        guard let first = regions.first, let last = regions.last else { return nil }
        return first.lowerBound...last.upperBound
    }

    /// Whether the optimum is an end of its range.
    public var isAtEdge: Bool {
        guard case .range(let range) = problem.domain, let optimum else { return false }
        return optimum.x == range.lowerBound || optimum.x == range.upperBound
    }

    /// Whether the headline agrees with the table.
    ///
    /// The named best is not shown worse, no point that seems to keep the limits has a better mean,
    /// and every point that may be the best lies in the regions.
    var headlineAgrees: Bool {
        guard let optimum, let best = points.firstIndex(where: { $0.x == optimum.x }) else {
            return !points.contains { $0.seemsKept && !$0.isBroken }
        }
        let sign = problem.goal.sign
        let isLeast = points.allSatisfy {
            !$0.seemsKept || sign * points[best].mean <= sign * $0.mean
        }
        let holdsOpen = open.allSatisfy { index in
            regions.contains { $0.contains(points[index].x) }
        }
        return standings[best] == .open && isLeast && holdsOpen
    }
}

struct SyntheticWorlds: Sendable {
    private let curve: SyntheticCurve
    private let seed: UInt64
    private let experiment: Int

    init(_ curve: SyntheticCurve, seed: UInt64, experiment: Int) {
        (self.curve, self.seed, self.experiment) = (curve, seed, experiment)
    }

    /// All values share the worlds, and each has a stream of its own in addition.
    func runs(at x: Double, _ replications: Range<Int>) -> [MetricValues] {
        let purpose = "optimum \(curve.rawValue)"
        var world = stream("\(purpose) world", index: UInt64(replications.lowerBound))
        var own = stream("\(purpose) \(x)", index: UInt64(replications.lowerBound))
        let share = SearchScale(SyntheticCurve.range).share(of: x) - 0.5
        let height = curve.height(x)
        return replications.map { _ in
            let common = 20 * world.normal() + 6 * world.normal() * share
            let noise = curve == .noisy ? 30 * (own.exponential() - 1) : 3 * own.normal()
            var run = MetricValues()
            run[.energy] = height + common + noise
            if curve == .limit {
                run[.unreachableShare] = x / 200 + 2 * world.normal() + 2 * own.normal()
            }
            if curve == .rareLimit {
                let uniforms = (0..<4).map { _ in world.uniform() }
                run[.callsOffered] = 4
                run[.callsMissed] = Double(uniforms.count { $0 < x / 20_000 })
            }
            return run
        }
    }

    private func stream(_ purpose: String, index: UInt64) -> RandomStream {
        RandomStream(
            StreamKey(
                seed: seed, replication: UInt64(experiment), purpose: purpose, index: index))
    }
}
