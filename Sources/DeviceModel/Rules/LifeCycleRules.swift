import Kernel

/// The life of an app that is left, suspended or ended.
public struct LifeCycleRules: Hashable, Sendable {
    /// Time to clean up, for an app that ends when it is left (SR-005).
    public var exitGrace = TimeSpan.zero
    /// Whether a location app is relaunched after a force quit (SR-033).
    public var relaunchesLocationAfterForceQuit = false
    /// Whether apps stay in memory when they are left; if not, they end (SR-003).
    public var multitasks = true
    public var launches: [WakeMode] = [.significantChange, .region]
    /// Modes that relaunch an app without an event: when the phone starts, and after a non-zero
    /// exit (SR-035).
    public var relaunches: [WakeMode] = []
    /// Speed of an app's work in the background while another app is in front, relative to full
    /// speed; above 0, at most 1 (SR-009).
    public var backgroundSpeed = Fraction(1)
    /// Whether traffic of the app in front has priority (SR-009).
    public var frontGoesFirst = false

    /// Whether the system ends running background apps if purging suspended ones frees too little
    /// memory (SR-004).
    public var endsRunningForRoom = false

    /// Whether a suspended app loses its connections, except a socket that the system holds for it
    /// (SR-007).
    public var tearsDownSockets = false
    public var endsResourceHolders = false
}
