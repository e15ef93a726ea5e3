/// A mapping with one of several keys, each of which makes a value: a step, a condition.
struct OneOf<Value: Sendable>: Sendable {
    private let about: String
    private let name: String
    private let choices: [Choice]
    /// Options that some of the keys allow.
    private let companions: [FieldShape]

    /// One of the keys, and what stands behind it.
    struct Choice: Sendable {
        let key: String
        let about: String
        /// The keys that it allows.
        let companions: [String]
        let content: @Sendable () -> FieldContent
        let read: @Sendable (any FieldReader) -> Value?

        init(
            _ key: String, _ about: String, beside companions: [String] = [],
            _ content: @autoclosure @escaping @Sendable () -> FieldContent,
            read: @escaping @Sendable (any FieldReader) -> Value?
        ) {
            (self.key, self.about, self.companions) = (key, about, companions)
            (self.content, self.read) = (content, read)
        }
    }

    init(_ about: String, name: String, _ choices: [Choice], beside companions: [FieldShape] = []) {
        (self.about, self.name) = (about, name)
        (self.choices, self.companions) = (choices, companions)
    }

    /// `nil` where the text has no such key, or is at fault.
    func value(from reader: any FieldReader) -> Value? {
        let key = reader.givenOne(of: choices.map(\.key))
        return choices.first { $0.key == key }?.read(reader)
    }

    var shape: FormShape {
        FormShape(
            about, name: name, alternatives: choices.map { [$0.key] + $0.companions },
            choices.map { .needed($0.key, $0.content(), $0.about) } + companions)
    }
}

extension OneOf.Choice {
    /// A key of which there is nothing more to say.
    static func word(_ key: String, _ about: String, _ value: Value) -> Self {
        Self(key, about, .part(FormShape("Nothing more.", []))) { reader in
            _ = reader.givenPart(key) { _ in true }
            return value
        }
    }

    static func flag(
        _ key: String, _ about: String, _ make: @escaping @Sendable (Bool) -> Value
    ) -> Self { Self(key, about, .flag) { $0.givenFlag(key).map(make) } }

    static func span(
        _ key: String, _ about: String, _ make: @escaping @Sendable (TimeSpan) -> Value,
        _ bound: Bound = .zeroOrMore
    ) -> Self {
        Self(key, about, .quantity(Seconds.self, bound)) { $0.givenSpan(key, bound).map(make) }
    }

    static func quantity<Amount: Quantity>(
        _ key: String, _ about: String, _ make: @escaping @Sendable (Amount) -> Value,
        _ bound: Bound = .zeroOrMore
    ) -> Self {
        Self(key, about, .quantity(Amount.self, bound)) { $0.givenQuantity(key, bound).map(make) }
    }

    static func count(
        _ key: String, _ about: String, _ make: @escaping @Sendable (Int32) -> Value
    ) -> Self {
        let range = 1...1_000_000
        return Self(key, about, .count(range)) {
            $0.givenCount(key, in: range).map { make(Int32($0)) }
        }
    }

    /// One of the words of `Word`; `what` says for messages what they are, with an article.
    static func choice<Word: Choices>(
        _ key: String, what: String, _ about: String,
        _ make: @escaping @Sendable (Word) -> Value
    ) -> Self { Self(key, about, .choice(Word.self)) { $0.word(key, what).map(make) } }

    static func part<Part: Formed>(
        _ key: String, _ about: String, _ make: @escaping @Sendable (Part) -> Value
    ) -> Self {
        Self(key, about, .part(Part.form.shape)) { reader in
            reader.givenPart(key) { Part.form.value(from: $0) }.map(make)
        }
    }
}

extension FieldReader {
    /// One of the words of `Word`.
    func word<Word: Choices>(_ key: String, _ what: String) -> Word? {
        givenWord(key, of: Word.allCases.map(\.rawValue), what: what).flatMap(Word.init)
    }
}
