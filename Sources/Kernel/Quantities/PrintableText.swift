/// Makes text from other sources safe to print: names, paths, arguments, cells of files.
///
/// Every output (terminal, tables, CSV, YAML, SVG, XML, JSON) uses it, so that no name of a policy,
/// host or file can control a terminal, start a line, reverse the reading order or end a comment.
public enum PrintableText {
    /// One column wide, so that carets stay below their word.
    public static let substitute: Unicode.Scalar = "\u{FFFD}"

    /// Whether a character may have an effect other than being visible in its place.
    ///
    /// Unsafe are control characters, the separators U+2028 and U+2029, noncharacters (which XML
    /// forbids) and Unicode's format characters: directions, the byte order mark, invisible tags.
    /// The two joiners are safe: Persian and many pictographs need them.
    public static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        if (0x20..<0x7F).contains(scalar.value) { return false }
        if scalar.value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(scalar.value) {
            return true
        }
        return switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: scalar != "\u{200C}" && scalar != "\u{200D}"
        default: false
        }
    }

    /// The text as one line with unsafe characters replaced.
    ///
    /// - `kept`: unsafe characters to keep, such as tabs where columns are counted.
    public static func line(_ text: String, keeping kept: [Unicode.Scalar] = []) -> String {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { isUnsafe($0) && !kept.contains($0) ? substitute : $0 }))
    }

    /// The text as a message quotes it: one line of at most `length` characters, cut at its end.
    public static func excerpt(_ text: String, to length: Int = 80) -> String {
        let head = text.unicodeScalars.prefix(length + 1)
        if head.count <= length { return line(text) }
        return line(String(String.UnicodeScalarView(head.prefix(length - 3)))) + "..."
    }

    /// Makes each line printable and limits its length: the last safeguard.
    public static func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { part in
            let line = line(String(part), keeping: ["\t"])
            // A longer line quotes a file, not a word.
            guard line.utf8.count > lineAtMost else { return line }
            return String(decoding: line.utf8.prefix(lineAtMost), as: UTF8.self) + "..."
        }.joined(separator: "\n")
    }

    private static let lineAtMost = 4000
}

/// `word` in quotes, shortened if it is too long for a message.
public func quoted(_ word: String) -> String {
    word.count <= 60 ? "\"\(word)\"" : "\"\(word.prefix(57))...\""
}

/// The words in one sentence: `a, b and c`.
public func enumerated(_ words: [String], _ conjunction: String = "and") -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
}

extension Sequence where Element: Hashable {
    /// The elements in order, without repetitions.
    package var firstOfEach: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
