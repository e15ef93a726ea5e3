extension MetricRow {
    /// What the rules of apps that their authors describe came to.
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
