// Quantities of places and of radio levels.

/// An angle in degrees: a latitude, a longitude, a bearing.
public struct Degrees: Quantity {
    public var magnitude: Double
    public init(_ magnitude: Double) { self.magnitude = magnitude }
    public static let kind = "an angle"
    public static let example = "48.137 °"
    public static let word = "angle"
    public static let largest = Degrees(360)
    public static let units = [QuantityUnit("°", 1), QuantityUnit("deg", 1, isAlias: true)]
}

/// A level or a ratio of powers in decibels: ten times its decimal logarithm.
public struct Decibels: Quantity {
    public var magnitude: Double
    public init(_ magnitude: Double) { self.magnitude = magnitude }
    public static let kind = "a level"
    public static let example = "3 dB"
    public static let word = "level"
    public static let largest = Decibels(1000)
    public static let units = [QuantityUnit("dB", 1)]
}

public struct PerHour: Quantity {
    public var magnitude: Double
    public init(_ magnitude: Double) { self.magnitude = magnitude }
    public static let kind = "a rate per time"
    public static let example = "4 /h"
    public static let word = "perTime"
    public static let largest = PerHour(1e6)
    public static let units = [QuantityUnit("/h", 1)]
}
