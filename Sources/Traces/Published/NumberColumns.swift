/// Some columns of a CSV file, of numbers above zero.
public struct NumberColumns: Equatable, Sendable {
    /// By line, in the order of the names.
    public let rows: [[Double]]

    /// - Parameters:
    ///   - path: of the file, for messages.
    ///   - bytes: of the file.
    ///   - names: of the columns.
    /// - Throws: ``LogError`` where a column is missing or a cell is no such number.
    public init(path: String, bytes: [UInt8], names: [String]) throws(LogError) {
        let text = try LogText(path: path, bytes: bytes)
        var places: [Int] = []
        for name in names { places.append(try text.column([name], meaning: name)) }
        var rows: [[Double]] = []
        try text.forEachLine(needed: (places.max() ?? 0) + 1) { (line) throws(LogError) in
            var row: [Double] = []
            for (place, name) in zip(places, names) {
                row.append(
                    try line.number(place, name, in: 1e-9...1e9, possible: "1e-9 to 1e9"))
            }
            rows.append(row)
        }
        self.rows = rows
    }
}
