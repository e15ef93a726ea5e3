extension Metric {
    /// The name of the metric in files: `marginal_energy`.
    public var columnName: String {
        String(rawValue.map { $0 == "-" ? "_" : $0 })
    }

    /// With the unit: `marginal_energy_J`.
    public var columnNameWithUnit: String { unit == .count ? columnName : "\(columnName)_\(unit)" }

    /// The metric of a column in a file of results.
    ///
    /// - Parameter columnName: with the unit or without it; `nil` comes of any other name.
    public init?(columnName: String) {
        guard
            let metric = Self.allCases.first(where: {
                $0.columnName == columnName || $0.columnNameWithUnit == columnName
            })
        else { return nil }
        self = metric
    }
}
