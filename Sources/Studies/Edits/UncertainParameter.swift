import Foundation

/// An uncertain value of a profile, with its distribution.
public struct UncertainParameter: Hashable, Sendable {
    /// Includes the profile: `radio.states.CELL_DCH.power`.
    public let path: ValuePath
    public let law: UncertainLaw

    public init(_ path: ValuePath, _ law: UncertainLaw) { (self.path, self.law) = (path, law) }

    /// A copy with this central alternative, if it is one.
    public func central(_ value: String?) -> UncertainParameter {
        UncertainParameter(path, law.central(at: value))
    }

    /// The value at a quantile.
    ///
    /// - Parameter share: strictly between 0 and 1.
    public func edit(at share: Double) -> ValueEdit { edit(law.value(at: share)) }

    public func edit(_ value: String) -> ValueEdit { ValueEdit(path, value, origin: "uncertain") }
    public var central: ValueEdit { edit(law.central) }
}

public struct UncertainLaw: Hashable, Sendable {
    private let law: Law

    private enum Law: Hashable, Sendable {
        /// Least, most likely, greatest.
        case triangular(PlainValues)
        case uniform(PlainValues)
        case lognormal(median: PlainValues, sigma: Double)
        /// Values with the index of the central one; equally likely without weights.
        case oneOf([String], weights: [Double]?, central: Int)
    }

    /// Keys in a file.
    public static let words = ["triangular", "uniform", "lognormal"]

    /// Weighted alternatives, valid only under `uncertain:`.
    public static let weightedWord = "one-of"

    /// Equally likely alternatives.
    ///
    /// - Parameters:
    ///   - values: at least one.
    ///   - central: if not one of `values`, the first is central.
    public init(oneOf values: [String], central: String?) {
        precondition(!values.isEmpty, "one of no values")
        let index = central.flatMap { values.firstIndex(of: $0) } ?? 0
        law = .oneOf(values, weights: nil, central: index)
    }

    /// Weighted alternatives; the most likely is central.
    ///
    /// - Parameters:
    ///   - values: at least one, otherwise `nil`.
    ///   - weights: one for each value, all above 0, otherwise `nil`.
    public init?(oneOf values: [String], weights: [Double]) {
        guard !values.isEmpty, values.count == weights.count,
            weights.allSatisfy({ $0 > 0 && $0.isFinite })
        else { return nil }
        let likeliest = weights.indices.reduce(0) { weights[$1] > weights[$0] ? $1 : $0 }
        law = .oneOf(values, weights: weights, central: likeliest)
    }

    /// A copy with this central value, for equally likely alternatives that include it.
    func central(at value: String?) -> UncertainLaw {
        guard case .oneOf(let values, nil, _) = law else { return self }
        return UncertainLaw(oneOf: values, central: value)
    }

    /// - Parameter corners: least, most likely and greatest, in ascending order; otherwise `nil`.
    public init?(triangular corners: [String]) {
        guard corners.count == 3, let values = PlainValues(corners), values.isAscending else {
            return nil
        }
        law = .triangular(values)
    }

    /// - Parameter ends: least and greatest, in ascending order; otherwise `nil`.
    public init?(uniform ends: [String]) {
        guard ends.count == 2, let values = PlainValues(ends), values.isAscending else {
            return nil
        }
        law = .uniform(values)
    }

    /// - Parameters:
    ///   - median: above 0, otherwise `nil`.
    ///   - sigma: of the logarithm; above 0 and at most 5, otherwise `nil`.
    public init?(lognormal median: String, sigma: Double) {
        guard let values = PlainValues([median]), values.numbers[0] > 0, sigma > 0, sigma <= 5
        else { return nil }
        law = .lognormal(median: values, sigma: sigma)
    }

    /// The mode, middle or median of a distribution, or the central alternative.
    public var central: String {
        switch law {
        case .triangular(let values): values.text(values.numbers[1])
        case .uniform(let values): values.text((values.numbers[0] + values.numbers[1]) / 2)
        case .lognormal(let median, _): median.text(median.numbers[0])
        case .oneOf(let values, _, let central): values[central]
        }
    }

    /// `nil` for a range of values.
    public var alternatives: [String]? {
        switch law {
        case .oneOf(let values, _, _): values
        case .triangular, .uniform, .lognormal: nil
        }
    }

    /// The alternatives, or the ends of the range of nine in ten values.
    public var ends: [String] { alternatives ?? [0.05, 0.95].map { value(at: $0) } }

    /// The least and the greatest value over the central one, of a lognormal law those of 998 in
    /// 1000; `nil` for alternatives.
    var reach: ClosedRange<Double>? {
        guard alternatives == nil,
            let values = PlainValues([value(at: 0.001), central, value(at: 0.999)]),
            values.numbers[1] > 0
        else { return nil }
        let middle = values.numbers[1]
        return values.numbers[0] / middle...values.numbers[2] / middle
    }

    /// The quantile at `share`, at least 0 and below 1; alternatives have parts by weight.
    public func value(at share: Double) -> String {
        precondition(share >= 0 && share < 1, "a quantile at \(share)")
        switch law {
        case .uniform(let values):
            let (low, high) = (values.numbers[0], values.numbers[1])
            return values.text(low + share * (high - low))
        case .triangular(let values): return values.text(Self.triangular(values.numbers, share))
        case .lognormal(let median, let sigma):
            let bounded = max(share, 1e-9)
            return median.text(median.numbers[0] * exp(sigma * Self.normalQuantile(bounded)))
        case .oneOf(let values, let weights, _):
            let weights = weights ?? values.map { _ in 1 }
            var left = share * weights.reduce(0, +)
            for (value, weight) in zip(values, weights) {
                if left < weight { return value }
                left -= weight
            }
            return values[values.count - 1]
        }
    }

    private static func triangular(_ corners: [Double], _ share: Double) -> Double {
        let (low, mode, high) = (corners[0], corners[1], corners[2])
        let width = high - low
        guard width > 0 else { return low }
        if share * width < mode - low { return low + (share * width * (mode - low)).squareRoot() }
        return high - ((1 - share) * width * (high - mode)).squareRoot()
    }

    /// Φ⁻¹ by bisection, to more than the six digits of a written value.
    private static func normalQuantile(_ share: Double) -> Double {
        var (low, high) = (-8.0, 8.0)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if erfc(-middle / 2.0.squareRoot()) / 2 < share { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }
}
