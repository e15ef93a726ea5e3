import Reports
import Show
import Statistics
import Traces

/// Published results and ours, on the screen.
public struct PublishedText {
    private let results: [PublishedResult]
    private let scores: EvidenceScores

    public init(_ results: [PublishedResult]) {
        self.results = results
        scores = EvidenceScores(results)
    }

    public var screen: Screen {
        let skill: Screen.Part? = scores.scores.isEmpty ? nil : .table(scoreTable)
        let leading = skill == nil ? tables.first { $0.isCompared } : nil
        return Screen(
            answer: answer + "\n", table: skill ?? leading.map { .table($0.figures) },
            notes: notes,
            details: tables.flatMap { part in
                let figures: [Screen.Part] =
                    part.isCompared && part.caption != leading?.caption
                    ? [.table(part.figures)] : []
                return [.words("\n\(part.caption)\n")] + figures + [.table(part.reasons)]
            })
    }

    /// The results of one class.
    struct Part {
        let caption: String
        let isCompared: Bool
        let figures: TextTable
        let reasons: TextTable
    }

    var tables: [Part] {
        PublishedRow.Standing.allCases.compactMap { standing in
            let results = of(standing)
            guard !results.isEmpty else { return nil }
            return Part(
                caption: standing.rawValue.prefix(1).uppercased() + standing.rawValue.dropFirst(),
                isCompared: standing.isCompared, figures: figures(results),
                reasons: reasons(results))
        }
    }

    private func of(_ standing: PublishedRow.Standing) -> [PublishedResult] {
        results.filter { $0.row.standing == standing }
    }

    var answer: String {
        if let score = scores.score(PublishedRow.Standing.independent.rawValue) {
            return sentences(score)
        }
        if let score = scores.score(PublishedRow.Standing.partly.rawValue) {
            return "No figure is independent of tailwatt's numbers. "
                + "Of \(score.figures) that are partly so, \(score.within.bound) are within the "
                + "bound set beforehand."
        }
        let checks = results.filter { $0.row.standing.isCompared }
        guard !checks.isEmpty else { return "Nothing of this is compared." }
        return "Nothing of this says how well tailwatt predicts phones. Checks: \(checks.count); "
            + "within the bound: \(checks.count { $0.isKept == true })."
    }

    private func sentences(_ score: EvidenceScore) -> String {
        var text = ""
        if let skill = score.skill, let constant = score.constantOffBy,
            let there = score.basedOffBy
        {
            let interval = score.interval.map {
                " (95 %: \(Self.signed($0.low)) to \(Self.signed($0.high)))"
            }
            let isOpen = score.interval.map { $0.low <= 0 } ?? true
            let verdict =
                skill <= 0
                ? "A constant predicts them as well or better. "
                : isOpen ? "That it beats the constant is not shown. " : ""
            text =
                "Skill \(Self.signed(skill))\(interval ?? "") on \(score.based) figures of "
                + "phones and networks that tailwatt's numbers do not come from: tailwatt is off "
                + "by x\(Self.factor(there)), a constant by x\(Self.factor(constant)). \(verdict)"
        }
        let count = score.figures
        let offBy = score.offBy.map { "off by x\(Self.factor($0)); " } ?? ""
        return text
            + "Of all \(count): \(offBy)within x1.5: \(score.within.half); within x2: "
            + "\(score.within.double); within the bound set beforehand: \(score.within.bound)."
    }

    static func signed(_ value: Double) -> String {
        let hundredths = (value * 100).rounded() / 100 + 0
        return NumberText.text(hundredths)
    }

    static func factor(_ value: Double) -> String {
        ReadableNumber.text(value, significantDigits: 2)
    }

    private var notes: String {
        var lines: [String] = []
        if scores.order.pairs > 0 {
            lines.append(
                "Of \(scores.order.pairs) pairs of one kind that differ by half and more, "
                    + "\(scores.order.kept) are in the measured order.")
        }
        if let ranged = scores.score(PublishedRow.Standing.independent.rawValue)?.ranged,
            ranged.count > 0
        {
            lines.append(
                "\(ranged.count) figures of ours have a range of 90 %, of those inputs that "
                    + "state one; it holds \(ranged.covered) of the published figures.")
        }
        for (standing, words) in [
            (PublishedRow.Standing.circular, "circular (fitted to what they predict)"),
            (.modelToModel, "another model's results"), (.arithmetic, "checks of arithmetic"),
        ] {
            let rows = of(standing)
            if rows.isEmpty { continue }
            lines.append(
                "Not counted: \(rows.count) \(words), \(rows.count { $0.isKept == true }) within "
                    + "the bound.")
        }
        let rest = results.count { !$0.row.standing.isCompared }
        if rest > 0 {
            lines.append(
                rest == 1
                    ? "1 further result is not compared; --details says why."
                    : "\(rest) further results are not compared; --details says why.")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    var scoreTable: TextTable {
        var table = TextTable(columns: [
            .init("figures"), .init("n", .right), .init("groups", .right), .init("off by", .right),
            .init("bias", .right), .init("x1.5", .right), .init("x2", .right),
            .init("constant", .right), .init("skill", .right), .init("95 %", .right),
        ])
        for score in scores.scores {
            let interval = score.interval.map {
                "\(Self.signed($0.low)) to \(Self.signed($0.high))"
            }
            let tone: TextTable.Tone? = score.skill.map { $0 > 0 ? .good : .bad }
            let factors = [score.offBy, score.bias, score.constantOffBy].map { factor in
                factor.map { "x\(Self.factor($0))" } ?? "-"
            }
            let counts = [
                score.figures, score.groups, score.within.half, score.within.double,
            ].map { "\($0)" }
            let cells: [String] = [
                score.name, counts[0], counts[1], factors[0], factors[1], counts[2], counts[3],
                factors[2], score.skill.map(Self.signed) ?? "-", interval ?? "-",
            ]
            if let tone { table.add(cells, tone: tone) } else { table.add(cells) }
        }
        return table
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
