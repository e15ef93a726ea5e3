import Foundation
import Testing

/// The table of the system's rules in docs/reference/system-rules.md, against the tests.
struct SystemRuleTests {
    private struct Row {
        let id: String
        /// What moves when the rule is changed.
        let experiment: String
        let evidence: String
    }

    private static let rows: [Row] = SourceTree.files(in: "docs/reference/system-rules.md")
        .flatMap(\.lines)
        .compactMap { line in
            let cells = line.split(separator: "|").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard cells.count == 5, cells[0].hasPrefix("SR-") else { return nil }
            return Row(id: cells[0], experiment: cells[3], evidence: cells[4])
        }

    private static let ids = (1...50).map { "SR-" + String(1000 + $0).dropFirst() }

    @Test("Each rule from SR-001 to SR-050 stands in the table once, in order")
    func complete() {
        #expect(Self.rows.map(\.id) == Self.ids)
    }

    @Test("A rule is tested, costs no energy or is not modelled; the reason is given")
    func evidence() {
        for row in Self.rows where row.evidence != "test" {
            let words = row.evidence.split(separator: ":", maxSplits: 1)
            let isOpen = words.first == "not modelled" || row.evidence.hasPrefix("no energy")
            #expect(isOpen && words.count == 2, "\(row.id)")
        }
    }

    @Test("A rule that is tested says what moves when it is changed; no other does")
    func experiments() {
        for row in Self.rows {
            #expect((row.experiment.count > 5) == (row.evidence == "test"), "\(row.id)")
        }
    }

    @Test("A rule that says it is tested is named in the title of a test")
    func tested() {
        let titles = SourceTree.tests.filter { $0.target != "TidyTests" }.flatMap(\.lines).filter {
            $0.contains("\"") && $0.contains("SR-") && !$0.contains("//")
        }
        let missing = Self.rows.filter { row in
            row.evidence == "test" && !titles.contains { $0.contains(row.id) }
        }
        #expect(missing.isEmpty, "\(missing.map(\.id))")
    }
}
