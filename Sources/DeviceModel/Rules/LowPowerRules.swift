import Kernel

/// What a system does when its battery is nearly empty.
public struct LowPowerRules: Hashable, Sendable {
    /// Below this part of a full battery, unless it is being charged.
    public var below: Fraction
    /// Whether the user is told, by an alert that lights the display.
    public var alerts: Bool
    /// Whether work that can wait waits: background fetch, discretionary transfers.
    public var holdsBackWork: Bool
    /// Whether pushes that would wake an app, and are not shown, wait until it is over (IM-043).
    public var holdsPushes = false
    /// Whether an app in the background has no network (AM-220), unless a foreground service keeps
    /// it or it is exempt from being put off.
    public var cutsNetwork = false
    public var positions = Positions.all

    /// Which apps have positions (AM-222, AM-223).
    public enum Positions: String, CaseIterable, Hashable, Sendable {
        case all
        /// None while the display is off.
        case screenOn = "screen-on"
        /// The app in front, and those that something keeps running.
        case inFront = "in-front"
    }

    /// Whether an app is told when its network or its positions go and come.
    var takesFromApps: Bool { cutsNetwork || positions != .all }
}
