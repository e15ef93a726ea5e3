import Foundation
import Show

/// A table of published results: CSV with a header and the columns of ``PublishedRow/Column``, in
/// any order; `result`, `evidence` and `because` must be there, others where they are needed.
public struct PublishedRows: Equatable, Sendable {
    /// In the order of the file; at least one.
    public let rows: [PublishedRow]

    /// Reads the file at `path`.
    ///
    /// - Throws: ``LogError`` where the file, its header or a row is not as described, and where it
    ///   has no row.
    public init(contentsOf path: String) throws(LogError) {
        try self.init(path: path, bytes: try LogFile.bytes(of: path))
    }

    /// Reads `bytes`, which came from `path`.
    ///
    /// - Throws: as ``init(contentsOf:)``.
    public init(path: String, bytes: [UInt8]) throws(LogError) {
        let text = try LogText(path: path, bytes: bytes)
        let places = try Self.places(in: text)
        var rows: [PublishedRow] = []
        try text.forEachLine(needed: (places.values.max() ?? 0) + 1) {
            (line) throws(LogError) in
            rows.append(try RowReader(line: line, places: places).row())
        }
        if rows.isEmpty {
            throw LogError(.tooFewRows(found: 0, needed: 1, dropped: 0), path: path)
        }
        self.rows = rows
    }

    private static func places(
        in text: LogText
    ) throws(LogError) -> [PublishedRow.Column: Int] {
        var places: [PublishedRow.Column: Int] = [:]
        for column in PublishedRow.Column.allCases {
            places[column] = text.column([column.rawValue])
        }
        for (column, meaning) in [
            (PublishedRow.Column.result, "what was published"),
            (.evidence, "what agreement shows"), (.because, "what ours rests on"),
        ] where places[column] == nil {
            _ = try text.column([column.rawValue], meaning: meaning)
        }
        return places
    }
}

/// One line of such a table.
private struct RowReader {
    let line: LogLine
    let places: [PublishedRow.Column: Int]

    func row() throws(LogError) -> PublishedRow {
        let evidence = try evidence()
        let row = PublishedRow(
            path: line.text.path, line: line.number, ids: word(.ids), source: word(.source),
            result: try needed(.result, "result"), unit: word(.unit),
            published: try number(.published), bound: try bound(), evidence: evidence,
            because: try needed(.because, "reason"), measure: try measure())
        guard evidence.isCompared else { return row }
        let missing: PublishedRow.Column? =
            row.published == nil
            ? .published : row.bound == nil ? .bound : row.measure == nil ? .measure : nil
        if let missing {
            throw row.error(
                "", isNo: "\(missing.rawValue) of a row that is compared",
                possible: [Self.example(of: missing)], column: missing)
        }
        return row
    }

    private static func example(of column: PublishedRow.Column) -> String {
        switch column {
        case .published: "a number"
        case .bound: Self.bounds.joined(separator: ", ")
        default: "the name of a measure"
        }
    }

    private func word(_ column: PublishedRow.Column) -> String {
        places[column].map { line.word($0) } ?? ""
    }

    private func needed(
        _ column: PublishedRow.Column, _ meaning: String
    ) throws(LogError) -> String {
        let word = word(column)
        if !word.isEmpty { return word }
        throw fault("", meaning, possible: ["any text"], column)
    }

    private func evidence() throws(LogError) -> PublishedRow.Evidence {
        let word = word(.evidence)
        if let evidence = PublishedRow.Evidence(rawValue: word) { return evidence }
        throw fault(
            word, "kind of evidence", possible: PublishedRow.Evidence.allCases.map(\.rawValue),
            .evidence)
    }

    private func number(_ column: PublishedRow.Column) throws(LogError) -> Double? {
        guard let place = places[column], !line.word(place).isEmpty else { return nil }
        return try line.number(
            place, "a published value", in: -1e15...1e15, possible: "-1e15 to 1e15")
    }

    private static let bounds = ["5 %", "0.1", "0 to 8"]

    private func bound() throws(LogError) -> PublishedRow.Bound? {
        let word = word(.bound)
        if word.isEmpty { return nil }
        let ends = word.components(separatedBy: " to ").map { Double($0) }
        if ends.count == 2, let low = ends[0], let high = ends[1], low <= high {
            return .within(low...high)
        }
        let isShare = word.hasSuffix("%")
        let number = isShare ? word.dropLast().trimmingCharacters(in: .whitespaces) : word
        if let value = Double(number), value >= 0, value < .infinity {
            return isShare ? .percent(value) : .absolute(value)
        }
        throw fault(word, "bound", possible: Self.bounds, .bound)
    }

    /// Arguments stand as `key=value`, with semicolons between.
    private func measure() throws(LogError) -> PublishedRow.Measure? {
        let name = word(.measure)
        if name.isEmpty { return nil }
        var arguments: [String: String] = [:]
        for part in word(.with).split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard pair.count == 2, arguments.updateValue(pair[1], forKey: pair[0]) == nil else {
                throw fault(
                    String(part), "argument", possible: ["key=value; key=value, each key once"],
                    .with)
            }
        }
        return PublishedRow.Measure(name: name, arguments: arguments)
    }

    private func fault(
        _ text: String, _ meaning: String, possible: [String], _ column: PublishedRow.Column
    ) -> LogError {
        LogError(
            .unknownWord(text: text, meaning: meaning, possible: possible), path: line.text.path,
            line: line.number, column: column.rawValue)
    }
}
