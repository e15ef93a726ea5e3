import Quantities

/// What a system does when its battery is nearly empty.
public struct LowPowerRules: Hashable, Sendable {
    /// Below this part of a full battery, unless it is being charged.
    public var below: Fraction
    /// Whether the user is told, by an alert that lights the display.
    public var alerts: Bool
    /// Whether work that can wait waits: background fetch, discretionary transfers.
    public var holdsBackWork: Bool

    public init(below: Fraction, alerts: Bool, holdsBackWork: Bool) {
        self.below = below
        self.alerts = alerts
        self.holdsBackWork = holdsBackWork
    }
}
