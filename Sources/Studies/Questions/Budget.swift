import DeviceModel

/// Limits on the cost and service of a scenario's policies.
///
/// Their names are checked with the scenario.
public struct Budget: Hashable, Sendable {
    public let name: String
    /// At least one; names are unique.
    public let limits: [BudgetLimit]
    /// Whether the check passes if the replications do not decide a limit.
    public let undecidedPasses: Bool

    public init(name: String, limits: [BudgetLimit], undecidedPasses: Bool) {
        precondition(!limits.isEmpty, "the budget \(name) has no limits")
        precondition(Set(limits.map(\.name)).count == limits.count, "two limits of one name")
        self.name = name
        self.limits = limits
        self.undecidedPasses = undecidedPasses
    }
}

/// One limit on the expected value of one metric of one policy.
///
/// The limit applies to the mean over all possible runs, not over the simulated ones.
public struct BudgetLimit: Hashable, Sendable {
    public let name: String
    public let policy: String
    public let metric: Metric
    public let sense: Sense
    public let quantity: Measure
    /// In the metric's unit; a pure number for a ratio.
    public let limit: Double
    /// Allowed overshoot, in the limit's unit; zero or more.
    public let tolerance: Double
    /// The confidence of the verdict, strictly between 0.5 and 1.
    public let confidence: Double

    /// The allowed side of the limit.
    public enum Sense: String, Hashable, Sendable {
        case atMost = "at most"
        case atLeast = "at least"
    }

    /// The quantity that is limited.
    public enum Measure: Hashable, Sendable {
        case mean
        /// The difference from the mean of the named policy.
        case difference(from: String)
        /// The ratio to the mean of the named policy.
        case ratio(to: String)
    }

    /// - `tolerance`: zero or more.
    /// - `confidence`: strictly between 0.5 and 1.
    public init(
        name: String, policy: String, metric: Metric, sense: Sense, quantity: Measure,
        limit: Double, tolerance: Double, confidence: Double
    ) {
        precondition(limit.isFinite && tolerance.isFinite && tolerance >= 0, "\(name): \(limit)")
        precondition(confidence > 0.5 && confidence < 1, "\(name): confidence \(confidence)")
        self.name = name
        self.policy = policy
        self.metric = metric
        self.sense = sense
        self.quantity = quantity
        self.limit = limit
        self.tolerance = tolerance
        self.confidence = confidence
    }

    /// The limit with its tolerance, which a mean must be shown to keep or to break.
    public var edge: Double {
        switch sense {
        case .atMost: limit + tolerance
        case .atLeast: limit - tolerance
        }
    }

    /// The policy to compare with; `nil`: none.
    public var against: String? {
        switch quantity {
        case .mean: nil
        case .difference(let other), .ratio(let other): other
        }
    }
}

extension BudgetLimit.Measure {
    /// The name in files.
    public var word: String {
        switch self {
        case .mean: "mean"
        case .difference: "difference"
        case .ratio: "ratio"
        }
    }
}
