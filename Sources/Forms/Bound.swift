/// How small a quantity may be.
public enum Bound: Hashable, Sendable {
    /// Also below zero: an angle.
    case any
    case zeroOrMore
    case aboveZero
}
