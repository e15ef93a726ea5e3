/// Entries of a list in Markdown, in lines that the narrowest terminal has room for.
public enum MarkdownList {
    private static let width = 80

    /// One entry, its further lines below its first word; it is broken between words, and never in
    /// code.
    public static func entry(_ words: String) -> String {
        var lines = ["-"]
        for word in Self.words(of: words) {
            let line = lines[lines.count - 1]
            if line.count + word.count + 1 > width {
                lines.append("  \(word)")
            } else {
                lines[lines.count - 1] = "\(line) \(word)"
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// Words, of which code is one.
    private static func words(of text: String) -> [String] {
        var words: [String] = []
        var isCode = false
        for word in text.split(whereSeparator: \.isWhitespace) {
            if isCode, let last = words.popLast() {
                words.append("\(last) \(word)")
            } else {
                words.append(String(word))
            }
            if word.count(where: { $0 == "`" }) % 2 == 1 { isCode.toggle() }
        }
        return words
    }
}
