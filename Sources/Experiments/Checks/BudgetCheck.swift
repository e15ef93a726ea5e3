import DeviceModel
import Statistics
import Studies

/// Whether a result keeps a budget, as far as its replications show.
///
/// A limit is *exceeded* only if shown after Holm's adjustment for all limits, so the probability
/// of any false alarm stays below 1 − confidence. It is *met* where that is shown by itself: a
/// check passes only if all limits are met, which needs no adjustment (an intersection–union test;
/// R. L. Berger, Technometrics 24, 1982).
public struct BudgetCheck: Sendable {
    public let budget: Budget
    public let result: ExperimentResult
    public let outcomes: [LimitOutcome]
    public internal(set) var comparison: CheckComparison?

    public init(_ budget: Budget, _ result: ExperimentResult) {
        self.budget = budget
        self.result = result
        outcomes = Self.outcomes(of: budget.limits) { result.values(of: $0, policy: $1) }
    }

    static func outcomes(
        of limits: [BudgetLimit], _ values: (Metric, String) -> [Double?]
    ) -> [LimitOutcome] {
        let samples = limits.map { LimitSample($0, values) }
        let adjusted = HolmAdjustment(samples.map { $0.test?.brokenPValue }).adjusted
        return zip(samples, adjusted).map { sample, adjusted in
            LimitOutcome(sample, brokenPValue: adjusted, limits: limits.count)
        }
    }

    /// Whether all limits are met, or undecided where the budget allows that.
    public var passes: Bool {
        outcomes.allSatisfy { outcome in
            switch outcome.verdict {
            case .met: true
            case .exceeded: false
            // A limit without any value was not tested: the budget is wrong.
            case .undecided: budget.undecidedPasses && outcome.count > 0
            }
        }
    }
}

/// The evidence on one limit.
public struct LimitOutcome: Sendable {
    public let limit: BudgetLimit
    /// The replications with a value, of both policies where there are two.
    public let count: Int
    /// The mean, difference or ratio of means, in the limit's unit; `nil` without a value.
    public let measured: Double?
    /// The lower one-sided bound at the limit's confidence; `nil` without one.
    public let low: Double?
    public let high: Double?
    /// Small where the limit is shown to be kept.
    public let metPValue: Double?
    /// Small where the limit is shown to be broken.
    public let exceededPValue: Double?
    /// Adjusted by Holm for the number of limits.
    public let adjustedExceededPValue: Double?
    public let verdict: Verdict
    /// Approximate; `nil` if decided or unknown.
    public let needed: Int?

    /// The finding on one limit.
    public enum Verdict: String, CaseIterable, Sendable {
        /// The limit with its tolerance is shown to be kept.
        case met
        /// The mean is shown to exceed the limit by more than the tolerance.
        case exceeded
        case undecided
    }

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

private struct LimitSample {
    let limit: BudgetLimit
    let count: Int
    let measured: Double?
    let low: Double?
    let high: Double?
    /// Tests the mean against the limit plus tolerance; `nil` for a ratio to nothing.
    ///
    /// For a ratio r it tests the mean of x − r·y against 0, which is Fieller's test.
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

    private static func pairs(
        _ own: [Double?], _ other: [Double?]
    ) -> [(own: Double, other: Double)] {
        zip(own, other).compactMap { own, other in
            own.flatMap { own in other.map { (own, $0) } }
        }
    }
}

extension ExperimentResult {
    fileprivate func values(of metric: Metric, policy name: String) -> [Double?] {
        policies.first { $0.policy.name == name }?.values(of: metric) ?? []
    }
}
