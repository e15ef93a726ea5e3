import Profiles
import Reports

/// Every value of a file with where it came from, as `profiles show` prints it.
struct ProvenanceText {
    private let file: InputFile

    init(_ file: InputFile) { self.file = file }

    var text: String {
        var table = TextTable(columns: [.init("value"), .init(""), .init("from")])
        for entry in file.provenance {
            table.add([entry.path, entry.text, entry.origin.words])
        }
        return table.text + sources
    }

    /// The full citations of the sources that the table refers to, each once.
    private var sources: String {
        var cited: [Source] = []
        for entry in file.provenance {
            if case .source(let source) = entry.origin, !cited.contains(source) {
                cited.append(source)
            }
        }
        guard !cited.isEmpty else { return "" }
        return "\nSources\n" + cited.map { "  \(TextTable.printable($0.words))\n" }.joined()
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
