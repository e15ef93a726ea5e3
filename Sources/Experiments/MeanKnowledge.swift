import DeviceModel
import Statistics
import Studies

/// Intervals of means and of differences of means, where one covers.
extension ExperimentResult {
    public func interval(of metric: Metric, for policy: PolicyResult) -> MeanInterval {
        MeanSample(metric, policy, against: nil, in: scenario).interval
    }

    public func interval(
        of metric: Metric, for policy: PolicyResult, against base: PolicyResult
    ) -> MeanInterval {
        MeanSample(metric, policy, against: base, in: scenario).interval
    }
}

/// A metric's values, with the rare events that make some runs unlike the others.
struct MeanSample {
    private let metric: Metric
    private let policies: [PolicyResult]
    private let scenario: Scenario
    private let values: [Double?]

    init(
        _ metric: Metric, _ policy: PolicyResult, against base: PolicyResult?,
        in scenario: Scenario
    ) {
        (self.metric, self.scenario) = (metric, scenario)
        policies = [policy] + [base].compactMap { $0 }
        let own = policy.values(of: metric)
        values =
            base.map { base in
                zip(own, base.values(of: metric)).map { left, right in
                    guard let left, let right else { return nil }
                    return PairedDifference.excess(left, over: right)
                }
            } ?? own
    }

    var interval: MeanInterval {
        let defined = values.indices.filter { values[$0] != nil }
        let marks = marks.map { marks in defined.map { marks[$0] } }
        return MeanInterval(
            defined.compactMap { values[$0] }, isUnlike: marks, limits: limits,
            isExact: policies.allSatisfy(\.isExact), level: Experiment.level)
    }

    /// Whether a rare event that moves the metric happened in each run; `nil` without such an
    /// event.
    private var marks: [Bool]? {
        let events = RareEvent.all.filter { event in
            event.moved.contains(metric) && event.canHappen(in: scenario)
                && policies.contains { $0.values(of: event.metric).contains { $0 != nil } }
        }
        guard !events.isEmpty else { return nil }
        var marks = [Bool](repeating: false, count: values.count)
        for event in events {
            for policy in policies {
                for (index, value) in policy.values(of: event.metric).enumerated() {
                    if let value, value > 0 { marks[index] = true }
                }
            }
        }
        return marks
    }

    /// Bounds of the mean, or of the difference, in any set of runs.
    private var limits: ClosedRange<Double>? {
        guard let most else { return nil }
        return policies.count > 1 ? -most...most : 0...most
    }

    /// The most that can be missed: all opportunities of a run.
    ///
    /// Runs chosen by what happens in them favour those with many opportunities, so it is Σt² / Σt.
    private var most: Double? {
        if metric.range == .share { return 100 }
        guard let trials = RareEvent.all.first(where: { $0.metric == metric })?.trials else {
            return nil
        }
        let counts = policies.flatMap { $0.values(of: trials).compactMap { $0 } }
        let sum = counts.reduce(0, +)
        return sum > 0 ? counts.reduce(0) { $0 + $1 * $1 } / sum : nil
    }
}

extension PolicyResult {
    /// Whether nothing is random: every run has the same energy.
    var isExact: Bool {
        let energies = values(of: .energy).compactMap { $0 }
        guard energies.count >= 2 else { return false }
        return energies.allSatisfy { $0 == energies[0] }
    }
}
