import DeviceModel
import Experiments
import Statistics
import Studies

/// How often the intervals of whole experiments hold the truth, where the stopping rule ends each:
/// those that are published, and Student's of everything beside them.
///
/// The scenario is simulated with many seeds as its plan says, and with others so often that its
/// means are known well enough to be called the truth.
public struct StoppingStudy: Sendable {
    /// A mean, or a difference of means, over all experiments.
    public struct Row: Equatable, Sendable {
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

        mutating func add(_ finding: Finding) {
            guard finding.count > 0 else { return }
            experiments += 1
            replications += finding.count
            // Twelve digits, as files have them.
            let slack = PairedDifference.resolution * truth.magnitude
            func holds(_ interval: ClosedRange<Double>) -> Bool {
                interval.lowerBound - slack <= truth && truth <= interval.upperBound + slack
            }
            if let known = finding.known {
                claimed += 1
                if holds(known) { covered += 1 }
            }
            if let student = finding.student, holds(student) { studentCovered += 1 }
        }
    }

    /// What one experiment says of a mean, or of a difference of means.
    public struct Finding: Sendable {
        /// The replications that have a value; 0: it says nothing.
        let count: Int
        /// The published interval, and Student's.
        let known: ClosedRange<Double>?
        let student: ClosedRange<Double>?
    }

    /// What one experiment says of all of them, in the order of `StoppingStudy.quantities`.
    public typealias Findings = [Finding]

    let scenario: Scenario
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
    ///
    /// - Throws: what a run that was cut short would have taken.
    public func run() async throws(RunFailure) -> [Row] {
        var answers = Answers(self)
        for block in blocks {
            if let truth = try await truthBlock(block) { answers.add(truth) }
        }
        for number in numbers {
            if let findings = try await findings(number) { answers.add(findings) }
        }
        return answers.rows
    }

    // MARK: What it is made of

    /// The experiments, by their seeds.
    var numbers: Range<Int> { 1..<(experiments + 1) }
    /// Of the truth, by number.
    var blocks: Range<Int> { 0..<((truth + Self.block - 1) / Self.block) }
    /// All means and differences.
    var quantities: [Quantity] { Quantity.all(scenario) }

    /// A mean, or a difference of means.
    struct Quantity {
        /// By its place.
        let policy: Int
        let isDifference: Bool
        let metric: Metric
    }

    /// A block of the truth; `nil` if the task was cancelled.
    func truthBlock(_ block: Int) async throws(RunFailure) -> ReplicationPiece? {
        let experiment = experiment(block)
        return try await experiment.run(0..<experiment.scenario.replications.atMost)
    }

    /// The same as its bytes have it.
    func truthBlock(
        _ block: Int, reading bytes: [UInt8]
    ) throws(UnreadableNumbers) -> ReplicationPiece {
        let experiment = experiment(block)
        return try experiment.piece(
            0..<experiment.scenario.replications.atMost, reading: bytes)
    }

    private func experiment(_ block: Int) -> Experiment {
        let count = max(2, min(Self.block, truth - block * Self.block))
        let plan = ReplicationPlan(
            atLeast: count, atMost: count, metric: scenario.replications.leadingMetric,
            relativeHalfWidth: scenario.replications.relativeHalfWidth)
        return Experiment(
            scenario.with(plan, seed: Self.firstSeed + UInt64(block)), jobs: jobs)
    }

    /// What an experiment says; `nil` if the task was cancelled.
    func findings(_ number: Int) async throws(RunFailure) -> Findings? {
        let result = await Experiment(
            scenario.with(scenario.replications, seed: UInt64(number)), jobs: jobs
        ).run()
        try result.requireWithinBudget()
        if result.end == .interrupted { return nil }
        return quantities.map { Finding($0, result) }
    }
}

extension StoppingStudy.Finding {
    fileprivate init(_ quantity: StoppingStudy.Quantity, _ result: ExperimentResult) {
        let (policy, metric) = (result.policies[quantity.policy], quantity.metric)
        let (known, student): (MeanInterval, ConfidenceInterval?)
        if quantity.isDifference {
            let paired = PairedDifference(
                treatment: policy.values(of: metric), baseline: result.baseline.values(of: metric),
                level: Experiment.level)
            known = result.interval(of: metric, for: policy, against: result.baseline)
            student = paired.interval
        } else {
            known = result.interval(of: metric, for: policy)
            student = policy.summary(of: metric).interval
        }
        count = known.count
        self.known = known.interval.map { $0.low...$0.high }
        self.student = student.map { $0.low...$0.high }
    }
}

extension StoppingStudy.Quantity {
    fileprivate static func all(_ scenario: Scenario) -> [Self] {
        [false, true].flatMap { isDifference in
            scenario.policies.indices.filter { !isDifference || $0 != scenario.baseline }.flatMap {
                policy in
                Metric.allCases.map {
                    Self(policy: policy, isDifference: isDifference, metric: $0)
                }
            }
        }
    }
}

extension StoppingStudy {
    /// The rows as they grow: the truth block by block, then the experiments.
    struct Answers {
        private let scenario: Scenario
        private var sums: [Sum]
        /// By quantity; `nil` where there is no truth. Empty before the truth is whole.
        private var found: [Row?] = []

        init(_ study: StoppingStudy) {
            scenario = study.scenario
            sums = study.quantities.map { Sum(quantity: $0) }
        }

        /// Adds a block of the truth, before any experiment.
        mutating func add(_ block: ReplicationPiece) {
            for index in sums.indices {
                sums[index].add(block.results, baseline: scenario.baseline)
            }
        }

        /// Adds an experiment.
        mutating func add(_ findings: Findings) {
            if found.isEmpty { found = truths }
            for (index, finding) in findings.enumerated() { found[index]?.add(finding) }
        }

        /// In the order of the quantities.
        var rows: [Row] { (found.isEmpty ? truths : found).compactMap { $0 } }

        private var truths: [Row?] { sums.map { $0.row(of: scenario) } }
    }
}

/// The sums from which a true mean follows.
private struct Sum {
    let quantity: StoppingStudy.Quantity
    private var count = 0.0
    /// The mean and the sum of squared distances from it (B. P. Welford, "Note on a method for
    /// calculating corrected sums of squares and products", Technometrics 4, 1962).
    private var mean = 0.0
    private var squares = 0.0

    init(quantity: StoppingStudy.Quantity) { self.quantity = quantity }

    mutating func add(_ results: [PolicyResult], baseline: Int) {
        let own = results[quantity.policy].values(of: quantity.metric)
        if !quantity.isDifference {
            for case .some(let value) in own { add(value) }
            return
        }
        for (value, other) in zip(own, results[baseline].values(of: quantity.metric)) {
            if let value, let other { add(PairedDifference.excess(value, over: other)) }
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
            scenario: scenario.name, policy: scenario.policies[quantity.policy].name,
            baseline: quantity.isDifference ? scenario.policies[scenario.baseline].name : nil,
            metric: quantity.metric, truth: mean,
            truthError: (squares / (count - 1) / count).squareRoot())
    }
}
