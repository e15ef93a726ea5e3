import Kernel

/// What an operating system lets an app do in the background. Rules are data: they differ by
/// version.
public struct SystemRules: Hashable, Sendable {
    public var name: String
    public var taskCompletion: TaskCompletionRules
    public var keepAlive: KeepAliveRules
    public var standardLocation: StandardLocationRules
    public var significantChange: SignificantChangeRules
    public var regions: RegionRules
    public var audio: AudioRules
    public var localNotifications: LocalNotificationRules
    public var lifeCycle: LifeCycleRules
    /// `nil` where the system does not have the mode.
    public var backgroundFetch: TimedModeRules?
    /// `nil` where the system does not have the mode.
    public var remoteNotification: TimedModeRules?
    /// `nil` where the system does not have the mode.
    public var backgroundTransfer: BackgroundTransferRules?
    /// `nil` where the system does not have the mode.
    public var newsstand: NewsstandRules?
    /// `nil` where the system does not have the mode.
    public var externalAccessory: TimedModeRules?
    /// `nil` where the system does not have the mode.
    public var bluetooth: TimedModeRules?
    public var timers = TimerRules()
    /// When apps with background fetch are woken; `nil` where the system does not have the mode.
    public var fetchLearning: FetchLearningRules?
    public var accessories = AccessoryRules()
    public var connections: ConnectionRules
    /// The app as a Bluetooth peripheral; `nil` where the system does not have the mode.
    public var bluetoothPeripheral: TimedModeRules?
    /// `nil` where the system does nothing before the battery is empty.
    public var lowPower: LowPowerRules?
    public var player: PlayerRules
    /// `nil` where no server can push.
    public var push: PushRules?
    /// What the system holds for a visit; `nil` where it tells apps of none.
    public var visits: StandardLocationRules.Pause?
    /// `nil` where nobody counts what an app computes.
    public var backgroundWork: BackgroundWorkRules?
    /// ``LaterRules``; `nil` where the system has none of them.
    var later: Shared<LaterRules>?

    public init(
        name: String, taskCompletion: TaskCompletionRules, keepAlive: KeepAliveRules,
        significantChange: SignificantChangeRules, regions: RegionRules, audio: AudioRules,
        localNotifications: LocalNotificationRules, lifeCycle: LifeCycleRules,
        backgroundFetch: TimedModeRules?, remoteNotification: TimedModeRules?,
        backgroundTransfer: BackgroundTransferRules?, newsstand: NewsstandRules?,
        externalAccessory: TimedModeRules?, bluetooth: TimedModeRules?,
        bluetoothPeripheral: TimedModeRules? = nil,
        standardLocation: StandardLocationRules = StandardLocationRules(),
        lowPower: LowPowerRules? = nil,
        player: PlayerRules = PlayerRules(),
        connections: ConnectionRules = ConnectionRules(),
        backgroundWork: BackgroundWorkRules? = nil,
        timers: TimerRules = TimerRules()
    ) {
        self.name = name
        self.taskCompletion = taskCompletion
        self.keepAlive = keepAlive
        self.standardLocation = standardLocation
        self.significantChange = significantChange
        self.regions = regions
        self.audio = audio
        self.localNotifications = localNotifications
        self.lifeCycle = lifeCycle
        self.backgroundFetch = backgroundFetch
        self.remoteNotification = remoteNotification
        self.backgroundTransfer = backgroundTransfer
        self.newsstand = newsstand
        self.externalAccessory = externalAccessory
        self.bluetooth = bluetooth
        self.connections = connections
        self.bluetoothPeripheral = bluetoothPeripheral
        self.lowPower = lowPower
        self.player = player
        self.backgroundWork = backgroundWork
        self.timers = timers
    }
}

/// Begin and end pairs that let an app finish what it began.
public struct TaskCompletionRules: Hashable, Sendable {
    /// In total, from leaving the foreground; an app that has not ended by then is terminated.
    public var limit: TimeSpan
    /// How long before the limit the expiration handler is called (SR-012).
    public var warning: TimeSpan

    public init(limit: TimeSpan, warning: TimeSpan = .zero) {
        self.limit = limit
        self.warning = warning
    }
}

/// The VoIP keep-alive handler.
public struct KeepAliveRules: Hashable, Sendable {
    /// A shorter interval is refused.
    public var minimumInterval: TimeSpan
    /// How long the handler may run before the app is terminated.
    public var handlerLimit: TimeSpan
    /// How much of the interval early the handler may be called, to share a wake-up with other
    /// work: 0 for exactly at the interval.
    public var earliness: Fraction
    /// Whether a socket is kept for a VoIP app; where not, the app is ended (IM-050).
    public var keepsSockets: Bool

    public init(
        minimumInterval: TimeSpan, handlerLimit: TimeSpan, earliness: Fraction,
        keepsSockets: Bool = true
    ) {
        self.keepsSockets = keepsSockets
        self.minimumInterval = minimumInterval
        self.handlerLimit = handlerLimit
        self.earliness = earliness
    }
}

/// The significant-change location service.
public struct SignificantChangeRules: Hashable, Sendable {
    /// No event sooner than this after the last one; zero where the system names none.
    public var minimumInterval: TimeSpan
    /// No event before the phone has moved this far; zero where the system names none.
    public var minimumDistance: Meters
    /// A sleeping phone may deliver an event this much later, together with others.
    public var delayAsleep: TimeSpan
    /// How long an app may run on one event that does not ask for the time of task completion;
    /// `nil` where the system names no limit.
    public var runTime: TimeSpan?

    public init(
        minimumInterval: TimeSpan, minimumDistance: Meters, delayAsleep: TimeSpan,
        runTime: TimeSpan? = nil
    ) {
        self.minimumInterval = minimumInterval
        self.minimumDistance = minimumDistance
        self.delayAsleep = delayAsleep
        self.runTime = runTime
    }
}

/// Region monitoring.
public struct RegionRules: Hashable, Sendable {
    /// Regions that one app may register.
    public var limit: Int
    /// What tells the system that the phone has crossed a border.
    public var detection: RegionDetection
    /// Beyond a border for this long before it is reported.
    public var dwell: TimeSpan
    /// Beyond a border by this much before it is reported.
    public var distance: Meters
    /// From when the system is sure of an event until it tells the app.
    public var latency: Distribution<Seconds>
    /// How long an app may run on one event that does not ask for the time of task completion;
    /// `nil` where the system names no limit.
    public var runTime: TimeSpan?

    public init(
        limit: Int, detection: RegionDetection, dwell: TimeSpan, distance: Meters,
        latency: Distribution<Seconds>, runTime: TimeSpan? = nil
    ) {
        self.limit = limit
        self.detection = detection
        self.dwell = dwell
        self.distance = distance
        self.latency = latency
        self.runTime = runTime
    }
}

/// What tells a system that the phone has crossed the border of a region.
public enum RegionDetection: String, CaseIterable, Hashable, Sendable {
    /// The phone is looked for when its radio cell changes, and only as well as a cell's place
    /// tells it: positions are the cells', and a small region is as large as the cell.
    case cellChanges = "cell-changes"
    /// The phone's place is known all the time, as with the help of Wi-Fi: borders are found where
    /// the way crosses them.
    case continuous
}

/// Background audio.
public struct AudioRules: Hashable, Sendable {
    /// Whether an app that plays audible content is kept running.
    public var keepsRunning: Bool
    /// Whether an app may play on by itself after a phone call.
    public var resumesAfterCall: Bool

    public init(keepsRunning: Bool, resumesAfterCall: Bool) {
        self.keepsRunning = keepsRunning
        self.resumesAfterCall = resumesAfterCall
    }
}

/// Local notifications.
public struct LocalNotificationRules: Hashable, Sendable {
    /// Pending at once; the next one is refused.
    public var pendingLimit: Int

    public init(pendingLimit: Int) { self.pendingLimit = pendingLimit }
}

/// A mode that wakes the app for a limited time.
public struct TimedModeRules: Hashable, Sendable {
    /// How long the app may run on one event.
    public var runTime: TimeSpan
    /// Events an hour at most; `nil` where the system names no limit.
    public var perHourLimit: Int?

    public init(runTime: TimeSpan, perHourLimit: Int?) {
        self.runTime = runTime
        self.perHourLimit = perHourLimit
    }
}

/// Transfers that the system performs for the app.
public struct BackgroundTransferRules: Hashable, Sendable {
    /// The first delay after a relaunch; it doubles with each further one.
    public var firstRelaunchDelay: TimeSpan
    /// How long the app may run when it is woken; `nil` where the system names no limit.
    public var runTime: TimeSpan?

    public init(firstRelaunchDelay: TimeSpan, runTime: TimeSpan? = nil) {
        self.firstRelaunchDelay = firstRelaunchDelay
        self.runTime = runTime
    }
}

/// Newsstand downloads.
public struct NewsstandRules: Hashable, Sendable {
    /// At most one launch in this time.
    public var minimumInterval: TimeSpan
    /// How long the app may run when it is launched, and when the download has ended; `nil` where
    /// the system names no limit.
    public var runTime: TimeSpan?

    public init(minimumInterval: TimeSpan, runTime: TimeSpan? = nil) {
        self.minimumInterval = minimumInterval
        self.runTime = runTime
    }
}
