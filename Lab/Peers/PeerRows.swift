import Traces

/// A CSV table with a header of another tool's answers or inputs.
public struct PeerRows: Equatable, Sendable {
    /// In the order of the file; at least one.
    public let rows: [PeerRow]

    /// - Throws: `InputError` if the file is invalid or has no row.
    public init(path: String, bytes: [UInt8]) throws(InputError) {
        let text = try LogText(path: path, bytes: bytes)
        var rows: [PeerRow] = []
        try text.forEachLine { (line) throws(InputError) in
            let words = text.header.indices.map { line.word($0) }
            rows.append(
                PeerRow(
                    path: path, line: line.number,
                    words: Dictionary(zip(text.header, words)) { first, _ in first }))
        }
        if rows.isEmpty {
            throw InputError(.tooFewRows(found: 0, needed: 1, dropped: 0), path: path)
        }
        self.rows = rows
    }
}

/// A row of a peer's table.
public struct PeerRow: Equatable, Sendable {
    /// The row's place, for messages.
    let path: String
    let line: Int
    /// By column.
    let words: [String: String]

    public func word(_ column: String) throws(InputError) -> String {
        if let word = words[column] { return word }
        throw InputError(.noColumn(names: [column], meaning: column), path: path)
    }

    /// A number; `nil` if the tool gave none.
    public func figure(_ column: String) throws(InputError) -> Double? {
        let word = try word(column)
        if word.isEmpty { return nil }
        if let value = Double(word), value.magnitude <= 1e9 { return value }
        throw error(word, column, possible: "-1e9 to 1e9, or nothing")
    }

    public func number(_ column: String) throws(InputError) -> Double {
        if let value = try figure(column), value >= 0 { return value }
        throw error(try word(column), column, possible: "0 to 1e9")
    }

    private func error(_ word: String, _ column: String, possible: String) -> InputError {
        InputError(
            .outOfRange(text: word, meaning: column, possible: possible), path: path, line: line,
            column: column)
    }
}
