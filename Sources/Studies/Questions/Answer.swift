/// The answer to a scenario's question in words, with placeholders for figures of the result.
///
///     Every 29 minutes it costs {keep-alive-29 energy - keep-alive-10 energy} less.
public struct Answer: Hashable, Sendable {
    public var parts: [Part]

    public init(_ parts: [Part]) { self.parts = parts }

    public enum Part: Hashable, Sendable {
        case words(String)
        case figure(Figure)
    }

    public indirect enum Figure: Hashable, Sendable {
        case mean(Term)
        /// The mean of the differences, replication by replication.
        case difference(Term, Term)
        /// A ratio of means: a share if both have one unit, otherwise a rate.
        case ratio(Term, Term)
        /// The change from the second mean, as a share of it.
        case change(Term, from: Term)
        /// A share over all replications: calls missed of calls offered.
        case share(policy: String, Metric, of: Metric)
        /// The policy with the lowest mean among those that keep every bound.
        case least(Metric, where: [MetricConstraint])
        /// The policy with the highest mean among those that keep every bound.
        case most(Metric, where: [MetricConstraint])
        case choice(Condition, Words)
        /// A figure for other values in the scenario or its profiles, in equal worlds.
        case with([ValueEdit], Figure)
        /// The names of the device and of its radio.
        case phone
    }

    public var figures: [Figure] {
        parts.compactMap { part in
            if case .figure(let figure) = part { figure } else { nil }
        }
    }

    /// Sets of other values that its figures need, without duplicates.
    public var variants: [[ValueEdit]] {
        figures.reduce(into: []) { found, figure in
            if case .with(let edits, _) = figure, !found.contains(edits) { found.append(edits) }
        }
    }

    public func asked(with edits: [ValueEdit]) -> Answer {
        Answer(
            figures.compactMap { figure in
                if case .with(edits, let asked) = figure { .figure(asked) } else { nil }
            })
    }

    /// Whether one figure is below, or above, another.
    public struct Condition: Hashable, Sendable {
        public var left: Term
        public var isLess: Bool
        public var right: Side

        public init(_ left: Term, isLess: Bool, than right: Side) {
            (self.left, self.isLess, self.right) = (left, isLess, right)
        }

        public enum Side: Hashable, Sendable {
            /// A multiple of another figure.
            case times(Double, Term)
            /// In the unit of the left side.
            case limit(Double)
        }
    }

    public struct Words: Hashable, Sendable {
        public var yes: String
        public var no: String
        /// The words if the replications do not decide.
        public var unknown: String
        /// The words if the difference is negligible.
        public var same: String

        public init(yes: String, no: String, unknown: String, same: String) {
            (self.yes, self.no, self.unknown, self.same) = (yes, no, unknown, same)
        }
    }

    public struct Term: Hashable, Sendable {
        public var policy: String
        public var quantity: Estimand

        public init(policy: String, quantity: Estimand) {
            (self.policy, self.quantity) = (policy, quantity)
        }
    }

    public enum Estimand: Hashable, Sendable {
        case metric(Metric)
        /// The energy booked to the app or to one of several: a mean in joules, without an
        /// interval.
        case bookedEnergy(app: String?)

        public var unit: String {
            switch self {
            case .metric(let metric): metric.unit.rawValue
            case .bookedEnergy: Metric.energy.unit.rawValue
            }
        }

        /// The unit of this number divided by another of a different unit.
        public func unit(per other: Estimand) -> String {
            other.unit == "s" ? "\(unit)_per_s" : unit
        }

        /// Whether values may be below zero, as for energy beyond that of a world without the app.
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
    /// The numbers in the figure; empty where it chooses among policies.
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
