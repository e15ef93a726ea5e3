/// One option of a form: where its value is kept, and what a person can write.
public struct Field<Owner: Sendable>: Sendable {
    public let key: String
    /// What it means, in one sentence that does not say the default.
    public let about: String
    /// Whether a file must give it.
    public let isRequired: Bool
    /// Takes over what a text says, which has the key.
    let read: @Sendable (any FieldReader, inout Owner) -> Void
    /// The value as a file would give it; `nil` where the owner has none.
    private(set) var text: @Sendable (Owner) -> String?
    /// What stands behind the key, of an owner that has all defaults.
    private let content: @Sendable (Owner) -> FieldContent
    /// What holds where there is no value.
    private var without: String?

    /// Gives the owner the default where that depends on other options.
    private(set) var settle: @Sendable (inout Owner) -> Void = { _ in }
    /// What a page says of a default that depends on other options.
    private var standing: String?
    /// The default as a person would write it.
    private var spelling: String?
    /// Whether the options before it let a file give this one.
    private(set) var isAsked: @Sendable (Owner) -> Bool = { _ in true }
    private var condition: String?

    /// - Parameters:
    ///   - key: as files spell it.
    ///   - about: what it means.
    ///   - isRequired: whether a file must give it.
    ///   - without: what holds where there is no value, in words.
    ///   - content: what stands behind the key, of an owner that has all defaults.
    ///   - read: takes over what a text says, which has the key.
    ///   - text: the value as a file would give it; `nil` where the owner has none.
    public init(
        _ key: String, _ about: String, isRequired: Bool, without: String? = nil,
        content: @escaping @Sendable (Owner) -> FieldContent,
        read: @escaping @Sendable (any FieldReader, inout Owner) -> Void,
        text: @escaping @Sendable (Owner) -> String?
    ) {
        self.key = key
        self.about = about
        self.isRequired = isRequired
        self.without = without
        self.content = content
        self.read = read
        self.text = text
    }

    /// The same option with a default that depends on those before it.
    ///
    /// - Parameters:
    ///   - words: what pages say of the default.
    ///   - settle: gives the owner the default.
    public func standing(
        _ words: String, _ settle: @escaping @Sendable (inout Owner) -> Void
    ) -> Field {
        with { ($0.standing, $0.settle) = (words, settle) }
    }

    /// The same option, whose default pages and schemas spell like this: `64 KiB`.
    public func spelled(_ text: String) -> Field { with { $0.spelling = text } }

    /// The same option, without which nothing is assumed; what `words` say, if any, is then so.
    public func without(_ words: String?) -> Field {
        with {
            $0.text = { _ in nil }
            $0.without = words
        }
    }

    /// The same option, which a file can give only where those before it allow that.
    ///
    /// - Parameters:
    ///   - words: what pages say of the condition.
    ///   - isAsked: whether an owner meets it.
    public func asked(
        where words: String, _ isAsked: @escaping @Sendable (Owner) -> Bool
    ) -> Field {
        with { ($0.condition, $0.isAsked) = (words, isAsked) }
    }

    private func with(_ change: (inout Field) -> Void) -> Field {
        var field = self
        change(&field)
        return field
    }

    /// The same option among those of an owner, which keeps what has the option as a part.
    public func within<Whole>(_ path: Field<Whole>.Path<Owner>) -> Field<Whole> {
        let (read, text, content, settle, isAsked) = (read, text, content, settle, isAsked)
        var field = Field<Whole>(
            key, about, isRequired: isRequired, without: without,
            content: { content($0[keyPath: path]) },
            read: { reader, whole in read(reader, &whole[keyPath: path]) },
            text: { text($0[keyPath: path]) })
        field.settle = { settle(&$0[keyPath: path]) }
        field.standing = standing
        field.spelling = spelling
        field.isAsked = { isAsked($0[keyPath: path]) }
        field.condition = condition
        return field
    }

    /// The option without its value.
    ///
    /// - Parameter standard: the owner with all defaults.
    func shape(in standard: Owner) -> FieldShape {
        FieldShape(
            key: key, about: about, content: content(standard), presence: presence(in: standard),
            condition: condition)
    }

    private func presence(in standard: Owner) -> Presence {
        if isRequired { return .required }
        if let standing { return .depending(standing) }
        if let text = spelling ?? text(standard) { return .standard(text) }
        return .optional(without)
    }
}
