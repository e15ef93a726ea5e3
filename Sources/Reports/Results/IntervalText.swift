import Statistics

/// What stands where an interval is printed: both of its ends, or that there is no chance in it.
enum IntervalText {
    /// Below a heading that says of which level.
    private static let exact = "exact"

    /// Whether the ends are the same but for rounding: nothing that was drawn moves the figure.
    static func isExact(_ interval: ConfidenceInterval) -> Bool {
        let size = max(interval.low.magnitude, interval.high.magnitude)
        return interval.halfWidth <= size * PairedDifference.resolution
    }

    /// `11.1 to 13.5`, or `exact`; no words without an interval.
    static func cell(
        _ interval: ConfidenceInterval?, _ text: (Double) -> String
    ) -> String {
        guard let interval else { return "" }
        return isExact(interval) ? exact : "\(text(interval.low)) to \(text(interval.high))"
    }

    /// `95 %: 11.1 to 13.5`, or `exact: no chance in it`.
    static func words(
        _ interval: ConfidenceInterval, level: String = "95 %",
        _ range: (ConfidenceInterval) -> String
    ) -> String {
        isExact(interval) ? "\(exact): no chance in it" : "\(level): \(range(interval))"
    }
}

extension ConfidenceInterval {
    /// Of 95 %, from ends that a table has; `nil` where one is missing.
    init?(_ low: Double?, _ high: Double?) {
        guard let low, let high else { return nil }
        self.init(level: 0.95, low: low, high: high)
    }
}
