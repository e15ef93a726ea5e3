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
    ///   - unit: `nil` where the range has one unit only.
    ///   - isCost: whether an app that does nothing is best.
    ///   - isMean: whether two apps' values do not add up.
    init(
        _ metric: Metric, _ range: MetricRange, in unit: MetricUnit? = nil,
        _ better: Metric.Direction?, role: Metric.Role = .service, of whole: Metric? = nil,
        isCost: Bool = false, isMean: Bool = false, _ meaning: String
    ) {
        let unit = unit ?? range.unit
        (self.metric, self.unit, self.range, self.better) = (metric, unit, range, better)
        (self.role, self.whole, self.isCost, self.meaning) = (role, whole, isCost, meaning)
        addsUp = unit.addsUp && !isMean
    }

    /// In the order of `Metric.allCases`.
    static let all: [MetricRow] =
        costs + means + connections + sound + positions + work + use + push + errands

    static let costs: [MetricRow] = [
        .init(
            .energy, .amount, in: .joules, .smaller, role: .cost, isCost: true,
            "Energy of the whole phone over the horizon."),
        .init(
            .marginalEnergy, .signed, in: .joules, .smaller, role: .cost, isCost: true,
            "Energy above an identical world without the app, paired by replication."),
        .init(
            .radioEnergy, .amount, in: .joules, .smaller, role: .cost, of: .energy, isCost: true,
            "Energy of the radio over the horizon."),
        .init(
            .marginalRadioEnergy, .signed, in: .joules, .smaller, role: .cost, isCost: true,
            "Radio energy above an identical world without the app, paired by replication."),
        .init(
            .drain, .amount, in: .percentPerHour, .smaller, role: .cost, isCost: true,
            "Share of the battery that the whole phone uses per hour."),
        .init(
            .marginalDrain, .signed, in: .percentPerHour, .smaller, role: .cost, isCost: true,
            "Share of the battery that the app uses per hour."),
        .init(
            .hoursToEmpty, .aboveZero, in: .hours, .larger, role: .cost, isCost: true,
            "Time that a full battery lasts at this drain."),
    ]

    static let means: [MetricRow] = [
        .init(.tailShare, .share, nil, role: .means, "Share of the radio's energy drawn in tails."),
        .init(
            .radioOnShare, .share, nil, role: .means,
            "Share of the time that the radio is not in its initial state; with two radios, of "
                + "their times together (residence.csv lists each)."),
        .init(
            .promotions, .count, nil, role: .means, isCost: true,
            "Radio promotions started that take time."),
        .init(.wakeUps, .count, nil, role: .means, isCost: true, "Processor wake-ups."),
        .init(
            .appWakeUps, .count, nil, role: .means, isCost: true,
            "Processor wake-ups that the policy's apps caused."),
        .init(
            .appAwakeTime, .timeWithinRun, nil, role: .means, isCost: true,
            "Time for which the policy's apps kept the processor awake while the phone was not in "
                + "hand."),
        .init(
            .bytesUp, .amount, in: .bytes, nil, role: .means, isCost: true,
            "Bytes sent, including other apps'."),
        .init(
            .bytesDown, .amount, in: .bytes, nil, role: .means, isCost: true,
            "Bytes received, including other apps'."),
        .init(
            .keepAlives, .count, nil, role: .means, isCost: true,
            "Calls of the keep-alive handler."),
    ]

    /// The four shares of energy add up to 100 %.
    static let use: [MetricRow] = [
        .init(.pickUps, .count, nil, role: .means, "Times that the user picked up the phone."),
        .init(
            .inHandShare, .share, nil, role: .means,
            "Share of the time with the phone in the user's hand."),
        .init(
            .displayShare, .share, nil, role: .means,
            "Share of the energy drawn by the display, alerts included."),
        .init(
            .foregroundShare, .share, nil, role: .means,
            "Share of the energy drawn by everything except the display while the phone was in "
                + "hand."),
        .init(
            .backgroundShare, .share, nil, role: .means,
            "Share of the energy drawn while the phone was not in hand, above its sleeping power "
                + "and without the display."),
        .init(
            .standbyShare, .share, nil, role: .means,
            "Share of the energy that the sleeping phone drew while not in hand."),
    ]

    static let push: [MetricRow] = [
        .init(
            .pushHeartbeats, .count, nil, role: .means, isCost: true,
            "Heartbeats of the system's push connection."),
        .init(
            .pushConnectionEnergy, .amount, in: .joules, .smaller, role: .means, isCost: true,
            "Energy of the system's push connection, without its messages."),
    ]

    static let connections: [MetricRow] = [
        .init(
            .connectionLosses, .count, .smaller,
            "Times that the app found its connection lost and reconnected."),
        .init(
            .unreachableShare, .share, .smaller,
            "Share of the time that a call would not have reached the phone."),
        .init(.callsOffered, .count, nil, "Calls made to the app."),
        .init(
            .callsMissed, .count, .smaller, of: .callsOffered,
            "Calls that arrived while the connection was dead."),
        .init(
            .timeToRing, .timeWithinRun, .smaller, isMean: true,
            "Time from a call's arrival at the network to the ring, mean of a run."),
    ]

    static let sound: [MetricRow] = [
        .init(.playedTime, .timeWithinRun, .larger, "Sound played."),
        .init(
            .startUpTime, .timeWithinRun, .smaller,
            "Wait for the first sound of the session and of skipped-to tracks."),
        .init(
            .rebufferingTime, .timeWithinRun, .smaller,
            "Silence in the middle of a track, waiting for data."),
        .init(
            .rebufferings, .count, .smaller,
            "Times that playback stopped in the middle of a track because data was missing."),
        .init(
            .bytesWasted, .amount, in: .bytes, .smaller,
            "Bytes carried in vain: sound never played, parts of items sent again."),
        .init(
            .energyPerSecondPlayed, .signed, in: .joulesPerSecond, .smaller,
            "Marginal energy per second of sound played."),
    ]

    static let work: [MetricRow] = [
        .init(.tasksDone, .count, .larger, "Uploads or recordings that the app finished."),
        .init(
            .tasksLost, .count, .smaller,
            "Times that an upload or a recording was broken off and lost its progress."),
        .init(
            .messagesDelivered, .count, .larger,
            "Messages that the user was told of or the app received."),
        .init(
            .messageDelay, .timeWithinRun, .smaller, isMean: true,
            "Time from a message's arrival at the server until its user or the app has it, mean of "
                + "those delivered."),
        .init(.itemsSent, .count, .larger, "Items of the app's outbox that reached the server."),
        .init(
            .itemDelay, .timeWithinRun, .smaller, isMean: true,
            "Time from an item's arrival in the outbox until the server has it, mean of those sent."
        ),
        .init(.alerts, .count, nil, "Times that display, sound or vibration alerted the user."),
        .init(
            .appLaunches, .count, nil, role: .means,
            "Launches of the app by its user or the system."),
        .init(
            .appEndings, .count, nil,
            "Times that the system, the user or the app itself ended the app."),
        .init(
            .timeToEmpty, .hoursWithinRun, .larger, isCost: true,
            "Time from the start until the battery is first empty; only if the world has a battery "
                + "and it runs out."),
        .init(.recordedTime, .timeWithinRun, .larger, "Sound recorded."),
        .init(
            .guidedTime, .timeWithinRun, .larger,
            "Driving time during which the app shows the way and knows its position."),
        .init(.prompts, .count, .larger, "Prompts spoken on the way."),
        .init(
            .tasksThrottled, .count, .smaller,
            "Tasks that the system slowed down because the app had used too much processor time."),
        .init(.talkTime, .timeWithinRun, .larger, "Time talked in the app's calls, without holds."),
    ]

    static let errands: [MetricRow] = [
        .init(
            .errandsBegun, .count, nil,
            "Times that a rule of an app fired, its conditions held and its steps started."),
        .init(
            .errandsDone, .count, .larger, of: .errandsBegun,
            "Tasks (errands) that completed all steps."),
        .init(
            .errandsCutOff, .count, .smaller, of: .errandsBegun,
            "Tasks (errands) that were broken off: by the app's end, a limit of the system, a "
                + "request without an answer or a position not found."),
        .init(
            .errandsRefused, .count, .smaller,
            "Times that a rule fired but the system did not let the app run."),
        .init(
            .errandDelay, .timeWithinRun, .smaller, isMean: true,
            "Time from a rule's trigger to the end of its last step, mean of the completed tasks."),
    ]

    static let positions: [MetricRow] = [
        .init(.cellChanges, .count, nil, role: .means, "Changes of the serving cell."),
        .init(
            .areaUpdates, .count, nil, role: .means,
            "Cell changes into another location or tracking area."),
        .init(.fixes, .count, nil, "Positions that the app received."),
        .init(.uploads, .count, nil, "Positions that reached the server."),
        .init(
            .positionErrorMedian, .amount, in: .metres, .smaller, of: .positionError95,
            "Distance between the last reported position and the truth: median over time since the "
                + "first report."),
        .init(
            .positionError95, .amount, in: .metres, .smaller,
            "Distance between the last reported position and the truth: 95th percentile over time "
                + "since the first report."),
        .init(.within100, .share, .larger, role: .detail, of: .within500, within("100 m")),
        .init(.within500, .share, .larger, of: .within2000, within("500 m")),
        .init(.within2000, .share, .larger, role: .detail, within("2 km")),
        .init(
            .positionUnknownShare, .share, .smaller, role: .detail,
            "Share of the time before the first report."),
        .init(
            .positionAge, .timeWithinRun, .smaller, isMean: true,
            "Age of the last reported position: mean over time since the first report."),
        .init(
            .positionAge95, .timeWithinRun, .smaller, role: .detail, isMean: true,
            "Age of the last reported position: 95th percentile over time since the first report."),
        .init(
            .distanceTravelled, .amount, in: .kilometres, nil, role: .detail,
            "Distance that the phone travelled, without gaps of a recorded track."),
        .init(
            .distanceReported, .amount, in: .kilometres, nil, role: .detail,
            "Sum of the distances between consecutive reported positions."),
        .init(.visits, .count, nil, "Stays at a place for at least 10 minutes."),
        .init(
            .visitsDetected, .count, .larger, role: .detail, of: .visits,
            "Visits with a reported position within 500 m, measured from 5 minutes before arrival "
                + "to departure."),
        .init(.visitsMissed, .count, .smaller, of: .visits, "Visits not detected."),
        .init(.regionEvents, .count, nil, "Border crossings of regions that the policy watches."),
        .init(
            .regionEventsMissed, .count, .smaller, of: .regionEvents,
            "Crossings that the app was not told of in time."),
        .init(
            .regionDelay, .signed, in: .seconds, .smaller, isMean: true,
            "Time from a crossing until the app is told, mean of those that it was told of; "
                + "negative if it was told before the crossing."),
    ]

    private static func within(_ reach: String) -> String {
        "Share of the time that the last reported position is at most \(reach) from the "
            + "truth; the time before the first report counts as farther."
    }
}
