import Quantities

/// A table for people to read in a terminal: columns as wide as their widest cell.
///
///     policy         energy [J]
///     -------------  ----------
///     keep-alive-10     1 234.5
public struct TextTable: Sendable {
    /// On which side the cells of a column line up.
    public enum Alignment: Sendable {
        /// For words.
        case left
        /// For numbers, so that their last digits stand below each other.
        case right
    }

    /// The heading and alignment of a column.
    public struct Column: Sendable {
        public let header: String
        public let alignment: Alignment

        public init(_ header: String, _ alignment: Alignment = .left) {
            self.header = header
            self.alignment = alignment
        }
    }

    /// The columns from left to right.
    public let columns: [Column]
    private var rows: [[String]] = []

    public init(columns: [Column]) {
        precondition(!columns.isEmpty, "a table needs columns")
        self.columns = columns
    }

    /// Adds a row, which has a cell for every column.
    public mutating func add(_ cells: [String]) {
        precondition(
            cells.count == columns.count, "\(cells.count) cells for \(columns.count) columns")
        rows.append(cells.map(Self.printable))
    }

    /// The lines of the table, each ended by a line feed, none with spaces at its end.
    public var text: String {
        let headers = columns.map { Self.printable($0.header) }
        let widths = columns.indices.map { column in
            ([headers] + rows).map { Self.width(of: $0[column]) }.max() ?? 0
        }
        let rule = widths.map { String(repeating: "-", count: $0) }
        let lines = [headers, rule] + rows
        return lines.map { line(of: $0, widths: widths) + "\n" }.joined()
    }

    private func line(of cells: [String], widths: [Int]) -> String {
        var line = ""
        for (index, cell) in cells.enumerated() {
            let padding = String(repeating: " ", count: widths[index] - Self.width(of: cell))
            let separator = index > 0 ? "  " : ""
            line += separator
            line += columns[index].alignment == .left ? cell + padding : padding + cell
        }
        while line.last == " " { line.removeLast() }
        return line
    }

    /// The text as a cell or a part of a line shows it.
    public static func printable(_ text: String) -> String { PrintableText.line(text) }

    /// How many columns of a terminal the text takes: one for each character as a reader sees
    /// it, two for East Asian wide characters and pictographs.
    static func width(of text: String) -> Int {
        text.reduce(0) { $0 + (isWide($1) ? 2 : 1) }
    }

    /// The main blocks of Unicode Standard Annex 11 (East Asian Width) whose characters are wide.
    private static func isWide(_ character: Character) -> Bool {
        guard let first = character.unicodeScalars.first else { return false }
        switch first.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            return true
        default:
            return false
        }
    }
}
