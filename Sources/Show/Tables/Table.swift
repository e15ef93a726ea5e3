/// Rows of one type under declared columns: what becomes one CSV file.
public struct Table<Row> {
    public let schema: TableSchema
    public let columns: [Column<Row>]
    public var rows: [Row]

    public var name: String { schema.name }

    public func with(_ rows: [Row]) -> Table {
        var table = self
        table.rows = rows
        return table
    }

    public init(name: String, columns: [Column<Row>], rows: [Row] = []) {
        schema = TableSchema(name: name, columns: columns.map(\.description))
        self.columns = columns
        self.rows = rows
    }

    package func cells(of row: Row) -> [TableCell] {
        columns.map { $0.cell(of: row) }
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
        var lines = CSVLines(schema, dialect)
        for row in rows { lines.add(cells(of: row)) }
        return lines.bytes
    }
}

extension Table: Sendable where Row: Sendable {}
