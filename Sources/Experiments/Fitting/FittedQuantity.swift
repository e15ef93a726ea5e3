public struct FittedQuantity: Equatable, Sendable {
    /// The part of the data, such as a state or a network and direction; empty for all.
    public let group: String
    /// Its name: `timer`, `base`, `power`.
    public let quantity: String
    /// The unit's symbol; empty for a count or a share.
    public let unit: String
    public let estimate: Double
    /// In that unit; `nil` where the data give none.
    public let interval: ConfidenceInterval?
    /// The source of the interval: `bootstrap of probes`; empty without one.
    public let method: String

    init(
        _ quantity: String, _ unit: String, group: String = "", estimate: Double,
        interval: ConfidenceInterval? = nil, method: String = ""
    ) {
        (self.group, self.quantity, self.unit, self.estimate) = (group, quantity, unit, estimate)
        self.interval = interval
        self.method = interval == nil ? "" : method
    }
}

public struct FitResidual: Equatable, Sendable {
    public let group: String
    public let place: Double
    public let observed: Double
    public let fitted: Double
}

/// Why data of the right form do not determine a fit.
public struct FitError: Error, Equatable, Sendable, CustomStringConvertible {
    public let description: String

    public init(_ fault: String, advice: String) { description = fault + "\n" + advice }
}
