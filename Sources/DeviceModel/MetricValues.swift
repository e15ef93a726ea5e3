/// One value for each metric, or `nil` where a run does not have it.
public struct MetricValues: Hashable, Sendable {
    private var values: [Double?] = Array(repeating: nil, count: Metric.allCases.count)

    public init() {}

    /// - Precondition: a value that is set is a finite number.
    public subscript(metric: Metric) -> Double? {
        get { values[metric.index] }
        set {
            precondition(newValue?.isFinite ?? true, "\(metric) is \(newValue ?? .nan)")
            values[metric.index] = newValue
        }
    }
}

extension Metric {
    private static let places: [Metric: Int] = Dictionary(
        uniqueKeysWithValues: Metric.allCases.enumerated().map { ($1, $0) })

    /// The place of this metric in `allCases`.
    var index: Int { Self.places[self]! }
}
