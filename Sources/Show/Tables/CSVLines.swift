import Kernel

/// The lines of a CSV file, whose form `Table.csv` says.
///
/// It knows nothing of what the rows are, and is never inlined: the compiler makes it once, and not
/// once for each kind of table.
struct CSVLines {
    private let schema: TableSchema
    private let dialect: CSVDialect
    private var rowCount = 0
    private(set) var bytes: [UInt8] = []

    @inline(never)
    init(_ schema: TableSchema, _ dialect: CSVDialect) {
        (self.schema, self.dialect) = (schema, dialect)
        bytes.append(contentsOf: dialect.mark)
        appendLine(schema.columns.map { .text($0.header) })
    }

    @inline(never)
    mutating func add(_ cells: [TableCell]) {
        appendLine(cells)
        rowCount += 1
    }

    mutating func removeBytes() {
        bytes.removeAll(keepingCapacity: true)
    }

    private mutating func appendLine(_ cells: [TableCell]) {
        let start = bytes.count
        for (index, cell) in cells.enumerated() {
            if index > 0 { bytes.append(dialect.delimiter) }
            let place = bytes.count
            append(cell, column: index)
            switch cell {
            case .number, .seconds: adapt(from: place)
            case .text, .integer, .empty: break
            }
        }
        // An empty line is no record to most readers; quotes make it one with an empty cell.
        if bytes.count == start { bytes.append(contentsOf: [Ascii.quote, Ascii.quote]) }
        bytes.append(Ascii.lineFeed)
    }

    /// Makes a number that was just appended one of the dialect.
    private mutating func adapt(from place: Int) {
        guard let point = bytes[place...].firstIndex(of: Ascii.point) else { return }
        if bytes.count - point == 4, bytes.last.map({ 48...57 ~= $0 }) ?? false,
            !bytes[point...].contains(Ascii.exponent)
        {
            bytes.append(Ascii.zero)
        }
        bytes[point] = dialect.decimal
    }

    private mutating func append(_ cell: TableCell, column: Int) {
        switch cell {
        case .text(let text):
            CSVText.append(text, to: &bytes)
        case .number(let value):
            precondition(
                value.isFinite,
                """
                \(schema.name), column '\(schema.columns[column].header)', row \(rowCount): \
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

enum CSVText {
    /// In every dialect, so that one can be made of another.
    private static let quoted = [Ascii.comma, Ascii.semicolon, Ascii.quote]

    /// Appends `text`, printable, guarded against formulas and quoted where a dialect asks for it.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        let content = PrintableText.line(text).utf8
        let needsGuard = CSVDialect.needsGuard(content)
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
