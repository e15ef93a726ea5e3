/// Builds the lines of a CSV file in the form of `Table.csv`.
///
/// It is independent of the row type and never inlined, so that it is compiled only once.
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

    mutating func removeBytes() { bytes.removeAll(keepingCapacity: true) }

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
        // Most readers skip an empty line; quotes make it a record with an empty cell.
        if bytes.count == start { bytes.append(contentsOf: [Ascii.quote, Ascii.quote]) }
        bytes.append(Ascii.lineFeed)
    }

    /// Converts a number that was just appended to the dialect.
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
        case .text(let text): CSVText.append(text, to: &bytes)
        case .number(let value):
            precondition(
                value.isFinite,
                """
                \(schema.name), column '\(schema.columns[column].header)', row \(rowCount): \
                \(value) is not a number; an undefined value is nil
                """)
            NumberText.append(value, to: &bytes)
        case .integer(let value): NumberText.append(value, to: &bytes)
        case .seconds(let nanoseconds):
            NumberText.appendSeconds(fromNanoseconds: nanoseconds, to: &bytes)
        case .empty: break
        }
    }
}

enum CSVText {
    private static let quoted = [Ascii.comma, Ascii.semicolon, Ascii.quote]

    /// Appends text, made printable, guarded against formulas and quoted for the dialect.
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

/// Reads the rows of a CSV file that tailwatt wrote.
public enum CSVRows {
    /// The cells of all lines but the first; `nil` if columns or a row's width differ.
    public static func rows(of bytes: [UInt8], as schema: TableSchema) -> [[String]]? {
        guard let lines = lines(of: bytes), lines.first == schema.columns.map(\.header) else {
            return nil
        }
        let rows = Array(lines.dropFirst())
        return rows.allSatisfy { $0.count == schema.columns.count } ? rows : nil
    }

    /// The cells of all lines; `nil` if a quote is never closed.
    public static func lines(of bytes: [UInt8]) -> [[String]]? {
        var lines: [[String]] = []
        var (cells, cell, isQuoted) = ([String](), [UInt8](), false)
        var index = 0
        func next() -> UInt8? { index + 1 < bytes.count ? bytes[index + 1] : nil }
        while index < bytes.count {
            let byte = bytes[index]
            if isQuoted, byte == Ascii.quote, next() == Ascii.quote {
                cell.append(byte)
                index += 1
            } else if byte == Ascii.quote {
                isQuoted.toggle()
            } else if !isQuoted, byte == Ascii.comma || byte == Ascii.lineFeed {
                cells.append(String(decoding: cell, as: UTF8.self))
                cell = []
                if byte == Ascii.lineFeed {
                    lines.append(cells)
                    cells = []
                }
            } else {
                cell.append(byte)
            }
            index += 1
        }
        return isQuoted || !cell.isEmpty || !cells.isEmpty ? nil : lines
    }
}

/// The CSV variant for the program that reads it.
public enum CSVDialect: String, CaseIterable, Sendable {
    /// RFC 4180: commas, decimal points, no byte order mark.
    case rfc
    /// With a byte order mark, so that Excel detects UTF-8.
    case excel
    /// Like `excel`, with semicolons and decimal commas.
    case excelEU = "excel-eu"

    public var delimiter: UInt8 { UInt8(ascii: self == .excelEU ? ";" : ",") }
    public var decimal: UInt8 { UInt8(ascii: self == .excelEU ? "," : ".") }
    public var mark: [UInt8] { self == .rfc ? [] : [0xEF, 0xBB, 0xBF] }

    public static let option = "--csv"

    /// The dialect of a manifest's command; `nil` if this version does not know it.
    public init?(of command: [String]) {
        guard let place = command.firstIndex(of: Self.option) else {
            self = .rfc
            return
        }
        guard command.indices.contains(place + 1) else { return nil }
        self.init(rawValue: command[place + 1])
    }

    /// Whether a cell needs an apostrophe: a spreadsheet would evaluate it, or it begins with one
    /// itself.
    public static func needsGuard(_ text: some Sequence<UInt8>) -> Bool {
        let first = text.first { $0 != UInt8(ascii: "'") }
        return first.map { "=+-@".utf8.contains($0) } ?? false
    }

    /// The text of a cell without its guarding apostrophe.
    public static func unguarded(_ cell: String) -> String {
        cell.first == "'" && needsGuard(cell.utf8) ? String(cell.dropFirst()) : cell
    }

    /// Converts a table of this dialect to RFC 4180; lines keep their length except for the byte
    /// order mark.
    ///
    /// Text with a comma is quoted in every dialect, so commas outside quotes are known.
    public func plain(_ bytes: [UInt8]) -> [UInt8] {
        var rest = bytes[...]
        if !mark.isEmpty, rest.starts(with: mark) { rest = rest.dropFirst(mark.count) }
        guard self == .excelEU else { return Array(rest) }
        var isQuoted = false
        return rest.map { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if isQuoted { return byte }
            if byte == delimiter { return UInt8(ascii: ",") }
            return byte == decimal ? UInt8(ascii: ".") : byte
        }
    }
}
