/// Counts a result's input numbers that were not measured.
extension [InputFile] {
    /// One line with counts over all files, then the sourced values that the user changed.
    var assumptionSummary: String {
        let sums = Self.words(
            map(Self.counts).reduce(into: []) { sums, counts in
                sums = sums.isEmpty ? counts : zip(sums, counts).map { ($0.0 + $1.0, $0.1) }
            })
        guard !sums.isEmpty else { return "" }
        let all = reduce(0) { $0 + $1.numbers.count }
        return "Numbers that were not measured: \(sums), of \(all).\n" + map(Self.changes).joined()
    }

    private static func counts(_ file: InputFile) -> [(Int, String)] {
        [
            (file.provenance.count { $0.isAssumption }, "assumed"),
            (file.provenance.count { $0.origin == .unstated }, "chosen by the scenario"),
            (file.provenance.count { $0.origin == .byDefault }, "assumed by default"),
            (file.changes.count, "the user's"),
        ]
    }

    private static func words(_ counts: [(Int, String)]) -> String {
        counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }

    /// The sourced values that the user changed, each with what its source says.
    private static func changes(_ file: InputFile) -> String {
        file.changes.filter(\.change.wasSourced).map { entry, change in
            WrappedText.line(
                "\(entry.path) is \(entry.text) by \(change.origin), not "
                    + "\(change.was ?? "nothing") as its source says", indent: "    ")
        }.joined()
    }

    var assumptionText: String {
        guard !parts.isEmpty else { return "" }
        return
            "Numbers that were not measured (tailwatt profiles show NAME says where each is from)\n"
            + parts.joined()
    }

    var assumptionLines: [String] {
        parts.flatMap { $0.split(separator: "\n") }.map { line in
            String(line.drop(while: \.isWhitespace))
        }
    }

    private var parts: [String] {
        compactMap { file in
            let words = Self.words(Self.counts(file))
            guard !words.isEmpty else { return nil }
            return WrappedText.line(
                "\(file.label): \(words), of \(file.numbers.count)", indent: "  ")
        }
    }
}

extension Screen {
    func with(assumptionsOf files: [InputFile]) -> Screen {
        let text = files.assumptionText
        return with(notes: files.assumptionSummary, details: text.isEmpty ? [] : [.words(text)])
    }
}

extension ProvenanceEntry {
    var isAssumption: Bool { if case .assumption = origin { true } else { false } }
}

extension InputFile {
    fileprivate var changes: [(entry: ProvenanceEntry, change: ValueChange)] {
        provenance.compactMap { entry in
            guard case .changed(let change) = entry.origin else { return nil }
            return (entry, change)
        }
    }
}

extension LoadedScenario {
    /// Says which parts the question was asked for and which parts the figures use.
    func replacedNote(_ edits: [ValueEdit]) -> String {
        replaced.map { part in
            PrintableText.line(
                "The question was put for \(part.what) \(part.asked); the figures are for "
                    + "\(part.used).") + "\n"
        }.joined()
            + edits.filter { $0.origin == "--set" }.map {
                PrintableText.line("Changed by --set: \($0.path)=\($0.text)") + "\n"
            }
            .joined()
    }
}

/// Every value of a file with its origin, as `profiles show` prints it.
extension InputFile {
    var provenanceAnswer: String {
        WrappedText.line("\(label): \(numbers.count) numbers.") + [self].assumptionSummary
    }

    var provenanceTable: TextTable {
        TextTable(
            provenance, [.left("value", \.path), .left("", \.text), .left("from", \.origin.words)])
    }

    var provenanceDataset: Dataset {
        Dataset(
            Table("values", rows: provenance).with(columns: [
                .text("path", "Path of the value.", \.path),
                .text("value", "Value with its unit.", \.text),
                .text(
                    "from", "Name of the source, or the reason why it is assumed.", \.origin.words),
            ]))
    }

    var sources: [Screen.Part] {
        let cited = provenance.compactMap { entry in
            if case .source(let source) = entry.origin { source } else { nil }
        }.firstOfEach
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
