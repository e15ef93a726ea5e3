import Quantities
import Traces

/// Rows of one type under declared columns: what becomes one CSV file.
public struct Table<Row> {
    /// The name of the file without its ending: `summary`.
    public let name: String
    /// The columns from left to right, with different headers.
    public let columns: [Column<Row>]
    /// The rows from top to bottom.
    public var rows: [Row]

    /// The same table with these rows.
    public func with(_ rows: [Row]) -> Table {
        Table(name: name, columns: columns, rows: rows)
    }

    public init(name: String, columns: [Column<Row>], rows: [Row] = []) {
        precondition(!name.isEmpty && !columns.isEmpty, "table '\(name)' needs a name and columns")
        var headers: Set<String> = []
        for column in columns {
            let header = column.description.header
            precondition(headers.insert(header).inserted, "\(name) has two columns '\(header)'")
        }
        self.name = name
        self.columns = columns
        self.rows = rows
    }

    /// What the table's file holds, for schemas and the column dictionary.
    public var schema: TableSchema {
        TableSchema(name: name, columns: columns.map(\.description))
    }

    /// The table as CSV in UTF-8, a line of headers first.
    ///
    /// RFC 4180 with one deviation: lines end in LF, not CR LF. Every spreadsheet and CSV reader
    /// takes LF (W3C, *Model for Tabular Data on the Web*, section 5), and committed results stay
    /// readable for `diff`, `grep` and `cut`, to which the CR is a part of the last cell.
    ///
    /// An undefined value is an empty cell. Text is printable (`PrintableText`), and on one line.
    /// Text that a spreadsheet would take for a formula (it begins with `=`, `+`, `-` or `@`) gets
    /// an apostrophe before it, which stays in the file: quotes alone do not keep a spreadsheet
    /// from running it. Numbers are never touched.
    /// - Complexity: O(bytes written).
    ///
    /// A number never has exactly three decimals: a spreadsheet whose locale groups digits by
    /// points, as the German one does, would silently read 297.725 as 297725. So it gets a zero,
    /// and is text there, which is seen.
    ///
    /// - Parameter dialect: for which programs.
    public func csv(_ dialect: CSVDialect = .rfc) -> [UInt8] {
        var bytes: [UInt8] = []
        appendHeader(dialect, to: &bytes)
        for (index, row) in rows.enumerated() { append(row, number: index, dialect, to: &bytes) }
        return bytes
    }

    func appendHeader(_ dialect: CSVDialect, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: dialect.mark)
        appendLine(columns.map { .text($0.description.header) }, row: nil, dialect, to: &bytes)
    }

    /// - Parameter number: from 0, for messages.
    func append(_ row: Row, number: Int, _ dialect: CSVDialect, to bytes: inout [UInt8]) {
        appendLine(columns.map { $0.cell(of: row) }, row: number, dialect, to: &bytes)
    }

    private func appendLine(
        _ cells: [TableCell], row: Int?, _ dialect: CSVDialect, to bytes: inout [UInt8]
    ) {
        let start = bytes.count
        for (index, cell) in cells.enumerated() {
            if index > 0 { bytes.append(dialect.delimiter) }
            let place = bytes.count
            append(cell, column: index, row: row, to: &bytes)
            switch cell {
            case .number, .seconds: Self.adapt(&bytes, from: place, dialect)
            case .text, .integer, .empty: break
            }
        }
        // An empty line is no record to most readers; quotes make it one with an empty cell.
        if bytes.count == start { bytes.append(contentsOf: [Ascii.quote, Ascii.quote]) }
        bytes.append(Ascii.lineFeed)
    }

    /// Makes a number that was just appended one of the dialect.
    private static func adapt(_ bytes: inout [UInt8], from place: Int, _ dialect: CSVDialect) {
        guard let point = bytes[place...].firstIndex(of: Ascii.point) else { return }
        if bytes.count - point == 4, bytes.last.map({ 48...57 ~= $0 }) ?? false,
            !bytes[point...].contains(Ascii.exponent)
        {
            bytes.append(Ascii.zero)
        }
        bytes[point] = dialect.decimal
    }

    private func append(_ cell: TableCell, column: Int, row: Int?, to bytes: inout [UInt8]) {
        switch cell {
        case .text(let text):
            CSVText.append(text, to: &bytes)
        case .number(let value):
            precondition(
                value.isFinite,
                """
                \(name), column '\(columns[column].description.header)', row \(row ?? 0): \
                \(value) is not a number; an undefined value is nil
                """)
            NumberText.append(value, to: &bytes)
        case .integer(let value):
            NumberText.append(value, to: &bytes)
        case .seconds(let nanoseconds):
            NumberText.appendSeconds(fromNanoseconds: nanoseconds, to: &bytes)
        case .empty:
            break
        }
    }
}

extension Table: Sendable where Row: Sendable {}

/// Text as a cell of a CSV file.
enum CSVText {
    private static let formulaStarts = [Ascii.equals, Ascii.plus, Ascii.minus, Ascii.at]
    /// In every dialect, so that one can be made of another.
    private static let quoted = [Ascii.comma, Ascii.semicolon, Ascii.quote]

    /// Appends `text`, printable, guarded against formulas and quoted where a dialect asks for it.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        let content = PrintableText.line(text).utf8
        let needsGuard = content.first.map(formulaStarts.contains) ?? false
        let needsQuotes = content.contains { quoted.contains($0) }
        if needsQuotes { bytes.append(Ascii.quote) }
        if needsGuard { bytes.append(Ascii.apostrophe) }
        for byte in content {
            if byte == Ascii.quote { bytes.append(byte) }
            bytes.append(byte)
        }
        if needsQuotes { bytes.append(Ascii.quote) }
    }
}
