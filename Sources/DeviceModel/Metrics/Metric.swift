/// A number that one run yields, and what it means.
///
/// Energy is never shown without the service that it bought, so both kinds are here. A metric that
/// a run does not have (the time to ring where nobody called) is undefined, not zero.
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
    case fixes
    case uploads
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

    /// The unit of the number; empty for a count.
    public var unit: String {
        switch self {
        case .energy, .marginalEnergy, .radioEnergy, .marginalRadioEnergy: "J"
        case .energyPerSecondPlayed: "J_per_s"
        case .drain, .marginalDrain: "percent_per_hour"
        case .hoursToEmpty, .timeToEmpty: "h"
        case .tailShare, .radioOnShare, .unreachableShare, .within100, .within500, .within2000,
            .positionUnknownShare:
            "percent"
        case .timeToRing, .playedTime, .startUpTime, .rebufferingTime, .positionAge,
            .positionAge95, .regionDelay, .messageDelay, .itemDelay, .talkTime:
            "s"
        case .recordedTime, .guidedTime: "s"
        case .prompts: ""
        case .bytesUp, .bytesDown, .bytesWasted: "B"
        case .positionErrorMedian, .positionError95: "m"
        case .distanceTravelled, .distanceReported: "km"
        case .promotions, .wakeUps, .keepAlives, .connectionLosses, .callsOffered, .callsMissed,
            .rebufferings, .cellChanges, .areaUpdates, .fixes, .uploads, .visits,
            .visitsDetected, .visitsMissed, .regionEvents, .regionEventsMissed, .tasksDone,
            .tasksLost, .messagesDelivered, .itemsSent, .alerts, .appLaunches, .appEndings,
            .tasksThrottled:
            ""
        }
    }

    /// Whether the metrics of two apps on one phone add up to one: counts, bytes and times do.
    var addsUp: Bool {
        switch self {
        case .timeToRing, .positionAge, .positionAge95, .regionDelay, .messageDelay, .itemDelay:
            false
        default: ["", "B", "s", "J"].contains(unit)
        }
    }

    /// One sentence for the column dictionary.
    public var meaning: String {
        switch self {
        case .energy: "Energy of the whole phone over the horizon."
        case .marginalEnergy: "Energy above the same world without the app, pair by pair."
        case .radioEnergy: "Energy of the radio over the horizon."
        case .marginalRadioEnergy:
            "Energy of the radio above the same world without the app, pair by pair."
        case .drain: "Share of the battery used per hour by the whole phone."
        case .marginalDrain: "Share of the battery used per hour because of the app."
        case .hoursToEmpty: "How long a full battery lasts at this drain."
        case .tailShare: "Share of the radio's energy that is drawn in tails."
        case .radioOnShare:
            "Share of the time that the radio is not in its initial state; of two radios of "
                + "the time of both together, see residence.csv for each."
        case .promotions: "Promotions of the radio, begun, that take time."
        case .wakeUps: "Wake-ups of the processor."
        case .bytesUp: "Bytes sent, other apps' included."
        case .bytesDown: "Bytes received, other apps' included."
        case .keepAlives: "Keep-alive handlers called."
        case .connectionLosses: "Times the app found its connection lost and made a new one."
        case .unreachableShare: "Share of the time that a call would not have reached the phone."
        case .callsOffered: "Calls made to the app."
        case .callsMissed: "Calls that came while the connection was dead."
        case .timeToRing: "From the call's arrival at the network to the ring, mean of a run."
        case .playedTime: "Sound played."
        case .startUpTime: "Waiting for the first sound of the session and of skipped-to tracks."
        case .rebufferingTime: "Silence in the middle of a track, waiting for data."
        case .rebufferings: "How often playing stopped in the middle of a track for want of data."
        case .bytesWasted:
            "Bytes carried for nothing: sound never played, parts of items sent again."
        case .energyPerSecondPlayed: "Marginal energy over the sound played."
        case .cellChanges: "Times that the serving cell changed."
        case .areaUpdates: "Changes of the cell that led into another location or tracking area."
        case .fixes: "Positions that the app received."
        case .uploads: "Positions that reached the server."
        case .positionErrorMedian:
            "Median over time of the distance between the last reported position and the truth, "
                + "from the first report on."
        case .positionError95:
            "95th percentile over time of the distance between the last reported position and "
                + "the truth, from the first report on."
        case .within100: Self.within("100 m")
        case .within500: Self.within("500 m")
        case .within2000: Self.within("2 km")
        case .positionUnknownShare: "Share of the time before the first report."
        case .positionAge:
            "Time since the last reported position was measured, mean over time from the first "
                + "report on."
        case .positionAge95: "The same, 95th percentile over time."
        case .distanceTravelled:
            "Length of the phone's way; gaps of a recorded track are left out."
        case .distanceReported: "Sum of the distances between one reported position and the next."
        case .visits: "Stays of the phone at a place for at least 10 minutes."
        case .visitsDetected:
            "Visits of which a reported position within 500 m was measured, from 5 minutes before "
                + "the arrival to the departure."
        case .visitsMissed: "Visits not detected."
        case .regionEvents: "Borders crossed of regions that the policy watches."
        case .regionEventsMissed: "Crossings that the app was not told of in time."
        case .tasksThrottled:
            "Pieces of work that the system slowed down because the app had computed too much."
        case .timeToEmpty:
            "From the start until the battery is empty for the first time; only where the world "
                + "has a battery, and it does not last."
        case .regionDelay:
            "From a crossing to the app's being told, mean of those that it was told of; below "
                + "zero where it was told ahead."
        case .tasksDone: "Pieces of work that the app finished."
        case .tasksLost: "Times that a piece of work was broken off, and had to begin anew."
        case .messagesDelivered: "Messages that the user was told of, or the app has."
        case .messageDelay:
            "From a message's coming to the server until its user or the app has it, mean of those "
                + "delivered."
        case .itemsSent: "Items of the app's outbox that have reached the server."
        case .itemDelay:
            "From an item's coming to the outbox until the server has it, mean of those sent."
        case .alerts: "Times that the user was called by display, sound or vibration."
        case .appLaunches: "Times that the app was launched, by its user or by the system."
        case .appEndings: "Times that the app ended, by the system, its user or itself."
        case .recordedTime: "Sound recorded."
        case .guidedTime: "Driving with an app that shows the way and knows where it is."
        case .prompts: "Prompts spoken on the way."
        case .talkTime: "Time talked in the app's calls, holds not included."
        }
    }

    private static func within(_ reach: String) -> String {
        "Share of the time that the last reported position is at most \(reach) from the truth; "
            + "before the first report it is not."
    }
}
