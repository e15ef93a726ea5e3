import Foundation

/// A value of a profile that is not known: what it may be, and how likely.
public struct UncertainParameter: Hashable, Sendable {
    /// With the profile that it is in: `radio.states.CELL_DCH.power`.
    public let path: ValuePath
    public let law: UncertainLaw

    public init(_ path: ValuePath, _ law: UncertainLaw) {
        self.path = path
        self.law = law
    }

    /// The same, with the central one of several alternatives known, if it is one of them.
    public func central(_ value: String?) -> UncertainParameter {
        UncertainParameter(path, law.central(at: value))
    }

    /// The value at a quantile, as an edit of the scenario.
    ///
    /// - Parameter share: strictly between 0 and 1.
    public func edit(at share: Double) -> ValueEdit { edit(law.value(at: share)) }

    /// A value put into the scenario.
    public func edit(_ value: String) -> ValueEdit {
        ValueEdit(path, value, origin: "uncertain")
    }

    /// The value that commands use which do not ask for uncertainty.
    public var central: ValueEdit { edit(law.central) }
}

/// What is known of a value that is not known.
public struct UncertainLaw: Hashable, Sendable {
    private let law: Law

    private enum Law: Hashable, Sendable {
        /// Least, most likely, greatest.
        case triangular(PlainValues)
        case uniform(PlainValues)
        case lognormal(median: PlainValues, sigma: Double)
        /// As likely as each other; the central one is the one at the index.
        case oneOf([String], central: Int)
        /// As likely as their weights say; the central one is the likeliest.
        case weighted([String], weights: [Double], central: Int)
    }

    /// The words of the laws in a file.
    public static let words = ["triangular", "uniform", "lognormal"]

    /// The word of several alternatives with weights, which stand under `uncertain:` alone.
    public static let weightedWord = "one-of"

    /// One of several, each as likely as the others.
    ///
    /// - Parameters:
    ///   - values: at least one.
    ///   - central: the one that is taken where nothing else is asked for, if it is one of them;
    ///     otherwise the first is.
    public init(oneOf values: [String], central: String?) {
        precondition(!values.isEmpty, "one of no values")
        let index = central.flatMap { values.firstIndex(of: $0) } ?? 0
        law = .oneOf(values, central: index)
    }

    /// One of several, each as likely as its share of all weights; the likeliest is central.
    ///
    /// - Parameters:
    ///   - values: at least one.
    ///   - weights: one for each value, all above 0.
    /// - Returns: `nil` if they are not so.
    public init?(oneOf values: [String], weights: [Double]) {
        guard !values.isEmpty, values.count == weights.count,
            weights.allSatisfy({ $0 > 0 && $0.isFinite })
        else { return nil }
        let likeliest = weights.indices.reduce(0) { weights[$1] > weights[$0] ? $1 : $0 }
        law = .weighted(values, weights: weights, central: likeliest)
    }

    /// The same, with the central one of alternatives that are equally likely known, if it is one
    /// of them.
    func central(at value: String?) -> UncertainLaw {
        guard case .oneOf(let values, _) = law else { return self }
        return UncertainLaw(oneOf: values, central: value)
    }

    /// - Parameters:
    ///   - corners: least, most likely and greatest, none less than the one before.
    /// - Returns: `nil` if they are not so.
    public init?(triangular corners: [String]) {
        guard corners.count == 3, let values = PlainValues(corners), values.isAscending else {
            return nil
        }
        law = .triangular(values)
    }

    /// - Parameters:
    ///   - ends: the least and the greatest value, in this order.
    /// - Returns: `nil` if they are not so.
    public init?(uniform ends: [String]) {
        guard ends.count == 2, let values = PlainValues(ends), values.isAscending else {
            return nil
        }
        law = .uniform(values)
    }

    /// - Parameters:
    ///   - median: above 0.
    ///   - sigma: of the logarithm; above 0, at most 5.
    /// - Returns: `nil` if they are not so.
    public init?(lognormal median: String, sigma: Double) {
        guard let values = PlainValues([median]), values.numbers[0] > 0, sigma > 0, sigma <= 5
        else { return nil }
        law = .lognormal(median: values, sigma: sigma)
    }

    /// The mode of a triangular law, the middle of a uniform one, the median of a lognormal one.
    public var central: String {
        switch law {
        case .triangular(let values): values.text(values.numbers[1])
        case .uniform(let values): values.text((values.numbers[0] + values.numbers[1]) / 2)
        case .lognormal(let median, _): median.text(median.numbers[0])
        case .oneOf(let values, let central), .weighted(let values, _, let central):
            values[central]
        }
    }

    /// All values of one of several; `nil` for a range of values.
    public var alternatives: [String]? {
        switch law {
        case .oneOf(let values, _), .weighted(let values, _, _): values
        case .triangular, .uniform, .lognormal: nil
        }
    }

    /// The value that is not exceeded with a probability of `share`, strictly between 0 and 1; of
    /// several alternatives each on an equal part, or one by its weight.
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
        case .oneOf(let values, _):
            return values[min(Int(share * Double(values.count)), values.count - 1)]
        case .weighted(let values, let weights, _):
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

    /// Φ⁻¹ by halving, to far more than the six digits that a value is written with.
    private static func normalQuantile(_ share: Double) -> Double {
        var (low, high) = (-8.0, 8.0)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if erfc(-middle / 2.0.squareRoot()) / 2 < share { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }
}
