import DeviceModel
import Kernel

/// Energy limits for a recorded trace on some radios.
public struct TraceBudget: Hashable, Sendable {
    public let name: String
    /// At least one; names are unique.
    public let limits: [TraceLimit]
    /// Whether the check passes if the trace has no packet of a limited host or app.
    public let undecidedPasses: Bool

    public init(name: String, limits: [TraceLimit], undecidedPasses: Bool) {
        precondition(!limits.isEmpty, "the budget \(name) has no limits")
        precondition(Set(limits.map(\.name)).count == limits.count, "two limits of one name")
        self.name = name
        self.limits = limits
        self.undecidedPasses = undecidedPasses
    }
}

/// The most energy that a trace, or a part of it, may cost on a radio.
public struct TraceLimit: Hashable, Sendable {
    public let name: String
    public let subject: Subject
    /// `nil`: each radio.
    public let radio: String?
    /// In `unit` and, if set, per `period`.
    public let amount: Double
    public let unit: Unit
    /// `nil`: for the whole trace.
    public let period: Period?

    /// The packets that are counted.
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

    /// The unit of an amount.
    public enum Unit: String, CaseIterable, Hashable, Sendable {
        case joules = "J"
        case milliampereHours = "mAh"
        case percent = "%"

        /// Whether the amount depends on the battery.
        public var needsBattery: Bool { self != .joules }

        /// - `battery`: `nil` only for joules.
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

    /// - `amount`: above zero.
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

    /// Reads `20 J`, `300 J/h`, `5 mAh`, `0.5 %/h` or `2 %/day`.
    ///
    /// - Parameter text: a number above zero and a unit, also mJ and kJ; `nil` for anything else.
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

    /// All units that may follow the number.
    public static var unitTexts: [String] {
        scales.flatMap { scale in
            [scale.symbol] + Period.allCases.map { "\(scale.symbol)/\($0.rawValue)" }
        }
    }
}
