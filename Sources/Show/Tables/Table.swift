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

public struct TableSchema: Equatable, Sendable {
    public let name: String
    public let columns: [ColumnDescription]

    public var fileName: String { name + ".csv" }

    public init(name: String, columns: [ColumnDescription]) {
        precondition(!name.isEmpty && !columns.isEmpty, "table '\(name)' needs a name and columns")
        var headers: Set<String> = []
        for header in columns.map(\.header) {
            precondition(headers.insert(header).inserted, "\(name) has two columns '\(header)'")
        }
        self.name = name
        self.columns = columns
    }
}

/// What every column of every file means, generated from the columns' declarations.
public enum ColumnDictionary {
    /// A page of Markdown: a section for each file, an entry of a list for each column, in lines
    /// that are read on a terminal, too.
    public static func markdown(_ schemas: [TableSchema]) -> String {
        schemas.map(section).joined(separator: "\n")
    }

    private static func section(_ schema: TableSchema) -> String {
        let entries = schema.columns.map { column in
            MarkdownList.entry(
                "`\(column.header)` (\(column.kind.rawValue)): \(column.meaning)")
        }
        return "## \(schema.fileName)\n\n" + entries.joined()
    }
}

/// A description of CSV files that other tools can check them against.
///
/// Frictionless Data Package and Table Schema, version 1
/// (https://specs.frictionlessdata.io/data-package/).
public enum DataPackage {
    public static let fileName = "datapackage.json"

    /// The descriptor of the files that `schemas` name, for `datapackage.json`.
    public static func json(
        name: String, _ schemas: [TableSchema], _ dialect: CSVDialect = .rfc
    ) -> JSONValue {
        [
            "profile": "tabular-data-package",
            "name": .string(name),
            "resources": .array(schemas.map { resource($0, dialect) }),
        ]
    }

    private static func resource(_ schema: TableSchema, _ dialect: CSVDialect) -> JSONValue {
        [
            "profile": "tabular-data-resource",
            "name": .string(schema.name),
            "path": .string(schema.fileName),
            "format": "csv",
            "mediatype": "text/csv",
            "encoding": "utf-8",
            "dialect": [
                "delimiter": .string(String(UnicodeScalar(dialect.delimiter))),
                "lineTerminator": "\n", "doubleQuote": true,
            ],
            "schema": [
                "fields": .array(schema.columns.map { field($0, dialect) }),
                "missingValues": [""],
            ],
        ]
    }

    private static func field(
        _ column: ColumnDescription, _ dialect: CSVDialect
    ) -> JSONValue {
        var members = [
            JSONValue.Member("name", .string(column.header)),
            JSONValue.Member("type", .string(column.kind.rawValue)),
            JSONValue.Member("description", .string(column.meaning)),
        ]
        // Table Schema has no unit; other properties are allowed.
        if let unit = column.unit { members.append(.init("unit", .string(unit))) }
        if column.kind == .number, dialect.decimal != Ascii.point {
            members.append(
                .init("decimalChar", .string(String(UnicodeScalar(dialect.decimal)))))
        }
        return .object(members)
    }
}

/// A table that is written while its rows come: the same bytes as `Table.csv`, in pieces.
public struct TableWriter<Row>: ~Copyable {
    private let table: Table<Row>
    private let pieceSize: Int
    private let write: ([UInt8]) throws(OutputError) -> Void
    private var lines: CSVLines

    /// Keeps back `pieceSize` bytes before they are written; the rows of `table` are not.
    public init(
        _ table: Table<Row>, _ dialect: CSVDialect = .rfc, pieceSize: Int = 65_536,
        to write: @escaping ([UInt8]) throws(OutputError) -> Void
    ) {
        precondition(pieceSize >= 1, "pieces of \(pieceSize) bytes are none")
        self.table = table
        self.pieceSize = pieceSize
        self.write = write
        lines = CSVLines(table.schema, dialect)
    }

    public mutating func add(_ row: Row) throws(OutputError) {
        lines.add(table.cells(of: row))
        if lines.bytes.count >= pieceSize { try flush() }
    }

    /// Writes what is kept back. Rows that are not followed by this may never be written.
    public mutating func finish() throws(OutputError) {
        if !lines.bytes.isEmpty { try flush() }
    }

    private mutating func flush() throws(OutputError) {
        try write(lines.bytes)
        lines.removeBytes()
    }
}
