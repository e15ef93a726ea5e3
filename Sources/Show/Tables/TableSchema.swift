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
