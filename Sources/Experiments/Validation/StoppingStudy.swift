import DeviceModel
import Statistics
import Studies

/// How often the intervals of whole experiments hold the truth, where the stopping rule ends each:
/// those that are published, and Student's of everything beside them.
///
/// The scenario is simulated with many seeds as its plan says, and with others so often that its
/// means are known well enough to be called the truth.
public struct StoppingStudy: Sendable {
    /// A mean, or a difference of means, over all experiments.
    public struct Row: Sendable {
        public let scenario: String
        public let policy: String
        /// `nil`: of the policy by itself.
        public let baseline: String?
        public let metric: Metric
        /// The mean of very many replications, and its standard error.
        public let truth: Double
        public let truthError: Double
        /// In how many experiments there was a mean.
        public internal(set) var experiments = 0
        /// How many of them gave an interval and called it one of 95 %.
        public internal(set) var claimed = 0
        /// How many of these hold the truth.
        public internal(set) var covered = 0
        /// In how many experiments Student's interval holds it.
        public internal(set) var studentCovered = 0
        /// The replications of all experiments.
        var replications = 0

        /// Of the published intervals; `nil` where there are none.
        public var coverage: Double? {
            claimed > 0 ? Double(covered) / Double(claimed) : nil
        }

        /// √(p(1 − p) / n) of the coverage.
        public var standardError: Double? {
            coverage.map { ($0 * (1 - $0) / Double(claimed)).squareRoot() }
        }

        /// Of Student's intervals.
        public var studentCoverage: Double? {
            experiments > 0 ? Double(studentCovered) / Double(experiments) : nil
        }

        public var meanReplications: Double? {
            experiments > 0 ? Double(replications) / Double(experiments) : nil
        }

        /// Whether the published intervals hold the truth less often than they claim, by more
        /// than three standard errors of a coverage of 95 %.
        public var isShort: Bool {
            guard let coverage else { return false }
            let level = Experiment.level
            return coverage + 3 * (level * (1 - level) / Double(claimed)).squareRoot() < level
        }

        mutating func add(_ known: MeanInterval, _ student: ConfidenceInterval?) {
            experiments += 1
            replications += known.count
            // Twelve digits, as files have them.
            let slack = PairedDifference.resolution * truth.magnitude
            func holds(_ interval: ConfidenceInterval) -> Bool {
                interval.low - slack <= truth && truth <= interval.high + slack
            }
            if let interval = known.interval {
                claimed += 1
                if holds(interval) { covered += 1 }
            }
            if let student, holds(student) { studentCovered += 1 }
        }
    }

    private let scenario: Scenario
    private let experiments: Int
    private let truth: Int
    private let jobs: Int

    /// What the truth is made of at a time, so that no more is kept in memory.
    private static let block = 2000
    /// The first seed of the truth, far from those of the experiments, which are 1, 2, 3 and so on.
    private static let firstSeed: UInt64 = 1 << 32

    /// - Parameters:
    ///   - scenario: with independent replications.
    ///   - experiments: how many, from 1.
    ///   - truth: replications that the truth is made of, from 2.
    ///   - jobs: how many runs are simulated at the same time, from 1.
    public init(_ scenario: Scenario, experiments: Int, truth: Int, jobs: Int) {
        precondition(experiments >= 1 && truth >= 2, "\(experiments) of \(truth)")
        self.scenario = scenario.withIndependentReplications
        self.experiments = experiments
        self.truth = truth
        self.jobs = jobs
    }

    /// All rows: the policies' means, then their differences from the baseline.
    public func run() async -> [Row] {
        var rows = await truths()
        for number in 1...experiments {
            let result = await Experiment(
                scenario.with(scenario.replications, seed: UInt64(number)), jobs: jobs
            ).run()
            for index in rows.indices { Self.add(result, to: &rows[index]) }
        }
        return rows
    }

    private static func add(_ result: ExperimentResult, to row: inout Row) {
        guard let policy = result.policies.first(where: { $0.policy.name == row.policy }) else {
            return
        }
        if row.baseline == nil {
            let summary = policy.summary(of: row.metric)
            guard summary.count > 0 else { return }
            row.add(result.interval(of: row.metric, for: policy), summary.interval)
        } else {
            let paired = PairedDifference(
                treatment: policy.values(of: row.metric),
                baseline: result.baseline.values(of: row.metric), level: Experiment.level)
            guard paired.count > 0 else { return }
            row.add(
                result.interval(of: row.metric, for: policy, against: result.baseline),
                paired.interval)
        }
    }

    private func truths() async -> [Row] {
        var sums: [Sum] = []
        var done = 0
        while done < truth {
            let count = max(2, min(Self.block, truth - done))
            let plan = ReplicationPlan(
                atLeast: count, atMost: count, metric: scenario.replications.leadingMetric,
                relativeHalfWidth: scenario.replications.relativeHalfWidth)
            let seed = Self.firstSeed + UInt64(done / Self.block)
            let result = await Experiment(scenario.with(plan, seed: seed), jobs: jobs).run()
            if sums.isEmpty { sums = Sum.all(scenario) }
            for index in sums.indices { sums[index].add(result) }
            done += count
        }
        return sums.compactMap { $0.row(of: scenario) }
    }
}

/// What a truth is made of.
private struct Sum {
    let policy: Int
    let isDifference: Bool
    let metric: Metric
    private var count = 0.0
    /// The mean and the sum of squared distances from it (B. P. Welford, "Note on a method for
    /// calculating corrected sums of squares and products", Technometrics 4, 1962).
    private var mean = 0.0
    private var squares = 0.0

    static func all(_ scenario: Scenario) -> [Sum] {
        [false, true].flatMap { isDifference in
            scenario.policies.indices.filter { !isDifference || $0 != scenario.baseline }.flatMap {
                policy in
                Metric.allCases.map { metric in
                    Sum(policy: policy, isDifference: isDifference, metric: metric)
                }
            }
        }
    }

    private init(policy: Int, isDifference: Bool, metric: Metric) {
        (self.policy, self.isDifference, self.metric) = (policy, isDifference, metric)
    }

    mutating func add(_ result: ExperimentResult) {
        let own = result.policies[policy].values(of: metric)
        let base = result.baseline.values(of: metric)
        for (value, other) in zip(own, base) {
            guard let value else { continue }
            if !isDifference {
                add(value)
            } else if let other {
                add(PairedDifference.excess(value, over: other))
            }
        }
    }

    private mutating func add(_ value: Double) {
        count += 1
        let distance = value - mean
        mean += distance / count
        squares += distance * (value - mean)
    }

    func row(of scenario: Scenario) -> StoppingStudy.Row? {
        guard count >= 2 else { return nil }
        return StoppingStudy.Row(
            scenario: scenario.name, policy: scenario.policies[policy].name,
            baseline: isDifference ? scenario.policies[scenario.baseline].name : nil,
            metric: metric, truth: mean,
            truthError: (squares / (count - 1) / count).squareRoot())
    }
}
