/// A physical quantity, so that only meaningful arithmetic compiles.
///
/// Conforming types store one `Double` in the unit that their name states, at no extra cost. Text
/// has the unit (`800 mW`), in both directions.
public protocol Quantity:
    BitwiseCopyable, Comparable, Hashable, Sendable, CustomStringConvertible
{
    /// The number in the type's own unit.
    var magnitude: Double { get }
    init(_ magnitude: Double)

    /// The name for readers: `power`, `time`.
    static var kind: String { get }

    /// The units of text, the smallest first.
    static var units: [QuantityUnit] { get }

    /// A spelling for error messages: `800 mW`.
    static var example: String { get }

    /// The largest magnitude in files: far from any phone, but no sum, product or quotient of a run
    /// overflows within it.
    static var largest: Self { get }
    /// The smallest magnitude in files other than zero.
    static var smallest: Self { get }
    /// The name in schemas and tables: `time`, `data`.
    static var word: String { get }
    /// One value, for readers: `a length of time`.
    static var noun: String { get }
}

/// A unit's symbol, and its size in the type's own unit.
public struct QuantityUnit: Sendable, Hashable {
    public let symbol: String
    public let factor: Double
    /// Read, but never printed: a second spelling or a less common unit.
    public let isAlias: Bool

    public init(_ symbol: String, _ factor: Double, isAlias: Bool = false) {
        (self.symbol, self.factor, self.isAlias) = (symbol, factor, isAlias)
    }
}

extension Quantity {
    public static var smallest: Self { Self(1e-9) }
    public static var word: String { kind }
    public static var noun: String { kind }

    /// `largest`, for readers.
    public static var largestText: String { Self.kind == Seconds.kind ? "20 years" : "\(largest)" }

    public static var zero: Self { Self(0) }
    public static func < (left: Self, right: Self) -> Bool { left.magnitude < right.magnitude }

    public static func + (left: Self, right: Self) -> Self {
        Self(left.magnitude + right.magnitude)
    }

    public static func - (left: Self, right: Self) -> Self {
        Self(left.magnitude - right.magnitude)
    }

    public static func += (left: inout Self, right: Self) { left = left + right }
    public static func * (left: Self, factor: Double) -> Self { Self(left.magnitude * factor) }

    /// The ratio of two quantities: a pure number.
    public static func / (left: Self, right: Self) -> Double { left.magnitude / right.magnitude }

    public var isFinite: Bool { magnitude.isFinite }
}
