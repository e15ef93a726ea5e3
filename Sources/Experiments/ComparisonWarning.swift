/// A reason why figures of a comparison may mislead, with advice.
public enum ComparisonWarning: String, CaseIterable, Sendable {
    case tooFewReplications = "too-few-replications"
    case heavyTail = "heavy-tail"
    case lumpy, autocorrelation, unpaired
    case neverActed = "never-acted"

    /// With fewer pairs the shape of their distribution cannot be judged.
    public static let fewPairs = 10

    public var words: String {
        switch self {
        case .tooFewReplications: "fewer than \(Self.fewPairs) replications"
        case .heavyTail: "a heavy tail"
        case .lumpy: "a lumpy distribution"
        case .autocorrelation: "replications that are alike"
        case .unpaired: "unpaired replications"
        case .neverActed: "a policy that never acted"
        }
    }

    public var advice: String {
        switch self {
        case .tooFewReplications: "Run more: --replications 30."
        case .heavyTail: "Run more: every interval of the mean is too short until then."
        case .lumpy:
            "Half of the replications or more differ by one and the same amount: read the "
                + "exact intervals in events.csv, or lengthen the horizon."
        case .autocorrelation: "The intervals are too short: choose another seed, or report this."
        case .unpaired:
            "Replications with a value on one side only are left out: see whether they "
                + "are the bad ones."
        case .neverActed: "It behaved as if it were not there: look at its options and the world."
        }
    }

    public var rule: String {
        switch self {
        case .tooFewReplications: "n < \(Self.fewPairs)"
        case .heavyTail:
            "10 <= n < 25 G1^2, G1 the skewness of the differences (Cochran 1977), and beyond "
                + "that of 95 % of normal samples"
        case .lumpy: "half of the differences or more are equal, not all"
        case .autocorrelation: "the lag-1 correlation of the differences is beyond 4 / sqrt(n)"
        case .unpaired: "some replication has the metric on one side only"
        case .neverActed: "one of the two has no marginal energy in any replication"
        }
    }

    /// - Parameters:
    ///   - shape: The shape of the differences.
    ///   - unpaired: The number of replications with only one value.
    ///   - neverActed: Whether one of the two policies never had an effect.
    static func all(_ shape: SampleShape, unpaired: Int, neverActed: Bool) -> [ComparisonWarning] {
        allCases.filter { warning in
            switch warning {
            case .tooFewReplications: shape.count < fewPairs
            case .heavyTail: shape.count >= fewPairs && shape.isTooSkewed
            case .lumpy: shape.count >= 3 && (0.5..<1).contains(shape.commonestShare)
            case .autocorrelation:
                (shape.lagOneCorrelation ?? 0).magnitude
                    > 4 / Double(max(1, shape.count)).squareRoot()
            case .unpaired: unpaired > 0
            case .neverActed: neverActed
            }
        }
    }
}

extension PolicyResult {
    /// Whether this policy lacks the metric where one of `policies` has it.
    func lacks(_ metric: Metric, of policies: [PolicyResult]) -> Bool {
        let all = policies.map { $0.values(of: metric) }
        return values(of: metric).enumerated().contains { place, value in
            value == nil && all.contains { $0[place] != nil }
        }
    }

    /// Whether every run of a policy with an app equals the run without the app.
    var neverActed: Bool {
        guard !policy.options.isNone, !replications.isEmpty else { return false }
        return replications.allSatisfy { run in
            guard let marginal = run[.marginalEnergy], let energy = run[.energy] else {
                return false
            }
            // A battery that is empty either way leaves no marginal energy, so the radio's decides.
            let radio = run[.marginalRadioEnergy] ?? 0
            return max(marginal.magnitude, radio.magnitude)
                <= PairedDifference.resolution * energy.magnitude
        }
    }
}
