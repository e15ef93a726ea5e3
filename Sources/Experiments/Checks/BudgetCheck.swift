import DeviceModel
import Statistics
import Studies

/// Whether a result keeps a budget, as far as its replications show.
///
/// Each limit is tested to both sides. A limit counts as *exceeded* only where that is shown after
/// Holm's adjustment for the number of limits, so that the chance of any false alarm stays below
/// one less the confidence, however many limits there are. It counts as *met* where that is shown
/// by itself: the check passes only if all limits are met, and a claim that holds only where every
/// part is shown needs no adjustment (an intersection–union test; R. L. Berger, Technometrics 24,
/// 1982).
public struct BudgetCheck: Sendable {
    public let budget: Budget
    /// Of the scenario that the budget is for.
    public let result: ExperimentResult
    /// In the order of the budget's limits.
    public let outcomes: [LimitOutcome]
    /// With an earlier check; `nil`: with none.
    public internal(set) var comparison: CheckComparison?

    /// Checks every limit.
    public init(_ budget: Budget, _ result: ExperimentResult) {
        self.budget = budget
        self.result = result
        outcomes = Self.outcomes(of: budget.limits) { result.values(of: $0, policy: $1) }
    }

    /// What some values say about limits that are checked together.
    static func outcomes(
        of limits: [BudgetLimit], _ values: (Metric, String) -> [Double?]
    ) -> [LimitOutcome] {
        let samples = limits.map { LimitSample($0, values) }
        let adjusted = HolmAdjustment(samples.map { $0.test?.brokenPValue }).adjusted
        return zip(samples, adjusted).map { sample, adjusted in
            LimitOutcome(sample, brokenPValue: adjusted, limits: limits.count)
        }
    }

    /// Whether all limits are met, or else, where the budget lets that pass, undecided.
    public var passes: Bool {
        outcomes.allSatisfy { outcome in
            switch outcome.verdict {
            case .met: true
            case .exceeded: false
            // What has no value at all was not tried: a budget that asks for it is wrong.
            case .undecided: budget.undecidedPasses && outcome.count > 0
            }
        }
    }
}

/// What the replications say about one limit.
public struct LimitOutcome: Sendable {
    public let limit: BudgetLimit
    /// How many replications have a value, of both policies where there are two.
    public let count: Int
    /// The mean, the difference or the ratio of means, in the limit's unit; `nil` where there is
    /// none.
    public let measured: Double?
    /// The lower one-sided bound of that, at the limit's confidence; `nil` where there is none.
    public let low: Double?
    /// The upper one-sided bound.
    public let high: Double?
    /// Small where it is shown that the limit is kept.
    public let metPValue: Double?
    /// Small where it is shown that the limit is broken.
    public let exceededPValue: Double?
    /// The same, adjusted by Holm for the number of limits.
    public let adjustedExceededPValue: Double?
    public let verdict: Verdict
    /// About how many replications would decide; `nil` where it is decided, or cannot be told.
    public let needed: Int?

    /// What is shown.
    public enum Verdict: String, CaseIterable, Sendable {
        /// The limit, with its tolerance, is kept.
        case met
        /// The mean lies beyond the limit, by more than the tolerance.
        case exceeded
        /// Neither is shown.
        case undecided
    }

    /// - Parameters:
    ///   - sample: of one limit.
    ///   - brokenPValue: adjusted for the number of limits.
    ///   - limits: how many there are.
    fileprivate init(_ sample: LimitSample, brokenPValue: Double?, limits: Int) {
        let (limit, test) = (sample.limit, sample.test)
        let error = 1 - limit.confidence
        self.limit = limit
        count = sample.count
        (measured, low, high) = (sample.measured, sample.low, sample.high)
        (metPValue, exceededPValue) = (test?.keptPValue, test?.brokenPValue)
        adjustedExceededPValue = brokenPValue
        if let kept = test?.keptPValue, kept < error {
            verdict = .met
        } else if let brokenPValue, brokenPValue < error {
            verdict = .exceeded
        } else {
            verdict = .undecided
        }
        needed = verdict == .undecided ? test?.countNeeded(brokenTests: limits) : nil
    }
}

/// The values that a limit is about.
private struct LimitSample {
    let limit: BudgetLimit
    let count: Int
    let measured: Double?
    let low: Double?
    let high: Double?
    /// Of the mean against the edge of the limit; of a ratio r it is the mean of x − r·y against 0,
    /// which is Fieller's test. `nil` for a ratio to nothing.
    let test: LimitTest?

    init(_ limit: BudgetLimit, _ values: (Metric, String) -> [Double?]) {
        self.limit = limit
        let own = values(limit.metric, limit.policy)
        switch limit.quantity {
        case .mean:
            let test = Self.test(
                own.compactMap { $0 }, limit, edge: limit.edge,
                areCounts: limit.metric.unit == .count)
            (count, measured, low, high) = (test.count, test.mean, test.low, test.high)
            self.test = test
        case .difference(let other):
            let pairs = Self.pairs(own, values(limit.metric, other))
            let test = Self.test(
                pairs.map { $0.own - $0.other }, limit, edge: limit.edge,
                areCounts: limit.metric.unit == .count, areDifferences: true)
            (count, measured, low, high) = (test.count, test.mean, test.low, test.high)
            self.test = test
        case .ratio(let other):
            let pairs = Self.pairs(own, values(limit.metric, other))
            let paired = PairedDifference(
                treatment: pairs.map(\.own), baseline: pairs.map(\.other),
                level: 2 * limit.confidence - 1)
            let isRatio = pairs.reduce(0) { $0 + $1.other } > 0
            count = pairs.count
            measured = isRatio ? paired.ratio : nil
            low = isRatio ? paired.ratioInterval?.low : nil
            high = isRatio ? paired.ratioInterval?.high : nil
            test =
                isRatio
                ? Self.test(
                    pairs.map { PairedDifference.excess($0.own, over: limit.edge * $0.other) },
                    limit, edge: 0)
                : nil
        }
    }

    private static func test(
        _ values: [Double], _ limit: BudgetLimit, edge: Double, areCounts: Bool = false,
        areDifferences: Bool = false
    ) -> LimitTest {
        let side: LimitTest.Side =
            switch limit.sense {
            case .atMost: .atMost
            case .atLeast: .atLeast
            }
        return LimitTest(
            values, side: side, limit: edge, level: limit.confidence, areCounts: areCounts,
            areDifferences: areDifferences)
    }

    /// The replications in which both policies have a value.
    private static func pairs(
        _ own: [Double?], _ other: [Double?]
    ) -> [(own: Double, other: Double)] {
        zip(own, other).compactMap { own, other in
            own.flatMap { own in other.map { (own, $0) } }
        }
    }
}

extension ExperimentResult {
    /// By replication; nothing for a policy that the scenario does not have.
    fileprivate func values(of metric: Metric, policy name: String) -> [Double?] {
        policies.first { $0.policy.name == name }?.values(of: metric) ?? []
    }
}
