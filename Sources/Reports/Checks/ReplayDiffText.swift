extension [ReplayDiff] {
    /// `nil` if all values are equal. All have the same base.
    public var screen: Screen? {
        if allSatisfy(\.isSame) { return nil }
        var screen = Screen(
            answer: map(verdict).joined(separator: "\n"), table: .table(table),
            notes: notes, details: hosts.map { [$0] } ?? [])
        screen.title = "The trace against the earlier one"
        return screen
    }

    private func verdict(_ diff: ReplayDiff) -> String {
        let worse = diff.rows.filter(\.isWorse)
        let edge = "by more than \(NumberText.text(diff.tolerance * 100)) %"
        let name = count > 1 ? "\(PrintableText.excerpt(diff.new.folder, to: 60)): " : ""
        guard let most = worse.max(by: { $0.difference < $1.difference }) else {
            let what =
                diff.isSame
                ? "every figure is the same" : "on no radio the trace causes more \(edge)"
            return "\(name)Passed: \(what)."
        }
        let change = Self.change(most).map { " (\($0))" } ?? ""
        let energy = ReadableNumber.text(most.difference, significantDigits: 4)
        return "\(name)Failed: on \(worse.count) of \(diff.base.radios.count) "
            + "\(diff.base.radios.count == 1 ? "radio" : "radios") the trace causes more \(edge); "
            + "\(energy) J more\(change) on \(most.radio)."
    }

    private var table: TextTable {
        let rows = flatMap { diff in
            diff.rows.filter { $0.base != $0.new }.map { (folder: diff.new.folder, row: $0) }
        }
        return TextTable(
            rows, tone: { $0.row.isWorse ? .bad : nil },
            (count > 1 ? [.left("result", \.folder)] : []) + [
                .left("radio", \.row.radio), .left("figure", \.row.figure.words),
                .right("base") { ReadableNumber.text($0.row.base, significantDigits: 5) },
                .right("new") { ReadableNumber.text($0.row.new, significantDigits: 5) },
                .right("difference") { figure($0.row.difference, signed: true) },
                .right("change") { Self.change($0.row) },
            ])
    }

    private var notes: String {
        var lines = ""
        for diff in self {
            let changed =
                (diff.changedInputs
                + diff.base.manifest.options(
                    in: diff.base.folder, against: diff.new.manifest, in: diff.new.folder))
                .joined(separator: ", ")
            if !changed.isEmpty { lines += WrappedText.line("Changed: \(changed)") }
            if !diff.added.isEmpty {
                lines += WrappedText.line("New: \(diff.added.joined(separator: ", "))")
            }
        }
        lines += WrappedText.line(
            "A trace is one run: that another of the same app would differ so is not shown.")
        return lines
    }

    private var hosts: Screen.Part? {
        guard let diff = first, count == 1 else { return nil }
        let moved = diff.hosts.filter { $0.base != $0.new }
        guard !moved.isEmpty else { return nil }
        let table = moved.prefix(10).table([
            .left("host") { $0.host.isEmpty ? "not known" : $0.host },
            .right("base [J]") { ReadableNumber.text($0.base, decimals: 3) },
            .right("new [J]") { ReadableNumber.text($0.new, decimals: 3) },
            .right("difference [J]") { figure($0.difference, signed: true) },
        ])
        let rest = moved.count - 10
        return .table(table, below: rest > 0 ? "and \(rest) more: --out writes them all\n" : "")
    }

    fileprivate static func change(_ row: ReplayDiff.Row) -> String? {
        guard row.base != 0 else { return nil }
        return ReadableNumber.text((row.new / row.base - 1) * 100, decimals: 2, signed: true) + " %"
    }
}

extension ReplayDiff {
    /// One JUnit case for the energy that the trace costs on each radio.
    public func cases(_ name: String) -> [JUnitReport.Case] {
        rows.filter { $0.figure == .caused }.map { row in
            JUnitReport.Case(
                name: name + row.radio, outcome: row.isWorse ? .failed(type: "worse") : .passed,
                text: "caused \(NumberText.text(row.new)) J after \(NumberText.text(row.base)) J; "
                    + "\(NumberText.text(tolerance * 100)) % more is allowed.")
        }
    }

    public func entries(_ name: String) -> [BenchmarkEntries.Entry] {
        rows.filter { $0.figure == .caused }.map { row in
            BenchmarkEntries.Entry(
                name: "\(name)\(row.radio): caused by the trace", unit: "J", value: row.new,
                extra: row.isWorse ? "worse beyond the tolerance" : "within the tolerance")
        }
    }
}

public enum ReplayDiffTables {
    public typealias Row = (result: String, row: ReplayDiff.Row)

    public typealias HostRow = (result: String, row: ReplayDiff.HostRow)

    static func diffRows(of diffs: [ReplayDiff]) -> [Row] {
        diffs.flatMap { diff in diff.rows.map { (diff.new.folder, $0) } }
    }

    static let diff = Table<Row>("replay-diff").with(columns: [
        .text("result", "Folder of the new result.", \.result),
        .text("radio", "Profile name.", \.row.radio),
        .text("figure", "Column of radios.csv.", \.row.figure.rawValue),
        .number("base", "Value in the earlier result.", \.row.base),
        .number("new", "Value in the new result.", \.row.new),
        .number("difference", "New minus base.", \.row.difference),
        .truth(
            "beyond_tolerance",
            "yes if the energy caused by the trace grew by more; otherwise no.", \.row.isWorse),
    ])

    static func hostRows(of diffs: [ReplayDiff]) -> [HostRow] {
        diffs.flatMap { diff in diff.hosts.map { (diff.new.folder, $0) } }
    }

    static let hosts = Table<HostRow>("host-diff").with(columns: [
        .text("result", "Folder of the new result.", \.result),
        .text("host", "Remote address; empty if unknown.") {
            $0.row.host.isEmpty ? nil : $0.row.host
        },
        .number("base_J", "Energy that its packets caused in the earlier result.", \.row.base),
        .number("new_J", "Value in the new result.", \.row.new),
        .number("difference_J", "New minus base.", \.row.difference),
    ])
}
