/// Writes a profile as YAML, with two spaces a level and at most 100 columns where words allow.
public enum ProfileYAML {
    private static let width = 100

    public static func text(_ tree: ProfileTree, remarks: [String] = []) -> String {
        var lines = remarks.map { "# \(PrintableText.line($0))" }
        guard case .mapping(let entries) = tree else {
            preconditionFailure("a profile is a mapping, not \(tree)")
        }
        for (index, entry) in entries.enumerated() {
            let isPart = entry.value.text == nil
            if isPart && index > 0 { lines.append("") }
            append(entry, indent: 0, to: &lines)
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func append(_ entry: ProfileTree.Entry, indent: Int, to lines: inout [String]) {
        let head = spaces(indent) + scalar(entry.key) + ":"
        switch entry.value {
        case .text(let text): append(text, after: head, indent: indent, to: &lines)
        case .list, .mapping:
            if let flow = flow(entry.value), head.count + 1 + flow.count <= width {
                return lines.append("\(head) \(flow)")
            }
            lines.append(head)
            append(entry.value.items, indent: indent + 2, to: &lines)
            for part in entry.value.entries { append(part, indent: indent + 2, to: &lines) }
        }
    }

    private static func append(_ trees: [ProfileTree], indent: Int, to lines: inout [String]) {
        for tree in trees {
            guard case .mapping(let entries) = tree else {
                lines.append("\(spaces(indent))- \(flow(tree) ?? "")")
                continue
            }
            var own: [String] = []
            for part in entries { append(part, indent: indent + 2, to: &own) }
            if let first = own.first {
                own[0] = "\(spaces(indent))- \(first.dropFirst(indent + 2))"
            }
            lines += own
        }
    }

    private static func append(
        _ text: String, after head: String, indent: Int, to lines: inout [String]
    ) {
        let short = scalar(text)
        // An address cannot be broken.
        if head.count + 1 + short.count <= width || !text.contains(" ") {
            lines.append("\(head) \(short)")
            return
        }
        // Folded: line ends become spaces, and no text needs quotes.
        lines.append("\(head) >-")
        let start = spaces(indent + 2)
        var line = ""
        for word in PrintableText.line(text).split(separator: " ") {
            if !line.isEmpty && start.count + line.count + 1 + word.count > width {
                lines.append(start + line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        lines.append(start + line)
    }

    /// `nil` if the tree is nested more deeply.
    private static func flow(_ tree: ProfileTree) -> String? {
        switch tree {
        case .text(let text): return scalar(text)
        case .list(let trees):
            let parts = trees.compactMap { $0.text.map(scalar) }
            return parts.count == trees.count ? "[\(parts.joined(separator: ", "))]" : nil
        case .mapping(let entries):
            let parts = entries.compactMap { entry -> String? in
                if case .mapping = entry.value { return nil }
                return flow(entry.value).map { "\(scalar(entry.key)): \($0)" }
            }
            return parts.count == entries.count ? "{ \(parts.joined(separator: ", ")) }" : nil
        }
    }

    private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

    private static func scalar(_ text: String) -> String {
        let text = PrintableText.line(text)
        if text.hasPrefix("https://") && !text.contains(where: { " \"#".contains($0) }) {
            return text
        }
        // Sentences are quoted, numbers with units are not.
        let isSentence = text.contains(" ") && !(text.first?.isNumber ?? false)
        if !text.isEmpty, !isSentence, let first = text.unicodeScalars.first, isWordLike(first),
            text.unicodeScalars.allSatisfy({ isWordLike($0) || inner.contains($0) }),
            !text.hasSuffix(" ")
        {
            return text
        }
        let escaped = text.flatMap { character -> [Character] in
            character == "\"" || character == "\\" ? ["\\", character] : [character]
        }
        return "\"\(String(escaped))\""
    }

    private static let inner = Set(" ._/+-%".unicodeScalars)

    private static func isWordLike(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
    }
}
