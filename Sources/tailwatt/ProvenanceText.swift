import Profiles
import Show

/// Every value of a file with its origin, as `profiles show` prints it.
struct ProvenanceText {
    private let file: InputFile

    init(_ file: InputFile) { self.file = file }

    var answer: String {
        let words = AssumptionNote([file]).summary
        let count = "\(file.label): \(file.numbers.count) numbers."
        return WrappedText.line(count) + words
    }

    var table: TextTable {
        var table = TextTable(columns: [.init("value"), .init(""), .init("from")])
        for entry in file.provenance {
            table.add([entry.path, entry.text, entry.origin.words])
        }
        return table
    }

    var dataset: Dataset {
        typealias Value = (path: String, text: String, from: String)
        let rows = file.provenance.map { entry -> Value in
            (entry.path, entry.text, entry.origin.words)
        }
        return Dataset(
            Table<Value>(
                name: "values",
                columns: [
                    .text("path", "Path of the value.", \.path),
                    .text("value", "Value with its unit.", \.text),
                    .text("from", "Name of the source, or the reason why it is assumed.", \.from),
                ], rows: rows))
    }

    var sources: [Screen.Part] {
        var cited: [Source] = []
        for entry in file.provenance {
            if case .source(let source) = entry.origin, !cited.contains(source) {
                cited.append(source)
            }
        }
        guard !cited.isEmpty else { return [] }
        let lines = cited.map { WrappedText.line($0.words, indent: "  ") }
        return [.words("Sources\n" + lines.joined())]
    }
}

extension ProvenanceEntry.Origin {
    fileprivate var words: String {
        switch self {
        case .source(let source): source.key ?? source.citation
        case .assumption(let reason): "ASSUMED: \(reason)"
        case .unstated: "the scenario's choice"
        case .byDefault: "ASSUMED: the default of the format"
        case .word: "the profile's rule"
        case .changed(let change): "\(change.origin)"
        }
    }
}

extension Source {
    fileprivate var words: String {
        [
            key.map { "\($0):" }, citation, measured.map { "(\($0))" }, url,
            confidence.map { "[\($0.rawValue)]" },
        ].compactMap { $0 }.joined(separator: " ")
    }
}
