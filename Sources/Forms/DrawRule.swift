import Kernel

/// What draws from a distribution must be like, so that a run that uses them comes to an end.
public struct DrawRule<Value: Quantity>: Hashable, Sendable {
    /// The least mean.
    public let mean: Value
    /// Whether each draw must be greater than zero, because something is divided by it.
    public let isDivisor: Bool

    /// Any draw that is not negative.
    public static var zeroOrMore: DrawRule { DrawRule(mean: .zero, isDivisor: false) }

    /// Any draw that something can be divided by.
    public static var divisor: DrawRule { DrawRule(mean: .zero, isDivisor: true) }

    /// Draws that are not negative and have at least this mean.
    public static func mean(atLeast mean: Value) -> DrawRule {
        DrawRule(mean: mean, isDivisor: false)
    }
}

extension DrawRule<Seconds> {
    /// From one event to the next: a millisecond or more in the mean.
    public static var betweenEvents: DrawRule { .mean(atLeast: Seconds(1e-3)) }
}
