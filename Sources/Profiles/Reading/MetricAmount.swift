/// An amount of a metric as files have it, with the unit that the metric is measured in.
extension ReadingLog {
    /// The amount in the unit of `metric`; `nil` where the text is at fault.
    ///
    /// - Parameters:
    ///   - text: A number with a unit of the metric's dimension; a count has no unit.
    ///   - metric: The metric that the amount limits.
    ///   - isDifference: Whether shares are told in points.
    ///   - bound: What the amount may be.
    ///   - place: Where it stands.
    func amount(
        _ text: String, of metric: Metric, isDifference: Bool = false, _ bound: Bound = .any,
        at place: SourcePlace
    ) -> Double? {
        func read<Value: Quantity>(_ kind: Value.Type, per unit: Double) -> Double? {
            let value: Value? = quantity(text, bound, in: source, at: place)
            return value.map { $0.magnitude / unit }
        }
        switch metric.unit {
        case .count: return number(text, bound, at: place)
        case .joules: return read(Joules.self, per: 1)
        case .joulesPerSecond: return read(JoulesPerSecond.self, per: 1)
        case .percentPerHour: return read(PercentPerHour.self, per: 1)
        case .hours: return read(Seconds.self, per: 3600)
        case .seconds: return read(Seconds.self, per: 1)
        case .bytes: return read(Bytes.self, per: 1)
        case .metres: return read(Meters.self, per: 1)
        case .kilometres: return read(Meters.self, per: 1000)
        case .percent where isDifference: return read(PercentagePoints.self, per: 1)
        case .percent: return read(Fraction.self, per: 0.01)
        }
    }

    func number(_ text: String, _ bound: Bound, at place: SourcePlace) -> Double? {
        guard RawText(text: text, isPlain: true).isNumber, let number = Double(text),
            number.isFinite
        else {
            report(.notNumber(text), at: place)
            return nil
        }
        if bound != .any && number < 0 {
            report(.belowZero(text, kind: "a number"), at: place)
            return nil
        }
        if number.magnitude > Self.mostOfCount {
            report(.tooLarge(text, limit: "1e12"), at: place)
            return nil
        }
        return number
    }

    private static let mostOfCount = 1e12
}

extension MetricUnit {
    /// An example of a valid difference between policies, for advice.
    var exampleOfDifference: String {
        switch self {
        case .count: "2"
        case .joules: "20 J"
        case .joulesPerSecond: JoulesPerSecond.example
        case .percentPerHour: PercentPerHour.example
        case .percent: PercentagePoints.example
        case .hours: "2 h"
        case .seconds: "2 s"
        case .bytes: "20 kB"
        case .metres: "20 m"
        case .kilometres: "2 km"
        }
    }
}

/// Energy of a run, which may be years long.
private struct Joules: Quantity {
    var magnitude: Double
    init(_ magnitude: Double) { self.magnitude = magnitude }
    static let kind = Millijoules.kind
    static let example = "2 kJ"
    static let units = [
        QuantityUnit("mJ", 1e-3), QuantityUnit("J", 1), QuantityUnit("kJ", 1e3),
        QuantityUnit("MJ", 1e6),
    ]
    static let largest = Joules(1e12)
}

/// Battery used in a time, in per cent of the battery an hour.
private struct PercentPerHour: Quantity {
    var magnitude: Double
    init(_ magnitude: Double) { self.magnitude = magnitude }
    static let kind = "a drain"
    static let example = "0.5 %/h"
    static let units = [QuantityUnit("%/h", 1)]
    static let largest = PercentPerHour(1e9)
}

/// Energy for each second of something, in joules a second.
private struct JoulesPerSecond: Quantity {
    var magnitude: Double
    init(_ magnitude: Double) { self.magnitude = magnitude }
    static let kind = "an energy per second"
    static let example = "0.5 J/s"
    static let units = [QuantityUnit("mJ/s", 1e-3), QuantityUnit("J/s", 1)]
    static let largest = JoulesPerSecond(1e9)
}

private struct PercentagePoints: Quantity {
    var magnitude: Double
    init(_ magnitude: Double) { self.magnitude = magnitude }
    static let kind = "a difference of shares"
    static let example = "5 points"
    static let units = [QuantityUnit("points", 1)]
    static let largest = PercentagePoints(100)
}
