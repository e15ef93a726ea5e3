/// The rows of a CSV file as this program writes them, read again.
public enum CSVRows {
    /// All lines but the first, each by its cells; `nil` if the file has other columns, or a row of
    /// another width.
    public static func rows(of bytes: [UInt8], as schema: TableSchema) -> [[String]]? {
        guard let lines = lines(of: bytes), lines.first == schema.columns.map(\.header) else {
            return nil
        }
        let rows = Array(lines.dropFirst())
        return rows.allSatisfy { $0.count == schema.columns.count } ? rows : nil
    }

    /// The cells of the first line; `nil` if the file is no CSV, or empty.
    public static func header(of bytes: [UInt8]) -> [String]? { lines(of: bytes)?.first }

    /// - Returns: `nil` if a quote is never closed.
    private static func lines(of bytes: [UInt8]) -> [[String]]? {
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
