import DeviceModel

extension Metric {
    /// The unit, or `nil` for a count.
    var unitText: String? { unit.isEmpty ? nil : unit }

    /// The name of the metric in a sentence: `calls missed`.
    var words: String { String(rawValue.map { $0 == "-" ? " " : $0 }) }

    /// The unit as a table shows it, in brackets; nothing for a count.
    var unitInBrackets: String { unit.isEmpty ? "" : " [\(unitInWords)]" }

    /// The unit as a sentence has it; nothing for a count.
    public var unitInWords: String { Metric.words(ofUnit: unit) }

    /// A unit as people read it, of one as the files have it: `%/h` of `percent_per_hour`.
    static func words(ofUnit unit: String) -> String {
        switch unit {
        case "percent": "%"
        case "J_per_s": "J/s"
        case "percent_per_hour": "%/h"
        default: unit
        }
    }

    /// Which of the questions "what was spent, how, what for" a metric answers.
    enum Role {
        case cost
        /// How it was spent.
        case means
        /// What the energy bought.
        case service
        /// The same in more detail, for the files alone.
        case detail
    }

    var role: Role {
        switch self {
        case .energy, .marginalEnergy, .radioEnergy, .marginalRadioEnergy, .drain, .marginalDrain,
            .hoursToEmpty:
            .cost
        case .tailShare, .radioOnShare, .promotions, .wakeUps, .bytesUp, .bytesDown, .keepAlives,
            .cellChanges, .areaUpdates, .appLaunches:
            .means
        case .connectionLosses, .unreachableShare, .callsOffered, .callsMissed, .timeToRing,
            .playedTime, .startUpTime, .rebufferingTime, .rebufferings, .bytesWasted,
            .energyPerSecondPlayed, .fixes, .uploads, .positionErrorMedian, .positionError95,
            .within500, .positionAge, .visits, .visitsMissed, .regionEvents, .regionEventsMissed,
            .regionDelay, .tasksDone, .tasksLost, .messagesDelivered, .messageDelay, .itemsSent,
            .itemDelay, .alerts, .appEndings, .timeToEmpty, .tasksThrottled, .talkTime:
            .service
        case .recordedTime, .guidedTime, .prompts: .service
        case .within100, .within2000, .positionUnknownShare, .positionAge95, .distanceTravelled,
            .distanceReported, .visitsDetected:
            .detail
        }
    }
}
