import Yams

/// Composes the single YAML document of a text into raw nodes.
///
/// Anchors, aliases, tags and merge keys are rejected, so that a place shows all there is to know
/// and a short file cannot expand to a long one.
struct YAMLComposer {
    /// More than twice the nesting of any profile; libYAML itself stops at 1,000.
    static let depthLimit = 32

    private let source: SourceText
    private var diagnostics: [Diagnostic] = []

    /// - Throws: All YAML faults of the text.
    static func compose(_ source: SourceText) throws(ProfileFailure) -> RawNode {
        if let place = firstAliasOfKnownAnchor(in: source) {
            throw ProfileFailure(source.diagnostic(.alias, at: place))
        }
        let root = try parse(source)
        guard let root else { throw ProfileFailure(Diagnostic(.empty, file: source.path)) }
        var composer = YAMLComposer(source: source)
        let node = composer.raw(root, depth: 1)
        if !composer.diagnostics.isEmpty { throw ProfileFailure(composer.diagnostics) }
        if case .text(let text) = node.content, text.isNothing {
            throw ProfileFailure(Diagnostic(.empty, file: source.path))
        }
        return node
    }

    private init(source: SourceText) { self.source = source }

    private static func parse(_ source: SourceText) throws(ProfileFailure) -> Node? {
        do {
            return try Parser(yaml: source.text, resolver: .basic, encoding: .utf8).singleRoot()
        } catch let error as YamlError {
            throw ProfileFailure(source.diagnostic(error))
        } catch { throw ProfileFailure(source.diagnostic(.syntax("\(error)"), at: .first)) }
    }

    private mutating func raw(_ node: Node, depth: Int) -> RawNode {
        let start = node.mark.map { SourcePlace(line: $0.line, column: $0.column) } ?? .first
        let rest = source.rest(at: start)
        let place = SourcePlace(
            line: start.line, column: start.column, length: rest.length(of: node))
        if depth > Self.depthLimit { return refuse(.tooDeep, at: place) }
        switch rest.first {
        case "&": return refuse(.noYAML("anchors (&name)", Fault.writtenOut), at: place)
        case "!":
            let advice = "Remove the tag: the format knows what each value is."
            return refuse(.noYAML("tags (!name)", advice), at: place)
        default: break
        }
        switch node {
        case .scalar(let scalar):
            let text = RawText(text: scalar.string, isPlain: scalar.style == .plain)
            return RawNode(place: place, content: .text(text))
        case .sequence(let sequence):
            let items = sequence.map { raw($0, depth: depth + 1) }
            return RawNode(place: place, content: .list(items))
        case .mapping(let mapping):
            var entries: [RawEntry] = []
            entries.reserveCapacity(mapping.count)
            // An iterator would first copy all entries.
            for index in mapping.indices {
                let (key, value) = mapping[index]
                if let entry = entry(key, value, depth: depth + 1) { entries.append(entry) }
            }
            return RawNode(place: place, content: .mapping(entries))
        case .alias: return refuse(.alias, at: place)
        }
    }

    private mutating func entry(_ key: Node, _ value: Node, depth: Int) -> RawEntry? {
        let rawKey = raw(key, depth: depth)
        let rawValue = raw(value, depth: depth)
        guard case .text(let text) = rawKey.content else {
            let fault = Fault(
                "a key must be a single word or text", advice: "Write key: value.", about: .text)
            _ = refuse(fault, at: rawKey.place)
            return nil
        }
        if text.isPlain, text.text == "<<" {
            _ = refuse(.noYAML("merge keys (<<)", Fault.writtenOut), at: rawKey.place)
        }
        return RawEntry(key: text.text, keyPlace: rawKey.place, value: rawValue)
    }

    private mutating func refuse(_ fault: Fault, at place: SourcePlace) -> RawNode {
        if diagnostics.count < ProfileFailure.kept {
            diagnostics.append(source.diagnostic(fault, at: place))
        }
        return RawNode(place: place, content: .text(RawText(text: "", isPlain: true)))
    }
}

extension SourcePlace {
    static let first = SourcePlace(line: 1, column: 1)

    fileprivate init(_ mark: Mark) { self.init(line: mark.line, column: mark.column) }
}

extension ArraySlice<Unicode.Scalar> {
    /// The length of `node` at the beginning of the rest of a line.
    fileprivate func length(of node: Node) -> Int {
        guard case .scalar(let scalar) = node else { return 1 }
        return switch scalar.style {
        case .singleQuoted: lengthToClosing("'")
        case .doubleQuoted: lengthToClosing("\"")
        case .literal, .folded: 1
        case .plain, .any: length(of: scalar.string) ?? trimmedCount
        }
    }

    /// `nil` if it does not begin with the text.
    private func length(of text: String) -> Int? {
        var length = 0
        for scalar in text.unicodeScalars {
            guard length < count, self[startIndex + length] == scalar else { return nil }
            length += 1
        }
        return length
    }

    private func lengthToClosing(_ quote: Unicode.Scalar) -> Int {
        var isEscaped = false
        for (offset, scalar) in enumerated().dropFirst() {
            if scalar == quote, !isEscaped { return offset + 1 }
            isEscaped = scalar == "\\" && quote == "\"" && !isEscaped
        }
        return trimmedCount
    }

    private var trimmedCount: Int { count - reversed().prefix { $0 == " " || $0 == "\t" }.count }
}

/// The first `*name` after an `&name`: an alias, found before any parser expands it.
///
/// Ten lines of nested aliases stand for a billion nodes, so they are rejected unparsed. Prose
/// rarely has both; an alias that is missed here is rejected later, at its anchor.
func firstAliasOfKnownAnchor(in source: SourceText) -> SourcePlace? {
    var anchors: Set<ArraySlice<Unicode.Scalar>> = []
    for (number, line) in source.lines.enumerated() {
        var before: Unicode.Scalar = " "
        for (offset, scalar) in line.enumerated() {
            defer { before = scalar }
            guard scalar == "&" || scalar == "*", " \t[{,:-?".unicodeScalars.contains(before)
            else { continue }
            let name = line.dropFirst(offset + 1).prefix(while: \.isInAnchor)
            guard !name.isEmpty else { continue }
            if scalar == "&" {
                anchors.insert(name)
            } else if anchors.contains(name) {
                return SourcePlace(line: number + 1, column: offset + 1, length: name.count + 1)
            }
        }
    }
    return nil
}

extension Unicode.Scalar {
    fileprivate var isInAnchor: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
        default: false
        }
    }
}

extension SourceText {
    func diagnostic(_ error: YamlError) -> Diagnostic {
        switch error {
        case .scanner(let context, let problem, let mark, _),
            .parser(let context, let problem, let mark, _):
            syntax(problem, context, mark)
        case .composer(let context, let problem, let mark, _): composer(problem, context, mark)
        case .duplicatedKeysInMapping(let duplicates, let context):
            duplicate(duplicates.first ?? "", first: SourcePlace(context.mark))
        case .reader(let problem, _, _, _), .writer(let problem), .emitter(let problem),
            .representer(let problem):
            diagnostic(.syntax(problem), at: .first)
        case .no, .memory, .dataCouldNotBeDecoded: diagnostic(.syntax("\(error)"), at: .first)
        }
    }

    private func syntax(_ problem: String, _ context: YamlError.Context?, _ mark: Mark)
        -> Diagnostic
    {
        if problem.contains("Maximum nesting level") {
            return diagnostic(.tooDeep, at: SourcePlace(mark))
        }
        let begun = context.map { " \($0.text) that begins in line \($0.mark.line)" }
        return diagnostic(.syntax(problem + (begun ?? "")), at: SourcePlace(mark))
    }

    private func composer(_ problem: String, _ context: YamlError.Context?, _ mark: Mark)
        -> Diagnostic
    {
        if problem.contains("undefined alias") { return diagnostic(.alias, at: SourcePlace(mark)) }
        if problem.contains("another document") {
            let fault = Fault(
                "a second YAML document begins here",
                advice: "Put one profile into one file, without --- between them.", about: .text)
            return diagnostic(fault, at: SourcePlace(mark))
        }
        return syntax(problem, context, mark)
    }

    /// The parser reports the place of the first key; this finds the second.
    private func duplicate(_ key: String, first: SourcePlace) -> Diagnostic {
        let length = key.unicodeScalars.count
        let place =
            secondPlace(ofKey: key, after: first)
            ?? SourcePlace(line: first.line, column: first.column, length: length)
        let fault = Fault(
            "the key \(quoted(key)) is twice in one mapping, first in line \(first.line)",
            advice: "Remove one of the two.")
        return diagnostic(fault, at: place)
    }

    /// The place of the next `key:`, in the same column, or anywhere between braces.
    private func secondPlace(ofKey key: String, after first: SourcePlace) -> SourcePlace? {
        let before = lines[first.line - 1].prefix(first.column - 1)
        let isBlock = before.allSatisfy { $0 == " " || $0 == "-" }
        for (number, line) in lines.enumerated().dropFirst(first.line - 1) {
            let isFirst = number + 1 == first.line
            var column = isBlock ? first.column : isFirst ? first.column + 1 : 1
            let last = isBlock ? first.column : line.count
            while column <= last {
                let length = key.unicodeScalars.count
                let place = SourcePlace(line: number + 1, column: column, length: length)
                if place.line > first.line || column > first.column, isKey(key, at: place) {
                    return place
                }
                column += 1
            }
        }
        return nil
    }

    private func isKey(_ key: String, at place: SourcePlace) -> Bool {
        let rest = rest(at: place)
        guard rest.starts(with: key.unicodeScalars) else { return false }
        return rest.dropFirst(place.length).first { $0 != " " && $0 != "\"" } == ":"
    }
}

extension Fault {
    /// A text that the parser cannot read, in its words.
    static func syntax(_ problem: String) -> Fault {
        func has(_ words: String) -> Bool { problem.contains(words) }
        let advice =
            if has("mapping values are not allowed") {
                "Indent keys of one mapping alike, and put text that contains \": \" in quotes."
            } else if has("cannot start any token") {
                "Indent with spaces, not tabs, and put text that begins with @, ` or % in quotes."
            } else if has("unexpected end of stream") || has("expected ',' or") {
                "Close every quote, [ and { that is opened."
            } else {
                "Check the indentation and the punctuation here and in the line above."
            }
        return Fault("this is not YAML: \(problem)", advice: advice, about: .text)
    }

    static func noYAML(_ what: String, _ advice: String) -> Fault {
        Fault("YAML \(what) are not used in profiles", advice: advice, about: .text)
    }

    static let alias = noYAML("aliases (*name)", writtenOut)

    static let writtenOut = "Write the value out where it is needed."

    static let tooDeep = Fault(
        "lists and mappings are nested more than \(YAMLComposer.depthLimit) deep",
        advice: "No part of a profile is nested as deeply.", about: .text)
}
