/// The life of an app that is left, suspended or ended.
public struct LifeCycleRules: Formed, Hashable, Sendable {
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

    public static let form = Form(Self(), "Life cycle of an app.").required(
        .span(
            "exit-grace", \.exitGrace,
            "Time to clean up for an app that opted out of running in the background."),
        .statedFlag(
            "relaunches-location-after-force-quit", \.relaunchesLocationAfterForceQuit,
            "Whether a location app is relaunched after the user forced it to quit.")
    ).optional(
        .statedFlag(
            "multitasking", \.multitasks,
            "Whether apps stay in memory when the user leaves them; otherwise they end."),
        .modes("launches", \.launches, "Modes whose events launch an app that is not running."),
        .modes(
            "relaunches", \.relaunches,
            "Modes of apps that are launched after the phone starts and after a non-zero exit.",
            without: "none"),
        .quantity(
            "background-speed", \.backgroundSpeed,
            "Speed of an app's own processing in the background while another app is in front.",
            .aboveZero),
        .statedFlag(
            "front-goes-first", \.frontGoesFirst,
            "Whether transfers of the app in front go before all others."),
        .statedFlag(
            "ends-running-for-room", \.endsRunningForRoom,
            "Whether apps running in the background are ended if purging suspended ones does not "
                + "free enough memory."),
        .statedFlag(
            "tears-down-sockets", \.tearsDownSockets,
            "Whether a suspended app loses its connections, except one that the system holds."),
        .statedFlag(
            "ends-resource-holders", \.endsResourceHolders,
            "Whether an app is ended if it is suspended while it holds a shared resource, such as "
                + "the address book."))
}
