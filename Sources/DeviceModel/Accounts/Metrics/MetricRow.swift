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
            "Energy above an identical world without the app, paired by replication."),
        MetricRow(
            .radioEnergy, .joules, .amount, .smaller, role: .cost, of: .energy, isCost: true,
            "Energy of the radio over the horizon."),
        MetricRow(
            .marginalRadioEnergy, .joules, .signed, .smaller, role: .cost, isCost: true,
            "Radio energy above an identical world without the app, paired by replication."),
        MetricRow(
            .drain, .percentPerHour, .amount, .smaller, role: .cost, isCost: true,
            "Share of the battery that the whole phone uses per hour."),
        MetricRow(
            .marginalDrain, .percentPerHour, .signed, .smaller, role: .cost, isCost: true,
            "Share of the battery that the app uses per hour."),
        MetricRow(
            .hoursToEmpty, .hours, .aboveZero, .larger, role: .cost, isCost: true,
            "Time that a full battery lasts at this drain."),
    ]

    static let means: [MetricRow] = [
        MetricRow(
            .tailShare, .percent, .share, nil, role: .means,
            "Share of the radio's energy drawn in tails."),
        MetricRow(
            .radioOnShare, .percent, .share, nil, role: .means,
            "Share of the time that the radio is not in its initial state; with two "
                + "radios, of their times together (residence.csv lists each)."),
        MetricRow(
            .promotions, .count, .count, nil, role: .means, isCost: true,
            "Radio promotions started that take time."),
        MetricRow(.wakeUps, .count, .count, nil, role: .means, isCost: true, "Processor wake-ups."),
        MetricRow(
            .appWakeUps, .count, .count, nil, role: .means, isCost: true,
            "Processor wake-ups that the policy's apps caused."),
        MetricRow(
            .appAwakeTime, .seconds, .timeWithinRun, nil, role: .means, isCost: true,
            "Time for which the policy's apps kept the processor awake while the phone was not in "
                + "hand."),
        MetricRow(
            .bytesUp, .bytes, .amount, nil, role: .means, isCost: true,
            "Bytes sent, including other apps'."),
        MetricRow(
            .bytesDown, .bytes, .amount, nil, role: .means, isCost: true,
            "Bytes received, including other apps'."),
        MetricRow(
            .keepAlives, .count, .count, nil, role: .means, isCost: true,
            "Calls of the keep-alive handler."),
    ]

    /// The four shares of energy add up to 100 %.
    static let use: [MetricRow] = [
        MetricRow(
            .pickUps, .count, .count, nil, role: .means,
            "Times that the user picked up the phone."),
        MetricRow(
            .inHandShare, .percent, .share, nil, role: .means,
            "Share of the time with the phone in the user's hand."),
        MetricRow(
            .displayShare, .percent, .share, nil, role: .means,
            "Share of the energy drawn by the display, alerts included."),
        MetricRow(
            .foregroundShare, .percent, .share, nil, role: .means,
            "Share of the energy drawn by everything except the display while the phone "
                + "was in hand."),
        MetricRow(
            .backgroundShare, .percent, .share, nil, role: .means,
            "Share of the energy drawn while the phone was not in hand, above its sleeping "
                + "power and without the display."),
        MetricRow(
            .standbyShare, .percent, .share, nil, role: .means,
            "Share of the energy that the sleeping phone drew while not in hand."),
    ]

    static let push: [MetricRow] = [
        MetricRow(
            .pushHeartbeats, .count, .count, nil, role: .means, isCost: true,
            "Heartbeats of the system's push connection."),
        MetricRow(
            .pushConnectionEnergy, .joules, .amount, .smaller, role: .means, isCost: true,
            "Energy of the system's push connection, without its messages."),
    ]

    static let connections: [MetricRow] = [
        MetricRow(
            .connectionLosses, .count, .count, .smaller, role: .service,
            "Times that the app found its connection lost and reconnected."),
        MetricRow(
            .unreachableShare, .percent, .share, .smaller, role: .service,
            "Share of the time that a call would not have reached the phone."),
        MetricRow(.callsOffered, .count, .count, nil, role: .service, "Calls made to the app."),
        MetricRow(
            .callsMissed, .count, .count, .smaller, role: .service, of: .callsOffered,
            "Calls that arrived while the connection was dead."),
        MetricRow(
            .timeToRing, .seconds, .timeWithinRun, .smaller, role: .service, isMean: true,
            "Time from a call's arrival at the network to the ring, mean of a run."),
    ]

    static let sound: [MetricRow] = [
        MetricRow(.playedTime, .seconds, .timeWithinRun, .larger, role: .service, "Sound played."),
        MetricRow(
            .startUpTime, .seconds, .timeWithinRun, .smaller, role: .service,
            "Wait for the first sound of the session and of skipped-to tracks."),
        MetricRow(
            .rebufferingTime, .seconds, .timeWithinRun, .smaller, role: .service,
            "Silence in the middle of a track, waiting for data."),
        MetricRow(
            .rebufferings, .count, .count, .smaller, role: .service,
            "Times that playback stopped in the middle of a track because data was missing."),
        MetricRow(
            .bytesWasted, .bytes, .amount, .smaller, role: .service,
            "Bytes carried in vain: sound never played, parts of items sent again."),
        MetricRow(
            .energyPerSecondPlayed, .joulesPerSecond, .signed, .smaller, role: .service,
            "Marginal energy per second of sound played."),
    ]
}

extension MetricRow {
    static let work: [MetricRow] = [
        MetricRow(
            .tasksDone, .count, .count, .larger, role: .service,
            "Uploads or recordings that the app finished."),
        MetricRow(
            .tasksLost, .count, .count, .smaller, role: .service,
            "Times that an upload or a recording was broken off and lost its progress."),
        MetricRow(
            .messagesDelivered, .count, .count, .larger, role: .service,
            "Messages that the user was told of or the app received."),
        MetricRow(
            .messageDelay, .seconds, .timeWithinRun, .smaller, role: .service, isMean: true,
            "Time from a message's arrival at the server until its user or the app has it, "
                + "mean of those delivered."),
        MetricRow(
            .itemsSent, .count, .count, .larger, role: .service,
            "Items of the app's outbox that reached the server."),
        MetricRow(
            .itemDelay, .seconds, .timeWithinRun, .smaller, role: .service, isMean: true,
            "Time from an item's arrival in the outbox until the server has it, mean of those sent."
        ),
        MetricRow(
            .alerts, .count, .count, nil, role: .service,
            "Times that display, sound or vibration alerted the user."),
        MetricRow(
            .appLaunches, .count, .count, nil, role: .means,
            "Launches of the app by its user or the system."),
        MetricRow(
            .appEndings, .count, .count, nil, role: .service,
            "Times that the system, the user or the app itself ended the app."),
        MetricRow(
            .timeToEmpty, .hours, .hoursWithinRun, .larger, role: .service, isCost: true,
            "Time from the start until the battery is first empty; only if the world has a "
                + "battery and it runs out."),
        MetricRow(
            .recordedTime, .seconds, .timeWithinRun, .larger, role: .service,
            "Sound recorded."),
        MetricRow(
            .guidedTime, .seconds, .timeWithinRun, .larger, role: .service,
            "Driving time during which the app shows the way and knows its position."),
        MetricRow(.prompts, .count, .count, .larger, role: .service, "Prompts spoken on the way."),
        MetricRow(
            .tasksThrottled, .count, .count, .smaller, role: .service,
            "Tasks that the system slowed down because the app had used too much processor time."),
        MetricRow(
            .talkTime, .seconds, .timeWithinRun, .larger, role: .service,
            "Time talked in the app's calls, without holds."),
    ]
}

extension MetricRow {
    static let errands: [MetricRow] = [
        MetricRow(
            .errandsBegun, .count, .count, nil, role: .service,
            "Times that a rule of an app fired, its conditions held and its steps started."),
        MetricRow(
            .errandsDone, .count, .count, .larger, role: .service, of: .errandsBegun,
            "Tasks (errands) that completed all steps."),
        MetricRow(
            .errandsCutOff, .count, .count, .smaller, role: .service, of: .errandsBegun,
            "Tasks (errands) that were broken off: by the app's end, a limit of the "
                + "system, a request without an answer or a position not found."),
        MetricRow(
            .errandsRefused, .count, .count, .smaller, role: .service,
            "Times that a rule fired but the system did not let the app run."),
        MetricRow(
            .errandDelay, .seconds, .timeWithinRun, .smaller, role: .service, isMean: true,
            "Time from a rule's trigger to the end of its last step, mean of the completed tasks."),
    ]
}

extension MetricRow {
    static let positions: [MetricRow] = [
        MetricRow(.cellChanges, .count, .count, nil, role: .means, "Changes of the serving cell."),
        MetricRow(
            .areaUpdates, .count, .count, nil, role: .means,
            "Cell changes into another location or tracking area."),
        MetricRow(.fixes, .count, .count, nil, role: .service, "Positions that the app received."),
        MetricRow(
            .uploads, .count, .count, nil, role: .service,
            "Positions that reached the server."),
        MetricRow(
            .positionErrorMedian, .metres, .amount, .smaller, role: .service, of: .positionError95,
            "Distance between the last reported position and the truth: median over time "
                + "since the first report."),
        MetricRow(
            .positionError95, .metres, .amount, .smaller, role: .service,
            "Distance between the last reported position and the truth: 95th percentile "
                + "over time since the first report."),
        MetricRow(
            .within100, .percent, .share, .larger, role: .detail, of: .within500,
            within("100 m")),
        MetricRow(
            .within500, .percent, .share, .larger, role: .service, of: .within2000,
            within("500 m")),
        MetricRow(.within2000, .percent, .share, .larger, role: .detail, within("2 km")),
        MetricRow(
            .positionUnknownShare, .percent, .share, .smaller, role: .detail,
            "Share of the time before the first report."),
        MetricRow(
            .positionAge, .seconds, .timeWithinRun, .smaller, role: .service, isMean: true,
            "Age of the last reported position: mean over time since the first report."),
        MetricRow(
            .positionAge95, .seconds, .timeWithinRun, .smaller, role: .detail, isMean: true,
            "Age of the last reported position: 95th percentile over time since the first report."),
        MetricRow(
            .distanceTravelled, .kilometres, .amount, nil, role: .detail,
            "Distance that the phone travelled, without gaps of a recorded track."),
        MetricRow(
            .distanceReported, .kilometres, .amount, nil, role: .detail,
            "Sum of the distances between consecutive reported positions."),
        MetricRow(
            .visits, .count, .count, nil, role: .service,
            "Stays at a place for at least 10 minutes."),
        MetricRow(
            .visitsDetected, .count, .count, .larger, role: .detail, of: .visits,
            "Visits with a reported position within 500 m, measured from 5 minutes before "
                + "arrival to departure."),
        MetricRow(
            .visitsMissed, .count, .count, .smaller, role: .service, of: .visits,
            "Visits not detected."),
        MetricRow(
            .regionEvents, .count, .count, nil, role: .service,
            "Border crossings of regions that the policy watches."),
        MetricRow(
            .regionEventsMissed, .count, .count, .smaller, role: .service, of: .regionEvents,
            "Crossings that the app was not told of in time."),
        MetricRow(
            .regionDelay, .seconds, .signed, .smaller, role: .service, isMean: true,
            "Time from a crossing until the app is told, mean of those that it was told "
                + "of; negative if it was told before the crossing."),
    ]

    private static func within(_ reach: String) -> String {
        "Share of the time that the last reported position is at most \(reach) from the "
            + "truth; the time before the first report counts as farther."
    }
}
