/// The attributes of one metric. A new metric needs a case, a row and a place that measures it.
struct MetricRow: Sendable {
    let metric: Metric
    let unit: MetricUnit
    let range: MetricRange
    let better: Metric.Direction?
    let role: Metric.Role
    let whole: Metric?
    let isCost: Bool
    let addsUp: Bool
    let meaning: String

    /// - Parameters:
    ///   - isCost: whether an app that does nothing is best.
    ///   - isMean: whether two apps' values do not add up.
    init(
        _ metric: Metric, _ unit: MetricUnit, _ range: MetricRange, _ better: Metric.Direction?,
        role: Metric.Role, of whole: Metric? = nil, isCost: Bool = false, isMean: Bool = false,
        _ meaning: String
    ) {
        (self.metric, self.unit, self.range, self.better) = (metric, unit, range, better)
        (self.role, self.whole, self.isCost, self.meaning) = (role, whole, isCost, meaning)
        addsUp = unit.addsUp && !isMean
    }

    /// In the order of `Metric.allCases`.
    static let all: [MetricRow] =
        costs + means + connections + sound + positions + work + use + push + errands
}

extension MetricRow {
    static let costs: [MetricRow] = [
        MetricRow(
            .energy, .joules, .amount, .smaller, role: .cost, isCost: true,
            "Energy of the whole phone over the horizon."),
        MetricRow(
            .marginalEnergy, .joules, .signed, .smaller, role: .cost, isCost: true,
            "Energy above the same world without the app, pair by pair."),
        MetricRow(
            .radioEnergy, .joules, .amount, .smaller, role: .cost, of: .energy, isCost: true,
            "Energy of the radio over the horizon."),
        MetricRow(
            .marginalRadioEnergy, .joules, .signed, .smaller, role: .cost, isCost: true,
            "Energy of the radio above the same world without the app, pair by pair."),
        MetricRow(
            .drain, .percentPerHour, .amount, .smaller, role: .cost, isCost: true,
            "Share of the battery used per hour by the whole phone."),
        MetricRow(
            .marginalDrain, .percentPerHour, .signed, .smaller, role: .cost, isCost: true,
            "Share of the battery used per hour because of the app."),
        MetricRow(
            .hoursToEmpty, .hours, .aboveZero, .larger, role: .cost, isCost: true,
            "How long a full battery lasts at this drain."),
    ]

    static let means: [MetricRow] = [
        MetricRow(
            .tailShare, .percent, .share, nil, role: .means,
            "Share of the radio's energy that is drawn in tails."),
        MetricRow(
            .radioOnShare, .percent, .share, nil, role: .means,
            "Share of the time that the radio is not in its initial state; of two radios "
                + "of the time of both together, see residence.csv for each."),
        MetricRow(
            .promotions, .count, .count, nil, role: .means, isCost: true,
            "Promotions of the radio, begun, that take time."),
        MetricRow(
            .wakeUps, .count, .count, nil, role: .means, isCost: true,
            "Wake-ups of the processor."),
        MetricRow(
            .bytesUp, .bytes, .amount, nil, role: .means, isCost: true,
            "Bytes sent, other apps' included."),
        MetricRow(
            .bytesDown, .bytes, .amount, nil, role: .means, isCost: true,
            "Bytes received, other apps' included."),
        MetricRow(
            .keepAlives, .count, .count, nil, role: .means, isCost: true,
            "Keep-alive handlers called."),
    ]

    /// The four shares of energy add up to 100 %.
    static let use: [MetricRow] = [
        MetricRow(
            .pickUps, .count, .count, nil, role: .means,
            "Times that the user took the phone into the hand."),
        MetricRow(
            .inHandShare, .percent, .share, nil, role: .means,
            "Share of the time that the user had the phone in hand."),
        MetricRow(
            .displayShare, .percent, .share, nil, role: .means,
            "Share of the energy that the display drew, alerts included."),
        MetricRow(
            .foregroundShare, .percent, .share, nil, role: .means,
            "Share of the energy that everything but the display drew while the user had the "
                + "phone in hand."),
        MetricRow(
            .backgroundShare, .percent, .share, nil, role: .means,
            "Share of the energy that was drawn while the phone lay there, above what it draws "
                + "asleep, the display not included."),
        MetricRow(
            .standbyShare, .percent, .share, nil, role: .means,
            "Share of the energy that the sleeping phone drew while it lay there."),
    ]

    static let push: [MetricRow] = [
        MetricRow(
            .pushHeartbeats, .count, .count, nil, role: .means, isCost: true,
            "Heartbeats of the system's connection for pushes."),
        MetricRow(
            .pushConnectionEnergy, .joules, .amount, .smaller, role: .means, isCost: true,
            "Energy booked to the system's connection for pushes, messages not included."),
    ]

    static let connections: [MetricRow] = [
        MetricRow(
            .connectionLosses, .count, .count, .smaller, role: .service,
            "Times the app found its connection lost and made a new one."),
        MetricRow(
            .unreachableShare, .percent, .share, .smaller, role: .service,
            "Share of the time that a call would not have reached the phone."),
        MetricRow(
            .callsOffered, .count, .count, nil, role: .service,
            "Calls made to the app."),
        MetricRow(
            .callsMissed, .count, .count, .smaller, role: .service, of: .callsOffered,
            "Calls that came while the connection was dead."),
        MetricRow(
            .timeToRing, .seconds, .timeWithinRun, .smaller, role: .service, isMean: true,
            "From the call's arrival at the network to the ring, mean of a run."),
    ]

    static let sound: [MetricRow] = [
        MetricRow(
            .playedTime, .seconds, .timeWithinRun, .larger, role: .service,
            "Sound played."),
        MetricRow(
            .startUpTime, .seconds, .timeWithinRun, .smaller, role: .service,
            "Waiting for the first sound of the session and of skipped-to tracks."),
        MetricRow(
            .rebufferingTime, .seconds, .timeWithinRun, .smaller, role: .service,
            "Silence in the middle of a track, waiting for data."),
        MetricRow(
            .rebufferings, .count, .count, .smaller, role: .service,
            "How often playing stopped in the middle of a track for want of data."),
        MetricRow(
            .bytesWasted, .bytes, .amount, .smaller, role: .service,
            "Bytes carried for nothing: sound never played, parts of items sent again."),
        MetricRow(
            .energyPerSecondPlayed, .joulesPerSecond, .signed, .smaller, role: .service,
            "Marginal energy over the sound played."),
    ]
}

extension MetricRow {
    static let work: [MetricRow] = [
        MetricRow(
            .tasksDone, .count, .count, .larger, role: .service,
            "Pieces of work that the app finished."),
        MetricRow(
            .tasksLost, .count, .count, .smaller, role: .service,
            "Times that a piece of work was broken off, and had to begin anew."),
        MetricRow(
            .messagesDelivered, .count, .count, .larger, role: .service,
            "Messages that the user was told of, or the app has."),
        MetricRow(
            .messageDelay, .seconds, .timeWithinRun, .smaller, role: .service, isMean: true,
            "From a message's coming to the server until its user or the app has it, mean "
                + "of those delivered."),
        MetricRow(
            .itemsSent, .count, .count, .larger, role: .service,
            "Items of the app's outbox that have reached the server."),
        MetricRow(
            .itemDelay, .seconds, .timeWithinRun, .smaller, role: .service, isMean: true,
            "From an item's coming to the outbox until the server has it, mean of those "
                + "sent."),
        MetricRow(
            .alerts, .count, .count, nil, role: .service,
            "Times that the user was called by display, sound or vibration."),
        MetricRow(
            .appLaunches, .count, .count, nil, role: .means,
            "Times that the app was launched, by its user or by the system."),
        MetricRow(
            .appEndings, .count, .count, nil, role: .service,
            "Times that the app ended, by the system, its user or itself."),
        MetricRow(
            .timeToEmpty, .hours, .hoursWithinRun, .larger, role: .service, isCost: true,
            "From the start until the battery is empty for the first time; only where the "
                + "world has a battery, and it does not last."),
        MetricRow(
            .recordedTime, .seconds, .timeWithinRun, .larger, role: .service,
            "Sound recorded."),
        MetricRow(
            .guidedTime, .seconds, .timeWithinRun, .larger, role: .service,
            "Driving with an app that shows the way and knows where it is."),
        MetricRow(
            .prompts, .count, .count, .larger, role: .service,
            "Prompts spoken on the way."),
        MetricRow(
            .tasksThrottled, .count, .count, .smaller, role: .service,
            "Pieces of work that the system slowed down because the app had computed too "
                + "much."),
        MetricRow(
            .talkTime, .seconds, .timeWithinRun, .larger, role: .service,
            "Time talked in the app's calls, holds not included."),
    ]
}

extension MetricRow {
    static let errands: [MetricRow] = [
        MetricRow(
            .errandsBegun, .count, .count, nil, role: .service,
            "Times that a rule of an app fired, its conditions held and its steps began."),
        MetricRow(
            .errandsDone, .count, .count, .larger, role: .service, of: .errandsBegun,
            "Errands whose steps were all done."),
        MetricRow(
            .errandsCutOff, .count, .count, .smaller, role: .service, of: .errandsBegun,
            "Errands that were broken off: by the end of the app, by a limit of the system, by a "
                + "request without an answer or a position that was not found."),
        MetricRow(
            .errandsRefused, .count, .count, .smaller, role: .service,
            "Times that a rule fired, and the system did not let the app run for it."),
        MetricRow(
            .errandDelay, .seconds, .timeWithinRun, .smaller, role: .service, isMean: true,
            "From what fired a rule to the end of its last step, mean of the errands done."),
    ]
}

extension MetricRow {
    static let positions: [MetricRow] = [
        MetricRow(
            .cellChanges, .count, .count, nil, role: .means,
            "Times that the serving cell changed."),
        MetricRow(
            .areaUpdates, .count, .count, nil, role: .means,
            "Changes of the cell that led into another location or tracking area."),
        MetricRow(
            .fixes, .count, .count, nil, role: .service,
            "Positions that the app received."),
        MetricRow(
            .uploads, .count, .count, nil, role: .service,
            "Positions that reached the server."),
        MetricRow(
            .positionErrorMedian, .metres, .amount, .smaller, role: .service, of: .positionError95,
            "Median over time of the distance between the last reported position and the "
                + "truth, from the first report on."),
        MetricRow(
            .positionError95, .metres, .amount, .smaller, role: .service,
            "95th percentile over time of the distance between the last reported position "
                + "and the truth, from the first report on."),
        MetricRow(
            .within100, .percent, .share, .larger, role: .detail, of: .within500,
            within("100 m")),
        MetricRow(
            .within500, .percent, .share, .larger, role: .service, of: .within2000,
            within("500 m")),
        MetricRow(
            .within2000, .percent, .share, .larger, role: .detail,
            within("2 km")),
        MetricRow(
            .positionUnknownShare, .percent, .share, .smaller, role: .detail,
            "Share of the time before the first report."),
        MetricRow(
            .positionAge, .seconds, .timeWithinRun, .smaller, role: .service, isMean: true,
            "Time since the last reported position was measured, mean over time from the "
                + "first report on."),
        MetricRow(
            .positionAge95, .seconds, .timeWithinRun, .smaller, role: .detail, isMean: true,
            "The same, 95th percentile over time."),
        MetricRow(
            .distanceTravelled, .kilometres, .amount, nil, role: .detail,
            "Length of the phone's way; gaps of a recorded track are left out."),
        MetricRow(
            .distanceReported, .kilometres, .amount, nil, role: .detail,
            "Sum of the distances between one reported position and the next."),
        MetricRow(
            .visits, .count, .count, nil, role: .service,
            "Stays of the phone at a place for at least 10 minutes."),
        MetricRow(
            .visitsDetected, .count, .count, .larger, role: .detail, of: .visits,
            "Visits of which a reported position within 500 m was measured, from 5 "
                + "minutes before the arrival to the departure."),
        MetricRow(
            .visitsMissed, .count, .count, .smaller, role: .service, of: .visits,
            "Visits not detected."),
        MetricRow(
            .regionEvents, .count, .count, nil, role: .service,
            "Borders crossed of regions that the policy watches."),
        MetricRow(
            .regionEventsMissed, .count, .count, .smaller, role: .service, of: .regionEvents,
            "Crossings that the app was not told of in time."),
        MetricRow(
            .regionDelay, .seconds, .signed, .smaller, role: .service, isMean: true,
            "From a crossing to the app's being told, mean of those that it was told of; "
                + "below zero where it was told ahead."),
    ]

    private static func within(_ reach: String) -> String {
        "Share of the time that the last reported position is at most \(reach) from the truth; "
            + "before the first report it is not."
    }
}
