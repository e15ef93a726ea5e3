import DeviceModel
import Statistics
import Studies

/// What an experiment tells of means and of differences of means: intervals where they cover.
extension ExperimentResult {
    /// Of one policy's metric.
    public func interval(of metric: Metric, for policy: PolicyResult) -> MeanInterval {
        MeanSample(metric, policy, against: nil, in: scenario).interval
    }

    /// Of one policy's metric less another's, run by run.
    public func interval(
        of metric: Metric, for policy: PolicyResult, against base: PolicyResult
    ) -> MeanInterval {
        MeanSample(metric, policy, against: base, in: scenario).interval
    }
}

/// A metric's values with what makes some of them unlike the others.
struct MeanSample {
    private let metric: Metric
    private let policies: [PolicyResult]
    private let scenario: Scenario
    private let values: [Double?]

    /// - Parameters:
    ///   - metric: of which the mean is to be known.
    ///   - policy: whose.
    ///   - base: of what it is the difference from; `nil`: from nothing.
    ///   - scenario: what was simulated.
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

    /// Whether a rare event happened in a run that moves the metric; `nil` where there is no such
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

    /// What the mean of any runs, or the difference of two, lies between whatever happens.
    private var limits: ClosedRange<Double>? {
        guard let most else { return nil }
        return policies.count > 1 ? -most...most : 0...most
    }

    /// Of what is missed all that is offered: in runs that are chosen by what happens in them,
    /// those with many chances have more weight, so that it is Σt² / Σt.
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
    /// Whether nothing is drawn by chance: every run has the same energy.
    var isExact: Bool {
        let energies = values(of: .energy).compactMap { $0 }
        guard energies.count >= 2 else { return false }
        return energies.allSatisfy { $0 == energies[0] }
    }
}
