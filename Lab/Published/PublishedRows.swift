import Foundation
import Show
import Traces

/// A table of published results: CSV with a header, and the columns of ``PublishedRow/Column`` in
/// any order.
///
/// `result`, `class` and `because` are required, others where they are needed.
public struct PublishedRows: Equatable, Sendable {
    /// In the order of the file; at least one.
    public let rows: [PublishedRow]

    /// - Throws: `InputError` if the file, its header or a row is invalid, or there is no row.
    public init(contentsOf path: String) throws(InputError) {
        try self.init(path: path, bytes: try LogFile.bytes(of: path))
    }

    /// Reads `bytes`, which came from `path`.
    ///
    /// - `hasFigures`: `false` for rows whose published figures are held out.
    /// - Throws: As ``init(contentsOf:)``.
    public init(path: String, bytes: [UInt8], hasFigures: Bool = true) throws(InputError) {
        let text = try LogText(path: path, bytes: bytes)
        let places = try Self.places(in: text)
        var rows: [PublishedRow] = []
        try text.forEachLine(of: Array(places.values)) {
            (line) throws(InputError) in
            let reader = RowReader(line: line, places: places, hasFigures: hasFigures)
            rows.append(try reader.row())
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
        for column in PublishedRow.Column.allCases { places[column] = text.column(column.names) }
        for (column, meaning) in [
            (PublishedRow.Column.result, "what was published"),
            (.standing, "how far ours is independent"), (.because, "what ours rests on"),
        ] where places[column] == nil {
            _ = try text.column([column.rawValue], meaning: meaning)
        }
        return places
    }
}

private struct RowReader {
    let line: LogLine
    let places: [PublishedRow.Column: Int]
    let hasFigures: Bool

    func row() throws(InputError) -> PublishedRow {
        let standing = try standing()
        let grade = try grade()
        let unit = word(.unit)
        let kind = try kind(unit: unit)
        let published = try number(.published)
        let bound = try bound() ?? grade.map { .factor($0.factor) }
        let result = try needed(.result, "result")
        let group = word(.group)
        let row = PublishedRow(
            path: line.text.path, line: line.number, ids: word(.ids), source: word(.source),
            group: group.isEmpty ? word(.source) : group, result: result, unit: unit, kind: kind,
            published: published, bound: standing.isCompared ? bound : nil, standing: standing,
            grade: grade, inputs: list(.inputs), because: try needed(.because, "reason"),
            measure: try measure())
        try check(row)
        return row
    }

    private func check(_ row: PublishedRow) throws(InputError) {
        if !hasFigures, let published = row.published {
            throw row.error(
                "\(published)", isNo: "cell of a figure that is held out",
                possible: ["an empty cell"], column: .published)
        }
        guard row.standing.isCompared else { return }
        let missing: PublishedRow.Column? =
            row.published == nil && hasFigures
            ? .published
            : row.bound == nil
                ? .bound
                : row.measure == nil
                    ? .measure
                    : row.standing == .independent && row.inputs.isEmpty ? .inputs : nil
        guard let missing else { return }
        throw row.error(
            "", isNo: "\(missing.rawValue) of a row that is compared",
            possible: [Self.example(of: missing)], column: missing)
    }

    private static func example(of column: PublishedRow.Column) -> String {
        switch column {
        case .published: "a number"
        case .bound: Self.bounds.joined(separator: ", ")
        case .inputs: "the words by which a profile would name this source"
        default: "the name of a measure"
        }
    }

    private func word(_ column: PublishedRow.Column) -> String {
        places[column].map { line.word($0) } ?? ""
    }

    private func list(_ column: PublishedRow.Column) -> [String] {
        word(column).split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
    }

    private func needed(
        _ column: PublishedRow.Column, _ meaning: String
    ) throws(InputError) -> String {
        let word = word(column)
        if !word.isEmpty { return word }
        throw fault("", meaning, possible: ["any text"], column)
    }

    private func standing() throws(InputError) -> PublishedRow.Standing {
        let word = word(.standing)
        if let standing = PublishedRow.Standing(rawValue: word) { return standing }
        if let standing = PublishedRow.Standing.former[word] { return standing }
        throw fault(
            word, "class", possible: PublishedRow.Standing.allCases.map(\.rawValue), .standing)
    }

    private func grade() throws(InputError) -> PublishedRow.Grade? {
        let word = word(.grade)
        if word.isEmpty { return nil }
        if let grade = PublishedRow.Grade(rawValue: word) { return grade }
        throw fault(
            word, "grade",
            possible: PublishedRow.Grade.allCases.map { "\($0.rawValue) for \($0.words)" }, .grade)
    }

    private static let units: [String: PublishedRow.Kind.Quantity] = [
        "mW": .power, "J": .energy, "%/h": .drain, "mA": .current, "h": .time, "min": .time,
        "s": .time, "x": .ratio, "%": .share,
    ]

    private func kind(unit: String) throws(InputError) -> PublishedRow.Kind? {
        let word = word(.kind)
        if word.isEmpty {
            return Self.units[unit].map { PublishedRow.Kind(quantity: $0, topic: "") }
        }
        let parts = word.split(separator: ":", maxSplits: 1).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        if let quantity = parts.first.flatMap({ PublishedRow.Kind.Quantity(rawValue: $0) }) {
            return PublishedRow.Kind(quantity: quantity, topic: parts.count > 1 ? parts[1] : "")
        }
        throw fault(
            word, "kind",
            possible: PublishedRow.Kind.Quantity.allCases.map(\.rawValue) + ["power: positions"],
            .kind)
    }

    private func number(_ column: PublishedRow.Column) throws(InputError) -> Double? {
        guard let place = places[column], !line.word(place).isEmpty else { return nil }
        return try line.number(
            place, "a published value", in: -1e15...1e15, possible: "-1e15 to 1e15")
    }

    private static let bounds = ["5 %", "0.1", "0 to 8", "x 1.5"]

    private func bound() throws(InputError) -> PublishedRow.Bound? {
        let word = word(.bound)
        if word.isEmpty { return nil }
        let ends = word.components(separatedBy: " to ").map { Double($0) }
        if ends.count == 2, let low = ends[0], let high = ends[1], low <= high {
            return .within(low...high)
        }
        if word.hasPrefix("x "), let value = Double(word.dropFirst(2)), value > 1,
            value < .infinity
        {
            return .factor(value)
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
