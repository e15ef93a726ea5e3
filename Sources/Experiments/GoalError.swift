import DeviceModel

/// Why a text says no goal or no constraint.
public enum GoalError: Error, Hashable, Sendable {
    /// It is no metric, and no sum of metrics with weights.
    case malformed(String)
    case unknownMetric(String)
    /// It is not `METRIC <= NUMBER`.
    case noConstraint(String)
    /// A share of a metric that is no part of any count.
    case noShare(Metric)
    /// The unit behind the limit is not the metric's.
    case wrongUnit(String, Metric)
}

extension Metric {
    /// By its name in scenarios or in files.
    init?(named text: String) {
        self.init(rawValue: String(text.map { $0 == "_" ? "-" : $0 }))
    }
}
