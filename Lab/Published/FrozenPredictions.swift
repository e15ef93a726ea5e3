import Profiles
import Show
import Traces

/// Predictions that were made before the figures were known, with what decided them.
///
/// A CSV file: the program, each file by its hash, and each row by the hash of all but its figure.
public struct FrozenPredictions: Sendable {
    private let entries: [Entry]

    struct Entry: Equatable, Sendable {
        let what: What
        let name: String
        let hash: String
        var ours: Double?
        var range: ClosedRange<Double>?

        enum What: String { case program, file, row }
    }

    /// Predicts the rows of a table without published figures.
    ///
    /// - Throws: If a row has a figure, is not of the class independent, or cannot be computed.
    public init(
        rows path: String, version: String, library: ProfileLibrary
    ) throws {
        let bytes = try LogFile.bytes(of: path)
        let rows = try PublishedRows(path: path, bytes: bytes, hasFigures: false).rows
        let study = try PublishedStudy(rows, library: library)
        for row in rows { try HeldOut.requireIndependent(row) }
        entries = Self.entries(try study.run(), study, version)
    }

    private static func entries(
        _ results: [PublishedResult], _ study: PublishedStudy, _ version: String
    ) -> [Entry] {
        let program = "tailwatt \(version)"
        let hash = SHA256.hexadecimal(of: Array(program.utf8))
        return [Entry(what: .program, name: program, hash: hash)]
            + study.files.map { file in
                Entry(what: .file, name: file.label, hash: SHA256.hexadecimal(of: file.bytes))
            }
            + results.map { result in
                Entry(
                    what: .row, name: result.row.result, hash: result.row.hashWithoutFigure,
                    ours: result.ours.map { rounded($0) },
                    range: result.range.map {
                        rounded(
                            $0.lowerBound)...rounded($0.upperBound)
                    })
            }
    }

    public var csv: [UInt8] {
        Table<Entry>(
            name: "frozen",
            columns: [
                .text("what", "program, file or row.", \.what.rawValue),
                .text("name", "Its name.", \.name),
                .text("hash", "SHA-256: of a row without its figure.", \.hash),
                .number("ours", "Prediction.", \.ours),
                .number("ours_low", "5th percentile.") { $0.range?.lowerBound },
                .number("ours_high", "95th percentile.") { $0.range?.upperBound },
            ], rows: entries
        ).csv()
    }

    /// Compares frozen predictions with the figures, now that they are known.
    ///
    /// - `path`: A file with the text of ``csv``.
    /// - `rows`: The table of the frozen rows, with their figures.
    /// - Throws: If program, files, rows or predictions differ from the frozen ones, or a profile
    ///   or the shipped table has a figure.
    public static func reveal(
        _ path: String, rows: String, version: String, library: ProfileLibrary
    ) throws -> [PublishedResult] {
        let known = try PublishedRows(contentsOf: rows).rows
        let study = try PublishedStudy(known, library: library)
        let results = try study.run()
        try require(entries(results, study, version), at: path)
        let table = "\(library.root)/published/\(PublishedStudy.fileName)"
        let shipped = try PublishedRows(contentsOf: table).rows
        for row in known {
            try HeldOut.requireIndependent(row)
            try HeldOut.require(row, isAbsentFrom: study.files(of: row), and: shipped)
        }
        return results
    }

    /// - Throws: At the first line of the frozen file that differs from the entries of now.
    private static func require(_ now: [Entry], at path: String) throws(InputError) {
        let text = try LogText(path: path, bytes: try LogFile.bytes(of: path))
        let columns = try ["what", "name", "hash", "ours", "ours_low", "ours_high"].map {
            (name) throws(InputError) in
            try text.column([name], meaning: "what a prediction depends on")
        }
        var rest = now[...]
        var last = 1
        try text.forEachLine { (line) throws(InputError) in
            last = line.number
            func fault(_ column: Int, _ now: String) -> InputError {
                InputError(
                    .unknownWord(
                        text: line.word(columns[column]),
                        meaning: "\(line.word(columns[0])) that was frozen: it has changed",
                        possible: [now]), path: path, line: line.number,
                    column: text.header[columns[column]])
            }
            guard let entry = rest.popFirst() else { throw fault(1, "no line here") }
            let numbers = [entry.ours, entry.range?.lowerBound, entry.range?.upperBound]
            let texts = [entry.what.rawValue, entry.name, entry.hash]
            for (column, now) in texts.enumerated() where line.word(columns[column]) != now {
                throw fault(column, now)
            }
            for (number, now) in numbers.enumerated() {
                let frozen = Double(line.word(columns[number + 3]))
                guard frozen != now else { continue }
                throw fault(number + 3, now.map { NumberText.text($0) } ?? "an empty cell")
            }
        }
        guard let missing = rest.first else { return }
        throw InputError(
            .unknownWord(
                text: "", meaning: "line of \(missing.what.rawValue) \(missing.name)",
                possible: ["a frozen file that has it"]), path: path, line: last, column: "name")
    }
}

/// Rules for a held-out figure.
enum HeldOut {
    static func requireIndependent(_ row: PublishedRow) throws(InputError) {
        guard row.standing != .independent else { return }
        throw row.error(
            row.standing.rawValue, isNo: "class of a figure that is held out",
            possible: [PublishedRow.Standing.independent.rawValue], column: .standing)
    }

    /// A figure that a profile has, or a row of the same kind, was known before.
    ///
    /// Figures of one or two digits occur by chance; only the words of their source count.
    static func require(
        _ row: PublishedRow, isAbsentFrom files: [InputFile], and table: [PublishedRow]
    ) throws(InputError) {
        guard let figure = row.published else { return }
        func fault(_ place: String) -> InputError {
            row.error(
                NumberText.text(figure), isNo: "figure that is held out: \(place) has it",
                possible: ["a figure that nothing here was taken from"], column: .published)
        }
        for other in table where other.kind == row.kind && other.unit == row.unit {
            guard other.published == figure, other.group == row.group else { continue }
            throw fault("the shipped table")
        }
        let digits = RoundedDecimal(figure.magnitude, significantDigits: 12)
        guard let scale = scales[row.unit], String(digits.coefficient).count >= 3 else { return }
        for file in files where stands(figure * scale.size, scale.quantity, in: file) {
            throw fault(file.label)
        }
    }

    private static func stands(_ value: Double, _ quantity: String, in file: InputFile) -> Bool {
        let words = String(decoding: file.bytes, as: UTF8.self).split {
            $0.isWhitespace || "{}[],:()\"'".contains($0)
        }
        return zip(words, words.dropFirst()).contains { number, unit in
            guard let scale = scales[String(unit)], scale.quantity == quantity,
                let number = Double(number)
            else { return false }
            return abs(number * scale.size - value) <= 1e-9 * abs(value)
        }
    }

    private static let scales: [String: (quantity: String, size: Double)] = [
        "mW": ("power", 1e-3), "W": ("power", 1), "mJ": ("energy", 1e-3), "J": ("energy", 1),
        "ms": ("time", 1e-3), "s": ("time", 1), "min": ("time", 60), "h": ("time", 3600),
        "mA": ("current", 1), "mAh": ("charge", 1), "%/h": ("drain", 1), "%": ("share", 1),
    ]
}
