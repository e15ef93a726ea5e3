import Kernel

/// What happens to an app as it comes and goes.
public struct LifeCycleRules: Hashable, Sendable {
    /// To clean up, for an app that ends when it is left (SR-005).
    public var exitGrace = TimeSpan.zero
    /// Whether a location app is relaunched after the user forced it to quit (SR-033).
    public var relaunchesLocationAfterForceQuit = false
    /// Whether apps stay in memory when they are left; where not, they end then (SR-003).
    public var multitasks = true
    public var launches: [WakeMode] = [.significantChange, .region]
    /// The modes of apps that are launched without any event when the phone has started, and after
    /// they ended otherwise than by their own or the user's will (SR-035).
    public var relaunches: [WakeMode] = []
    /// How fast an app's own work goes in the background while another app is in front, against
    /// how fast it goes otherwise; above 0, at most 1 (SR-009).
    public var backgroundSpeed = Fraction(1)
    /// Whether what the app in front sends and receives goes before what others do (SR-009).
    public var frontGoesFirst = false

    /// Whether the system ends apps that run in the background where purging the suspended ones
    /// does not make room enough (SR-004).
    public var endsRunningForRoom = false

    /// Whether what a suspended app has open to servers is torn down, but for a socket that the
    /// system holds for it (SR-007).
    public var tearsDownSockets = false
    public var endsResourceHolders = false
}
