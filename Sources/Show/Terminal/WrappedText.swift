/// Sentences for a terminal, broken between words.
public enum WrappedText {
    /// Longer lines are hard to read, however wide the terminal is.
    package static let most = 100

    /// `text` in lines of at most `width` columns, each ended by a line feed; control characters
    /// are replaced, and spaces run together. No lines for no words.
    public static func text(
        _ text: String, indent: String, within width: Int = Screen.narrow
    ) -> String {
        let words = TextTable.printable(text).split(separator: " ").joined(separator: " ")
        if words.isEmpty { return "" }
        let room = max(1, min(width, most) - TextTable.width(of: indent))
        return BrokenText.lines(of: words, within: room).map { indent + $0 + "\n" }.joined()
    }

    /// Lines of our own: each that is too long is broken by itself, with the indent that it begins
    /// with.
    package static func lines(_ text: String, within width: Int) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(
            text.isEmpty || text.hasSuffix("\n") ? 1 : 0
        ).map { line in
            let whole = TextTable.printable(String(line))
            if TextTable.width(of: whole) <= min(width, most) { return whole + "\n" }
            return Self.text(whole, indent: String(line.prefix { $0 == " " }), within: width)
        }.joined()
    }

    /// One line of our own with words that are not: a screen breaks it where it is shown.
    public static func line(_ words: String, indent: String = "") -> String {
        words.isEmpty ? "" : indent + TextTable.printable(words) + "\n"
    }
}
