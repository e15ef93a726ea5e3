/// Sentences for a terminal, broken between words.
public enum WrappedText {
    /// The columns that a terminal has at least, if the user reads on it.
    public static let width = 100

    /// `text` in lines of at most ``width`` columns, each ended by a line feed.
    ///
    /// - Parameters:
    ///   - text: words; control characters are replaced, and spaces run together.
    ///   - indent: what each line begins with.
    /// - Returns: no lines for no words. A word that is longer than a line has one of its own.
    public static func text(_ text: String, indent: String) -> String {
        var lines: [String] = []
        var line = ""
        for word in TextTable.printable(text).split(separator: " ") {
            let longer = line.isEmpty ? indent + word : line + " " + word
            if TextTable.width(of: longer) <= width || line.isEmpty {
                line = longer
            } else {
                lines.append(line)
                line = indent + word
            }
        }
        if !line.isEmpty { lines.append(line) }
        return lines.map { $0 + "\n" }.joined()
    }
}
