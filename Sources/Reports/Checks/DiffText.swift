import Experiments
import Kernel
import Show

/// The differences of two results, as the terminal shows them.
public struct DiffText {
    private let diffs: [ResultDiff]

    /// - Parameter diffs: At least one, all with the same base.
    public init(_ diffs: [ResultDiff]) { self.diffs = diffs }

    /// `nil` if all values are equal.
    public var screen: Screen? {
        let texts = diffs.map { OneDiffText($0) }
        if texts.allSatisfy(\.isSame) { return nil }
        let isOne = diffs.count == 1
        var table = TextTable(columns: (isOne ? [] : [.init("result")]) + OneDiffText.columns)
        for text in texts {
            text.addRows(to: &table, after: isOne ? [] : [text.diff.new.folder])
        }
        let isShown = texts.contains { !$0.shown.isEmpty }
        var screen = Screen(
            answer: texts.map { text in
                (isOne ? "" : "\(Self.shown(text.diff.new.folder)): ") + text.verdict
            }.joined(separator: "\n"), table: isShown ? .table(table) : nil,
            notes: texts.map(\.notes).joined())
        screen.title = "Against the earlier result of \(diffs[0].base.scenario)"
        return screen
    }

    static func shown(_ folder: String) -> String { PrintableText.excerpt(folder, to: 60) }

    /// The options in which two commands differ, each with its folder.
    static func options(
        _ base: Manifest, _ new: Manifest, _ baseFolder: String, _ newFolder: String
    ) -> [String] {
        func words(_ command: [String]) -> [String] {
            let starts = command.indices.filter { command[$0].hasPrefix("--") }
            // The format of tables changes no figure.
            let writing = [OptionName.csv.flag, OptionName.sqlite.flag]
            return starts.filter { !writing.contains(command[$0]) }.map { start in
                let end = starts.first { $0 > start } ?? command.endIndex
                return command[start..<end].joined(separator: " ")
            }
        }
        let (old, now) = (words(base.command), words(new.command))
        return old.filter { !now.contains($0) }.map { "\($0) (\(baseFolder))" }
            + now.filter { !old.contains($0) }.map { "\($0) (\(newFolder))" }
    }
}

private struct OneDiffText {
    let diff: ResultDiff

    init(_ diff: ResultDiff) { self.diff = diff }

    var isSame: Bool { diff.rows.allSatisfy { $0.verdict == .same } }

    var notes: String { counts + heading }

    private var heading: String {
        let methods = Set(diff.rows.map(\.method))
        let sizes = Set(diff.rows.map(\.counts.new))
        let most = sizes.max() ?? 0
        let how =
            methods == [.paired]
            ? "\(most) pairs of replications of one seed"
            : methods == [.welch] ? samples(most) : "pairs where there are, else samples"
        let (base, new) = (diff.base, diff.new)
        var text = TextTable.printable(
            "\(new.folder) against \(base.folder): \(base.scenario), "
                + "\(PrintableText.excerpt(base.horizon, to: 40)) a run; \(how)")
        text += "\n"
        if methods == [.welch], diff.base.manifest.seed == diff.new.manifest.seed {
            text += "One seed, yet no pairs: there is no replications.csv in both.\n"
        }
        if diff.base.manifest.version != diff.new.manifest.version {
            let versions = [base, new].map { PrintableText.excerpt($0.manifest.version, to: 40) }
            text += "Versions \(versions.joined(separator: " and "))\n"
        }
        let changed = (diff.changedInputs + options).joined(separator: ", ")
        return text + (changed.isEmpty ? "" : WrappedText.line("Changed: \(changed)", indent: ""))
    }

    private var options: [String] {
        DiffText.options(
            diff.base.manifest, diff.new.manifest, diff.base.folder, diff.new.folder)
    }

    private func samples(_ count: Int) -> String {
        let other = diff.rows.map(\.counts.base).max() ?? 0
        return "taken for independent samples, of \(other) and \(count) replications"
    }

    /// The rows with a difference; the others are only counted.
    var shown: [DiffRow] {
        diff.rows.filter { $0.isWorse || $0.verdict == .lower || $0.verdict == .higher }
    }

    static let columns: [TextTable.Column] = [
        .init("policy"), .init("metric"), .init("base", .right), .init("new", .right),
        .init("difference", .right), .init("95 % interval", .right), .init("change", .right),
        .init("verdict"),
    ]

    func addRows(to table: inout TextTable, after leading: [String]) {
        for row in shown {
            let interval = IntervalText.cell(row.interval, figure)
            let change = row.ratio.map { ratio in
                ReadableNumber.text((ratio - 1) * 100, decimals: 2, signed: true) + " %"
            }
            table.add(
                leading + [
                    row.policy, row.metric.words + row.metric.unitInBrackets,
                    ReadableNumber.text(row.means.base, significantDigits: 5),
                    ReadableNumber.text(row.means.new, significantDigits: 5),
                    figure(row.difference),
                    interval, change ?? "", DiffWords(row).verdict,
                ], tone: DiffWords(row).tone)
        }
    }

    var verdict: String {
        let worse = diff.rows.count { $0.isWorse }
        let edge = "worse by more than \(NumberText.text(diff.tolerance * 100)) %"
        return worse == 0
            ? "Passed: none of \(diff.rows.count) figures is shown to be \(edge)."
            : "Failed: \(worse) of \(diff.rows.count) figures \(worse == 1 ? "is" : "are") "
                + "\(edge); the chance that any of that is wrong is at most 5 %."
    }

    private var counts: String {
        let same = diff.rows.count { $0.verdict == .same }
        let unclear = diff.rows.count - same - shown.count
        var text = "Of \(diff.rows.count) figures \(shown.count) "
        text += "\(shown.count == 1 ? "differs" : "differ"), "
        text += "\(same) \(same == 1 ? "is" : "are") the same, and of \(unclear) no difference "
        text += "is shown (docs/guide/checks.md)."
        var lines = WrappedText.line(text, indent: "")
        if !diff.added.isEmpty {
            lines += WrappedText.line("New: \(diff.added.joined(separator: ", ")).", indent: "")
        }
        return lines
    }

    private func figure(_ value: Double) -> String {
        ReadableNumber.text(value, significantDigits: 4, signed: true)
    }
}

struct DiffWords {
    let row: DiffRow

    init(_ row: DiffRow) { self.row = row }

    /// Such as `higher, worse beyond the tolerance`.
    var verdict: String {
        guard !row.isWorse else { return "\(row.verdict.rawValue), worse beyond the tolerance" }
        switch (row.metric.better, row.verdict) {
        case (.smaller, .lower), (.larger, .higher): return "\(row.verdict.rawValue), better"
        case (.smaller, .higher), (.larger, .lower):
            return "\(row.verdict.rawValue), worse within the tolerance"
        case (nil, _), (_, .same), (_, .noDifferenceShown): return row.verdict.rawValue
        }
    }

    var tone: TextTable.Tone? {
        if row.isWorse { return .bad }
        return switch (row.metric.better, row.verdict) {
        case (.smaller, .lower), (.larger, .higher): .good
        case (.smaller, .higher), (.larger, .lower): .open
        case (nil, _), (_, .same), (_, .noDifferenceShown): nil
        }
    }

    var sentence: String {
        let unit = row.metric.unitInWords.isEmpty ? "" : " \(row.metric.unitInWords)"
        let interval = row.interval.map {
            " ("
                + IntervalText.words($0) { interval in
                    IntervalText.cell(interval) { NumberText.text($0) }
                } + ")"
        }
        return "\(row.policy), \(row.metric.words): \(NumberText.text(row.means.new)) after "
            + "\(NumberText.text(row.means.base))\(unit), difference "
            + "\(NumberText.text(row.difference))\(interval ?? ""), \(row.method.rawValue), "
            + "\(row.counts.new) replications: \(verdict)."
    }
}

extension ResultDiff {
    /// One JUnit case for each metric with a better side; `name` precedes the policy's name.
    public func cases(_ name: String) -> [JUnitReport.Case] {
        rows.filter { $0.metric.better != nil }.map { row in
            JUnitReport.Case(
                name: "\(name)\(row.policy) \(row.metric.rawValue)",
                outcome: row.isWorse ? .failed(type: "worse") : .passed,
                text: DiffWords(row).sentence)
        }
    }

    public func entries(_ name: String) -> [BenchmarkEntries.Entry] {
        rows.map { row in
            BenchmarkEntries.Entry(
                policy: name + row.policy, metric: row.metric, value: row.means.new,
                halfWidth: nil,
                extra: "\(DiffWords(row).verdict); \(row.counts.new) replications")
        }
    }
}
