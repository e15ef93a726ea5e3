import DeviceModel
import Experiments
import Statistics
import Studies

/// Measures how often the intervals of whole experiments contain the truth when the stopping rule
/// ends them.
///
/// It covers the published intervals and, for comparison, Student's. The scenario runs by its plan
/// with many seeds; the truth is the mean of very many further replications.
public struct StoppingStudy: Sendable {
    /// A mean, or a difference of means, over all experiments.
    public struct Row: Equatable, Sendable {
        public let scenario: String
        public let policy: String
        /// `nil` for a policy's own mean.
        public let baseline: String?
        public let metric: Metric
        public let truth: Double
        public let truthError: Double
        public internal(set) var experiments = 0
        /// Experiments with an interval that claims 95 %.
        public internal(set) var claimed = 0
        /// Claimed intervals that contain the truth.
        public internal(set) var covered = 0
        /// Student intervals that contain the truth.
        public internal(set) var studentCovered = 0
        var replications = 0

        /// `nil` without published intervals.
        public var coverage: Double? {
            claimed > 0 ? Double(covered) / Double(claimed) : nil
        }

        /// √(p(1 − p) / n) of the coverage.
        public var standardError: Double? {
            coverage.map { ($0 * (1 - $0) / Double(claimed)).squareRoot() }
        }

        public var studentCoverage: Double? {
            experiments > 0 ? Double(studentCovered) / Double(experiments) : nil
        }

        public var meanReplications: Double? {
            experiments > 0 ? Double(replications) / Double(experiments) : nil
        }

        /// Whether the published coverage is below 95 % by more than three standard errors at 95 %.
        public var isShort: Bool {
            guard let coverage else { return false }
            let level = Experiment.level
            return coverage + 3 * (level * (1 - level) / Double(claimed)).squareRoot() < level
        }

        mutating func add(_ finding: Finding) {
            guard finding.count > 0 else { return }
            experiments += 1
            replications += finding.count
            // Twelve digits, as in files.
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

    /// One experiment's result for a mean, or for a difference of means.
    public struct Finding: Sendable {
        /// The replications with a value; 0 for no result.
        let count: Int
        /// The published interval, and Student's.
        let known: ClosedRange<Double>?
        let student: ClosedRange<Double>?
    }

    /// One experiment's results, in the order of `StoppingStudy.quantities`.
    public typealias Findings = [Finding]

    let scenario: Scenario
    private let experiments: Int
    private let truth: Int
    private let jobs: Int

    /// The replications of the truth in memory at a time.
    private static let block = 2000
    /// The first seed of the truth, far from the experiments' seeds 1, 2, 3 and so on.
    private static let firstSeed: UInt64 = 1 << 32

    /// - `scenario`: With independent replications.
    /// - `truth`: Replications for the truth, from 2.
    public init(_ scenario: Scenario, experiments: Int, truth: Int, jobs: Int) {
        precondition(experiments >= 1 && truth >= 2, "\(experiments) of \(truth)")
        self.scenario = scenario.withIndependentReplications
        self.experiments = experiments
        self.truth = truth
        self.jobs = jobs
    }

    /// The policies' means, then their differences from the baseline.
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

    // MARK: Parts

    /// By seed.
    var numbers: Range<Int> { 1..<(experiments + 1) }
    var blocks: Range<Int> { 0..<((truth + Self.block - 1) / Self.block) }
    var quantities: [Quantity] { Quantity.all(scenario) }

    /// A mean, or a difference of means.
    struct Quantity {
        let policy: Int
        let isDifference: Bool
        let metric: Metric
    }

    /// A block of the truth; `nil` if the task was cancelled.
    func truthBlock(_ block: Int) async throws(RunFailure) -> ReplicationPiece? {
        let experiment = experiment(block)
        return try await experiment.run(0..<experiment.scenario.replications.atMost)
    }

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
            atLeast: count, atMost: count, metrics: [scenario.replications.leadingMetric],
            relativeHalfWidth: scenario.replications.relativeHalfWidth)
        return Experiment(
            scenario.with(plan, seed: Self.firstSeed + UInt64(block)), jobs: jobs)
    }

    /// An experiment's results; `nil` if the task was cancelled.
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
    /// Accumulates the rows: the blocks of the truth, then the experiments.
    struct Answers {
        private let scenario: Scenario
        private var sums: [Sum]
        /// By quantity, `nil` without a truth; empty before the truth is complete.
        private var found: [Row?] = []

        init(_ study: StoppingStudy) {
            scenario = study.scenario
            sums = study.quantities.map { Sum(quantity: $0) }
        }

        /// Must precede all experiments.
        mutating func add(_ block: ReplicationPiece) {
            for index in sums.indices {
                sums[index].add(block.results, baseline: scenario.baseline)
            }
        }

        mutating func add(_ findings: Findings) {
            if found.isEmpty { found = truths }
            for (index, finding) in findings.enumerated() { found[index]?.add(finding) }
        }

        /// In the order of the quantities.
        var rows: [Row] { (found.isEmpty ? truths : found).compactMap { $0 } }

        private var truths: [Row?] { sums.map { $0.row(of: scenario) } }
    }
}

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
