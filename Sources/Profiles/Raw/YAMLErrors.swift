import Kernel
import Yams

extension SourceText {
    func diagnostic(_ error: YamlError) -> Diagnostic {
        switch error {
        case .scanner(let context, let problem, let mark, _),
            .parser(let context, let problem, let mark, _):
            syntax(problem, context, mark)
        case .composer(let context, let problem, let mark, _):
            composer(problem, context, mark)
        case .duplicatedKeysInMapping(let duplicates, let context):
            duplicate(duplicates.first ?? "", first: SourcePlace(context.mark))
        case .reader(let problem, _, _, _), .writer(let problem), .emitter(let problem),
            .representer(let problem):
            diagnostic(.syntax(problem), at: .first)
        case .no, .memory, .dataCouldNotBeDecoded:
            diagnostic(.syntax("\(error)"), at: .first)
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
        if problem.contains("undefined alias") {
            return diagnostic(.alias, at: SourcePlace(mark))
        }
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

extension SourcePlace {
    fileprivate init(_ mark: Mark) { self.init(line: mark.line, column: mark.column) }
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

    /// A part of YAML that profiles do not allow.
    static func noYAML(_ what: String, _ advice: String) -> Fault {
        Fault("YAML \(what) are not used in profiles", advice: advice, about: .text)
    }

    static let alias = noYAML("aliases (*name)", writtenOut)

    static let writtenOut = "Write the value out where it is needed."

    static let tooDeep = Fault(
        "lists and mappings are nested more than \(YAMLComposer.depthLimit) deep",
        advice: "No part of a profile is nested as deeply.", about: .text)
}
