import Reports
import Show
import Traces

/// Published results and ours, on the screen.
public struct PublishedText {
    private let results: [PublishedResult]

    public init(_ results: [PublishedResult]) { self.results = results }

    public var screen: Screen {
        let leading = tables.first { $0.isCompared }
        return Screen(
            answer: answer + "\n", table: leading.map { .table($0.figures) }, notes: notes,
            details: tables.flatMap { part in
                let figures: [Screen.Part] =
                    part.isCompared && part.caption != leading?.caption
                    ? [.table(part.figures)] : []
                return [.words("\n\(part.caption)\n")] + figures + [.table(part.reasons)]
            })
    }

    /// The results with one kind of evidence.
    struct Part {
        let caption: String
        let isCompared: Bool
        let figures: TextTable
        let reasons: TextTable
    }

    var tables: [Part] {
        PublishedRow.Evidence.allCases.compactMap { evidence in
            let results = of(evidence)
            guard !results.isEmpty else { return nil }
            return Part(
                caption: evidence.rawValue.prefix(1).uppercased() + evidence.rawValue.dropFirst(),
                isCompared: evidence.isCompared, figures: figures(results),
                reasons: reasons(results))
        }
    }

    private func of(_ evidence: PublishedRow.Evidence) -> [PublishedResult] {
        results.filter { $0.row.evidence == evidence }
    }

    var answer: String {
        let (validations, checks) = (of(.validation), of(.arithmetic))
        let kept = validations.count { $0.isKept == true }
        let again = checks.count { $0.isKept == true }
        var sentences: [String] = []
        if !validations.isEmpty {
            sentences.append(
                "Published results that no number of ours was taken from: \(validations.count); "
                    + "within the bound set beforehand: \(kept).")
        }
        if !checks.isEmpty {
            sentences.append(
                "Checks of arithmetic, which show nothing about phones: \(checks.count); "
                    + "reproduced: \(again).")
        }
        if sentences.isEmpty { sentences = ["Nothing of this is compared."] }
        return sentences.joined(separator: " ")
    }

    private var notes: String {
        let rest = results.count { !$0.row.evidence.isCompared }
        if rest == 0 { return "" }
        return rest == 1
            ? "1 further result is not compared; --details says why.\n"
            : "\(rest) further results are not compared; --details says why.\n"
    }

    private func figures(_ results: [PublishedResult]) -> TextTable {
        var table = TextTable(columns: [
            .init("result"), .init("published", .right), .init("ours", .right), .init("unit"),
            .init("bound", .right), .init("kept"),
        ])
        for result in results {
            let isKept = result.isKept ?? false
            table.add(
                [
                    result.row.result, number(result.row.published), number(result.ours),
                    result.row.unit, result.row.bound?.text ?? "", isKept ? "yes" : "no",
                ], tone: isKept ? .good : .bad)
        }
        return table
    }

    private func number(_ value: Double?) -> String {
        value.map { ReadableNumber.text($0, significantDigits: 4) } ?? "-"
    }

    private func reasons(_ results: [PublishedResult]) -> TextTable {
        var table = TextTable(columns: [
            .init("result"), .init("source"), .init("what ours rests on"),
        ])
        for result in results {
            table.add([result.row.result, result.row.source, result.row.because])
        }
        return table
    }
}

/// The measures that a table of published results can name.
public enum MeasureText {
    public static func screen(_ measures: [PublishedMeasure]) -> Screen {
        var table = TextTable(columns: [.init("measure"), .init("with"), .init("what is found")])
        for measure in measures {
            table.add([
                measure.name, measure.arguments.joined(separator: "; "), measure.meaning,
            ])
        }
        return Screen(
            answer: "\(measures.count) measures find a figure of ours for a published one.\n",
            table: .table(table))
    }

    public static func dataset(_ measures: [PublishedMeasure]) -> Dataset {
        Dataset(
            Table<PublishedMeasure>(
                name: "measures",
                columns: [
                    .text("measure", "Its name.", \.name),
                    .text("with", "Its arguments; those in brackets can be left out.") {
                        $0.arguments.joined(separator: "; ")
                    },
                    .text("meaning", "What is found.", \.meaning),
                ]
            ).with(measures))
    }
}
