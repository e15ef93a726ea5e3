import Forms
import Kernel

/// The standard location service in the background.
public struct StandardLocationRules: Formed, Hashable, Sendable {
    public var keepsRunning = true
    public var wakesByTimer = false
    public var defersUpdates = false
    /// When updates of a phone at rest stop (iOS 6 and later); `nil`: never.
    public var pause: Pause?
    public var scanEvery = TimeSpan(Seconds(60))
    /// Shortest time between positions of an app in the background without a location service
    /// (AM-209); `nil`: no limit.
    public var backgroundEvery: TimeSpan?
    /// Whether a request for one position that comes too early is refused at once; where not, it
    /// waits (R025, R026).
    public var refusesSeldom = false
    /// Longest time between positions with which the satellite receiver stays on between them;
    /// `nil`: it always does.
    public var restsBeyond: TimeSpan?

    /// When the system takes a phone to be at rest.
    public struct Pause: Hashable, Sendable {
        public var after = TimeSpan.zero
        public var within = Meters.zero
    }

    public static let form: Form<StandardLocationRules> = Form(
        "Standard location service in the background.", standard: StandardLocationRules(),
        fields: [
            .statedFlag(
                "keeps-running", \.keepsRunning,
                "Whether an app with the location mode keeps running while it uses the service.",
                isRequired: true),
            .statedFlag(
                "wakes-by-timer", \.wakesByTimer,
                "Whether its own timers wake a suspended app.", isRequired: true),
            .statedFlag(
                "defers-updates", \.defersUpdates,
                "Whether positions can be kept back so that the processor sleeps.",
                isRequired: true),
            .part(
                "pause", \.pause, "Pause of updates while the phone is at rest.", without: "never"),
            .span(
                "scan-every", \.scanEvery,
                "Interval between access-point scans while Wi-Fi positions are delivered.",
                .aboveZero,
                isRequired: true),
            .span(
                "background-every", \.backgroundEvery,
                "Shortest time between positions for an app of rules in the background that "
                    + "neither declares location nor is kept by it.",
                .aboveZero, otherwise: .without("as many as it asks for")),
            .statedFlag(
                "refuses-seldom", \.refusesSeldom,
                "Whether a request for one position before that time is refused; otherwise it "
                    + "waits."),
            .span(
                "rests-beyond", \.restsBeyond,
                "Longest time between positions with which the satellite receiver stays on between "
                    + "them, for an app of rules.",
                .aboveZero, otherwise: .without("it always does")),
        ])
}

/// Permissions of apps that play or record, beyond ``AudioRules``.
public struct PlayerRules: Formed, Hashable, Sendable {
    /// How long a press of the remote control wakes the last player, which stays awake if it plays
    /// by then (SR-018). `nil`: suspended apps get no presses.
    public var remoteControlTime: TimeSpan?
    /// Whether a player may resume by itself after another one (SR-017).
    public var resumesAfterOtherPlayer = false
    /// Whether an app that records is kept running (SR-019).
    public var keepsRecording = false
    /// Whether use of the graphics processor in the background ends an app (SR-006).
    public var drawingEndsApp = false

    public static let form: Form<PlayerRules> = Form(
        "Apps that play or record, beyond audio.", standard: PlayerRules(),
        fields: [
            .span(
                "remote-control-time", \.remoteControlTime,
                "Time for which a press of the remote control wakes the last player.", .aboveZero,
                otherwise: .without("it does not")),
            .statedFlag(
                "resumes-after-other-player", \.resumesAfterOtherPlayer,
                "Whether a player may resume by itself after another one.", isRequired: true),
            .statedFlag(
                "keeps-recording", \.keepsRecording,
                "Whether an app that records keeps running.", isRequired: true),
            .statedFlag(
                "drawing-ends-app", \.drawingEndsApp,
                "Whether use of the graphics processor in the background ends an app.",
                isRequired: true),
        ])
}

/// Support of a system for a sleeping app with an open connection.
public struct ConnectionRules: Formed, Hashable, Sendable {
    /// Whether data on a UDP socket wakes the app, as data on a TCP socket does (SR-034).
    public var wakesForUDP = false
    public var tellsOfNetworks = false

    public static let form: Form<ConnectionRules> = Form(
        "Treatment of a sleeping app that keeps a connection open.", standard: ConnectionRules(),
        fields: [
            .statedFlag(
                "wakes-for-udp", \.wakesForUDP,
                "Whether data on a UDP socket wakes the app, as on a TCP socket.",
                isRequired: true),
            .statedFlag(
                "tells-of-networks", \.tellsOfNetworks,
                "Whether the app is told at once when the phone changes network.",
                isRequired: true),
        ])
}

/// Timers of apps.
public struct TimerRules: Formed, Hashable, Sendable {
    /// Whether an app's timer wakes it while it is suspended; not in iOS (SR-001).
    public var wakesSuspended = false
    /// How early any timer may fire, as a share of its interval, so that close wake-ups merge. An
    /// app may allow more for its own timer. `nil`: no timer fires early, whatever the app allows.
    public var tolerance: Fraction?
    /// Whether an app's own timers go on, and wake the phone, while the processor sleeps. Android's
    /// count uptime, which stands still then (R021).
    public var runWhileAsleep = true

    /// Shortest time between calls of one timer; otherwise an awake phone would do nothing else.
    private static let least = TimeSpan(Seconds(1))

    /// How early a timer may fire: the system's share of its interval, or the app's tolerance if
    /// longer.
    ///
    /// Calls still stay at least a second apart.
    ///
    /// - Parameter tolerance: what the app allows; not negative.
    func earliness(of interval: TimeSpan, _ tolerance: TimeSpan) -> TimeSpan {
        guard let share = self.tolerance else { return .zero }
        let early = TimeSpan(rounding: Double(interval.nanoseconds) * share.magnitude)
        return max(.zero, min(max(early, tolerance), interval - Self.least))
    }

    public static let form: Form<TimerRules> = Form(
        "Timers of apps.", standard: TimerRules(),
        fields: [
            .statedFlag(
                "wakes-suspended", \.wakesSuspended, "Whether a suspended app's timer wakes it."),
            .quantity(
                "tolerance", \.tolerance,
                "Share of its interval by which any timer may come early; an app may allow more "
                    + "for its own.",
                otherwise: .without("no timer comes early")),
            .statedFlag(
                "run-while-asleep", \.runWhileAsleep,
                "Whether an app's own timers and waits continue, and wake the phone, while the "
                    + "processor sleeps."),
        ])
}

/// Devices near the phone.
public struct AccessoryRules: Formed, Hashable, Sendable {
    public var coalescing = TimeSpan.zero

    public static let form: Form<AccessoryRules> = Form(
        "Devices near the phone.", standard: AccessoryRules(),
        fields: [
            .span(
                "coalescing", \.coalescing,
                "Time within which all finds of a scan are one event for a suspended app.",
                isRequired: true)
        ])
}

extension StandardLocationRules.Pause: Formed {
    public static let form: Form<StandardLocationRules.Pause> = Form(
        "Rest, as the system detects it.", standard: StandardLocationRules.Pause(),
        fields: [
            .span("after", \.after, "Time at rest before the pause.", .aboveZero, isRequired: true),
            .quantity(
                "within", \.within, "Distance below which the phone counts as at rest.",
                .aboveZero, isRequired: true),
        ])
}
