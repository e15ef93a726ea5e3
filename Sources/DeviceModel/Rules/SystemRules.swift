/// Rules of an operating system for apps in the background. Rules are data, since versions differ.
@dynamicMemberLookup
public struct SystemRules: Hashable, Sendable, Formed {
    public var name = ""
    public var taskCompletion = TaskCompletionRules()
    public var keepAlive = KeepAliveRules()
    public var significantChange = SignificantChangeRules()
    public var regions = RegionRules()
    public var audio = AudioRules()
    public var localNotifications = LocalNotificationRules()
    public var lifeCycle = LifeCycleRules()
    /// `nil` in this and the other modes: the system does not have the mode.
    public var backgroundFetch: TimedModeRules?
    public var remoteNotification: TimedModeRules?
    public var backgroundTransfer: BackgroundTransferRules?
    public var newsstand: NewsstandRules?
    public var externalAccessory: TimedModeRules?
    public var bluetooth: TimedModeRules?
    public var bluetoothPeripheral: TimedModeRules?
    public var standardLocation = StandardLocationRules()
    public var lowPower: LowPowerRules?
    public var player = PlayerRules()
    public var connections = ConnectionRules()
    public var backgroundWork: BackgroundWorkRules?
    public var timers = TimerRules()
    public var fetchLearning: FetchLearningRules?
    public var accessories = AccessoryRules()
    public var wifiScans: WiFiScanRules?
    public var push: PushRules?
    public var visits: StandardLocationRules.Pause?
    /// `nil` where the system has none of ``LaterRules``.
    var later: Shared<LaterRules>?

    /// Whether an app is awake between positions by Wi-Fi or cells; not where timers sleep (R022).
    var locatesAwake: Bool { standardLocation.keepsRunning && timers.runWhileAsleep }

    /// The name is not a field: it is the file's.
    public static let form = Form(
        Self(), "Rules of an operating system for apps in the background."
    ).optional(also).required(demanded).and(modes + offered + later)

    /// Other names for the file; a system read by one of them takes that name.
    private static let also = Field<SystemRules>(
        "also", "Names of versions that have the same rules.",
        without: "none", content: { _ in .list(.name, 1...Int.max) },
        read: { reader, _ in
            if reader.isThere("also") { _ = reader.givenNames("also") }
        })

    /// Fields that every system must give.
    private static let demanded: [Field<SystemRules>] = [
        .part(
            "task-completion", \.taskCompletion,
            "Task completion: begin and end calls that let an app finish what it began."),
        .part("keep-alive", \.keepAlive, "VoIP keep-alive handler."),
        .part("significant-change", \.significantChange, "Significant-change location service."),
        .part("regions", \.regions, "Region monitoring."),
        .part("audio", \.audio, "Background audio."),
        .part("local-notifications", \.localNotifications, "Local notifications."),
        .part("life-cycle", \.lifeCycle, "Life cycle of an app."),
    ]

    private static let modes: [Field<SystemRules>] = [
        .part(
            "background-fetch", \.backgroundFetch, "Fetching at times that the system chooses.",
            without: noMode),
        .part("remote-notification", \.remoteNotification, "Waking by a push.", without: noMode),
        .part(
            "background-transfer", \.backgroundTransfer,
            "Transfers that the system performs for the app.", without: noMode),
        .part("newsstand", \.newsstand, "Newsstand downloads.", without: noMode),
        .part(
            "external-accessory", \.externalAccessory, "Waking for an accessory.",
            without: noMode),
        .part("bluetooth", \.bluetooth, "Waking for a Bluetooth device.", without: noMode),
        .part(
            "bluetooth-peripheral", \.bluetoothPeripheral,
            "Waking for a Bluetooth device that looks for the phone.", without: noMode),
    ]

    private static let noMode = "the system lacks this mode"

    /// Rules that came later; by default they are those of iOS 4.
    private static let offered: [Field<SystemRules>] = [
        .part(
            "standard-location", \.standardLocation,
            "Standard location service in the background."),
        .part("player", \.player, "Apps that play or record, beyond audio."),
        .part("low-power", \.lowPower, "Effects of a low battery.", without: "nothing"),
        .part(
            "connections", \.connections,
            "Treatment of a sleeping app that keeps a connection open."),
        .part(
            "background-work", \.backgroundWork,
            "Limit on computing in the background.", without: "as much as it likes"),
        .part("timers", \.timers, "Timers of apps."),
        .part(
            "fetch-learning", \.fetchLearning,
            "Times at which the system wakes apps with background fetch.", without: noMode),
        .part("accessories", \.accessories, "Devices near the phone."),
        .part(
            "visits", \.visits, "Rest of the phone that the system reports to apps as a visit.",
            without: "it reports none to apps"),
        .part(
            "push", \.push, "The system's push connection, which the servers of all apps share.",
            without: "no server can push"),
    ]

    /// Rules of systems from 2014 on.
    private static let later: [Field<SystemRules>] = [
        .part("jobs", \.jobs, "Jobs: work of apps that the system schedules.", without: "none"),
        .part(
            "processing", \.processing, "Long tasks that run while the phone is idle.",
            without: noMode),
        .part(
            "standby", \.standby, "Limits on background work by how much an app is used.",
            without: "equal for all"),
        .part(
            "doze", \.doze, "Doze: how a phone that is not in use holds back its apps.",
            without: "it does not"),
        .part("alarms", \.alarms, "Alarms by which the system wakes apps.", without: "no limits"),
        .part(
            "foreground-services", \.foregroundServices,
            "Services that keep an app running in the background while a notification is shown.",
            without: "none"),
        .span(
            "frozen-after", \.freezesAfter,
            "Time after which an app with nothing left to do in the background is frozen.",
            .aboveZero,
            otherwise: .without("it is suspended at once")),
        .part(
            "voip-push", \.voipPush, "VoIP pushes, which wake an app at once and without limit.",
            without: noMode),
        .part(
            "widgets", \.widgets, "Widgets, whose apps the system runs to refresh their content.",
            without: "none"),
        .part(
            "own-work", \.ownWork,
            "Times when services of the system, and apps that everyone has, keep the processor "
                + "awake; they use no radio. A scenario with use: bare leaves them out.",
            without: "none"),
        .part(
            "alerts", \.alerts, "How an alert lights the display of a phone that is not in use.",
            without: "it wakes the display"),
        .statedFlag(
            "filters-multicast", \.filtersMulticast,
            "Whether Wi-Fi drops multicasts while no app holds a multicast lock."),
        .statedFlag(
            "wi-fi-locks", \.honoursWiFiLocks,
            "Whether an app's lock keeps Wi-Fi awake while the display is off."
        ).without("no"),
        .statedCount(
            "dtim-multiplier", \.dtimMultiplier,
            "Factor on a Wi-Fi radio's beacons.dtim while no app holds a multicast lock.", in: 1...9
        ).without("1"),
        .part("wi-fi-scans", \.wifiScans, "Wi-Fi scans of apps.", without: "no app may scan"),
        .statedFlag("packet-tunnels", \.hasPacketTunnels, "Whether an app can be the phone's VPN."),
    ]

    /// The range of a limit.
    static let counts = 0...1_000_000
}

public struct TaskCompletionRules: Formed, Hashable, Sendable {
    public var limit = TimeSpan.zero
    public var warning = TimeSpan.zero  // SR-012
    public var endsApp = true  // R001, R073
    public var allowance = TimeSpan.zero  // R007, R009
    public var inexactAlarm: TimeSpan?  // R006

    public static let form = Form(
        Self(), "Task completion: begin and end calls that let an app finish what it began."
    ).required(.span("limit", \.limit, "Total time since the app left the foreground.")).optional(
        .span(
            "warning", \.warning,
            "Time before the limit at which the expiration handler is called."),
        .statedFlag(
            "ends-app", \.endsApp,
            "Whether the limit ends the app. Otherwise its wake locks lose their effect, and an "
                + "app exempt from battery optimisation has no limit."),
        .span(
            "allowance", \.allowance,
            "Time that an exact alarm or a push lets the app run before the limit begins."),
        .span(
            "inexact-alarm", \.inexactAlarm, "Run time of the app for an alarm with a tolerance.",
            .aboveZero, otherwise: .without("as for an exact alarm")))
}

public struct KeepAliveRules: Formed, Hashable, Sendable {
    public var minimumInterval = TimeSpan.zero
    public var handlerLimit = TimeSpan.zero
    public var earliness = Fraction.zero
    public var keepsSockets = true  // IM-050

    public static let form = Form(Self(), "VoIP keep-alive handler.").required(
        .span("minimum-interval", \.minimumInterval, "Shortest interval; less is refused."),
        .span(
            "handler-limit", \.handlerLimit,
            "Run time of the handler after which the app is terminated."),
        .quantity(
            "earliness", \.earliness,
            "Share of the interval by which the handler may be called early, to share a wake-up.")
    ).optional(
        .statedFlag(
            "keeps-sockets", \.keepsSockets,
            "Whether the system keeps the socket of a VoIP app; otherwise the app is refused."))
}

public struct SignificantChangeRules: Formed, Hashable, Sendable {
    public var minimumInterval = TimeSpan.zero
    public var minimumDistance = Meters.zero
    public var delayAsleep = TimeSpan.zero
    public var runTime: TimeSpan?

    public static let form = Form(Self(), "Significant-change location service.").required(
        .span("minimum-interval", \.minimumInterval, "Shortest time between events."),
        .quantity(
            "minimum-distance", \.minimumDistance,
            "Distance that the phone must move before an event."),
        .span(
            "delay-asleep", \.delayAsleep,
            "Longest additional delay of an event on a sleeping phone.")
    ).optional(.runTime(\.runTime))
}

public struct RegionRules: Formed, Hashable, Sendable {
    public var limit = 0
    public var detection = RegionDetection.cellChanges
    public var dwell = TimeSpan.zero
    public var distance = Meters.zero
    public var latency: Distribution<Seconds> = .constant(.zero)
    public var runTime: TimeSpan?

    public static let form = Form(Self(), "Region monitoring.").required(
        .statedCount(
            "limit", \.limit, "Regions that one app may register.", in: SystemRules.counts),
        .statedChoice(
            "detection", \.detection, what: "a way to detect crossings",
            "Detection of a crossing: by changes of the radio cell, with the accuracy of a cell's "
                + "position; or by any means, all the time."),
        .span("dwell", \.dwell, "Time beyond a border before the crossing is reported."),
        .quantity(
            "distance", \.distance, "Distance beyond a border before the crossing is reported."),
        .law(
            "latency", \.latency,
            "Delay from the system's detection of an event until it tells the app.")
    ).optional(.runTime(\.runTime))
}

/// The sign by which a system notices that the phone has crossed the border of a region.
public enum RegionDetection: String, CaseIterable, Hashable, Sendable {
    /// A change of radio cell. Positions are those of cells, so no region is smaller than a cell.
    case cellChanges = "cell-changes"
    /// The position is always known, for example from Wi-Fi, so crossings are exact.
    case continuous
}

public struct AudioRules: Formed, Hashable, Sendable {
    public var keepsRunning = false
    public var resumesAfterCall = false

    public static let form = Form(Self(), "Background audio.").required(
        .statedFlag(
            "keeps-running", \.keepsRunning,
            "Whether an app that plays audible content keeps running."),
        .statedFlag(
            "resumes-after-call", \.resumesAfterCall,
            "Whether an app may resume playback by itself after a phone call."))
}

public struct LocalNotificationRules: Formed, Hashable, Sendable {
    public var pendingLimit = 0

    public static let form = Form(Self(), "Local notifications.").required(
        .statedCount(
            "pending-limit", \.pendingLimit,
            "Notifications pending at once; the next one is refused.", in: SystemRules.counts))
}

public struct TimedModeRules: Formed, Hashable, Sendable {
    public var runTime = TimeSpan.zero
    public var perHourLimit: Int?

    public static let form = Form(
        Self(), "A mode that wakes the app for a limited time.", name: "timedMode"
    ).required(.span("run-time", \.runTime, "Run time of the app per event.")).optional(
        .statedCount(
            "per-hour-limit", \.perHourLimit, "Largest number of events per hour.",
            in: SystemRules.counts, otherwise: .without("no limit")))
}

public struct BackgroundTransferRules: Formed, Hashable, Sendable {
    public var firstRelaunchDelay = TimeSpan.zero
    public var runTime: TimeSpan?

    public static let form = Form(
        Self(), "Transfers that the system performs for the app."
    ).required(
        .span(
            "first-relaunch-delay", \.firstRelaunchDelay,
            "Delay after the first relaunch; it doubles with each further relaunch.")
    ).optional(
        .span(
            "run-time", \.runTime, "Run time of the app when it is woken.",
            otherwise: .without("no limit")))
}

public struct NewsstandRules: Formed, Hashable, Sendable {
    public var minimumInterval = TimeSpan.zero
    public var runTime: TimeSpan?

    public static let form = Form(Self(), "Newsstand downloads.").required(
        .span("minimum-interval", \.minimumInterval, "Shortest time between launches.")
    ).optional(
        .span(
            "run-time", \.runTime,
            "Run time of the app at its launch, and again when the download has ended.",
            otherwise: .without("no limit")))
}

extension Field {
    fileprivate static func runTime(_ path: Path<TimeSpan?>) -> Field {
        .span(
            "run-time", path, "Run time of an app per event, without task completion.", .aboveZero,
            otherwise: .without("no limit"))
    }
}
