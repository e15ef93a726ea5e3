import Foundation
import Testing

struct SystemRuleTests {
    private struct Row {
        let id: String
        /// The effect of the rule.
        let experiment: String
        let evidence: String
    }

    private static let rows: [Row] = SourceTree.files(in: "docs/reference/system-rules.md")
        .flatMap(\.lines)
        .compactMap { line in
            let cells = line.split(separator: "|").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard cells.count == 5, families.contains(where: cells[0].hasPrefix) else { return nil }
            return Row(id: cells[0], experiment: cells[3], evidence: cells[4])
        }

    /// The first collection; later versions of iOS, Android and WorkManager; processes.
    private static let families = ["SR-", "IM-", "AM-", "WM-", "R0"]

    private static let ids = (1...50).map { "SR-" + String(1000 + $0).dropFirst() }

    @Test("Each rule from SR-001 to SR-050 is in the table once, in order")
    func complete() {
        #expect(Self.rows.map(\.id).filter { $0.hasPrefix("SR-") } == Self.ids)
    }

    @Test("Each rule of a later version is in the table once, with its own id")
    func laterOnce() {
        let ids = Self.rows.map(\.id).filter { !$0.hasPrefix("SR-") }
        #expect(Set(ids).count == ids.count)
        for id in ids where !id.hasPrefix("R") {
            let parts = id.split(separator: "-")
            #expect(parts.count == 2 && parts[1].count == 3 && Int(parts[1]) != nil, "\(id)")
        }
    }

    @Test("A rule is tested, costs no energy or is not modelled, with the reason")
    func evidence() {
        for row in Self.rows where row.evidence != "test" {
            let words = row.evidence.split(separator: ":", maxSplits: 1)
            let isOpen = words.first == "not modelled" || row.evidence.hasPrefix("no energy")
            #expect(isOpen && words.count == 2, "\(row.id)")
        }
    }

    @Test("Only a tested rule says what changes with it")
    func experiments() {
        for row in Self.rows {
            #expect((row.experiment.count > 5) == (row.evidence == "test"), "\(row.id)")
        }
    }

    @Test("A rule marked as tested is named in the title of a test")
    func tested() {
        let lines = SourceTree.tests.filter { $0.target != "TidyTests" }.flatMap(\.lines)
        let long = SourceTree.tests.filter { $0.target != "TidyTests" }.flatMap { file in
            file.text.matches(of: /@Test\(\s*"""(?<title>(?:.|\n)*?)"""/).map(\.output.title)
        }
        let titles =
            long
            + lines.filter { line in
                line.contains("\"") && Self.families.contains { line.contains($0) }
                    && !line.contains("//")
            }
        let missing = Self.rows.filter { row in
            row.evidence == "test" && !titles.contains { $0.contains(row.id) }
        }
        #expect(missing.isEmpty, "\(missing.map(\.id))")
    }
}
