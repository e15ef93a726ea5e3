import Kernel

/// A quantity in files, with plausible limits.
///
/// The limits are far from any phone, but no sum, product or quotient of a run overflows within
/// them.
public protocol LimitedQuantity: Quantity {
    static var largest: Self { get }
    /// The smallest magnitude other than zero.
    static var smallest: Self { get }
    /// The name in schemas and tables: `time`, `data`.
    static var word: String { get }
    /// One value, for readers: `a length of time`.
    static var noun: String { get }
}

extension LimitedQuantity {
    public static var smallest: Self { Self(1e-9) }

    public static var word: String { kind }

    public static var noun: String { kind }

    /// `largest`, for readers.
    public static var largestText: String { Self.kind == Seconds.kind ? "20 years" : "\(largest)" }
}

extension Seconds: LimitedQuantity {
    public static let noun = "a length of time"
    /// 20 years of 365.25 days.
    public static let largest = Seconds(20 * 365.25 * 86400)
    /// Times in whole nanoseconds have a separate check.
    public static let smallest = Seconds(1e-12)
}

extension Milliwatts: LimitedQuantity {
    public static let largest = Milliwatts(1e6)
}

extension Millijoules: LimitedQuantity {
    public static let largest = Millijoules(1e9)
}

extension MilliampereHours: LimitedQuantity {
    public static let largest = MilliampereHours(1e6)
    public static let smallest = MilliampereHours(1)
}

extension Volts: LimitedQuantity {
    public static let largest = Volts(1000)
    public static let smallest = Volts(0.1)
}

extension Bytes: LimitedQuantity {
    public static let word = "data"
    public static let largest = Bytes(1e10)
}

extension BitsPerSecond: LimitedQuantity {
    public static let word = "rate"
    public static let largest = BitsPerSecond(1e12)
    public static let smallest = BitsPerSecond(1)
}

extension Meters: LimitedQuantity {
    public static let largest = Meters(1e9)
}

extension MetersPerSecond: LimitedQuantity {
    /// The speed of light.
    public static let largest = MetersPerSecond(299_792_458)
}

extension MilliwattsPerMegabit: LimitedQuantity {
    public static let word = "powerPerRate"
    public static let largest = MilliwattsPerMegabit(1e6)
}

extension Fraction: LimitedQuantity {
    public static let word = "share"
    public static let largest = Fraction(1)
}

extension PerKilometer: LimitedQuantity {
    public static let word = "perDistance"
    public static let largest = PerKilometer(1000)
}

extension PerHour: LimitedQuantity {
    public static let word = "perTime"
    public static let largest = PerHour(1e6)
}

extension Degrees: LimitedQuantity {
    public static let word = "angle"
    public static let largest = Degrees(360)
}

extension Decibels: LimitedQuantity {
    public static let word = "level"
    public static let largest = Decibels(1000)
}

/// The lower bound of a quantity.
public enum Bound: Hashable, Sendable {
    /// Also below zero: an angle.
    case any
    case zeroOrMore
    case aboveZero
}

/// The rule that draws of a distribution must satisfy, so that a run ends.
public struct DrawRule<Value: Quantity>: Hashable, Sendable {
    /// The least mean.
    public let mean: Value

    /// Draws of zero or more.
    public static var zeroOrMore: DrawRule { DrawRule(mean: .zero) }

    /// Draws of zero or more, with at least this mean.
    public static func mean(atLeast mean: Value) -> DrawRule {
        DrawRule(mean: mean)
    }
}

extension DrawRule<Seconds> {
    /// Gaps between events: at least a millisecond on average.
    public static var betweenEvents: DrawRule { .mean(atLeast: Seconds(1e-3)) }
}
