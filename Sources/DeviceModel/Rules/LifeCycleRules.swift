/// The life of an app that is left, suspended or ended.
public struct LifeCycleRules: Formed, Hashable, Sendable {
    public var exitGrace = TimeSpan.zero  // SR-005
    public var relaunchesLocationAfterForceQuit = false  // SR-033
    public var multitasks = true  // SR-003
    public var launches: [WakeMode] = [.significantChange, .region]
    /// Modes that relaunch an app without an event: when the phone starts, and after a non-zero
    /// exit (SR-035).
    public var relaunches: [WakeMode] = []
    public var backgroundSpeed = Fraction(1)  // SR-009
    public var frontGoesFirst = false  // SR-009

    public var endsRunningForRoom = false  // SR-004

    public var tearsDownSockets = false  // SR-007
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
