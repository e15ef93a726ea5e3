/// One value for each metric, or `nil` where a run does not have it.
public struct MetricValues: Hashable, Sendable {
    /// By place of the metric; not a number where it is undefined. An experiment keeps these of
    /// every replication, and an optional number takes twice the room.
    private var values = [Double](repeating: .nan, count: Metric.allCases.count)

    /// How long things took, event by event. Once runs are put together these are too, and no run
    /// keeps its own.
    public var durations = MeasuredDurations()

    public init() {}

    /// - Precondition: a value that is set is a finite number.
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

    /// What several apps of one run report together. Counts and other sums add up; a mean that more
    /// than one of them has is undefined.
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
    /// The place of this metric in `allCases`, which is how the compiler numbers the cases (a test
    /// holds it to that): a run sets some thirty, and looking each up in a table took 4 % of one.
    var index: Int { Int(unsafeBitCast(self, to: UInt8.self)) }
}
