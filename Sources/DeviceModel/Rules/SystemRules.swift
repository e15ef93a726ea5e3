import Kernel

/// What an operating system lets an app do in the background. Rules are data: they differ by
/// version.
public struct SystemRules: Hashable, Sendable {
    public var name: String
    public var taskCompletion: TaskCompletionRules
    public var keepAlive: KeepAliveRules
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
    /// The app as a Bluetooth peripheral; `nil` where the system does not have the mode.
    public var bluetoothPeripheral: TimedModeRules?
    public var standardLocation = StandardLocationRules()
    /// `nil` where the system does nothing before the battery is empty.
    public var lowPower: LowPowerRules?
    public var player = PlayerRules()
    public var connections = ConnectionRules()
    /// `nil` where nobody counts what an app computes.
    public var backgroundWork: BackgroundWorkRules?
    public var timers = TimerRules()
    /// When apps with background fetch are woken; `nil` where the system does not have the mode.
    public var fetchLearning: FetchLearningRules?
    public var accessories = AccessoryRules()
    /// `nil` where no server can push.
    public var push: PushRules?
    /// What the system holds for a visit; `nil` where it tells apps of none.
    public var visits: StandardLocationRules.Pause?
    /// ``LaterRules``; `nil` where the system has none of them.
    var later: Shared<LaterRules>?
}

/// Begin and end pairs that let an app finish what it began.
public struct TaskCompletionRules: Hashable, Sendable {
    /// In total, from leaving the foreground; an app that has not ended by then is terminated.
    public var limit: TimeSpan
    /// How long before the limit the expiration handler is called (SR-012).
    public var warning = TimeSpan.zero
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
    public var keepsSockets = true
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
}

/// Local notifications.
public struct LocalNotificationRules: Hashable, Sendable {
    /// Pending at once; the next one is refused.
    public var pendingLimit: Int
}

/// A mode that wakes the app for a limited time.
public struct TimedModeRules: Hashable, Sendable {
    /// How long the app may run on one event.
    public var runTime: TimeSpan
    /// Events an hour at most; `nil` where the system names no limit.
    public var perHourLimit: Int?
}

/// Transfers that the system performs for the app.
public struct BackgroundTransferRules: Hashable, Sendable {
    /// The first delay after a relaunch; it doubles with each further one.
    public var firstRelaunchDelay: TimeSpan
    /// How long the app may run when it is woken; `nil` where the system names no limit.
    public var runTime: TimeSpan?
}

/// Newsstand downloads.
public struct NewsstandRules: Hashable, Sendable {
    /// At most one launch in this time.
    public var minimumInterval: TimeSpan
    /// How long the app may run when it is launched, and when the download has ended; `nil` where
    /// the system names no limit.
    public var runTime: TimeSpan?
}
