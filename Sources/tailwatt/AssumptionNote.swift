import Profiles

/// How many of the numbers behind a result nobody measured, said where the result is read.
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
            ].filter { $0.0 > 0 }
            guard !counts.isEmpty else { return nil }
            let words = counts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
            return "  \(file.label): \(words), of \(file.numbers.count)\n"
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
        case .source, .unstated, .byDefault, .word: false
        }
    }
}
