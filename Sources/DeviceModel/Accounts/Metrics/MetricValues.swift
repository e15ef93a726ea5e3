/// One value for each metric, or `nil` where a run lacks it.
public struct MetricValues: Hashable, Sendable {
    /// By metric index; NaN where undefined, because an optional takes twice the memory in every
    /// replication.
    private var values = [Double](repeating: .nan, count: Metric.allCases.count)

    /// When runs are combined these are too, and single runs keep none.
    public var durations = MeasuredDurations()

    public init() {}

    /// - Precondition: a value that is set is finite.
    public subscript(metric: Metric) -> Double? {
        get {
            let value = values[metric.index]
            return value.isNaN ? nil : value
        }
        set {
            precondition(newValue?.isFinite ?? true, "\(metric) is \(newValue ?? .nan)")
            values[metric.index] = newValue ?? .nan
        }
    }

    /// Combines several apps. Sums add up; a mean that several have is undefined.
    init(of apps: [MetricValues]) {
        for metric in Metric.allCases {
            let values = apps.compactMap { $0[metric] }
            guard let first = values.first, values.count == 1 || metric.addsUp else { continue }
            self[metric] = values.dropFirst().reduce(first, +)
        }
        durations = MeasuredDurations(of: apps.map(\.durations))
    }

    public static func == (left: Self, right: Self) -> Bool {
        Metric.allCases.allSatisfy { left[$0] == right[$0] } && left.durations == right.durations
    }

    public func hash(into hasher: inout Hasher) {
        for metric in Metric.allCases { hasher.combine(self[metric]) }
    }
}

extension Metric {
    /// The index in `allCases`, as the compiler numbers cases (a test checks it).
    ///
    /// A table lookup for about thirty metrics took 4 % of a run.
    var index: Int { Int(unsafeBitCast(self, to: UInt8.self)) }
}
