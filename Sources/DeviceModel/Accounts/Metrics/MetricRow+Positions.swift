extension MetricRow {
    /// Where the phone was, and what the app knew of it.
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
