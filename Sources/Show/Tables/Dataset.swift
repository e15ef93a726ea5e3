/// A table of a result for programs: all digits, and the names of the files.
public struct Dataset {
    /// The name of its file without the extension: `summary`.
    public let name: String
    public let csv: () -> [UInt8]
    /// A list of objects, one per row, keyed by column; a missing value is `null`.
    public let json: () -> JSONValue

    public init<Row>(_ table: Table<Row>) {
        name = table.name
        csv = { table.csv() }
        json = { table.schema.json(table.rows.map(table.cells)) }
    }
}

extension TableSchema {
    fileprivate func json(_ rows: [[TableCell]]) -> JSONValue {
        .array(
            rows.map { cells in
                .object(zip(columns, cells).map { JSONValue.Member($0.header, $1.json) })
            })
    }
}

extension TableCell {
    fileprivate var json: JSONValue {
        switch self {
        case .text(let text): .string(text)
        case .number(let value): .number(value)
        case .integer(let value): .integer(value)
        case .seconds(let nanoseconds): .number(Double(nanoseconds) / 1e9)
        case .empty: .null
        }
    }
}

public enum PrintedForm: String, CaseIterable, Sendable {
    case text, md, csv, json

    /// A result in this format, with the leading table of `data` first.
    ///
    /// JSON has the answer, its notes and that table, with details all tables. CSV has that table
    /// only.
    public func bytes(
        of screen: Screen, _ data: [Dataset], _ extent: Screen.Extent, width: Int, isColoured: Bool
    ) -> [UInt8] {
        switch self {
        case .text: Array(screen.text(within: width, extent, isColoured: isColoured).utf8)
        case .md: Array(screen.markdown(extent).utf8)
        case .csv: data.first?.csv() ?? []
        case .json: JSONText.bytes(Self.json(of: screen, data, extent))
        }
    }

    private static func json(
        of screen: Screen, _ data: [Dataset], _ extent: Screen.Extent
    ) -> JSONValue {
        func lines(_ text: String) -> JSONValue {
            .array(text.split(separator: "\n").map { .string(String($0)) })
        }
        let answer = JSONValue.Member("answer", lines(screen.answer))
        if case .answer = extent { return .object([answer]) }
        var shown = data.prefix(1)
        if case .details = extent { shown = data[...] }
        return .object([
            answer, JSONValue.Member("notes", lines(screen.notes)),
            JSONValue.Member("tables", .object(shown.map { JSONValue.Member($0.name, $0.json()) })),
        ])
    }
}
