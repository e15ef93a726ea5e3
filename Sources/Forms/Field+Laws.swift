import Kernel

/// Quantities that are drawn.
extension Field {
    /// A constant, or the law that a quantity is drawn from.
    public static func law<Value: LimitedQuantity>(
        _ key: String, _ path: Path<Distribution<Value>>, _ about: String,
        _ rule: DrawRule<Value> = .zeroOrMore, isRequired: Bool = false
    ) -> Field {
        Field(
            key, about, isRequired: isRequired,
            content: { _ in .law(QuantityShape(Value.self)) },
            read: { reader, owner in
                if let law = reader.givenLaw(key, rule) { owner[keyPath: path] = law }
            },
            text: { $0[keyPath: path].written })
    }

    /// A constant, or the law that a quantity is drawn from, which need not be there.
    public static func law<Value: LimitedQuantity>(
        _ key: String, _ path: Path<Distribution<Value>?>, _ about: String,
        _ rule: DrawRule<Value> = .zeroOrMore, otherwise: Otherwise
    ) -> Field {
        Field(
            key, about, isRequired: false, without: otherwise.words,
            content: { _ in .law(QuantityShape(Value.self)) },
            read: { reader, owner in owner[keyPath: path] = reader.givenLaw(key, rule) },
            text: { owner in owner[keyPath: path]?.written ?? otherwise.value })
    }
}

extension Distribution {
    /// As a file has it, in one line; of values from a file and laws of a mixture only how many.
    fileprivate var written: String {
        switch self {
        case .constant(let value): "\(value)"
        case .exponential(let mean): "{ exponential: \(mean) }"
        case .uniform(let low, let high): "{ uniform: [\(low), \(high)] }"
        case .triangular(let low, let mode, let high):
            "{ triangular: [\(low), \(mode), \(high)] }"
        case .lognormal(let median, let sigma):
            "{ lognormal: { median: \(median), sigma: \(sigma) } }"
        case .weibull(let scale, let shape):
            "{ weibull: { scale: \(scale), shape: \(shape) } }"
        case .gamma(let scale, let shape): "{ gamma: { scale: \(scale), shape: \(shape) } }"
        case .empirical(let values): "{ empirical: \(values.count) values }"
        case .mixture(let parts): "{ mixture: \(parts.count) laws }"
        }
    }
}
