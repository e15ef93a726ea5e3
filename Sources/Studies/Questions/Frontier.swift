import DeviceModel

/// A question about a family of policies: which of them give the most for their energy, on each
/// kind of day.
///
/// Valid by construction of its days: each is a whole scenario, whose policies are those of the
/// family in the same order.
public struct Frontier: Hashable, Sendable {
    /// What is spent.
    public let cost: Objective
    /// What is had for it.
    public let error: Objective
    /// The family, in the order of the file; at least one.
    public let variants: [PolicyVariant]
    /// At least one, with different names.
    public let days: [FrontierDay]

    /// - Parameters:
    ///   - cost: what is spent.
    ///   - error: what is had for it.
    ///   - variants: the family, at least one.
    ///   - days: the kinds of day, at least one; each scenario has exactly the policies of
    ///     `variants`.
    public init(
        cost: Objective, error: Objective, variants: [PolicyVariant], days: [FrontierDay]
    ) {
        precondition(!variants.isEmpty && !days.isEmpty, "a frontier needs policies and days")
        for day in days {
            precondition(
                day.scenario.policies == variants.map(\.policy),
                "the policies of \(day.name) are not those of the family")
        }
        self.cost = cost
        self.error = error
        self.variants = variants
        self.days = days
    }
}

/// A metric with the direction in which it gets better.
public struct Objective: Hashable, Sendable {
    public let metric: Metric
    public let better: Metric.Direction

    public init(_ metric: Metric, better: Metric.Direction = .smaller) {
        self.metric = metric
        self.better = better
    }
}

/// One of a family of policies: the options that vary have one of their values each.
public struct PolicyVariant: Hashable, Sendable {
    public let policy: NamedPolicy
    /// The name that all variants of one entry share.
    public let family: String
    /// The options that vary, in the order of the file; empty for a policy without variants.
    public let levels: [OptionLevel]

    public init(policy: NamedPolicy, family: String, levels: [OptionLevel]) {
        self.policy = policy
        self.family = family
        self.levels = levels
    }
}

/// A value of an option that varies, as results show it.
public struct OptionLevel: Hashable, Sendable {
    /// The option's key, with the keys that lead to it: `upload.uplink`.
    public let option: String
    /// As the file has it, without spaces: `5min`.
    public let value: String

    public init(option: String, value: String) {
        self.option = option
        self.value = value
    }

    /// `every=5min`.
    public var text: String { "\(option)=\(value)" }
}

/// One kind of day: the same policies in another world.
public struct FrontierDay: Hashable, Sendable {
    public let name: String
    public let scenario: Scenario

    public init(name: String, scenario: Scenario) {
        self.name = name
        self.scenario = scenario
    }
}
