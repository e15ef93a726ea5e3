/// Numbers, with and without units, and distributions.
extension Field {
    public typealias Path<Value> = WritableKeyPath<Owner, Value> & Sendable

    /// An option that always has a value.
    static func always<Value: Sendable>(
        _ key: String, _ path: Path<Value>, _ about: String,
        _ content: @autoclosure @escaping @Sendable () -> FieldContent,
        given: @escaping @Sendable (any FieldReader) -> Value?,
        text: @escaping @Sendable (Value) -> String
    ) -> Field {
        Field(
            key, about, content: { _ in content() },
            read: { reader, owner in
                if let value = given(reader) { owner[keyPath: path] = value }
            },
            text: { text($0[keyPath: path]) })
    }

    /// An option that may have no value.
    static func perhaps<Value: Sendable>(
        _ key: String, _ path: Path<Value?>, _ about: String, otherwise: Otherwise,
        _ content: @autoclosure @escaping @Sendable () -> FieldContent,
        given: @escaping @Sendable (any FieldReader) -> Value?,
        text: @escaping @Sendable (Value) -> String
    ) -> Field {
        Field(
            key, about, without: otherwise.words,
            content: { _ in content() },
            read: { reader, owner in owner[keyPath: path] = given(reader) },
            text: { owner in owner[keyPath: path].map(text) ?? otherwise.value })
    }

    /// A number with a unit.
    public static func quantity<Value: Quantity>(
        _ key: String, _ path: Path<Value>, _ about: String, _ bound: Bound = .zeroOrMore
    ) -> Field {
        always(
            key, path, about, .quantity(QuantityShape(Value.self), bound),
            given: { $0.givenQuantity(key, bound) }, text: { "\($0)" })
    }

    /// An optional number with a unit.
    public static func quantity<Value: Quantity>(
        _ key: String, _ path: Path<Value?>, _ about: String, _ bound: Bound = .zeroOrMore,
        otherwise: Otherwise
    ) -> Field {
        perhaps(
            key, path, about, otherwise: otherwise, .quantity(QuantityShape(Value.self), bound),
            given: { $0.givenQuantity(key, bound) }, text: { "\($0)" })
    }

    /// A length of time.
    public static func span(
        _ key: String, _ path: Path<TimeSpan>, _ about: String, _ bound: Bound = .zeroOrMore
    ) -> Field {
        always(
            key, path, about, .quantity(QuantityShape(Seconds.self), bound),
            given: { $0.givenSpan(key, bound) }, text: { "\($0.seconds)" })
    }

    /// An optional length of time.
    public static func span(
        _ key: String, _ path: Path<TimeSpan?>, _ about: String, _ bound: Bound = .zeroOrMore,
        otherwise: Otherwise
    ) -> Field {
        perhaps(
            key, path, about, otherwise: otherwise, .quantity(QuantityShape(Seconds.self), bound),
            given: { $0.givenSpan(key, bound) }, text: { "\($0.seconds)" })
    }

    /// A length of time, or a word for `nil`, which is the default.
    public static func span(
        _ key: String, _ path: Path<TimeSpan?>, _ about: String, _ bound: Bound = .zeroOrMore,
        orWord word: String
    ) -> Field {
        perhaps(
            key, path, about, otherwise: .usual(word),
            .quantityOrWord(QuantityShape(Seconds.self), bound, word: word),
            given: { $0.isWord(word, under: key) ? nil : $0.givenSpan(key, bound) },
            text: { "\($0.seconds)" })
    }

    /// A number without a unit.
    public static func decimal(_ key: String, _ path: Path<Double>, _ about: String) -> Field {
        always(
            key, path, about, .decimal, given: { $0.givenDecimal(key) },
            text: { number in Int(exactly: number).map { "\($0)" } ?? "\(number)" })
    }

    public static func count<Number: FixedWidthInteger & Sendable>(
        _ key: String, _ path: Path<Number>, _ about: String, in range: ClosedRange<Int>
    ) -> Field {
        always(
            key, path, about, .count(range),
            given: { $0.givenCount(key, in: range).map { Number($0) } }, text: { "\($0)" })
    }

    /// An amount of data that is kept as a number of bytes.
    public static func bytes(_ key: String, _ path: Path<Int64>, _ about: String) -> Field {
        always(
            key, path, about, .quantity(QuantityShape(Bytes.self), .zeroOrMore),
            given: { ($0.givenQuantity(key, .zeroOrMore) as Bytes?)?.count },
            text: { "\(Bytes(Double($0)))" })
    }

    /// An optional whole number.
    public static func count(
        _ key: String, _ path: Path<Int?>, _ about: String, in range: ClosedRange<Int>,
        otherwise: Otherwise
    ) -> Field {
        perhaps(
            key, path, about, otherwise: otherwise, .count(range),
            given: { $0.givenCount(key, in: range) }, text: { "\($0)" })
    }

    /// A constant or a distribution.
    public static func law<Value: Quantity>(
        _ key: String, _ path: Path<Distribution<Value>>, _ about: String,
        _ rule: DrawRule<Value> = .zeroOrMore
    ) -> Field {
        always(
            key, path, about, .law(QuantityShape(Value.self)),
            given: { $0.givenLaw(key, rule) }, text: \.written)
    }

    /// An optional constant or distribution.
    public static func law<Value: Quantity>(
        _ key: String, _ path: Path<Distribution<Value>?>, _ about: String,
        _ rule: DrawRule<Value> = .zeroOrMore, otherwise: Otherwise
    ) -> Field {
        perhaps(
            key, path, about, otherwise: otherwise, .law(QuantityShape(Value.self)),
            given: { $0.givenLaw(key, rule) }, text: \.written)
    }
}

/// The default of an option without a value.
public enum Otherwise: Hashable, Sendable {
    /// This value, recorded like any other default.
    case usual(String)
    /// No value; the words describe its absence.
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

extension Distribution {
    /// One line for a file; lists of values and mixtures only show their size.
    fileprivate var written: String {
        switch self {
        case .constant(let value): "\(value)"
        case .exponential(let mean): "{ exponential: \(mean) }"
        case .uniform(let low, let high): "{ uniform: [\(low), \(high)] }"
        case .triangular(let low, let mode, let high): "{ triangular: [\(low), \(mode), \(high)] }"
        case .lognormal(let median, let sigma):
            "{ lognormal: { median: \(median), sigma: \(sigma) } }"
        case .weibull(let scale, let shape): "{ weibull: { scale: \(scale), shape: \(shape) } }"
        case .gamma(let scale, let shape): "{ gamma: { scale: \(scale), shape: \(shape) } }"
        case .empirical(let values): "{ empirical: \(values.count) values }"
        case .mixture(let parts): "{ mixture: \(parts.count) laws }"
        }
    }
}

/// Rules and limits that may have a source, like the numbers of a profile.
extension Field {
    /// True or false.
    public static func statedFlag(_ key: String, _ path: Path<Bool>, _ about: String) -> Field {
        always(
            key, path, about, .stated(.flag),
            given: { $0.givenStatedFlag(key) }, text: { "\($0)" })
    }

    public static func statedCount(
        _ key: String, _ path: Path<Int>, _ about: String, in range: ClosedRange<Int>
    ) -> Field {
        always(
            key, path, about, .stated(.count(range)),
            given: { $0.givenStatedCount(key, in: range) }, text: { "\($0)" })
    }

    /// An optional whole number.
    public static func statedCount(
        _ key: String, _ path: Path<Int?>, _ about: String, in range: ClosedRange<Int>,
        otherwise: Otherwise
    ) -> Field {
        perhaps(
            key, path, about, otherwise: otherwise, .stated(.count(range)),
            given: { $0.givenStatedCount(key, in: range) }, text: { "\($0)" })
    }

    /// One of the words of `Choice`; `what` names them in messages, with an article.
    public static func statedChoice<Choice: Choices>(
        _ key: String, _ path: Path<Choice>, what: String, _ about: String
    ) -> Field {
        always(
            key, path, about, .stated(.choice(Choice.words)),
            given: { $0.givenStatedWord(key, of: Choice.words, what: what).flatMap(Choice.init) },
            text: \.rawValue)
    }

    /// An optional word.
    public static func statedChoice<Choice: Choices>(
        _ key: String, _ path: Path<Choice?>, what: String, _ about: String, otherwise: Otherwise
    ) -> Field {
        perhaps(
            key, path, about, otherwise: otherwise, .stated(.choice(Choice.words)),
            given: { $0.givenStatedWord(key, of: Choice.words, what: what).flatMap(Choice.init) },
            text: \.rawValue)
    }
}
