/// A run of an experiment that took more than its budget.
public struct RunFailure: Error, Hashable, Sendable {
    public let excess: RunExcess
    public let policy: String
    /// From 0.
    public let replication: Int

    public init(_ excess: RunExcess, policy: String, replication: Int) {
        (self.excess, self.policy, self.replication) = (excess, policy, replication)
    }

    /// Which run, what was asked, and what it would take.
    public var message: String {
        switch excess {
        case .foreseen, .memory: excess.message
        case .events, .waiting, .way:
            "policy \(policy) in replication \(replication): \(excess.message)"
        }
    }

    /// What is possible instead.
    public var advice: String { excess.advice }
}
