/// Rules and limits that may say where they are from, as the numbers of a profile do.
extension Field {
    /// True or false.
    public static func statedFlag(
        _ key: String, _ path: Path<Bool>, _ about: String, isRequired: Bool = false
    ) -> Field {
        Field(
            key, about, isRequired: isRequired, content: { _ in .stated(.flag) },
            read: { reader, owner in
                if let flag = reader.givenStatedFlag(key) { owner[keyPath: path] = flag }
            },
            text: { "\($0[keyPath: path])" })
    }

    /// A whole number.
    public static func statedCount(
        _ key: String, _ path: Path<Int>, _ about: String, in range: ClosedRange<Int>,
        isRequired: Bool = false
    ) -> Field {
        Field(
            key, about, isRequired: isRequired, content: { _ in .stated(.count(range)) },
            read: { reader, owner in
                if let count = reader.givenStatedCount(key, in: range) {
                    owner[keyPath: path] = count
                }
            },
            text: { "\($0[keyPath: path])" })
    }

    /// A whole number that need not be there.
    public static func statedCount(
        _ key: String, _ path: Path<Int?>, _ about: String, in range: ClosedRange<Int>,
        otherwise: Otherwise
    ) -> Field {
        Field(
            key, about, isRequired: false, without: otherwise.words,
            content: { _ in .stated(.count(range)) },
            read: { reader, owner in
                owner[keyPath: path] = reader.givenStatedCount(key, in: range)
            },
            text: { owner in owner[keyPath: path].map { "\($0)" } ?? otherwise.value })
    }

    /// One of the words of `Choice`; `what` says for messages what they are, with an article.
    public static func statedChoice<Choice: RawRepresentable & CaseIterable & Sendable>(
        _ key: String, _ path: Path<Choice>, what: String, _ about: String,
        isRequired: Bool = false
    ) -> Field where Choice.RawValue == String {
        Field(
            key, about, isRequired: isRequired,
            content: { _ in .stated(.choice(Choice.allCases.map(\.rawValue))) },
            read: { reader, owner in
                let words = Choice.allCases.map(\.rawValue)
                let word = reader.givenStatedWord(key, of: words, what: what)
                if let choice = word.flatMap(Choice.init) { owner[keyPath: path] = choice }
            },
            text: { $0[keyPath: path].rawValue })
    }
}
