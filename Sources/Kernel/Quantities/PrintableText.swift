/// Text that is not ours, on its way to a person: names, paths, arguments, cells of files.
///
/// Every way out goes through here - terminal, tables, CSV, YAML, SVG, XML, JSON - so that no
/// name of a policy, host or file can steer a terminal, begin a line of its own, turn the order of
/// what is read, or end a comment.
public enum PrintableText {
    /// What stands for a character that is not shown: one column wide, so that carets stay below
    /// the word that they point to.
    public static let substitute: Unicode.Scalar = "\u{FFFD}"

    /// Whether a character may do something else than be seen where it stands.
    ///
    /// Control characters (with them escape sequences, line feeds and U+0085), the separators
    /// U+2028 and U+2029, and all of Unicode's format characters: directions (U+200E, U+202A to
    /// U+202E, U+2066 to U+2069), the byte order mark, invisible tags. The two joiners are left,
    /// without which Persian and many pictographs are misspelt. Noncharacters, which XML forbids,
    /// count too.
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

    /// The text as one line that can only be seen.
    ///
    /// - Parameters:
    ///   - text: any.
    ///   - kept: characters that stay although they are unsafe: a tab where columns are counted, a
    ///     line feed in a text of our own lines.
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

    /// Lines of our own: each is printable, and none is longer than a paragraph.
    ///
    /// The last guard of all, behind those who put the lines together.
    public static func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { part in
            let line = line(String(part), keeping: ["\t"])
            // What is longer quotes a file, not a word.
            guard line.utf8.count > lineAtMost else { return line }
            return String(decoding: line.utf8.prefix(lineAtMost), as: UTF8.self) + "..."
        }.joined(separator: "\n")
    }

    private static let lineAtMost = 4000
}

/// `word` in quotes, shortened where it is too long for a message.
public func quoted(_ word: String) -> String {
    word.count <= 60 ? "\"\(word)\"" : "\"\(word.prefix(57))...\""
}
