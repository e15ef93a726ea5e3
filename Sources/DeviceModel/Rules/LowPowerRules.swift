import Quantities

/// What a system does when its battery is nearly empty.
public struct LowPowerRules: Hashable, Sendable {
    /// Below this part of a full battery, unless it is being charged.
    public var below: Fraction
    /// Whether the user is told, by an alert that lights the display.
    public var alerts: Bool
    /// Whether work that can wait waits: background fetch, discretionary transfers.
    public var holdsBackWork: Bool
    /// Whether pushes that would wake an app, and are not shown, wait until it is over (IM-043).
    public var holdsPushes: Bool

    public init(
        below: Fraction, alerts: Bool, holdsBackWork: Bool, holdsPushes: Bool = false
    ) {
        self.below = below
        self.alerts = alerts
        self.holdsBackWork = holdsBackWork
        self.holdsPushes = holdsPushes
    }
}
