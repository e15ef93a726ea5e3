/// What a metric of one run can be.
///
/// A value outside is a fault of the simulation, never a result: `MetricRangeTests` holds every
/// metric of random scenarios to this.
public enum MetricRange: Hashable, Sendable {
    /// From 0 to 100 %.
    case share
    /// A whole number from 0.
    case count
    /// From 0.
    case amount
    /// In seconds, from 0 to the horizon; of several apps on one phone, to as many horizons.
    case timeWithinRun
    /// Above 0: what is infinite otherwise is undefined.
    case aboveZero
    /// In hours, from 0 to the horizon.
    case hoursWithinRun
    /// Of either sign: a run less another one, or told ahead of time.
    case signed

    /// Whether a run could have yielded it.
    ///
    /// - Parameters:
    ///   - value: in the metric's unit.
    ///   - horizon: of the run, in seconds.
    ///   - apps: how many there are on the phone, from 1.
    public func contains(_ value: Double, horizon: Double, apps: Int = 1) -> Bool {
        // Sums of many stretches are off by their rounding.
        let slack = 1e-9
        return switch self {
        case .share: -slack <= value && value <= 100 + slack
        case .count: value >= 0 && value == value.rounded()
        case .amount: value >= 0
        case .timeWithinRun: 0 <= value && value <= horizon * Double(apps) * (1 + slack)
        case .aboveZero: value > 0
        case .hoursWithinRun: 0 <= value && value <= horizon / 3600 * (1 + slack)
        case .signed: value.isFinite
        }
    }
}

extension Metric {
    /// What a run can yield.
    public var range: MetricRange {
        switch self {
        case .energy, .radioEnergy, .drain, .bytesUp, .bytesDown, .bytesWasted,
            .positionErrorMedian, .positionError95, .distanceTravelled, .distanceReported:
            .amount
        case .marginalEnergy, .marginalRadioEnergy, .marginalDrain, .energyPerSecondPlayed,
            .regionDelay:
            .signed
        case .hoursToEmpty: .aboveZero
        case .timeToEmpty: .hoursWithinRun
        case .tailShare, .radioOnShare, .unreachableShare, .within100, .within500, .within2000,
            .positionUnknownShare:
            .share
        case .timeToRing, .playedTime, .startUpTime, .rebufferingTime, .positionAge,
            .positionAge95, .messageDelay, .itemDelay, .recordedTime, .guidedTime, .talkTime:
            .timeWithinRun
        case .promotions, .wakeUps, .keepAlives, .connectionLosses, .callsOffered, .callsMissed,
            .rebufferings, .cellChanges, .areaUpdates, .fixes, .uploads, .visits,
            .visitsDetected, .visitsMissed, .regionEvents, .regionEventsMissed, .tasksDone,
            .tasksLost, .messagesDelivered, .itemsSent, .alerts, .appLaunches, .appEndings,
            .prompts, .tasksThrottled:
            .count
        }
    }

    /// What the metric is a part of, so that it is no more than that in any run.
    public var whole: Metric? {
        switch self {
        case .radioEnergy: .energy
        case .callsMissed: .callsOffered
        case .visitsDetected, .visitsMissed: .visits
        case .regionEventsMissed: .regionEvents
        case .within100: .within500
        case .within500: .within2000
        case .positionErrorMedian: .positionError95
        case .energy, .marginalEnergy, .marginalRadioEnergy, .drain, .marginalDrain,
            .hoursToEmpty, .tailShare, .radioOnShare, .promotions, .wakeUps, .bytesUp, .bytesDown,
            .keepAlives, .connectionLosses, .unreachableShare, .callsOffered, .timeToRing,
            .playedTime, .startUpTime, .rebufferingTime, .rebufferings, .bytesWasted,
            .energyPerSecondPlayed, .cellChanges, .areaUpdates, .fixes, .uploads,
            .positionError95, .within2000, .positionUnknownShare, .positionAge, .positionAge95,
            .distanceTravelled, .distanceReported, .visits, .regionEvents, .regionDelay,
            .tasksDone, .tasksLost, .messagesDelivered, .messageDelay, .itemsSent, .itemDelay,
            .alerts, .appLaunches, .appEndings, .timeToEmpty, .recordedTime, .guidedTime,
            .prompts, .tasksThrottled, .talkTime:
            nil
        }
    }
}
