import Foundation
import Profiles
import Traces

/// Compares published results with those of the shipped profiles.
public struct PublishedStudy: Sendable {
    public static let fileName = "results.csv"
    public static let label = "published/\(fileName)"

    private let work: [(row: PublishedRow, measure: (Measure, MeasureArguments)?)]
    /// One for all rows with the same profiles, so that each knows the files behind its rows.
    private let libraries: [[String]: ProfileLibrary]

    /// - Throws: `InputError` if a row names an unknown measure or argument.
    public init(_ rows: [PublishedRow], library: ProfileLibrary) throws(InputError) {
        var work: [(PublishedRow, (Measure, MeasureArguments)?)] = []
        var libraries: [[String]: ProfileLibrary] = [:]
        for row in rows {
            if let measure = row.measure {
                work.append((row, try Measure.of(row, measure)))
                let key = Self.profiles(of: row)
                if libraries[key] == nil { libraries[key] = library.remembering }
            } else {
                work.append((row, nil))
            }
        }
        (self.work, self.libraries) = (work, libraries)
    }

    /// The words of a row that name its files.
    private static func profiles(of row: PublishedRow) -> [String] {
        let arguments = row.measure?.arguments ?? [:]
        let names = ["device", "radio", "system", "scenario", "world", "tool"]
        // A behaviour in braces names no file.
        let apps = ["app", "less"].compactMap { arguments[$0] }.filter { !$0.contains("{") }
        return names.map { arguments[$0] ?? "" } + apps
    }

    public var count: Int { work.count }

    /// All files that the rows were computed from, after ``run(ranges:_:)``.
    public var files: [InputFile] {
        var files: [String: InputFile] = [:]
        for library in libraries.values {
            for file in library.rememberedFiles { files[file.label] = file }
        }
        return files.values.sorted { $0.label < $1.label }
    }

    /// The files that a row and others with its profiles were computed from, after
    /// ``run(ranges:_:)``.
    func files(of row: PublishedRow) -> [InputFile] {
        libraries[Self.profiles(of: row)]?.rememberedFiles ?? []
    }

    /// The results in order.
    ///
    /// - Parameters:
    ///   - ranges: Whether to compute the ranges of scored rows, by twenty times the work.
    ///   - done: Called after each result with their count.
    /// - Throws: If an argument is impossible, a profile is missing or invalid, or a row that is
    ///   called independent uses a profile with its source.
    public func run(
        ranges: Bool = true, _ done: (Int) -> Void = { _ in }
    ) throws -> [PublishedResult] {
        var results: [PublishedResult] = []
        for (row, found) in work {
            var (ours, range): (Double?, ClosedRange<Double>?)
            if let (measure, arguments) = found,
                let library = libraries[Self.profiles(of: row)]
            {
                let value = try measure.compute(arguments, library)
                guard value.isFinite else {
                    throw row.error(
                        measure.name, isNo: "measure that has a value by these arguments",
                        possible: ["others, or another measure"], column: .with)
                }
                ours = value
                try Self.prove(row, by: library.rememberedFiles)
                if ranges, row.standing.isScored { range = try measure.range(arguments, library) }
            }
            results.append(PublishedResult(row: row, ours: ours, range: range))
            done(results.count)
        }
        return results
    }

    public static var measures: [PublishedMeasure] {
        Measure.all.map { measure in
            PublishedMeasure(
                name: measure.name, meaning: measure.meaning,
                arguments: measure.keys.map { key in
                    key.usual.map { "[\(key.name)=\($0)]" } ?? "\(key.name)="
                })
        }
    }
}

extension PublishedStudy {
    /// - Throws: If the row is called independent, and a file names what decided its figure.
    private static func prove(
        _ row: PublishedRow, by files: [InputFile]
    ) throws(InputError) {
        guard row.standing == .independent else { return }
        for file in files {
            let text = FoldedText(file.bytes)
            for word in row.inputs where text.contains(word) {
                throw row.error(
                    row.standing.rawValue,
                    isNo: "class here: \(file.label), from which ours comes, names \"\(word)\"",
                    possible: [PublishedRow.Standing.partly, .circular, .input].map(\.rawValue),
                    column: .standing)
            }
        }
    }
}

/// The text of a file on one line, for finding words whatever their breaks and their case.
struct FoldedText {
    private let text: String

    init(_ bytes: [UInt8]) { self.init(String(decoding: bytes, as: UTF8.self)) }

    /// Comments that go on in the next line are read as one.
    init(_ text: String) {
        let words = text.lowercased().split { $0.isWhitespace || $0 == "#" }
        self.text = " \(words.joined(separator: " ")) "
    }

    /// Whether the text has the phrase as whole words.
    func contains(_ phrase: String) -> Bool {
        let words = phrase.lowercased().split(whereSeparator: \.isWhitespace)
        let phrase = words.joined(separator: " ")
        var rest = text[...]
        while let found = rest.range(of: phrase) {
            let before = text[..<found.lowerBound].last ?? " "
            let after = text[found.upperBound...].first ?? " "
            if ![before, after].contains(where: { $0.isLetter || $0.isNumber }) { return true }
            rest = text[found.upperBound...]
        }
        return false
    }
}

/// A measure that a table of published results can name.
public struct PublishedMeasure: Sendable {
    public let name: String
    /// The computed quantity, with its unit.
    public let meaning: String
    /// The keys as a table writes them; optional ones are in brackets with their default.
    public let arguments: [String]
}
