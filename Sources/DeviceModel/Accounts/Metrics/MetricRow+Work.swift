extension MetricRow {
    /// What was done, sent and told.
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
