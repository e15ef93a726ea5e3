import DeviceModel
import Experiments
import Kernel
import Statistics
import Studies

/// Measures by simulation how often a whole comparison finds real and false differences.
///
/// Each experiment passes synthetic metrics of three policies to `ExperimentResult` and compares
/// them as `tailwatt compare` does: pairing, tests, Holm's adjustment and verdict. The values have
/// a standardised ``SyntheticDistribution``. All policies share worlds; `other` has the baseline's
/// mean, `changed` another.
public struct PowerStudy: Sendable {
    /// The true difference of `changed` from the baseline.
    public enum Truth: String, CaseIterable, Sendable {
        /// Its mean is the baseline's.
        case same
        /// Its mean is higher by half a standard deviation of the difference.
        case higher
        /// Its mean is higher by just the equivalence margin.
        case atMargin = "at-margin"
    }

    /// One truth on one distribution.
    public struct Situation: Sendable {
        public let truth: Truth
        public let distribution: SyntheticDistribution
        public let count: Int
        public let experiments: Int
        /// In the order of the cases.
        var seen = [Int](repeating: 0, count: Outcome.allCases.count)

        /// The share of experiments with an outcome, and its standard error √(p(1 − p) / n).
        public func share(of outcome: Outcome) -> (value: Double, standardError: Double) {
            let share = Double(seen[outcome.place]) / Double(experiments)
            return (share, (share * (1 - share) / Double(experiments)).squareRoot())
        }
    }

    /// The outcome of an experiment.
    public enum Outcome: String, CaseIterable, Sendable {
        case changedIsLower = "changed-lower"
        case changedIsHigher = "changed-higher"
        case changedIsEquivalent = "changed-equivalent"
        case changedIsOpen = "changed-no-difference-shown"
        case otherDiffers = "other-lower-or-higher"
        /// A policy without a difference is called lower or higher, or a difference has the wrong
        /// sign.
        case anyFalseFinding = "any-false-difference"
        /// Wilcoxon's adjusted p-value of `changed` is below 0.05.
        case rankTestFinds = "changed-wilcoxon"
        /// The bootstrap interval of `changed` excludes 0.
        case bootstrapFinds = "changed-bootstrap"
        /// Equivalence of `changed` is shown, whatever the verdict.
        case equivalenceShown = "changed-equivalence-shown"

        public var meaning: String {
            switch self {
            case .changedIsLower: "the verdict of changed is lower"
            case .changedIsHigher: "the verdict of changed is higher"
            case .changedIsEquivalent: "the verdict of changed is equivalent"
            case .changedIsOpen: "the verdict of changed is no difference shown"
            case .otherDiffers: "the verdict of other, which does not differ, is lower or higher"
            case .anyFalseFinding: "some verdict names a difference that is not there"
            case .rankTestFinds: "Wilcoxon's adjusted p-value of changed is below 0.05"
            case .bootstrapFinds: "the bootstrap interval of changed does not hold 0"
            case .equivalenceShown: "equivalence of changed is shown, whatever the verdict"
            }
        }

        fileprivate var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// The standard deviation of the shared world, and of each policy's own part.
    private static let spread = 2.0
    private static let mean = 100.0

    private let frame: Scenario
    private let books: LedgerPlan
    private let experiments: Int
    private let jobs: Int

    /// - Parameters:
    ///   - scenario: Provides the phone; it is not simulated.
    ///   - experiments: For each situation, from 1.
    ///   - jobs: Experiments at a time, from 1.
    /// - Throws: If the scenario's phone is invalid.
    public init(
        _ scenario: Scenario, experiments: Int = 2000, jobs: Int
    ) throws(ScenarioError) {
        precondition(experiments >= 1 && jobs >= 1, "\(experiments) experiments, \(jobs) jobs")
        frame = try Scenario(
            name: "synthetic", question: "", device: scenario.device, radio: scenario.radio,
            system: scenario.system, horizon: TimeSpan(Seconds(1)), world: .empty,
            policies: ["baseline", "changed", "other"].map {
                NamedPolicy(name: $0, options: .none)
            },
            baseline: 0,
            replications: ReplicationPlan(
                atLeast: 2, atMost: 2, metrics: [.energy], relativeHalfWidth: Fraction(1)),
            seed: 1)
        books = RunPlan(frame, policy: .none).books
        self.experiments = experiments
        self.jobs = jobs
    }

    public func run() async -> [Situation] {
        var filled: [Situation] = []
        for situation in situations {
            if let done = await self.filled(situation) { filled.append(done) }
        }
        return filled
    }

    var situations: [Situation] {
        Truth.allCases.flatMap { truth in
            SyntheticDistribution.allCases.map { distribution in
                Situation(
                    truth: truth, distribution: distribution, count: 30, experiments: experiments)
            }
        }
    }

    /// A situation with its experiments; `nil` if the task was cancelled.
    func filled(_ empty: Situation) async -> Situation? {
        let seen = await inParallel(0..<empty.experiments, jobs: jobs) { experiment in
            let comparisons = result(of: experiment, in: empty).comparisons(of: [.energy])
            let (changed, other) = (comparisons[0], comparisons[1])
            return Outcome.allCases.filter { isSeen($0, empty.truth, changed, other) }
        }
        return seen.map { seen in
            seen.joined().reduce(into: empty) { $0.seen[$1.place] += 1 }
        }
    }

    private func isSeen(
        _ outcome: Outcome, _ truth: Truth, _ changed: PolicyComparison, _ other: PolicyComparison
    ) -> Bool {
        switch outcome {
        case .changedIsLower: changed.verdict == .lower
        case .changedIsHigher: changed.verdict == .higher
        case .changedIsEquivalent: changed.verdict == .equivalent
        case .changedIsOpen: changed.verdict == .noDifferenceShown
        case .otherDiffers: other.verdict == .lower || other.verdict == .higher
        case .anyFalseFinding:
            other.verdict == .lower || other.verdict == .higher || changed.verdict == .lower
                || (truth == .same && changed.verdict == .higher)
        case .rankTestFinds: changed.adjustedRankPValue ?? 1 < 1 - Experiment.level
        case .bootstrapFinds:
            changed.bootstrap?.differenceInterval.map { !$0.contains(0) } ?? false
        case .equivalenceShown: changed.isEquivalent
        }
    }

    /// Weights the baseline's own part by a third, so that the difference is as skewed as the
    /// distribution.
    private func result(of experiment: Int, in situation: Situation) -> ExperimentResult {
        let purpose = "power \(situation.truth.rawValue) \(situation.distribution.rawValue)"
        var stream = RandomStream(
            StreamKey(seed: 1, replication: UInt64(experiment), purpose: purpose))
        var values: [[Double]] = [[], [], []]
        let baselineShare = 1.0 / 3
        let deviation = Self.spread * (1 + baselineShare * baselineShare).squareRoot()
        let shift =
            switch situation.truth {
            case .same: 0.0
            case .higher: 0.5 * deviation
            case .atMargin: frame.replications.equivalence.magnitude * Self.mean
            }
        for _ in 0..<situation.count {
            let world = Self.mean + Self.spread * situation.distribution.standardised(&stream)
            let own = (0..<3).map { _ in
                Self.spread * situation.distribution.standardised(&stream)
            }
            values[0].append(world + baselineShare * own[0])
            values[1].append(world + own[1] + shift)
            values[2].append(world + own[2])
        }
        let policies = zip(frame.policies, values).map { policy, values in
            PolicyResult(policy, energies: values, books: books)
        }
        return ExperimentResult(scenario: frame, policies: policies, end: .precise)
    }
}

extension PolicyResult {
    /// A synthetic result.
    ///
    /// - Parameters:
    ///   - energies: One per replication, in joules.
    ///   - books: Stay empty.
    init(_ policy: NamedPolicy, energies: [Double], books: LedgerPlan) {
        self.init(policy, books: books)
        for energy in energies {
            var metrics = MetricValues()
            metrics[.energy] = energy
            add(metrics)
        }
    }
}
