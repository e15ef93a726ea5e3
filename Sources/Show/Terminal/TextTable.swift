/// A table for a terminal, with columns as wide as their widest cell if they fit (`TableLayout`).
///
///     policy         energy [J]
///     -------------  ----------
///     keep-alive-10     1 234.5
public struct TextTable: Sendable {
    public enum Alignment: Sendable { case left, right }

    public struct Column: Sendable {
        public let header: String
        public let alignment: Alignment

        public init(_ header: String, _ alignment: Alignment = .left) {
            (self.header, self.alignment) = (header, alignment)
        }
    }

    /// The meaning of a verdict, for colours.
    public enum Tone: Sendable { case good, bad, open }

    package struct Row: Sendable {
        package let cells: [String]
        package let tone: Tone?
    }

    public let columns: [Column]
    package private(set) var rows: [Row] = []
    package let keys: Int
    /// Whether columns go below the others before the names in headings are broken.
    public var keepsNames = false

    /// - `keys`: The number of leading columns that identify rows, repeated in each part of
    ///   a split table.
    public init(columns: [Column], keys: Int = 1) {
        precondition(!columns.isEmpty, "a table needs columns")
        precondition((1...columns.count).contains(keys), "\(keys) keys of \(columns.count) columns")
        (self.columns, self.keys) = (columns, keys)
    }

    /// A table whose columns say what each of `rows` has in them.
    ///
    /// - `tone`: Colours the last cell of a row.
    public init<Source>(
        _ rows: some Sequence<Source>, keys: Int = 1, tone: (Source) -> Tone? = { _ in nil },
        _ columns: [TextColumn<Source>]
    ) {
        self.init(columns: columns.map(\.column), keys: keys)
        for row in rows { add(columns.map { $0.text(row) ?? "" }, tone: tone(row)) }
    }

    /// - `tone`: Colours the last cell.
    public mutating func add(_ cells: [String], tone: Tone? = nil) {
        precondition(
            cells.count == columns.count, "\(cells.count) cells for \(columns.count) columns")
        rows.append(Row(cells: cells.map(Self.printable), tone: tone))
    }

    package var cells: [[String]] { rows.map(\.cells) }

    /// The table at the default width; lines end with a line feed and have no trailing spaces.
    public var text: String { text(within: Screen.narrow) }

    public func text(within width: Int, isColoured: Bool = false) -> String {
        let headers = columns.map { Self.printable($0.header) }
        return TableLayout(self, headers: headers, width: width, isColoured: isColoured).text
    }

    public var markdown: String {
        func line(_ cells: [String]) -> String {
            "| " + cells.map(MarkdownText.line).joined(separator: " | ") + " |\n"
        }
        let rule = columns.map { $0.alignment == .left ? "---" : "---:" }
        return line(columns.map(\.header))
            + "|" + rule.joined(separator: "|") + "|\n" + rows.map { line($0.cells) }.joined()
    }

    public static func printable(_ text: String) -> String { PrintableText.line(text) }

    /// The terminal columns of a text: one per character, two for East Asian wide characters and
    /// pictographs.
    package static func width(of text: String) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.reduce(0) { $0 + width(of: $1) }
    }

    package static func width(of character: Character) -> Int { isWide(character) ? 2 : 1 }

    /// The main wide blocks of Unicode Standard Annex 11 (East Asian Width).
    private static func isWide(_ character: Character) -> Bool {
        guard let first = character.unicodeScalars.first else { return false }
        switch first.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            return true
        default: return false
        }
    }
}

/// Declares a column of a `TextTable` once: its heading, and what each row has in it.
public struct TextColumn<Row> {
    let column: TextTable.Column
    /// `nil` is an empty cell.
    package let text: (Row) -> String?

    /// Words.
    public static func left(_ header: String, _ text: @escaping (Row) -> String?) -> Self {
        Self(column: .init(header), text: text)
    }

    /// Numbers.
    public static func right(_ header: String, _ text: @escaping (Row) -> String?) -> Self {
        Self(column: .init(header, .right), text: text)
    }
}

extension Sequence {
    /// A table whose columns say what each element has in them.
    ///
    /// - `tone`: Colours the last cell of a row.
    public func table(
        _ columns: [TextColumn<Element>], tone: (Element) -> TextTable.Tone? = { _ in nil }
    ) -> TextTable { TextTable(self, tone: tone, columns) }
}

/// Sentences, wrapped for a terminal.
public enum WrappedText {
    /// Longer lines are hard to read, however wide the terminal is.
    package static let most = 100

    /// Lines of at most `width` columns, each ended by a line feed; empty for no words.
    ///
    /// Control characters are replaced and spaces collapsed.
    public static func text(
        _ text: String, indent: String, within width: Int = Screen.narrow
    ) -> String {
        let words = TextTable.printable(text).split(separator: " ").joined(separator: " ")
        if words.isEmpty { return "" }
        let room = max(1, min(width, most) - TextTable.width(of: indent))
        return BrokenText.lines(of: words, within: room).map { indent + $0 + "\n" }.joined()
    }

    /// Wraps each line of tailwatt's own text separately, keeping its indent.
    package static func lines(_ text: String, within width: Int) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(
            text.isEmpty || text.hasSuffix("\n") ? 1 : 0
        ).map { line in
            let whole = TextTable.printable(String(line))
            if TextTable.width(of: whole) <= min(width, most) { return whole + "\n" }
            return Self.text(whole, indent: String(line.prefix { $0 == " " }), within: width)
        }.joined()
    }

    /// One line of tailwatt's text with foreign words in it; the screen wraps it later.
    public static func line(_ words: String, indent: String = "") -> String {
        words.isEmpty ? "" : indent + TextTable.printable(words) + "\n"
    }
}
