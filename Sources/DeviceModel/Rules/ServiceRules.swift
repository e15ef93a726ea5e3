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
    public var refusesSeldom = false  // R025, R026
    public var restsBeyond: TimeSpan?

    /// When the system takes a phone to be at rest.
    public struct Pause: Formed, Hashable, Sendable {
        public var after = TimeSpan.zero
        public var within = Meters.zero

        public static let form = Form(Self(), "Rest, as the system detects it.").required(
            .span("after", \.after, "Time at rest before the pause.", .aboveZero),
            .quantity(
                "within", \.within, "Distance below which the phone counts as at rest.", .aboveZero)
        )
    }

    public static let form = Form(Self(), "Standard location service in the background.").required(
        .statedFlag(
            "keeps-running", \.keepsRunning,
            "Whether an app with the location mode keeps running while it uses the service."),
        .statedFlag("wakes-by-timer", \.wakesByTimer, "Whether timers of a suspended app wake it."),
        .statedFlag(
            "defers-updates", \.defersUpdates,
            "Whether positions can be kept back so that the processor sleeps.")
    ).optional(
        .part("pause", \.pause, "Pause of updates while the phone is at rest.", without: "never")
    ).required(
        .span(
            "scan-every", \.scanEvery,
            "Interval between access-point scans while Wi-Fi positions are delivered.", .aboveZero)
    ).optional(
        .span(
            "background-every", \.backgroundEvery,
            "Shortest time between positions for an app of rules in the background that neither "
                + "declares location nor is kept by it.", .aboveZero,
            otherwise: .without("as many as it asks for")),
        .statedFlag(
            "refuses-seldom", \.refusesSeldom,
            "Whether an earlier request for one position is refused; otherwise it waits."),
        .span(
            "rests-beyond", \.restsBeyond,
            "Longest time between positions with which the satellite receiver stays on between "
                + "them, for an app of rules.", .aboveZero, otherwise: .without("it stays on")))
}

public struct PlayerRules: Formed, Hashable, Sendable {
    /// How long a press of the remote control wakes the last player, which stays awake if it plays
    /// by then (SR-018). `nil`: suspended apps get no presses.
    public var remoteControlTime: TimeSpan?
    public var resumesAfterOtherPlayer = false  // SR-017
    public var keepsRecording = false  // SR-019
    public var drawingEndsApp = false  // SR-006

    public static let form = Form(Self(), "Apps that play or record, beyond audio.").optional(
        .span(
            "remote-control-time", \.remoteControlTime,
            "Time for which a press of the remote control wakes the last player.", .aboveZero,
            otherwise: .without("it does not"))
    ).required(
        .statedFlag(
            "resumes-after-other-player", \.resumesAfterOtherPlayer,
            "Whether a player may resume by itself after another player."),
        .statedFlag(
            "keeps-recording", \.keepsRecording, "Whether an app that records keeps running."),
        .statedFlag(
            "drawing-ends-app", \.drawingEndsApp,
            "Whether use of the graphics processor in the background ends an app."))
}

/// Support of a system for a sleeping app with an open connection.
public struct ConnectionRules: Formed, Hashable, Sendable {
    public var wakesForUDP = false  // SR-034
    public var tellsOfNetworks = false

    public static let form = Form(
        Self(), "Treatment of a sleeping app that keeps a connection open."
    ).required(
        .statedFlag(
            "wakes-for-udp", \.wakesForUDP,
            "Whether data on a UDP socket wakes the app, as on a TCP socket."),
        .statedFlag(
            "tells-of-networks", \.tellsOfNetworks,
            "Whether the app is told at once when the phone changes network."))
}

public struct TimerRules: Formed, Hashable, Sendable {
    public var wakesSuspended = false  // SR-001
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

    public static let form = Form(Self(), "Timers of apps.").optional(
        .statedFlag(
            "wakes-suspended", \.wakesSuspended, "Whether a suspended app's timer wakes it."),
        .quantity(
            "tolerance", \.tolerance,
            "Share of its interval by which any timer may come early; an app may allow more for "
                + "its own.", otherwise: .without("no timer comes early")),
        .statedFlag(
            "run-while-asleep", \.runWhileAsleep,
            "Whether an app's own timers and waits continue, and wake the phone, while the "
                + "processor sleeps."))
}

public struct AccessoryRules: Formed, Hashable, Sendable {
    public var coalescing = TimeSpan.zero
    public var scans: ScanRules?

    public static let form = Form(Self(), "Devices near the phone.").required(
        .span(
            "coalescing", \.coalescing,
            "Time within which all finds of a scan are one event for a suspended app.")
    ).optional(
        .part(
            "scans", \.scans, "Windows and limits of scans by their mode.",
            without: "a scan draws the device's bluetooth.scanning"))
}

/// How eagerly an app scans for devices.
public enum ScanMode: String, BitwiseCopyable, CaseIterable, Comparable, Hashable, Sendable {
    case lowPower = "low-power"
    case balanced
    case lowLatency = "low-latency"

    private var rank: Int { self == .lowPower ? 0 : self == .balanced ? 1 : 2 }
    public static func < (left: ScanMode, right: ScanMode) -> Bool { left.rank < right.rank }
}

/// A scan as an app asks for it.
public struct ScanRequest: BitwiseCopyable, Hashable, Sendable {
    public var mode = ScanMode.lowPower
    public var isFiltered = true

    static let fields: [Field<ScanRequest>] = [
        .choice(
            "mode", \.mode, what: "a scan mode",
            "How eagerly the app scans, on a system with scan windows."),
        .flag("filtered", \.isFiltered, "Whether the scan has a filter for the devices it seeks."),
    ]
}

/// A scan listens for one window in each interval.
public struct ScanWindow: Formed, Hashable, Sendable {
    public var window = TimeSpan.zero
    public var interval = TimeSpan.zero

    /// The share of time for which it listens, up to 1.
    var share: Double {
        interval > .zero ? Double(window.nanoseconds) / Double(interval.nanoseconds) : 0
    }

    public static let form = Form(Self(), "Part of the time in which a scan listens.").required(
        .span("window", \.window, "Time for which it listens.", .aboveZero),
        .span("interval", \.interval, "Time from one window to the next.", .aboveZero)
    ).checked {
        .when(
            $0.window > $0.interval, "window", "the window is longer than the interval",
            advice: "Set window to \($0.interval.seconds) or less.")
    }
}

/// Limits of the Wi-Fi scans that apps ask for, as Android sets them (R046, R047).
public struct WiFiScanRules: Formed, Hashable, Sendable {
    public var inFront: Int?
    public var behindEvery: TimeSpan?
    public var isShared = false

    /// The span in which `inFront` scans are counted.
    static let frontWithin = TimeSpan(Seconds(120))

    public static let form = Form(Self(), "Limits of the Wi-Fi scans that apps ask for.").optional(
        .statedCount(
            "in-front", \.inFront, "Scans in 2 min of an app in front; more give old results.",
            in: 1...1000, otherwise: .without("no limit")),
        .span(
            "behind-every", \.behindEvery, "Least time between scans of apps not in front.",
            .aboveZero, otherwise: .without("no limit")),
        .statedFlag(
            "shared", \.isShared, "Whether behind-every holds for all apps together."
        ).without("for each app"))
}

/// Windows and limits of scans, as Android sets them (R033 to R042).
public struct ScanRules: Formed, Hashable, Sendable {
    public var lowPower = ScanWindow()
    public var balanced = ScanWindow()
    public var lowLatency = ScanWindow()
    public var lowPowerInDark: ScanWindow?
    public var mostBehind = ScanMode.lowLatency
    public var needsFilterInDark = false
    public var longAfter: TimeSpan?
    public var longGoesOn = false
    public var starts: Int?

    /// The span in which `starts` are counted.
    static let startsWithin = TimeSpan(Seconds(30))

    public static let form = Form(Self(), "Windows and limits of scans by their mode.").required(
        .part("low-power", \.lowPower, "Scans that save power."),
        .part("balanced", \.balanced, "Balanced scans."),
        .part("low-latency", \.lowLatency, "Scans that find devices soon.")
    ).optional(
        .part(
            "low-power-in-dark", \.lowPowerInDark,
            "Scans that save power while the display is off.", without: "as low-power"),
        .statedChoice(
            "most-behind", \.mostBehind, what: "a scan mode",
            "The most eager mode of an app that is not in front."
        ).without("low-latency"),
        .statedFlag(
            "needs-filter-in-dark", \.needsFilterInDark,
            "Whether a scan without a filter finds nothing while the display is off."
        ).without("no"),
        .span(
            "long-after", \.longAfter, "Time after which a scan listens only while others do.",
            .aboveZero, otherwise: .without("never")),
        .statedFlag(
            "long-goes-on", \.longGoesOn,
            "Whether a long scan with a filter goes on with low power instead."
        ).without("no"),
        .statedCount(
            "starts", \.starts, "Scans that an app may start in 30 s; more find nothing.",
            in: 1...1000, otherwise: .without("no limit")))
}
