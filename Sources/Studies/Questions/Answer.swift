import DeviceModel

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
    public indirect enum Figure: Hashable, Sendable {
        /// The mean over replications.
        case mean(Term)
        /// The mean of the differences, replication by replication.
        case difference(Term, Term)
        /// The first mean over the second: a share where both have the same unit, else so much for
        /// each of the second.
        case ratio(Term, Term)
        /// How much less or more the first mean is than the second, as a share of that.
        case change(Term, from: Term)
        /// How often something happened, of the times that it could have: calls missed of calls
        /// offered, all replications together.
        case share(policy: String, Metric, of: Metric)
        /// The name of the policy with the lowest mean, of those that keep every bound.
        case least(Metric, where: [Bound])
        /// The name of the policy with the highest mean, of those that keep every bound.
        case most(Metric, where: [Bound])
        /// Words that the figures choose.
        case choice(Condition, Words)
        /// The same with other values in the scenario or its profiles, in the same worlds.
        case with([ValueEdit], Figure)
        /// The names of the device and of its radio.
        case phone
    }

    /// In the order of the sentence.
    public var figures: [Figure] {
        parts.compactMap { part in
            if case .figure(let figure) = part { figure } else { nil }
        }
    }

    /// The other values that its figures ask for, each set once, in the order of the sentence.
    public var variants: [[ValueEdit]] {
        figures.reduce(into: []) { found, figure in
            if case .with(let edits, _) = figure, !found.contains(edits) {
                found.append(edits)
            }
        }
    }

    /// What it asks of the scenario with these values.
    public func asked(with edits: [ValueEdit]) -> Answer {
        Answer(
            figures.compactMap { figure in
                if case .with(edits, let asked) = figure { .figure(asked) } else { nil }
            })
    }

    /// A limit that a policy keeps which does its job.
    public struct Bound: Hashable, Sendable {
        public var metric: Metric
        /// The count that the metric is a share of; `nil`: its mean counts.
        public var whole: Metric?
        /// Whether the limit is the greatest that is allowed, not the least.
        public var isAtMost: Bool
        /// In the metric's unit; of a share from 0 to 1.
        public var limit: Double
        /// As it was written.
        public var text: String

        public init(
            _ metric: Metric, of whole: Metric? = nil, isAtMost: Bool, limit: Double, text: String
        ) {
            self.metric = metric
            self.whole = whole
            self.isAtMost = isAtMost
            self.limit = limit
            self.text = text
        }
    }

    /// Whether one figure is below another, or above it.
    public struct Condition: Hashable, Sendable {
        public var left: Term
        public var isLess: Bool
        public var right: Side

        public init(_ left: Term, isLess: Bool, than right: Side) {
            self.left = left
            self.isLess = isLess
            self.right = right
        }

        /// What a figure is held against.
        public enum Side: Hashable, Sendable {
            /// So many times the other figure.
            case times(Double, Term)
            /// In the unit of the left side.
            case limit(Double)
        }
    }

    /// What a condition puts into the sentence.
    public struct Words: Hashable, Sendable {
        public var yes: String
        public var no: String
        /// Where the replications show neither.
        public var unknown: String
        /// Where the two figures differ by less than matters.
        public var same: String

        public init(yes: String, no: String, unknown: String, same: String) {
            self.yes = yes
            self.no = no
            self.unknown = unknown
            self.same = same
        }
    }

    /// One number of a policy.
    public struct Term: Hashable, Sendable {
        public var policy: String
        public var quantity: Estimand

        public init(policy: String, quantity: Estimand) {
            self.policy = policy
            self.quantity = quantity
        }
    }

    /// What is asked of a policy.
    public enum Estimand: Hashable, Sendable {
        case metric(Metric)
        /// What the ledger books to the policy's app, or to one of its several apps; a mean without
        /// an interval, in joules.
        case bookedEnergy(app: String?)

        /// Of the number; empty for a count.
        public var unit: String {
            switch self {
            case .metric(let metric): metric.unit.rawValue
            case .bookedEnergy: Metric.energy.unit.rawValue
            }
        }

        /// Of this number over another of another unit.
        public func unit(per other: Estimand) -> String {
            other.unit == "s" ? "\(unit)_per_s" : unit
        }

        /// Whether the mean of runs may be below 0: what an app costs beyond the same world without
        /// it may.
        public var canBeNegative: Bool {
            switch self {
            case .metric(let metric):
                [.marginalEnergy, .marginalRadioEnergy, .marginalDrain, .energyPerSecondPlayed]
                    .contains(metric)
            case .bookedEnergy: false
            }
        }
    }
}

extension Answer.Figure {
    /// The numbers that it is made of; those of the best policy are not known beforehand.
    public var terms: [Answer.Term] {
        switch self {
        case .mean(let term): [term]
        case .difference(let left, let right), .ratio(let left, let right),
            .change(let left, from: let right):
            [left, right]
        case .share(let policy, let event, of: _):
            [Answer.Term(policy: policy, quantity: .metric(event))]
        case .choice(let condition, _):
            switch condition.right {
            case .limit: [condition.left]
            case .times(_, let right): [condition.left, right]
            }
        case .with(_, let figure): figure.terms
        case .least, .most, .phone: []
        }
    }
}
