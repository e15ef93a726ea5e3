/// A type whose raw values are the words that a file may give.
public typealias Choices = RawRepresentable<String> & CaseIterable & Sendable

extension RawRepresentable<String> where Self: CaseIterable {
    static var words: [String] { allCases.map(\.rawValue) }
}

/// Flags, words, names and parts.
extension Field {
    /// True or false.
    public static func flag(_ key: String, _ path: Path<Bool>, _ about: String) -> Field {
        always(key, path, about, .flag, given: { $0.givenFlag(key) }, text: { "\($0)" })
    }

    /// One of the words of `Choice`; `what` names them in messages, with an article: `a transport`.
    public static func choice<Choice: Choices>(
        _ key: String, _ path: Path<Choice>, what: String, _ about: String
    ) -> Field {
        always(
            key, path, about, .choice(Choice.words),
            given: { $0.givenWord(key, of: Choice.words, what: what).flatMap(Choice.init) },
            text: \.rawValue)
    }

    /// One of the words of `Choice` for a rule of the format, such as how something is counted,
    /// without a source.
    public static func rule<Choice: Choices>(
        _ key: String, _ path: Path<Choice>, what: String, _ about: String
    ) -> Field {
        always(
            key, path, about, .choice(Choice.words),
            given: { $0.givenRule(key, of: Choice.words, what: what).flatMap(Choice.init) },
            text: \.rawValue)
    }

    /// An optional rule of the format; `without` describes its absence.
    public static func rule<Choice: Choices>(
        _ key: String, _ path: Path<Choice?>, what: String, _ about: String, without: String?
    ) -> Field {
        perhaps(
            key, path, about, otherwise: .without(without), .choice(Choice.words),
            given: { $0.givenRule(key, of: Choice.words, what: what).flatMap(Choice.init) },
            text: \.rawValue)
    }

    /// A name that results show.
    public static func name(_ key: String, _ path: Path<String>, _ about: String) -> Field {
        Field(
            key, about, isRequired: true, content: { _ in .name },
            read: { reader, owner in owner[keyPath: path] = reader.givenName(key) ?? "" },
            text: { $0[keyPath: path] })
    }

    /// Any text that is not empty.
    public static func text(_ key: String, _ path: Path<String>, _ about: String) -> Field {
        always(key, path, about, .text, given: { $0.givenText(key) }, text: { $0 }).required
    }

    /// A name that the file declares under `list`, kept as its place there, from 0.
    ///
    /// - `isRule`: whether results list the name as a rule of the format.
    public static func reference(
        _ key: String, _ path: Path<Int>, to list: String, _ about: String, isRule: Bool = false
    ) -> Field {
        always(
            key, path, about, .text,
            given: { $0.givenReference(key, to: list, isRule: isRule) }, text: { "\($0)" })
    }

    /// An optional list of names.
    public static func names(
        _ key: String, _ path: Path<[String]?>, _ about: String, count: ClosedRange<Int>,
        otherwise: Otherwise
    ) -> Field {
        perhaps(
            key, path, about, otherwise: otherwise, .list(.text, count),
            given: { $0.givenNames(key) }, text: { "[\($0.joined(separator: ", "))]" })
    }

    /// A required list of any number of names.
    public static func names(_ key: String, _ path: Path<[String]>, _ about: String) -> Field {
        Field(
            key, about, isRequired: true, content: { _ in .list(.text, nil) },
            read: { reader, owner in owner[keyPath: path] = reader.givenNames(key) ?? [] },
            text: { "[\($0[keyPath: path].joined(separator: ", "))]" })
    }

    /// A part with its own options, which always exists; its defaults are the owner's.
    public static func part<Part: Formed>(
        _ key: String, _ path: Path<Part>, _ about: String
    ) -> Field { part(key, path, about, form: Part.form) }

    /// A part in a special form, which always exists; its defaults are the owner's.
    public static func part<Part>(
        _ key: String, _ path: Path<Part>, _ about: String,
        form: @autoclosure @escaping @Sendable () -> Form<Part>
    ) -> Field {
        Field(
            key, about, content: { .part(form().with(standard: $0[keyPath: path]).shape) },
            read: { reader, owner in
                let own = form().with(standard: owner[keyPath: path])
                if let part = reader.givenPart(key, { own.value(from: $0) }) {
                    owner[keyPath: path] = part
                }
            },
            text: { form().text(of: $0[keyPath: path]) })
    }

    /// An optional part with its own options; `without` describes its absence.
    public static func part<Part: Formed>(
        _ key: String, _ path: Path<Part?>, _ about: String, without: String?
    ) -> Field { part(key, path, about, without: without, form: Part.form) }

    /// An optional part in a special form.
    public static func part<Part>(
        _ key: String, _ path: Path<Part?>, _ about: String, without: String?,
        form: @autoclosure @escaping @Sendable () -> Form<Part>
    ) -> Field {
        Field(
            key, about, without: without,
            content: { _ in .part(form().shape) },
            read: { reader, owner in
                owner[keyPath: path] = reader.givenPart(key) { form().value(from: $0) }
            },
            text: { owner in owner[keyPath: path].map { form().text(of: $0) } })
    }
}

/// Lists of words and of parts.
extension Field {
    /// A list of at least one word of `Choice`; `what` names them in messages, with an article.
    public static func choices<Choice: Choices>(
        _ key: String, _ path: Path<[Choice]>, what: String, _ about: String
    ) -> Field {
        Field(
            key, about, isRequired: true,
            content: { _ in .list(.choice(Choice.self), 1...Int.max) },
            read: { reader, owner in
                let found = reader.givenWords(key, of: Choice.words, what: what) ?? []
                owner[keyPath: path] = found.compactMap(Choice.init)
            },
            text: { "[\($0[keyPath: path].map(\.rawValue).joined(separator: ", "))]" })
    }

    /// A list of parts with their own options; `without` describes its absence.
    public static func list<Part: Formed>(
        _ key: String, _ path: Path<[Part]>, _ about: String, count: ClosedRange<Int>,
        without: String? = nil
    ) -> Field {
        Field(
            key, about, without: without,
            content: { _ in .list(.part(Part.form.shape), count) },
            read: { reader, owner in
                let parts = reader.givenList(key, count) { Part.form.value(from: $0) }
                owner[keyPath: path] = parts ?? []
            })
    }

    /// Parts by names that the file declares, each of which keeps its name.
    public static func named<Part: Formed>(
        _ key: String, _ path: Path<[Part]>, name: Field<Part>.Path<String>, _ about: String,
        count: ClosedRange<Int>, without: String? = nil
    ) -> Field {
        Field(
            key, about, without: without,
            content: { _ in .named(.part(Part.form.shape), count) },
            read: { reader, owner in
                let parts = reader.givenNamed(key, count) { text, reader in
                    var part = Part.form.value(from: reader)
                    part[keyPath: name] = text
                    return part
                }
                owner[keyPath: path] = parts ?? []
            })
    }
}
