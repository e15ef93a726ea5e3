/// Limits on the cost and service of a scenario's policies.
///
/// Their names are checked with the scenario.
public typealias Budget = LimitList<BudgetLimit>

public typealias TraceBudget = LimitList<TraceLimit>

public protocol NamedLimit: Hashable, Sendable { var name: String { get } }

public struct LimitList<Limit: NamedLimit>: Hashable, Sendable {
    public let name: String
    /// At least one; names are unique.
    public let limits: [Limit]
    /// Whether the check passes if a limit is undecided: by the replications of a scenario, or for
    /// a trace without a packet of the limited host or app.
    public let undecidedPasses: Bool

    public init(name: String, limits: [Limit], undecidedPasses: Bool) {
        precondition(!limits.isEmpty, "the budget \(name) has no limits")
        precondition(Set(limits.map(\.name)).count == limits.count, "two limits of one name")
        (self.name, self.limits, self.undecidedPasses) = (name, limits, undecidedPasses)
    }
}

/// One limit on the expected value of one metric of one policy.
///
/// The limit applies to the mean over all possible runs, not over the simulated ones.
public struct BudgetLimit: NamedLimit {
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

    public enum Sense: String, Hashable, Sendable {
        case atMost = "at most"
        case atLeast = "at least"
    }

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
        (self.name, self.policy, self.metric, self.sense) = (name, policy, metric, sense)
        (self.quantity, self.limit, self.tolerance) = (quantity, limit, tolerance)
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
    public var word: String {
        switch self {
        case .mean: "mean"
        case .difference: "difference"
        case .ratio: "ratio"
        }
    }
}

/// The most energy that a trace, or a part of it, may cost on a radio.
public struct TraceLimit: NamedLimit {
    public let name: String
    public let subject: Subject
    /// `nil`: each radio.
    public let radio: String?
    /// In `unit` and, if set, per `period`.
    public let amount: Double
    public let unit: Unit
    /// `nil`: for the whole trace.
    public let period: Period?

    public enum Subject: Hashable, Sendable {
        case all
        /// Hosts by a name, by `*.` and a name, or by an address.
        case host(String)
        case app(String)

        /// `all`, `host api.example.com`, `app chat`.
        public var words: String {
            switch self {
            case .all: "all"
            case .host(let text): "host \(text)"
            case .app(let name): "app \(name)"
            }
        }
    }

    public enum Unit: String, CaseIterable, Hashable, Sendable {
        case joules = "J"
        case milliampereHours = "mAh"
        case percent = "%"

        public var needsBattery: Bool { self != .joules }

        /// - `battery`: `nil` only for joules.
        public func amount(of energy: Millijoules, _ battery: Battery?) -> Double {
            if self == .joules { return energy.magnitude / 1000 }
            guard let battery else { preconditionFailure("\(rawValue) without a battery") }
            switch self {
            case .joules: return energy.magnitude / 1000
            case .milliampereHours: return battery.capacity.magnitude * (energy / battery.energy)
            case .percent: return 100 * (energy / battery.energy)
            }
        }
    }

    public enum Period: String, CaseIterable, Hashable, Sendable {
        case hour = "h"
        case day

        public var seconds: Double { self == .hour ? 3600 : 86_400 }
    }

    /// - `amount`: above zero.
    public init(
        name: String, subject: Subject, radio: String? = nil, amount: Double, unit: Unit,
        period: Period? = nil
    ) {
        precondition(amount > 0 && amount.isFinite, "\(name): \(amount)")
        (self.name, self.subject, self.radio, self.amount) = (name, subject, radio, amount)
        (self.unit, self.period) = (unit, period)
    }

    /// `J`, `mAh/h`, `%/day`.
    public var unitText: String { unit.rawValue + (period.map { "/" + $0.rawValue } ?? "") }

    /// Reads `20 J`, `300 J/h`, `5 mAh`, `0.5 %/h` or `2 %/day`.
    ///
    /// - Parameter text: a number above zero and a unit, also mJ and kJ; `nil` for anything else.
    public static func amount(_ text: String) -> (amount: Double, unit: Unit, period: Period?)? {
        let digits = text.prefix { "0123456789.eE+-".contains($0) }
        guard let number = Double(digits), number > 0, number < 1e12 else { return nil }
        let rest = text.dropFirst(digits.count).filter { $0 != " " }
        let parts = rest.split(separator: "/", omittingEmptySubsequences: false)
        guard let scale = scales.first(where: { $0.symbol == parts[0] }), parts.count <= 2 else {
            return nil
        }
        let period = parts.count == 2 ? Period(rawValue: String(parts[1])) : nil
        if parts.count == 2, period == nil { return nil }
        return (number * scale.factor, scale.unit, period)
    }

    private static let scales: [(symbol: String, factor: Double, unit: Unit)] = [
        ("mJ", 1e-3, .joules), ("J", 1, .joules), ("kJ", 1e3, .joules),
        ("mAh", 1, .milliampereHours), ("%", 1, .percent),
    ]

    /// All units that may follow the number.
    public static var unitTexts: [String] {
        scales.flatMap { scale in
            [scale.symbol] + Period.allCases.map { "\(scale.symbol)/\($0.rawValue)" }
        }
    }
}
