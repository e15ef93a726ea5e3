/// A number that one run yields.
///
/// Energy is never shown without the service that it bought, so both kinds are metrics. A metric
/// that a run lacks (the time to ring without a call) is undefined, not zero.
public enum Metric: String, CaseIterable, Hashable, Sendable {
    case energy
    case marginalEnergy = "marginal-energy"
    case radioEnergy = "radio-energy"
    case marginalRadioEnergy = "marginal-radio-energy"
    case drain
    case marginalDrain = "marginal-drain"
    case hoursToEmpty = "hours-to-empty"
    case tailShare = "tail-share"
    case radioOnShare = "radio-on-share"
    case promotions
    case wakeUps = "wake-ups"
    case appWakeUps = "app-wake-ups"
    case appAwakeTime = "app-awake-time"
    case bytesUp = "bytes-up"
    case bytesDown = "bytes-down"
    case keepAlives = "keep-alives"
    case connectionLosses = "connection-losses"
    case unreachableShare = "unreachable-share"
    case callsOffered = "calls-offered"
    case callsMissed = "calls-missed"
    case timeToRing = "time-to-ring"
    case playedTime = "played-time"
    case startUpTime = "start-up-time"
    case rebufferingTime = "rebuffering-time"
    case rebufferings
    case bytesWasted = "bytes-wasted"
    case energyPerSecondPlayed = "energy-per-second-played"
    case cellChanges = "cell-changes"
    case areaUpdates = "area-updates"
    case fixes, uploads
    case positionErrorMedian = "position-error-median"
    case positionError95 = "position-error-p95"
    case within100 = "within-100-m"
    case within500 = "within-500-m"
    case within2000 = "within-2-km"
    case positionUnknownShare = "position-unknown-share"
    case positionAge = "position-age"
    case positionAge95 = "position-age-p95"
    case distanceTravelled = "distance-travelled"
    case distanceReported = "distance-reported"
    case visits
    case visitsDetected = "visits-detected"
    case visitsMissed = "visits-missed"
    case regionEvents = "region-events"
    case regionEventsMissed = "region-events-missed"
    case regionDelay = "region-delay"
    case tasksDone = "tasks-done"
    case tasksLost = "tasks-lost"
    case messagesDelivered = "messages-delivered"
    case messageDelay = "message-delay"
    case itemsSent = "items-sent"
    case itemDelay = "item-delay"
    case alerts
    case appLaunches = "app-launches"
    case appEndings = "app-endings"
    case timeToEmpty = "time-to-empty"
    case recordedTime = "recorded-time"
    case guidedTime = "guided-time"
    case prompts
    case tasksThrottled = "tasks-throttled"
    case talkTime = "talk-time"
    case pickUps = "pick-ups"
    case inHandShare = "in-hand-share"
    case displayShare = "display-share"
    case foregroundShare = "foreground-share"
    case backgroundShare = "background-share"
    case standbyShare = "standby-share"
    case pushHeartbeats = "push-heartbeats"
    case pushConnectionEnergy = "push-connection-energy"
    case errandsBegun = "errands-begun"
    case errandsDone = "errands-done"
    case errandsCutOff = "errands-cut-off"
    case errandsRefused = "errands-refused"
    case errandDelay = "errand-delay"

    public var unit: MetricUnit { row.unit }

    /// One sentence for the column dictionary.
    public var meaning: String { row.meaning }

    public var range: MetricRange { row.range }

    /// Which values are better; `nil` for means and facts of the world.
    ///
    /// Wake-ups and bytes are means: the energy contains their cost, and more of them for less
    /// energy is not worse.
    public var better: Direction? { row.better }

    public var role: Role { row.role }

    /// The metric that this one never exceeds in a run.
    public var whole: Metric? { row.whole }

    /// Whether an app that does nothing is best; false for energy per second of sound.
    public var isCost: Bool { row.isCost }

    /// Whether two apps' values add up: counts, bytes and times do, means and shares do not.
    var addsUp: Bool { row.addsUp }

    private var row: MetricRow { MetricRow.all[index] }

    public enum Direction: String, CaseIterable, Hashable, Sendable { case smaller, larger }

    /// The question that a metric answers: what was spent, how, or what for.
    public enum Role: Hashable, Sendable {
        case cost
        /// How the energy was spent.
        case means
        /// What the energy bought.
        case service
        /// A service in more detail, for files only.
        case detail
    }

    /// The name of the metric in files: `marginal_energy`.
    public var columnName: String { String(rawValue.map { $0 == "-" ? "_" : $0 }) }

    /// The column name with the unit: `marginal_energy_J`.
    public var columnNameWithUnit: String { unit == .count ? columnName : "\(columnName)_\(unit)" }

    /// - Parameter columnName: with or without the unit; `nil` for an unknown name.
    public init?(columnName: String) {
        guard
            let metric = Self.allCases.first(where: {
                $0.columnName == columnName || $0.columnNameWithUnit == columnName
            })
        else { return nil }
        self = metric
    }
}
