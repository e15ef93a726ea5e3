import Foundation
import Show
import Traces

/// A published result, as a row of a table.
public struct PublishedRow: Equatable, Sendable {
    /// The kind of evidence that agreement gives.
    public enum Evidence: String, CaseIterable, Sendable {
        /// No number that decides our result was chosen for it, or taken from it.
        case validation
        /// Our constants are from the same row or fitted to it, so agreement checks only the
        /// arithmetic.
        case arithmetic = "check of arithmetic"
        /// Another test compares the result.
        case elsewhere = "tested elsewhere"
        /// A figure of ours for which no source publishes one.
        case unpublished = "nothing published"
        /// The model or the shipped profiles cannot compute the result.
        case open = "not answerable"

        public var isCompared: Bool { self == .validation || self == .arithmetic }
    }

    /// The allowed error, fixed before the run.
    public enum Bound: Equatable, Sendable {
        case percent(Double)
        case absolute(Double)
        /// Our result must lie in this range, whatever the published value.
        case within(ClosedRange<Double>)
    }

    /// The name and arguments of the measure that computes our result.
    public struct Measure: Equatable, Sendable {
        public let name: String
        public let arguments: [String: String]
    }

    /// The row's place, for messages.
    public let path: String
    public let line: Int
    /// The row's identifier in its own collection.
    public let ids: String
    public let source: String
    public let result: String
    public let unit: String
    public let published: Double?
    public let bound: Bound?
    public let evidence: Evidence
    /// The basis of our result, or the reason for its absence.
    public let because: String
    /// `nil` if nothing is computed.
    public let measure: Measure?

    public func error(
        _ text: String, isNo meaning: String, possible: [String], column: Column
    ) -> InputError {
        InputError(
            .unknownWord(text: text, meaning: meaning, possible: possible), path: path, line: line,
            column: column.rawValue)
    }

    /// The columns of a table of published results.
    public enum Column: String, CaseIterable, Sendable {
        case ids
        case source
        case result
        case unit
        case published
        case bound
        case evidence
        case because
        case measure
        case with
    }
}

/// A table of published results: CSV with a header, and the columns of ``PublishedRow/Column`` in
/// any order.
///
/// `result`, `evidence` and `because` are required, others where they are needed.
public struct PublishedRows: Equatable, Sendable {
    /// In the order of the file; at least one.
    public let rows: [PublishedRow]

    /// - Throws: `InputError` if the file, its header or a row is invalid, or there is no row.
    public init(contentsOf path: String) throws(InputError) {
        try self.init(path: path, bytes: try LogFile.bytes(of: path))
    }

    /// Reads `bytes`, which came from `path`.
    ///
    /// - Throws: As ``init(contentsOf:)``.
    public init(path: String, bytes: [UInt8]) throws(InputError) {
        let text = try LogText(path: path, bytes: bytes)
        let places = try Self.places(in: text)
        var rows: [PublishedRow] = []
        try text.forEachLine(of: Array(places.values)) {
            (line) throws(InputError) in
            rows.append(try RowReader(line: line, places: places).row())
        }
        if rows.isEmpty {
            throw InputError(.tooFewRows(found: 0, needed: 1, dropped: 0), path: path)
        }
        self.rows = rows
    }

    private static func places(
        in text: LogText
    ) throws(InputError) -> [PublishedRow.Column: Int] {
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

private struct RowReader {
    let line: LogLine
    let places: [PublishedRow.Column: Int]

    func row() throws(InputError) -> PublishedRow {
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
    ) throws(InputError) -> String {
        let word = word(column)
        if !word.isEmpty { return word }
        throw fault("", meaning, possible: ["any text"], column)
    }

    private func evidence() throws(InputError) -> PublishedRow.Evidence {
        let word = word(.evidence)
        if let evidence = PublishedRow.Evidence(rawValue: word) { return evidence }
        throw fault(
            word, "kind of evidence", possible: PublishedRow.Evidence.allCases.map(\.rawValue),
            .evidence)
    }

    private func number(_ column: PublishedRow.Column) throws(InputError) -> Double? {
        guard let place = places[column], !line.word(place).isEmpty else { return nil }
        return try line.number(
            place, "a published value", in: -1e15...1e15, possible: "-1e15 to 1e15")
    }

    private static let bounds = ["5 %", "0.1", "0 to 8"]

    private func bound() throws(InputError) -> PublishedRow.Bound? {
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

    /// Arguments have the form `key=value`, separated by semicolons.
    private func measure() throws(InputError) -> PublishedRow.Measure? {
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
    ) -> InputError {
        InputError(
            .unknownWord(text: text, meaning: meaning, possible: possible), path: line.text.path,
            line: line.number, column: column.rawValue)
    }
}

/// A published result and ours.
public struct PublishedResult: Equatable, Sendable {
    public let row: PublishedRow
    /// `nil` if nothing is computed.
    public let ours: Double?

    /// Our value's excess over the published one in percent; `nil` without both.
    public var miss: Double? {
        guard let published = row.published, let ours, published != 0 else { return nil }
        return 100 * (ours / published - 1)
    }

    /// Whether our value is within the bound; `nil` if nothing is compared.
    public var isKept: Bool? {
        guard row.evidence.isCompared, let bound = row.bound else { return nil }
        guard let ours, let published = row.published else { return false }
        return switch bound {
        case .percent(let share): abs(ours - published) <= abs(published) * share / 100
        case .absolute(let value): abs(ours - published) <= value
        case .within(let range): range.contains(ours)
        }
    }
}
