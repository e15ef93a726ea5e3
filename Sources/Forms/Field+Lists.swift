/// Lists of words and of parts.
extension Field {
    /// A list of words of `Choice`, at least one of them; `what` says for messages what they are,
    /// with an article.
    public static func choices<Choice: RawRepresentable & CaseIterable & Sendable>(
        _ key: String, _ path: Path<[Choice]>, what: String, _ about: String
    ) -> Field where Choice.RawValue == String {
        Field(
            key, about, isRequired: true,
            content: { _ in .list(.choice(Choice.self), 1...Int.max) },
            read: { reader, owner in
                let words = Choice.allCases.map(\.rawValue)
                let found = reader.givenWords(key, of: words, what: what) ?? []
                owner[keyPath: path] = found.compactMap(Choice.init)
            },
            text: { "[\($0[keyPath: path].map(\.rawValue).joined(separator: ", "))]" })
    }

    /// A list of parts with options of their own; `without` says in words what is so without it.
    public static func list<Part: Formed>(
        _ key: String, _ path: Path<[Part]>, _ about: String, count: ClosedRange<Int>,
        isRequired: Bool = false, without: String? = nil
    ) -> Field {
        Field(
            key, about, isRequired: isRequired, without: without,
            content: { _ in .list(.part(Part.form.shape), count) },
            read: { reader, owner in
                let parts = reader.givenList(key, count) { Part.form.value(from: $0) }
                owner[keyPath: path] = parts ?? []
            },
            text: { _ in nil })
    }
}
