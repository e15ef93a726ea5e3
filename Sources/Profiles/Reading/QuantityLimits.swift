import Quantities

/// A quantity that files may contain, with the most and the least that can be meant.
///
/// The limits are far from any phone, and near enough that no sum, product or quotient of a run
/// overflows.
protocol LimitedQuantity: Quantity {
    static var largest: Self { get }
    /// Of those that are not zero.
    static var smallest: Self { get }
}

extension LimitedQuantity {
    static var smallest: Self { Self(1e-9) }

    /// `largest` for a reader.
    static var largestText: String {
        Self.kind == Seconds.kind ? "20 years" : "\(largest)"
    }
}

extension Seconds: LimitedQuantity {
    /// 20 years of 365.25 days.
    static let largest = Seconds(20 * 365.25 * 86400)
    /// Where a time must be a whole number of nanoseconds, it is checked in its own words.
    static let smallest = Seconds(1e-12)
}

extension Milliwatts: LimitedQuantity {
    static let largest = Milliwatts(1e6)
}

extension Millijoules: LimitedQuantity {
    static let largest = Millijoules(1e9)
}

extension MilliampereHours: LimitedQuantity {
    static let largest = MilliampereHours(1e6)
    static let smallest = MilliampereHours(1)
}

extension Volts: LimitedQuantity {
    static let largest = Volts(1000)
    static let smallest = Volts(0.1)
}

extension Bytes: LimitedQuantity {
    static let largest = Bytes(1e10)
}

extension BitsPerSecond: LimitedQuantity {
    static let largest = BitsPerSecond(1e12)
    static let smallest = BitsPerSecond(1)
}

extension Meters: LimitedQuantity {
    static let largest = Meters(1e9)
}

extension MetersPerSecond: LimitedQuantity {
    /// Of light.
    static let largest = MetersPerSecond(299_792_458)
}

extension MilliwattsPerMegabit: LimitedQuantity {
    static let largest = MilliwattsPerMegabit(1e6)
}

extension Fraction: LimitedQuantity {
    static let largest = Fraction(1)
}

extension PerKilometer: LimitedQuantity {
    static let largest = PerKilometer(1000)
}

extension PerHour: LimitedQuantity {
    static let largest = PerHour(1e6)
}

extension Degrees: LimitedQuantity {
    static let largest = Degrees(360)
}

extension Decibels: LimitedQuantity {
    static let largest = Decibels(1000)
}
