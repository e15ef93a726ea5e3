extension Metric {
    /// Where the better values lie; `nil` for what tells how something was spent or what the world
    /// was like, which nobody wishes larger or smaller for its own sake.
    ///
    /// Wake-ups and bytes are such means: what they cost is in the energy, and more of them for
    /// less energy is no worse.
    public var better: Objective.Direction? {
        switch self {
        case .energy, .marginalEnergy, .radioEnergy, .marginalRadioEnergy, .drain, .marginalDrain,
            .energyPerSecondPlayed:
            .smaller
        case .hoursToEmpty, .timeToEmpty: .larger
        case .connectionLosses, .unreachableShare, .callsMissed, .timeToRing, .startUpTime,
            .rebufferingTime, .rebufferings, .bytesWasted, .positionErrorMedian,
            .positionError95, .positionUnknownShare, .positionAge, .positionAge95, .visitsMissed,
            .regionEventsMissed, .regionDelay, .tasksLost, .messageDelay, .itemDelay,
            .tasksThrottled:
            .smaller
        case .playedTime, .within100, .within500, .within2000, .visitsDetected, .tasksDone,
            .messagesDelivered, .itemsSent, .recordedTime, .guidedTime, .prompts, .talkTime:
            .larger
        case .tailShare, .radioOnShare, .promotions, .wakeUps, .bytesUp, .bytesDown, .keepAlives,
            .callsOffered, .cellChanges, .areaUpdates, .fixes, .uploads, .distanceTravelled,
            .distanceReported, .visits, .regionEvents, .alerts, .appLaunches, .appEndings:
            nil
        }
    }
}
