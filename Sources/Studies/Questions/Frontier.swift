/// Which policies of a family give the most for their energy, on each kind of day.
///
/// Each day is a valid scenario with the family's policies in order.
public struct Frontier: Hashable, Sendable {
    public let cost: Objective
    /// The quality that the cost buys.
    public let error: Objective
    /// At least one, in the order of the file.
    public let variants: [PolicyVariant]
    /// At least one; names are unique.
    public let days: [FrontierDay]

    /// - `days`: each scenario has exactly the policies of `variants`.
    public init(cost: Objective, error: Objective, variants: [PolicyVariant], days: [FrontierDay]) {
        precondition(!variants.isEmpty && !days.isEmpty, "a frontier needs policies and days")
        for day in days {
            precondition(
                day.scenario.policies == variants.map(\.policy),
                "the policies of \(day.name) are not those of the family")
        }
        (self.cost, self.error, self.variants, self.days) = (cost, error, variants, days)
    }
}

/// A metric, and whether smaller or larger values are better.
public struct Objective: Hashable, Sendable {
    public let metric: Metric
    public let better: Metric.Direction

    public init(_ metric: Metric, better: Metric.Direction = .smaller) {
        (self.metric, self.better) = (metric, better)
    }
}

/// A member of a family: every varied option has one of its values.
public struct PolicyVariant: Hashable, Sendable {
    public let policy: NamedPolicy
    /// All variants of one entry share it.
    public let family: String
    /// Varied options in the order of the file; empty without variants.
    public let levels: [OptionLevel]

    public init(policy: NamedPolicy, family: String, levels: [OptionLevel]) {
        (self.policy, self.family, self.levels) = (policy, family, levels)
    }
}

public struct OptionLevel: Hashable, Sendable {
    /// The full key: `upload.uplink`.
    public let option: String
    /// As the file has it, without spaces: `5min`.
    public let value: String

    public init(option: String, value: String) { (self.option, self.value) = (option, value) }

    /// `every=5min`.
    public var text: String { "\(option)=\(value)" }
}

/// One kind of day: the family's policies in another world.
public struct FrontierDay: Hashable, Sendable {
    public let name: String
    public let scenario: Scenario

    public init(name: String, scenario: Scenario) { (self.name, self.scenario) = (name, scenario) }
}
