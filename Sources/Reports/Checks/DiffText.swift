extension [ResultDiff] {
    /// `nil` if all values are equal. All have the same base.
    public var screen: Screen? {
        if allSatisfy({ $0.rows.allSatisfy { $0.verdict == .same } }) { return nil }
        let isOne = count == 1
        let rows = flatMap { diff in diff.shown.map { (folder: diff.new.folder, row: $0) } }
        let table = TextTable(
            rows, tone: \.row.tone,
            (isOne ? [] : [.left("result", \.folder)]) + [
                .left("policy", \.row.policy),
                .left("metric", \.row.title), .right("base") { $0.row.shown($0.row.means.base) },
                .right("new") { $0.row.shown($0.row.means.new) },
                .right("difference") { figure($0.row.scale * $0.row.difference, signed: true) },
                .right("95 % interval") { row in
                    ends(row.row.interval?.times(row.row.scale), signed: true)
                },
                .right("change") { $0.row.change }, .left("verdict", \.row.verdictWords),
            ])
        var screen = Screen(
            answer: map { diff in
                (isOne ? "" : "\(PrintableText.excerpt(diff.new.folder, to: 60)): ") + diff.verdict
            }.joined(separator: "\n"), table: rows.isEmpty ? nil : .table(table),
            notes: map(\.notes).joined())
        screen.title = "Against the earlier result of \(self[0].base.scenario)"
        return screen
    }
}

extension ResultDiff {
    fileprivate var notes: String { counts + heading }

    private var heading: String {
        let methods = Set(rows.map(\.method))
        let sizes = Set(rows.map(\.counts.new))
        let most = sizes.max() ?? 0
        let how =
            methods == [.paired]
            ? "\(most) pairs of replications of one seed"
            : methods == [.welch] ? samples(most) : "pairs where there are, else samples"
        var text = TextTable.printable(
            "\(new.folder) against \(base.folder): \(base.scenario), "
                + "\(PrintableText.excerpt(base.horizon, to: 40)) a run; \(how)")
        text += "\n"
        if methods == [.welch], base.manifest.seed == new.manifest.seed {
            text += "One seed, yet no pairs: there is no replications.csv in both.\n"
        }
        if base.manifest.version != new.manifest.version {
            let versions = [base, new].map { PrintableText.excerpt($0.manifest.version, to: 40) }
            text += "Versions \(versions.joined(separator: " and "))\n"
        }
        let changed = (changedInputs + options).joined(separator: ", ")
        return text + (changed.isEmpty ? "" : WrappedText.line("Changed: \(changed)"))
    }

    private var options: [String] {
        base.manifest.options(in: base.folder, against: new.manifest, in: new.folder)
    }

    private func samples(_ count: Int) -> String {
        let other = rows.map(\.counts.base).max() ?? 0
        return "taken for independent samples, of \(other) and \(count) replications"
    }

    /// The rows with a difference; the others are only counted.
    fileprivate var shown: [DiffRow] {
        rows.filter { $0.isWorse || $0.verdict == .lower || $0.verdict == .higher }
    }

    fileprivate var verdict: String {
        let worse = rows.count { $0.isWorse }
        let edge = "worse by more than \(NumberText.text(tolerance * 100)) %"
        return worse == 0
            ? "Passed: none of \(rows.count) figures is shown to be \(edge)."
            : "Failed: \(worse) of \(rows.count) figures \(worse == 1 ? "is" : "are") "
                + "\(edge); the chance that any of that is wrong is at most 5 %."
    }

    private var counts: String {
        let same = rows.count { $0.verdict == .same }
        let unclear = rows.count - same - shown.count
        var text = "Of \(rows.count) figures \(shown.count) "
        text += "\(shown.count == 1 ? "differs" : "differ"), "
        text += "\(same) \(same == 1 ? "is" : "are") the same, and of \(unclear) no difference "
        text += "is shown (docs/guide/checks.md)."
        var lines = WrappedText.line(text)
        if !added.isEmpty { lines += WrappedText.line("New: \(added.joined(separator: ", ")).") }
        return lines
    }

    /// One JUnit case for each metric with a better side; `name` precedes the policy's name.
    public func cases(_ name: String) -> [JUnitReport.Case] {
        rows.filter { $0.metric.better != nil }.map { row in
            JUnitReport.Case(
                name: "\(name)\(row.policy) \(row.metric.rawValue)",
                outcome: row.isWorse ? .failed(type: "worse") : .passed, text: row.sentence)
        }
    }

    public func entries(_ name: String) -> [BenchmarkEntries.Entry] {
        rows.map { row in
            BenchmarkEntries.Entry(
                policy: name + row.policy, metric: row.metric, value: row.means.new, halfWidth: nil,
                extra: "\(row.verdictWords); \(row.counts.new) replications")
        }
    }
}

extension DiffRow {
    private var isDrain: Bool { metric.unit == .percentPerHour }
    /// A drain is shown a day.
    fileprivate var scale: Double { isDrain ? FamilyCost.hours : 1 }
    fileprivate var title: String {
        metric.words + (isDrain ? " [\(FamilyCost.drain.unit)]" : metric.unitInBrackets)
    }
    fileprivate func shown(_ value: Double) -> String {
        ReadableNumber.text(scale * value, significantDigits: 5)
    }

    fileprivate var change: String? {
        ratio.map { ReadableNumber.text(($0 - 1) * 100, decimals: 2, signed: true) + " %" }
    }

    /// Such as `higher, worse beyond the tolerance`.
    fileprivate var verdictWords: String {
        switch tone {
        case .bad: "\(verdict.rawValue), worse beyond the tolerance"
        case .good: "\(verdict.rawValue), better"
        case .open: "\(verdict.rawValue), worse within the tolerance"
        case nil: verdict.rawValue
        }
    }

    fileprivate var tone: TextTable.Tone? {
        if isWorse { return .bad }
        return switch (metric.better, verdict) {
        case (.smaller, .lower), (.larger, .higher): .good
        case (.smaller, .higher), (.larger, .lower): .open
        case (nil, _), (_, .same), (_, .noDifferenceShown): nil
        }
    }

    fileprivate var sentence: String {
        let unit = metric.unitInWords.isEmpty ? "" : " \(metric.unitInWords)"
        let interval = interval.map {
            " ("
                + IntervalText.words($0) { interval in
                    IntervalText.cell(interval) { NumberText.text($0) }
                } + ")"
        }
        return "\(policy), \(metric.words): \(NumberText.text(means.new)) after "
            + "\(NumberText.text(means.base))\(unit), difference "
            + "\(NumberText.text(difference))\(interval ?? ""), \(method.rawValue), "
            + "\(counts.new) replications: \(verdictWords)."
    }
}

extension Manifest {
    /// The options in which two commands differ, each with its folder.
    func options(in folder: String, against new: Manifest, in newFolder: String) -> [String] {
        func words(_ command: [String]) -> [String] {
            let starts = command.indices.filter { command[$0].hasPrefix("--") }
            // The format of tables changes no figure.
            let writing = [OptionName.csv.flag, OptionName.sqlite.flag]
            return starts.filter { !writing.contains(command[$0]) }.map { start in
                let end = starts.first { $0 > start } ?? command.endIndex
                return command[start..<end].joined(separator: " ")
            }
        }
        let (old, now) = (words(command), words(new.command))
        return old.filter { !now.contains($0) }.map { "\($0) (\(folder))" }
            + now.filter { !old.contains($0) }.map { "\($0) (\(newFolder))" }
    }
}
