/// All that is said of one metric, in one place: a metric is added with its case, its row, and
/// where it is measured.
struct MetricRow: Sendable {
    let metric: Metric
    let unit: MetricUnit
    let range: MetricRange
    let better: Metric.Direction?
    let role: Metric.Role
    let whole: Metric?
    let isCost: Bool
    let addsUp: Bool
    let meaning: String

    /// - Parameters:
    ///   - metric: which.
    ///   - unit: of its number.
    ///   - range: what a run can yield.
    ///   - better: where the better values lie, if anywhere.
    ///   - role: which question it answers.
    ///   - whole: what it is a part of.
    ///   - isCost: whether doing less buys less of it.
    ///   - isMean: whether it is a mean, so that two apps' values do not add up.
    ///   - meaning: one sentence for the column dictionary.
    init(
        _ metric: Metric, _ unit: MetricUnit, _ range: MetricRange, _ better: Metric.Direction?,
        role: Metric.Role, of whole: Metric? = nil, isCost: Bool = false, isMean: Bool = false,
        _ meaning: String
    ) {
        (self.metric, self.unit, self.range, self.better) = (metric, unit, range, better)
        (self.role, self.whole, self.isCost, self.meaning) = (role, whole, isCost, meaning)
        addsUp = unit.addsUp && !isMean
    }

    /// In the order of `Metric.allCases`.
    static let all: [MetricRow] =
        costs + means + connections + sound + positions + work + use + push + errands
}
