/// A physical quantity: a number that knows its unit, so that only meaningful arithmetic compiles.
///
/// Every conforming type stores one `Double` in a fixed unit that its name states; the machine code
/// is that of a bare `Double`. Text carries its unit (`800 mW`), in both directions.
public protocol Quantity:
    BitwiseCopyable, Comparable, Hashable, Sendable, CustomStringConvertible
{
    /// The number in the type's own unit.
    var magnitude: Double { get }

    init(_ magnitude: Double)

    /// What is measured, in a reader's words: `power`, `time`.
    static var kind: String { get }

    /// The units that text may use, the smallest first.
    static var units: [QuantityUnit] { get }

    /// A spelling to show to somebody who got it wrong: `800 mW`.
    static var example: String { get }
}

/// A unit's symbol, and how many of the type's own units one of it is.
public struct QuantityUnit: Sendable, Hashable {
    public let symbol: String
    public let factor: Double
    /// Read, but never printed: a second spelling of another unit.
    public let isAlias: Bool

    public init(_ symbol: String, _ factor: Double, isAlias: Bool = false) {
        self.symbol = symbol
        self.factor = factor
        self.isAlias = isAlias
    }
}

extension Quantity {
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

    /// How many times `right` fits into `left`: a pure number.
    public static func / (left: Self, right: Self) -> Double { left.magnitude / right.magnitude }

    public var isFinite: Bool { magnitude.isFinite }
}
