/// Distributions: a constant, or a mapping with the name of a law.
extension MappingReader {
    func givenLaw<Value: Quantity>(_ key: String, _ rule: DrawRule<Value>) -> Distribution<Value>? {
        guard let entry = entry(key) else { return nil }
        // A mapping with `value:` is a constant with its source.
        guard case .mapping = entry.value.content, entry.value.entry("value") == nil else {
            return constant(entry, rule)
        }
        return mapping(in: entry) { reader in
            let origin = reader.origin()
            guard let law = reader.exactlyOne(of: Self.laws),
                let distribution: Distribution<Value> = reader.distribution(law)
            else { return nil }
            // The parts of a mixture may each be from somewhere else.
            if law.key != Self.mixture || origin != nil {
                log.record(path(entry.key), RawEntry.flowText([law]), origin, at: law.value.place)
            }
            rule.check(distribution, log, at: law.value.place)
            return distribution
        }
    }

    private func constant<Value: Quantity>(
        _ entry: RawEntry, _ rule: DrawRule<Value>
    ) -> Distribution<Value>? {
        guard let marked = marked(entry),
            let value: Value = log.quantity(marked.node, .zeroOrMore)
        else { return nil }
        record(marked, under: entry.key)
        rule.check(.constant(value), log, at: marked.node.place)
        return .constant(value)
    }

    func distribution<Value: Quantity>(_ law: RawEntry) -> Distribution<Value>? {
        switch law.key {
        case "exponential": log.quantity(law.value, .aboveZero).map { .exponential(mean: $0) }
        case "uniform": ascending(law, count: 2).map { .uniform(low: $0[0], high: $0[1]) }
        case "triangular":
            ascending(law, count: 3).map { .triangular(low: $0[0], mode: $0[1], high: $0[2]) }
        case "lognormal":
            parameters(law, "median", "sigma", LawRange.sigma).map {
                .lognormal(median: $0, sigma: $1)
            }
        case "weibull":
            parameters(law, "scale", "shape", LawRange.weibullShape).map {
                .weibull(scale: $0, shape: $1)
            }
        case "gamma":
            parameters(law, "scale", "shape", LawRange.gammaShape).map {
                .gamma(scale: $0, shape: $1)
            }
        case Self.mixture: parts(law).map { .mixture($0) }
        default: empiricalValues(law.value).map { .empirical($0) }
        }
    }

    /// The weighted laws of a mixture; `nil` where one of them has faults.
    private func parts<Value: Quantity>(_ law: RawEntry) -> [WeightedDistribution<Value>]? {
        let parts = list(law.key, count: LawRange.parts) { reader -> WeightedDistribution<Value>? in
            let weight = reader.requiredEntry("weight").flatMap {
                reader.plainDecimal($0.value, in: LawRange.weight)
            }
            let origin = reader.origin()
            guard let law = reader.exactlyOne(of: Self.simpleLaws),
                let distribution: Distribution<Value> = reader.distribution(law), let weight
            else { return nil }
            if let origin {
                let text = RawEntry.flowText([law])
                log.record(reader.path(law.key), text, origin, at: law.value.place)
            }
            return WeightedDistribution(weight: weight, distribution)
        }
        let known = parts.compactMap { $0 }
        return known.isEmpty || known.count < parts.count ? nil : known
    }

    /// A list of `count` quantities, none smaller than the one before it.
    private func ascending<Value: Quantity>(_ law: RawEntry, count: Int) -> [Value]? {
        guard let nodes = listed(law.value, expected: "a list of \(count) quantities"),
            check(nodes.count, within: count...count, "quantities", at: law.value.place)
        else { return nil }
        let values = nodes.compactMap { log.quantity($0, .zeroOrMore) as Value? }
        guard values.count == count else { return nil }
        for index in 1..<count where values[index] < values[index - 1] {
            let (low, high) = (nodes[index - 1].flowText, nodes[index].flowText)
            log.report(
                "\(low) is more than \(high), which follows it",
                advice: "Write the smaller value first.", at: nodes[index].place)
            return nil
        }
        return values
    }

    /// A quantity above zero, and a plain number in `range`.
    private func parameters<Value: Quantity>(
        _ law: RawEntry, _ quantityKey: String, _ numberKey: String, _ range: ClosedRange<Double>
    ) -> (Value, Double)? {
        mapping(in: law) { reader in
            let value: Value? = reader.requiredEntry(quantityKey).flatMap {
                log.quantity($0.value, .aboveZero)
            }
            let number = reader.requiredEntry(numberKey).flatMap {
                reader.plainDecimal($0.value, in: range)
            }
            guard let value, let number else { return nil }
            return (value, number)
        }
    }

    static let laws = simpleLaws + [mixture]

    static let simpleLaws = [
        "exponential", "uniform", "lognormal", "triangular", "weibull", "gamma", "empirical",
    ]
    static let mixture = "mixture"
}

/// Within what the plain numbers of distributions are.
enum LawRange {
    static let sigma: ClosedRange<Double> = 0.001...5
    static let weibullShape: ClosedRange<Double> = 0.1...100
    static let gammaShape: ClosedRange<Double> = 0.01...10_000
    static let weight: ClosedRange<Double> = 1e-6...1e6
    /// The possible numbers of laws of a mixture.
    static let parts: ClosedRange<Int> = 2...100
}

extension DrawRule {
    /// Reports a distribution that does not keep the rule.
    fileprivate func check(
        _ distribution: Distribution<Value>, _ log: ReadingLog, at place: SourcePlace
    ) {
        guard distribution.mean < mean else { return }
        log.report(
            "the mean is \(distribution.mean), but must be \(mean) or more here",
            advice: "Otherwise a run might never end.", at: place)
    }
}

extension UncertainLaw {
    /// - Parameters:
    ///   - word: of `words`.
    ///   - node: what stands after it.
    /// - Returns: `nil` if that is no law.
    init?(_ word: String, _ node: RawNode) {
        if word == "lognormal" {
            guard let median = node.text(under: "median"),
                let sigma = node.text(under: "sigma").flatMap(Double.init)
            else { return nil }
            self.init(lognormal: median, sigma: sigma)
            return
        }
        guard case .list(let nodes) = node.content else { return nil }
        if word == Self.weightedWord {
            let weights = nodes.compactMap { $0.text(under: "weight").flatMap(Double.init) }
            let values = nodes.compactMap { $0.entry("value")?.flowText }
            self.init(oneOf: values, weights: weights)
            return
        }
        let values = nodes.map(\.flowText)
        if word == "uniform" {
            self.init(uniform: values)
        } else {
            self.init(triangular: values)
        }
    }
}
