extension Column {
    static func energy(
        _ header: String, _ meaning: String, _ energy: @escaping @Sendable (Row) -> Millijoules?
    ) -> Column { .number(header, meaning) { row in energy(row).map { $0.magnitude / 1000 } } }

    /// The ends of an interval, `NAME_low` and `NAME_high`.
    ///
    /// - `meaning`: The interval, as in "Lower end of MEANING"; `lower` ends that sentence.
    static func interval(
        _ name: String, _ meaning: String, lower more: String = ".",
        _ interval: @escaping @Sendable (Row) -> ConfidenceInterval?
    ) -> Column {
        .group(
            [
                .number("\(name)_low", "Lower end of \(meaning)\(more)", \.low),
                .number("\(name)_high", "Upper end of the interval.", \.high),
            ], of: interval)
    }

    /// The name of a metric and its unit, in columns of one prefix.
    static func metric(
        prefix: String = "", meaning: String = "Metric; see replications.csv.",
        unit: String = "Unit of the metric; empty for a count.",
        _ metric: @escaping @Sendable (Row) -> Metric
    ) -> Column {
        .group(
            [
                .text("\(prefix)metric", meaning, \.columnName),
                .text("\(prefix)unit", unit, \.unitText),
            ], of: metric)
    }
}
