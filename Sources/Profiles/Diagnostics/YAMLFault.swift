import Kernel

/// The reason why a text is not YAML, or not the part of YAML that profiles allow.
public enum YAMLFault: Hashable, Sendable {
    /// In the parser's words; `context` says what it was reading, and since which line.
    case syntax(problem: String, context: String?)
    case duplicateKey(String, firstLine: Int)
    case anchor
    case alias
    case tag
    case mergeKey
    case tooDeep(limit: Int)
    case severalDocuments
    /// A list or mapping as a key.
    case keyIsNoText
}

extension YAMLFault: Fault {
    var message: String {
        switch self {
        case .syntax(let problem, let context?): "this is not YAML: \(problem) \(context)"
        case .syntax(let problem, nil): "this is not YAML: \(problem)"
        case .duplicateKey(let key, let firstLine):
            "the key \(quoted(key)) stands twice in one mapping, first in line \(firstLine)"
        case .anchor: "YAML anchors (&name) are not used in profiles"
        case .alias: "YAML aliases (*name) are not used in profiles"
        case .tag: "YAML tags (!name) are not used in profiles"
        case .mergeKey: "YAML merge keys (<<) are not used in profiles"
        case .tooDeep(let limit): "lists and mappings are nested more than \(limit) deep"
        case .severalDocuments: "a second YAML document begins here"
        case .keyIsNoText: "a key must be a single word or text"
        }
    }

    var advice: String {
        switch self {
        case .syntax: syntaxAdvice
        case .duplicateKey: "Remove one of the two."
        case .anchor, .alias, .mergeKey: "Write the value out where it is needed."
        case .tag: "Remove the tag: the format knows what each value is."
        case .tooDeep: "No part of a profile is nested as deeply."
        case .severalDocuments: "Put one profile into one file, without --- between them."
        case .keyIsNoText: "Write key: value."
        }
    }

    private var syntaxAdvice: String {
        guard case .syntax(let problem, _) = self else { return "" }
        if problem.contains("mapping values are not allowed") {
            return "Indent keys of one mapping alike, and put text that contains \": \" in quotes."
        }
        if problem.contains("cannot start any token") {
            return "Indent with spaces, not tabs, and put text that begins with @, ` or % in "
                + "quotes."
        }
        if problem.contains("unexpected end of stream") || problem.contains("expected ',' or") {
            return "Close every quote, [ and { that is opened."
        }
        return "Check the indentation and the punctuation here and in the line above."
    }
}
