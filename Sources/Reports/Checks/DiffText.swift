import DeviceModel
import Experiments
import Quantities

/// How two results differ, as the terminal shows it.
public struct DiffText {
    private let diff: ResultDiff

    public init(_ diff: ResultDiff) { self.diff = diff }

    /// `nil` where every value is the same.
    public var screen: Screen? {
        if diff.rows.allSatisfy({ $0.verdict == .same }) { return nil }
        return Screen(
            answer: verdict, table: shown.isEmpty ? nil : .table(table), notes: counts + heading)
    }

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

    /// The options of the two commands that are not the same.
    private var options: [String] {
        func words(_ command: [String]) -> [String] {
            let starts = command.indices.filter { command[$0].hasPrefix("--") }
            // How tables are written moves no figure.
            let writing = [OptionName.csv.flag, OptionName.sqlite.flag]
            return starts.filter { !writing.contains(command[$0]) }.map { start in
                let end = starts.first { $0 > start } ?? command.endIndex
                return command[start..<end].joined(separator: " ")
            }
        }
        let (old, new) = (words(diff.base.manifest.command), words(diff.new.manifest.command))
        return old.filter { !new.contains($0) }.map { "\($0) (\(diff.base.folder))" }
            + new.filter { !old.contains($0) }.map { "\($0) (\(diff.new.folder))" }
    }

    /// What is compared as if the two had nothing in common.
    private func samples(_ count: Int) -> String {
        let other = diff.rows.map(\.counts.base).max() ?? 0
        return "taken for independent samples, of \(other) and \(count) replications"
    }

    /// What is shown to differ; all else is counted below.
    private var shown: [DiffRow] {
        diff.rows.filter { $0.isWorse || $0.verdict == .lower || $0.verdict == .higher }
    }

    private var table: TextTable {
        var table = TextTable(columns: [
            .init("policy"), .init("metric"), .init("base", .right), .init("new", .right),
            .init("difference", .right), .init("95 % interval", .right), .init("change", .right),
            .init("verdict"),
        ])
        for row in shown {
            let interval = row.interval.map { "\(figure($0.low)) to \(figure($0.high))" }
            let change = row.ratio.map { ratio in
                ReadableNumber.text((ratio - 1) * 100, decimals: 2, signed: true) + " %"
            }
            table.add(
                [
                    row.policy, row.metric.words + row.metric.unitInBrackets,
                    ReadableNumber.text(row.means.base, significantDigits: 5),
                    ReadableNumber.text(row.means.new, significantDigits: 5),
                    figure(row.difference),
                    interval ?? "", change ?? "", DiffWords(row).verdict,
                ], tone: DiffWords(row).tone)
        }
        return table
    }

    private var verdict: String {
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

/// One row in words.
struct DiffWords {
    let row: DiffRow

    init(_ row: DiffRow) { self.row = row }

    /// `higher, worse beyond the tolerance`.
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

    /// The whole finding.
    var sentence: String {
        let unit = row.metric.unitInWords.isEmpty ? "" : " \(row.metric.unitInWords)"
        let interval = row.interval.map {
            " (95 %: \(NumberText.text($0.low)) to \(NumberText.text($0.high)))"
        }
        return "\(row.policy), \(row.metric.words): \(NumberText.text(row.means.new)) after "
            + "\(NumberText.text(row.means.base))\(unit), difference "
            + "\(NumberText.text(row.difference))\(interval ?? ""), \(row.method.rawValue), "
            + "\(row.counts.new) replications: \(verdict)."
    }
}

/// The same for servers of continuous integration.
extension ResultDiff {
    /// Each metric that has a better side, as a case of JUnit.
    ///
    /// - Parameter properties: what the cases have in common, by name.
    public func junit(_ properties: [(name: String, value: String)]) -> JUnitReport {
        let judged = rows.filter { $0.metric.better != nil }
        return JUnitReport(
            name: base.scenario, properties: properties,
            cases: judged.map { row in
                JUnitReport.Case(
                    name: "\(row.policy) \(row.metric.rawValue)",
                    outcome: row.isWorse ? .failed(type: "worse") : .passed,
                    text: DiffWords(row).sentence)
            })
    }

    /// The mean of every policy and metric in the new result.
    public var benchmarks: BenchmarkEntries {
        BenchmarkEntries(
            rows.map { row in
                BenchmarkEntries.Entry(
                    policy: row.policy, metric: row.metric, value: row.means.new, halfWidth: nil,
                    extra: "\(DiffWords(row).verdict); \(row.counts.new) replications")
            })
    }
}
