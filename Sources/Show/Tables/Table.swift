/// Rows of one type with declared columns, for one CSV file.
///
/// Columns are declared when they are asked for, since most runs need the names of all tables and
/// the columns of few.
public struct Table<Row> {
    public let name: String
    private var columns: @Sendable () -> [Column<Row>] = { [] }
    public var rows: [Row]

    /// A table whose columns follow, by ``with(columns:)``.
    public init(_ name: String, rows: [Row] = []) { (self.name, self.rows) = (name, rows) }

    public func with(_ rows: [Row]) -> Table { modified(self) { $0.rows = rows } }

    public func with(columns: @autoclosure @escaping @Sendable () -> [Column<Row>]) -> Table {
        modified(self) { $0.columns = columns }
    }

    public init(
        name: String, columns: @autoclosure @escaping @Sendable () -> [Column<Row>],
        rows: [Row] = []
    ) { (self.name, self.columns, self.rows) = (name, columns, rows) }

    /// The table with its scenario's name in each row, so that tables of many can be stacked.
    package func stacked(_ scenario: String?) -> Table {
        guard let scenario else { return self }
        let own = columns
        return with(columns: [.text("scenario", "Scenario name.") { _ in scenario }] + own())
    }

    public var fileName: String { name + ".csv" }
    private var parts: [Column<Row>.Part] { columns().flatMap(\.parts) }
    public var schema: TableSchema { TableSchema(name: name, columns: parts.map(\.description)) }

    /// Makes the cells of any row. Ask once for all rows: the columns are declared anew each time.
    package var cells: (Row) -> [TableCell] {
        let values = parts.map(\.value)
        return { row in values.map { $0(row) } }
    }

    /// The table as CSV in UTF-8, headers first.
    ///
    /// It follows RFC 4180, but lines end in LF, not CR LF. All CSV readers accept LF (W3C, *Model
    /// for Tabular Data on the Web*, section 5), and `diff`, `grep` and `cut` need it.
    ///
    /// An undefined value is an empty cell. Text is printable (`PrintableText`) and on one line.
    /// Text that begins with `=`, `+`, `-` or `@` gets an apostrophe, as a spreadsheet evaluates
    /// even quoted formulas. Numbers are never changed.
    ///
    /// A number never has exactly three decimals: in a locale that groups digits by points, such as
    /// German, a spreadsheet would silently read 297.725 as 297725. An added zero makes it visible
    /// text there.
    ///
    /// - Complexity: O(bytes written).
    public func csv(_ dialect: CSVDialect = .rfc) -> [UInt8] {
        var lines = CSVLines(schema, dialect)
        let cells = cells
        for row in rows { lines.add(cells(row)) }
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
        (self.name, self.columns) = (name, columns)
    }
}

/// The meaning of all columns, generated from their declarations.
public enum ColumnDictionary {
    /// A Markdown page with a section per file and a list entry per column, also readable on a
    /// terminal.
    public static func markdown(_ schemas: [TableSchema]) -> String {
        schemas.map(section).joined(separator: "\n")
    }

    private static func section(_ schema: TableSchema) -> String {
        let entries = schema.columns.map { column in
            MarkdownList.entry("`\(column.header)` (\(column.kind.rawValue)): \(column.meaning)")
        }
        return "## \(schema.fileName)\n\n" + entries.joined()
    }
}

/// A machine-readable description of CSV files.
///
/// Frictionless Data Package and Table Schema, version 1
/// (https://specs.frictionlessdata.io/data-package/).
public enum DataPackage {
    public static let fileName = "datapackage.json"

    /// The content of `datapackage.json` for the files of `schemas`.
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
                "fields": .array(schema.columns.map { field($0, dialect) }), "missingValues": [""],
            ],
        ]
    }

    private static func field(_ column: ColumnDescription, _ dialect: CSVDialect) -> JSONValue {
        var members = [
            JSONValue.Member("name", .string(column.header)),
            JSONValue.Member("type", .string(column.kind.rawValue)),
            JSONValue.Member("description", .string(column.meaning)),
        ]
        // Table Schema has no unit, but allows other properties.
        if let unit = column.unit { members.append(.init("unit", .string(unit))) }
        if column.kind == .number, dialect.decimal != Ascii.point {
            members.append(.init("decimalChar", .string(String(UnicodeScalar(dialect.decimal)))))
        }
        return .object(members)
    }
}

/// Writes a table while its rows arrive, with the same bytes as `Table.csv`.
public struct TableWriter<Row>: ~Copyable {
    private let cells: (Row) -> [TableCell]
    private let pieceSize: Int
    private let write: ([UInt8]) throws(OutputError) -> Void
    private var lines: CSVLines

    /// - `table`: The columns; its rows are ignored.
    /// - `pieceSize`: The bytes to collect before a write.
    public init(
        _ table: Table<Row>, _ dialect: CSVDialect = .rfc, pieceSize: Int = 65_536,
        to write: @escaping ([UInt8]) throws(OutputError) -> Void
    ) {
        precondition(pieceSize >= 1, "pieces of \(pieceSize) bytes: must be 1 or more")
        cells = table.cells
        (self.pieceSize, self.write) = (pieceSize, write)
        lines = CSVLines(table.schema, dialect)
    }

    public mutating func add(_ row: Row) throws(OutputError) {
        lines.add(cells(row))
        if lines.bytes.count >= pieceSize { try flush() }
    }

    /// Writes the remaining bytes; without this call, rows may be lost.
    public mutating func finish() throws(OutputError) { if !lines.bytes.isEmpty { try flush() } }

    private mutating func flush() throws(OutputError) {
        try write(lines.bytes)
        lines.removeBytes()
    }
}
