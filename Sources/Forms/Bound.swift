/// The lower bound of a quantity.
public enum Bound: Hashable, Sendable {
    /// Also below zero: an angle.
    case any, zeroOrMore, aboveZero
}

/// The rule that draws of a distribution must satisfy, so that a run ends.
public struct DrawRule<Value: Quantity>: Hashable, Sendable {
    /// The least mean.
    public let mean: Value

    public static var zeroOrMore: DrawRule { DrawRule(mean: .zero) }

    /// Draws of zero or more, with at least this mean.
    public static func mean(atLeast mean: Value) -> DrawRule { DrawRule(mean: mean) }
}

extension DrawRule<Seconds> {
    /// Gaps between events: at least a millisecond on average.
    public static var betweenEvents: DrawRule { .mean(atLeast: Seconds(1e-3)) }
}
