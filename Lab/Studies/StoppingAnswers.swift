import DeviceModel
import Experiments
import Statistics
import Studies

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

/// What a truth is made of.
private struct Sum {
    let quantity: StoppingStudy.Quantity
    private var count = 0.0
    /// The mean and the sum of squared distances from it (B. P. Welford, "Note on a method for
    /// calculating corrected sums of squares and products", Technometrics 4, 1962).
    private var mean = 0.0
    private var squares = 0.0

    init(quantity: StoppingStudy.Quantity) { self.quantity = quantity }

    /// - Parameters:
    ///   - results: of all policies.
    ///   - baseline: its place.
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
