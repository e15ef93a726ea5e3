import DeviceModel
import Kernel

/// What a recorded trace may cost on some radios: a question whose answer is yes or no.
public struct TraceBudget: Hashable, Sendable {
    /// The name that results show.
    public let name: String
    /// At least one, with different names.
    public let limits: [TraceLimit]
    /// Whether a limit on a host or an app of which the trace has no packet lets the check pass.
    public let undecidedPasses: Bool

    /// - Parameters:
    ///   - name: The name that results show.
    ///   - limits: At least one, with different names.
    ///   - undecidedPasses: Whether a limit on what the trace has no packet of lets the check pass.
    public init(name: String, limits: [TraceLimit], undecidedPasses: Bool) {
        precondition(!limits.isEmpty, "the budget \(name) has no limits")
        precondition(Set(limits.map(\.name)).count == limits.count, "two limits of one name")
        self.name = name
        self.limits = limits
        self.undecidedPasses = undecidedPasses
    }
}

/// The most that a trace, or a part of it, may make a radio draw.
public struct TraceLimit: Hashable, Sendable {
    /// The name that results show.
    public let name: String
    /// Whose packets.
    public let subject: Subject
    /// The name of the one radio that it is for; `nil`: each.
    public let radio: String?
    /// The most, in its unit and, if it has one, in its period.
    public let amount: Double
    public let unit: Unit
    /// `nil`: of the whole trace.
    public let period: Period?

    /// Whose packets are counted.
    public enum Subject: Hashable, Sendable {
        /// All of the trace.
        case all
        /// Hosts by a name, by `*.` and a name, or by an address.
        case host(String)
        /// An app by its name.
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

    /// What an amount is told in.
    public enum Unit: String, CaseIterable, Hashable, Sendable {
        case joules = "J"
        case milliampereHours = "mAh"
        case percent = "%"

        /// Whether the battery decides how much it is.
        public var needsBattery: Bool { self != .joules }

        /// How many of the unit an energy is.
        ///
        /// - Parameters:
        ///   - energy: Any.
        ///   - battery: The phone's; `nil` only for joules.
        public func amount(of energy: Millijoules, _ battery: Battery?) -> Double {
            if self == .joules { return energy.magnitude / 1000 }
            guard let battery else { preconditionFailure("\(rawValue) without a battery") }
            switch self {
            case .joules: return energy.magnitude / 1000
            case .milliampereHours:
                return battery.capacity.magnitude * (energy / battery.energy)
            case .percent: return 100 * (energy / battery.energy)
            }
        }
    }

    /// The time that an amount is for.
    public enum Period: String, CaseIterable, Hashable, Sendable {
        case hour = "h"
        case day

        public var seconds: Double { self == .hour ? 3600 : 86_400 }
    }

    /// - Parameters:
    ///   - name: The name that results show.
    ///   - subject: Whose packets.
    ///   - radio: The name of the one radio that it is for; `nil`: each.
    ///   - amount: The most, above zero.
    ///   - unit: What the amount is told in.
    ///   - period: The time that it is for; `nil`: the whole trace.
    public init(
        name: String, subject: Subject, radio: String? = nil, amount: Double, unit: Unit,
        period: Period? = nil
    ) {
        precondition(amount > 0 && amount.isFinite, "\(name): \(amount)")
        self.name = name
        self.subject = subject
        self.radio = radio
        self.amount = amount
        self.unit = unit
        self.period = period
    }

    /// `J`, `mAh/h`, `%/day`.
    public var unitText: String { unit.rawValue + (period.map { "/" + $0.rawValue } ?? "") }

    /// Reads an amount as files have it: `20 J`, `300 J/h`, `5 mAh`, `0.5 %/h`, `2 %/day`.
    ///
    /// - Parameter text: A number above zero and a unit, kilojoules and millijoules among them.
    /// - Returns: `nil` for anything else.
    public static func amount(
        _ text: String
    ) -> (amount: Double, unit: Unit, period: Period?)? {
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

    /// All spellings of what can stand behind the number.
    public static var unitTexts: [String] {
        scales.flatMap { scale in
            [scale.symbol] + Period.allCases.map { "\(scale.symbol)/\($0.rawValue)" }
        }
    }
}
