struct OptionTable {
    let shape: FormShape
    /// The owner of the options, as messages name it.
    let owner: String
    /// Whether the list says what holds without an option.
    var showsDefaults = true

    var markdown: String {
        if shape.fields.isEmpty { return "It has no options.\n" }
        return rows(of: shape, below: "").map(MarkdownList.entry).joined()
            + Self.choices(of: shape, in: owner).map { "\n\(Self.wrapped($0))\n" }.joined()
    }

    /// - Parameter path: the keys that lead to the form, with a point after each.
    private func rows(of shape: FormShape, below path: String) -> [String] {
        shape.fields.flatMap { field -> [String] in
            var about = field.about
            if case .optional(let words?) = field.presence {
                about = "\(about.dropLast()) (\(words))."
            }
            if let condition = field.condition { about = "\(about.dropLast()), only \(condition)." }
            let standard = showsDefaults ? standard(field.presence) : ""
            let row =
                "`\(path)\(field.key)`: \(about) Value: \(field.content.words)"
                + (standard.isEmpty ? "." : "; \(standard).")
            let parts = field.content.ownParts.map { part in
                rows(of: part.shape, below: "\(path)\(field.key)\(part.step).")
            }
            return [row] + parts.joined()
        }
    }

    private func standard(_ presence: Presence) -> String {
        switch presence {
        case .required: "must be given"
        case .standard(let text): "by default `\(text)`"
        case .depending(let words): words
        case .optional: ""
        }
    }

    /// A sentence in lines of at most 80 columns.
    static func wrapped(_ sentence: String) -> String {
        var lines = [""]
        for word in sentence.split(separator: " ") {
            let line = lines[lines.count - 1]
            if line.count + word.count + 1 > 80 {
                lines.append(String(word))
            } else {
                lines[lines.count - 1] = line.isEmpty ? String(word) : "\(line) \(word)"
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func choices(of shape: FormShape, in owner: String) -> [String] {
        let own =
            shape.exclusive.map { "At most one of \(keys($0)) can be given." }
            + shape.atLeastOne.map { "`\(owner)` needs \(keys($0, "or"))." }
            + (shape.alternatives.isEmpty
                ? []
                : [
                    "`\(owner)` needs either "
                        + shape.alternatives.map { keys($0) }.joined(separator: ", or ")
                        + "."
                ])
        return own
            + shape.fields.flatMap { field in
                field.content.ownParts.flatMap { choices(of: $0.shape, in: field.key) }
            }
    }

    private static func keys(_ keys: [String], _ conjunction: String = "and") -> String {
        enumerated(keys.map { "`\($0)`" }, conjunction)
    }
}

extension FieldContent {
    /// The forms without a name that stand behind a key, and what leads to them beside the key.
    fileprivate var ownParts: [(step: String, shape: FormShape)] {
        switch self {
        case .part(let part): part.name == nil ? [("", part)] : []
        case .list(let item, _): item.ownParts.map { ("[]\($0.step)", $0.shape) }
        case .named(let item, _), .paths(let item):
            item.ownParts.map { (".NAME\($0.step)", $0.shape) }
        case .either(let contents): contents.flatMap(\.ownParts)
        case .stated(let content): content.ownParts
        case .quantity, .plain, .quantityOrWord, .decimal, .count, .flag, .choice, .text, .name,
            .law, .defined:
            []
        }
    }

    fileprivate var words: String {
        switch self {
        case .quantity(let quantity, let bound): Self.amount(quantity, bound)
        case .plain(let quantity): Self.amount(quantity, .zeroOrMore)
        case .quantityOrWord(let quantity, let bound, let word):
            "\(Self.amount(quantity, bound)), or `\(word)`"
        case .decimal: "a number"
        case .count(let range):
            range.upperBound == .max
                ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)"
        case .flag: "`true` or `false`"
        case .choice(let words): words.map { "`\($0)`" }.joined(separator: ", ")
        case .text: "a text"
        case .name: "a name"
        case .list(.text, _), .list(.name, _): "a list of names"
        case .list(let item, _): "a list, each entry \(item.words)"
        case .named(let item, _): "names, each with \(item.words)"
        case .paths(let item): "paths, each with \(item.words)"
        case .either(let contents): contents.map(\.words).joined(separator: ", or ")
        case .defined(let name): SchemaDefinitions.words[name] ?? name
        case .law(let quantity): "\(quantity.phrase) or a distribution, as `\(quantity.example)`"
        case .stated(let content): content.words
        case .part(let part):
            part.name.map { "a [\($0)](#\($0.lowercased()))" } ?? "the options below"
        }
    }

    private static func amount(_ quantity: QuantityShape, _ bound: Bound) -> String {
        switch bound {
        case .any, .zeroOrMore: "\(quantity.phrase), as `\(quantity.example)`"
        case .aboveZero: "\(quantity.phrase) above zero, as `\(quantity.example)`"
        }
    }
}

extension QuantityShape {
    /// The word of schemas as words: `power per rate`.
    fileprivate var phrase: String {
        word.map { $0.isUppercase ? " \($0.lowercased())" : "\($0)" }.joined()
    }
}

/// Every option of every kind of file, as Markdown; those of policies have a page of their own.
public enum OptionsPage {
    public static var markdown: String {
        var named: Set<String> = Set(ProfileKind.allCases.map(\.rawValue))
        let kinds = ProfileKind.allCases.map { kind in
            let parts = kind.shape.namedParts.filter { named.insert($0.name ?? "").inserted }
            let sections = parts.map { section($0.name ?? "", $0, level: "###") }
            return ([section(kind.rawValue, kind.shape, level: "##")] + sections)
                .joined(separator: "\n")
        }
        return ([head] + kinds).joined(separator: "\n")
    }

    private static let head = """
        # Options of files

        Written by `tailwatt schema --table`. Every file has a `kind` and a `name`, and
        can have a `description`. Profiles also list their `sources`; each number and
        each rule in them can be written as `{ value: 5 s, source: NAME }`
        ([profiles](../guide/profiles.md)). Devices, radios and systems can list ranges
        of their values under `uncertain`, as a [scenario](#scenario) can, with paths
        that start within the file ([uncertainty](../guide/uncertainty.md)). The options
        of policies and apps are on the page [behaviours](behaviours.md).

        An option `a.b` is below the key `a`; `a[].b` is in each entry of the list `a`,
        and `a.NAME.b` below a name that the file chooses. `--set` and `--vary` take
        these paths without brackets. The words in parentheses or after the value tell
        what applies if a file does not give the option.

        """

    private static func section(_ name: String, _ shape: FormShape, level: String) -> String {
        let table = OptionTable(shape: shape, owner: name)
        return "\(level) \(name)\n\n\(OptionTable.wrapped(shape.about))\n\n\(table.markdown)"
    }
}

/// Every option of every behaviour, as Markdown.
public enum BehaviourPage {
    /// - Parameter apps: those that are shipped, whose names are keys too.
    public static func markdown(with apps: [ShippedApp]) -> String {
        let behaviours = Behaviour.all.map { section($0.key, $0.shape) }
        // The parts that several behaviours have, whose defaults are each behaviour's own.
        let parts = [TransferShape.form.shape].map { section($0.name ?? "", $0) }
        let files = [appHead] + apps.map { section($0.key, $0.shape) }
        return ([head] + behaviours + parts + files).joined(separator: "\n")
    }

    private static let head = """
        # Behaviours

        Written by `tailwatt behaviours`. An entry of `policies:` or `apps:` has one of
        these keys, with its options below it:

            policies:
              - name: keep-alive-10
                keep-alive: { interval: 10 min }

        A default counts as a number that was not measured. For an option without a
        default, the words in parentheses tell what applies if the file does not give
        it.

        """

    private static let appHead = """
        # Apps of rules

        The apps of `Profiles/apps` are keys too, with the parameters of their files as
        options:

            policies:
              - name: at-quarters
                flush-every: { every: 15 min, kept-by: audio }

        An option `a.b` is below the key `a`. The rules of an app are in its file, in
        the language of the page [apps](apps.md). Defaults are those of the file, with
        their sources or assumptions.

        """

    private static func section(_ name: String, _ shape: FormShape) -> String {
        let table = OptionTable(shape: shape, owner: "", showsDefaults: shape.name == nil)
        let about = OptionTable.wrapped(shape.about)
        return "## \(name)\n\n\(about)\n\n\(table.markdown)"
    }
}
