/// One option of a form: where its value is stored, and what a file may contain.
public struct Field<Owner: Sendable>: Sendable {
    public let key: String
    /// The meaning in one sentence, without the default.
    public let about: String
    /// Whether a file must give it.
    public private(set) var isRequired: Bool
    /// Reads the value of a key that the text has.
    let read: @Sendable (any FieldReader, inout Owner) -> Void
    /// The value as a file would give it; `nil`: none.
    private(set) var text: @Sendable (Owner) -> String?
    /// The kind of value, for an owner with all defaults.
    private let content: @Sendable (Owner) -> FieldContent
    /// The description of a missing value.
    private var without: String?

    /// Sets a default that depends on other options.
    private(set) var settle: @Sendable (inout Owner) -> Void = { _ in }
    /// The description of a default that depends on other options.
    private var standing: String?
    /// The default as a person would write it.
    private var spelling: String?
    /// Whether earlier options allow this one in a file.
    private(set) var isAsked: @Sendable (Owner) -> Bool = { _ in true }
    private var condition: String?

    /// - `about`: the meaning in one sentence, without the default.
    /// - `without`: the description of a missing value.
    /// - `content`: the kind of value, for an owner with all defaults.
    /// - `read`: reads the value of a key that the text has.
    /// - `text`: the value as a file would give it; `nil`: none.
    public init(
        _ key: String, _ about: String, isRequired: Bool = false, without: String? = nil,
        content: @escaping @Sendable (Owner) -> FieldContent,
        read: @escaping @Sendable (any FieldReader, inout Owner) -> Void,
        text: @escaping @Sendable (Owner) -> String? = { _ in nil }
    ) {
        (self.key, self.about, self.isRequired, self.without) = (key, about, isRequired, without)
        (self.content, self.read, self.text) = (content, read, text)
    }

    /// A copy that a file must give.
    public var required: Field { modified(self) { $0.isRequired = true } }

    /// A copy with a default that depends on earlier options.
    ///
    /// - Parameters:
    ///   - words: the description of the default.
    ///   - settle: sets the default.
    public func standing(
        _ words: String, _ settle: @escaping @Sendable (inout Owner) -> Void
    ) -> Field { modified(self) { ($0.standing, $0.settle) = (words, settle) } }

    /// A copy whose default has this spelling in pages and schemas: `64 KiB`.
    public func spelled(_ text: String) -> Field { modified(self) { $0.spelling = text } }

    /// A copy without a recorded default; `words` describe a missing value.
    public func without(_ words: String?) -> Field {
        modified(self) {
            $0.text = { _ in nil }
            $0.without = words
        }
    }

    /// A copy that a file may give only if earlier options allow it.
    ///
    /// - Parameters:
    ///   - words: the description of the condition.
    ///   - isAsked: whether an owner meets the condition.
    public func asked(
        where words: String, _ isAsked: @escaping @Sendable (Owner) -> Bool
    ) -> Field { modified(self) { ($0.condition, $0.isAsked) = (words, isAsked) } }

    /// The option of an owner that has this option's owner as a part.
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
    /// - Parameter standard: an owner with all defaults.
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
