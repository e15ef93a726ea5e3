import Kernel

/// Numbers, with units and without.
extension Field {
    /// Where an owner keeps a value.
    public typealias Path<Value> = WritableKeyPath<Owner, Value> & Sendable

    /// A number with a unit.
    public static func quantity<Value: LimitedQuantity>(
        _ key: String, _ path: Path<Value>, _ about: String, _ bound: Bound = .zeroOrMore,
        isRequired: Bool = false
    ) -> Field {
        Field(
            key, about, isRequired: isRequired,
            content: { _ in .quantity(QuantityShape(Value.self), bound) },
            read: { reader, owner in
                if let value: Value = reader.givenQuantity(key, bound) {
                    owner[keyPath: path] = value
                }
            },
            text: { "\($0[keyPath: path])" })
    }

    /// A number with a unit that need not be there.
    public static func quantity<Value: LimitedQuantity>(
        _ key: String, _ path: Path<Value?>, _ about: String, _ bound: Bound = .zeroOrMore,
        otherwise: Otherwise
    ) -> Field {
        Field(
            key, about, isRequired: false, without: otherwise.words,
            content: { _ in .quantity(QuantityShape(Value.self), bound) },
            read: { reader, owner in
                let value: Value? = reader.givenQuantity(key, bound)
                owner[keyPath: path] = value
            },
            text: { owner in owner[keyPath: path].map { "\($0)" } ?? otherwise.value })
    }

    /// A length of time.
    public static func span(
        _ key: String, _ path: Path<TimeSpan>, _ about: String, _ bound: Bound = .zeroOrMore,
        isRequired: Bool = false
    ) -> Field {
        Field(
            key, about, isRequired: isRequired,
            content: { _ in .quantity(QuantityShape(Seconds.self), bound) },
            read: { reader, owner in
                if let span = reader.givenSpan(key, bound) { owner[keyPath: path] = span }
            },
            text: { "\($0[keyPath: path].seconds)" })
    }

    /// A length of time that need not be there.
    public static func span(
        _ key: String, _ path: Path<TimeSpan?>, _ about: String, _ bound: Bound = .zeroOrMore,
        otherwise: Otherwise
    ) -> Field {
        Field(
            key, about, isRequired: false, without: otherwise.words,
            content: { _ in .quantity(QuantityShape(Seconds.self), bound) },
            read: { reader, owner in owner[keyPath: path] = reader.givenSpan(key, bound) },
            text: { owner in owner[keyPath: path].map { "\($0.seconds)" } ?? otherwise.value })
    }

    /// A length of time, or a word that stands for `nil`, the default.
    public static func span(
        _ key: String, _ path: Path<TimeSpan?>, _ about: String, _ bound: Bound = .zeroOrMore,
        orWord word: String
    ) -> Field {
        Field(
            key, about, isRequired: false,
            content: { _ in .quantityOrWord(QuantityShape(Seconds.self), bound, word: word) },
            read: { reader, owner in
                let isWord = reader.isWord(word, under: key)
                owner[keyPath: path] = isWord ? nil : reader.givenSpan(key, bound)
            },
            text: { owner in owner[keyPath: path].map { "\($0.seconds)" } ?? word })
    }

    /// A number without a unit.
    public static func decimal(
        _ key: String, _ path: Path<Double>, _ about: String, isRequired: Bool = false
    ) -> Field {
        Field(
            key, about, isRequired: isRequired, content: { _ in .decimal },
            read: { reader, owner in
                if let number = reader.givenDecimal(key) { owner[keyPath: path] = number }
            },
            text: { owner in
                let number = owner[keyPath: path]
                return Int(exactly: number).map { "\($0)" } ?? "\(number)"
            })
    }

    /// A whole number.
    public static func count(
        _ key: String, _ path: Path<Int>, _ about: String, in range: ClosedRange<Int>,
        isRequired: Bool = false
    ) -> Field {
        Field(
            key, about, isRequired: isRequired, content: { _ in .count(range) },
            read: { reader, owner in
                if let count = reader.givenCount(key, in: range) { owner[keyPath: path] = count }
            },
            text: { "\($0[keyPath: path])" })
    }

    /// A whole number that need not be there.
    public static func count(
        _ key: String, _ path: Path<Int?>, _ about: String, in range: ClosedRange<Int>,
        otherwise: Otherwise
    ) -> Field {
        Field(
            key, about, isRequired: false, without: otherwise.words,
            content: { _ in .count(range) },
            read: { reader, owner in owner[keyPath: path] = reader.givenCount(key, in: range) },
            text: { owner in owner[keyPath: path].map { "\($0)" } ?? otherwise.value })
    }
}

/// What holds where an owner has no value for an option.
public enum Otherwise: Hashable, Sendable {
    /// This value, which is assumed like any other default.
    case usual(String)
    /// Nothing is assumed; the words say what is then so.
    case without(String?)

    var value: String? {
        switch self {
        case .usual(let value): value
        case .without: nil
        }
    }

    var words: String? {
        switch self {
        case .usual: nil
        case .without(let words): words
        }
    }
}

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
