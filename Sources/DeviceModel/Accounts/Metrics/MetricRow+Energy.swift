extension MetricRow {
    /// What was spent.
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

    /// How it was spent.
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

    /// How a phone was used, and what its use took. The four shares of energy make up the whole.
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

    /// What the system's own connection took.
    static let push: [MetricRow] = [
        MetricRow(
            .pushHeartbeats, .count, .count, nil, role: .means, isCost: true,
            "Heartbeats of the system's connection for pushes."),
        MetricRow(
            .pushConnectionEnergy, .joules, .amount, .smaller, role: .means, isCost: true,
            "Energy booked to the system's connection for pushes, messages not included."),
    ]

    /// What a connection that is kept open was good for.
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

    /// What a player did.
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
