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
        (self.budget, self.result) = (budget, result)
        outcomes = Self.outcomes(of: budget.limits) { result.values(of: $0, policy: $1) }
    }

    static func outcomes(
        of limits: [BudgetLimit], _ values: (Metric, String) -> [Double?]
    ) -> [LimitOutcome] {
        var outcomes = limits.map { LimitOutcome($0, among: limits.count, values) }
        let adjusted = HolmAdjustment(outcomes.map(\.exceededPValue)).adjusted
        for (index, value) in adjusted.enumerated() {
            outcomes[index].adjustedExceededPValue = value
        }
        return outcomes
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
        } && comparison?.passes(undecided: budget.undecidedPasses) != false
    }
}

public struct LimitOutcome: Sendable {
    public let limit: BudgetLimit
    /// The replications with a value, of both policies where there are two.
    public let count: Int
    /// The mean, difference or ratio of means, in the limit's unit; `nil` without a value.
    public let measured: Double?
    /// The lower one-sided bound at the limit's confidence; `nil` without one.
    public let low: Double?
    public let high: Double?
    /// Adjusted by Holm for the number of limits.
    public fileprivate(set) var adjustedExceededPValue: Double?
    /// Tests the mean against the limit plus tolerance; `nil` for a ratio to nothing.
    ///
    /// For a ratio r it tests the mean of x − r·y against 0, which is Fieller's test.
    private let test: LimitTest?
    private let limits: Int

    public enum Verdict: String, CaseIterable, Sendable {
        /// The limit with its tolerance is shown to be kept.
        case met
        /// The mean is shown to exceed the limit by more than the tolerance.
        case exceeded, undecided
    }

    /// Small where the limit is shown to be kept.
    public var metPValue: Double? { test?.keptPValue }
    /// Small where the limit is shown to be broken.
    public var exceededPValue: Double? { test?.brokenPValue }

    public var verdict: Verdict {
        let error = 1 - limit.confidence
        if let metPValue, metPValue < error { return .met }
        if let adjustedExceededPValue, adjustedExceededPValue < error { return .exceeded }
        return .undecided
    }

    /// Approximate; `nil` if decided or unknown.
    public var needed: Int? { verdict == .undecided ? test?.countNeeded(brokenTests: limits) : nil }

    fileprivate init(
        _ limit: BudgetLimit, among limits: Int, _ values: (Metric, String) -> [Double?]
    ) {
        (self.limit, self.limits) = (limit, limits)
        let own = values(limit.metric, limit.policy)
        let pairs = limit.against.map { Self.pairs(own, values(limit.metric, $0)) }
        if case .ratio = limit.quantity, let pairs {
            let paired = PairedDifference(
                treatment: pairs.map(\.own), baseline: pairs.map(\.other),
                level: 2 * limit.confidence - 1)
            let isRatio = pairs.reduce(0) { $0 + $1.other } > 0
            count = pairs.count
            measured = isRatio ? paired.ratio : nil
            low = isRatio ? paired.ratioInterval?.low : nil
            high = isRatio ? paired.ratioInterval?.high : nil
            let excess = pairs.map { PairedDifference.excess($0.own, over: limit.edge * $0.other) }
            test = isRatio ? Self.test(excess, limit, edge: 0) : nil
        } else {
            let test = Self.test(
                pairs.map { $0.map { $0.own - $0.other } } ?? own.compactMap { $0 }, limit,
                edge: limit.edge, areCounts: limit.metric.unit == .count,
                areDifferences: pairs != nil)
            (count, measured, low, high) = (test.count, test.mean, test.low, test.high)
            self.test = test
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
        zip(own, other).compactMap { own, other in own.flatMap { own in other.map { (own, $0) } } }
    }
}

extension ExperimentResult {
    fileprivate func values(of metric: Metric, policy name: String) -> [Double?] {
        policies.first { $0.policy.name == name }?.values(of: metric) ?? []
    }
}
