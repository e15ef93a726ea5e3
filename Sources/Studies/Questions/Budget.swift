import DeviceModel

/// What the policies of a scenario may cost and must give: a question whose answer is yes or no.
///
/// Which policies there are is checked where a budget meets its scenario.
public struct Budget: Hashable, Sendable {
    /// The name that results show.
    public let name: String
    /// At least one, with different names.
    public let limits: [BudgetLimit]
    /// Whether a limit that the replications decide neither way lets the check pass.
    public let undecidedPasses: Bool

    /// - Parameters:
    ///   - name: The name that results show.
    ///   - limits: At least one, with different names.
    ///   - undecidedPasses: Whether a limit that is not decided lets the check pass.
    public init(name: String, limits: [BudgetLimit], undecidedPasses: Bool) {
        precondition(!limits.isEmpty, "the budget \(name) has no limits")
        precondition(Set(limits.map(\.name)).count == limits.count, "two limits of one name")
        self.name = name
        self.limits = limits
        self.undecidedPasses = undecidedPasses
    }
}

/// One limit on one metric of one policy: on its mean over all runs that there could be, not on
/// the mean of those that were simulated.
public struct BudgetLimit: Hashable, Sendable {
    /// The name that results show.
    public let name: String
    /// The policy's name.
    public let policy: String
    public let metric: Metric
    public let sense: Sense
    public let quantity: Measure
    /// In the metric's unit; without one for a ratio.
    public let limit: Double
    /// How far beyond the limit is still well, in the same unit; zero or more.
    public let tolerance: Double
    /// Of what is said about this limit, strictly between 0.5 and 1.
    public let confidence: Double

    /// On which side of the limit the mean should be.
    public enum Sense: String, Hashable, Sendable {
        case atMost = "at most"
        case atLeast = "at least"
    }

    /// What is limited.
    public enum Measure: Hashable, Sendable {
        /// The mean of the metric.
        case mean
        /// The mean less that of the policy named.
        case difference(from: String)
        /// The mean over that of the policy named.
        case ratio(to: String)
    }

    /// - Parameters:
    ///   - name: The name that results show.
    ///   - policy: The policy's name.
    ///   - metric: What is limited.
    ///   - sense: On which side of the limit it should be.
    ///   - quantity: Of the policy alone, or against another policy.
    ///   - limit: In the metric's unit; without one for a ratio.
    ///   - tolerance: How far beyond the limit is still well, in the same unit; zero or more.
    ///   - confidence: Strictly between 0.5 and 1.
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

    /// The limit with the tolerance: what a mean must be shown to keep, or to break.
    public var edge: Double {
        switch sense {
        case .atMost: limit + tolerance
        case .atLeast: limit - tolerance
        }
    }

    /// The policy that it is measured against, if any.
    public var against: String? {
        switch quantity {
        case .mean: nil
        case .difference(let other), .ratio(let other): other
        }
    }
}

extension BudgetLimit.Measure {
    /// As files have it: `mean`, `difference` or `ratio`.
    public var word: String {
        switch self {
        case .mean: "mean"
        case .difference: "difference"
        case .ratio: "ratio"
        }
    }
}
