import Profiles
import Quantities

/// How many of the numbers behind a result have not been measured, said where the result is read.
struct AssumptionNote {
    private let files: [InputFile]

    init(_ loaded: LoadedScenario) { self.init(loaded.files) }

    init(_ files: [InputFile]) { self.files = files }

    var text: String {
        let parts = files.compactMap { file -> String? in
            let counts = [
                (file.provenance.count { $0.isAssumption }, "assumed"),
                (file.provenance.count { $0.origin == .unstated }, "chosen by the scenario"),
                (file.provenance.count { $0.origin == .byDefault }, "assumed by default"),
                (file.changes.count, "the user's"),
            ].filter { $0.0 > 0 }
            guard !counts.isEmpty else { return nil }
            let words = counts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
            let changes = file.changes.filter(\.change.wasSourced).map { entry, change in
                PrintableText.line(
                    "    \(entry.path) is \(entry.text) by \(change.origin), "
                        + "not \(change.was ?? "nothing") as its source says") + "\n"
            }
            return PrintableText.line("  \(file.label): \(words), of \(file.numbers.count)") + "\n"
                + changes.joined()
        }
        guard !parts.isEmpty else { return "" }
        return
            "\nNumbers that nobody measured (tailwatt profiles show NAME says where each is from)\n"
            + parts.joined()
    }
}

extension ProvenanceEntry {
    /// Whether the file marks the number as an assumption.
    var isAssumption: Bool {
        switch origin {
        case .assumption: true
        case .source, .unstated, .byDefault, .word, .changed: false
        }
    }
}

extension InputFile {
    /// The values that stand in place of the file's.
    fileprivate var changes: [(entry: ProvenanceEntry, change: ValueChange)] {
        provenance.compactMap { entry in
            guard case .changed(let change) = entry.origin else { return nil }
            return (entry, change)
        }
    }
}
