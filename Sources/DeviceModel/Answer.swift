/// The answer to a scenario's question in words, with gaps for the figures of a result.
///
///     Every 29 minutes it costs {keep-alive-29 energy - keep-alive-10 energy} less.
public struct Answer: Hashable, Sendable {
    /// In the order of the sentence.
    public var parts: [Part]

    public init(_ parts: [Part]) { self.parts = parts }

    /// A piece of the sentence.
    public enum Part: Hashable, Sendable {
        case words(String)
        case figure(Figure)
    }

    /// What a gap asks for.
    public enum Figure: Hashable, Sendable {
        /// The mean over replications.
        case mean(Term)
        /// The mean of the differences, replication by replication.
        case difference(Term, Term)
        /// The first mean over the second: a share where both have the same unit, else so much for
        /// each of the second.
        case ratio(Term, Term)
        /// The name of the policy with the lowest mean.
        case least(Metric)
        /// The name of the policy with the highest mean.
        case most(Metric)
    }

    /// One number of a policy.
    public struct Term: Hashable, Sendable {
        public var policy: String
        public var quantity: Quantity

        public init(policy: String, quantity: Quantity) {
            self.policy = policy
            self.quantity = quantity
        }
    }

    /// What is asked of a policy.
    public enum Quantity: Hashable, Sendable {
        case metric(Metric)
        /// What the ledger books to the policy's app, or to one of its several apps; a mean without
        /// an interval, in joules.
        case bookedEnergy(app: String?)

        /// Of the number; empty for a count.
        public var unit: String {
            switch self {
            case .metric(let metric): metric.unit
            case .bookedEnergy: Metric.energy.unit
            }
        }
    }
}
