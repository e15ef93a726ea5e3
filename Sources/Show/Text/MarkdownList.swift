/// Markdown list entries, wrapped for a narrow terminal.
public enum MarkdownList {
    private static let width = 80

    /// One entry with indented further lines, broken between words but not in code.
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

    /// The words; a code span is one word.
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
