import Foundation
import TestSupport
import Testing

/// Tests that docs/reference/system-rules.md says what becomes of each rule of the later
/// collection. A rule is in the table of implemented rules, or in a list of others with the reason.
/// `SystemRuleTests` tests the table itself.
struct RuleCollectionTests {
    /// 94 rules of iOS, 226 of Android, two of its WorkManager, 73 of processes and radios.
    private static let collection =
        ids("IM-", 1...94) + ids("AM-", 1...226) + ids("WM-", 1...2) + ids("R", 1...73)

    private static func ids(_ family: Substring, _ numbers: ClosedRange<Int>) -> [String] {
        numbers.map { "\(family)" + String(1000 + $0).dropFirst() }
    }

    /// Rows of the tables after the heading "Later versions" whose first cell contains ids.
    private static let rows: [[String]] = SourceTree.files(in: "docs/reference/system-rules.md")
        .flatMap(\.lines).drop { $0 != "## Later versions" }
        .map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        .filter { $0.first?.firstMatch(of: /^(?:IM-|AM-|WM-|R)[0-9]{3}/) != nil }

    /// The ids that a cell names, such as `AM-002` or `IM-021 to IM-023`, separated by commas; nil
    /// for any other format.
    static func named(in cell: String) -> [String]? {
        var found: [String] = []
        for part in cell.split(separator: ",") {
            let part = part.trimmingCharacters(in: .whitespaces)
            guard
                let match = part.wholeMatch(
                    of: /(IM-|AM-|WM-|R)([0-9]{3})(?: to (IM-|AM-|WM-|R)([0-9]{3}))?/),
                let first = Int(match.2)
            else { return nil }
            guard let family = match.3, let last = match.4.flatMap({ Int($0) }) else {
                found += ids(match.1, first...first)
                continue
            }
            guard family == match.1, last > first else { return nil }
            found += ids(family, first...last)
        }
        return found
    }

    @Test("Each rule of the later collection is on the page exactly once")
    func complete() throws {
        var count: [String: Int] = [:]
        for row in Self.rows {
            let ids = try #require(Self.named(in: row[0]), "\(row[0])")
            for id in ids { count[id, default: 0] += 1 }
        }
        #expect(Self.collection.count == 395)
        let missing = Self.collection.filter { count[$0] == nil }
        #expect(missing.isEmpty, "not in the page: \(missing)")
        let twice = count.filter { $0.value > 1 }.keys.sorted()
        #expect(twice.isEmpty, "more than once: \(twice)")
        let unknown = Set(count.keys).subtracting(Self.collection).sorted()
        #expect(unknown.isEmpty, "in no collection: \(unknown)")
    }

    @Test("An unimplemented rule has a reason; an implemented one has a row, marked as tested")
    func reasons() {
        for row in Self.rows {
            if row.count == 5 {
                #expect(Self.named(in: row[0])?.count == 1 && row[4] == "test", "\(row)")
            } else {
                #expect(row.count == 3 && row[1].count > 3 && row[2].count > 3, "\(row)")
            }
        }
    }

    @Test("Lists of ids may have single ids and ranges, and nothing else")
    func lists() {
        #expect(Self.named(in: "AM-002") == ["AM-002"])
        #expect(
            Self.named(in: "IM-001, IM-009 to IM-011") == ["IM-001", "IM-009", "IM-010", "IM-011"])
        for wrong in ["AM-2", "IM-009 to AM-011", "IM-009 to IM-009", "IM-001 IM-002", "SR-001"] {
            #expect(Self.named(in: wrong) == nil, "\(wrong)")
        }
    }

    @Test("The page names each later system's file, and its other names")
    func versions() throws {
        let page = try #require(SourceTree.files(in: "docs/reference/system-rules.md").first)
        let numbers = Array(9...18).map { "ios-\($0)" } + ["ios-26"]
        for file in SourceTree.files(in: "Profiles/systems", withExtension: "yaml") {
            let name = String(file.path.split(separator: "/")[2].dropLast(5))
            let other =
                file.lines.first { $0.hasPrefix("also: [") }?
                .dropFirst(7).dropLast().split(separator: ",")
                .map { $0.trimmingCharacters(in: .whitespaces) } ?? []
            let isLater =
                numbers.contains(name) || Int(name.drop { !$0.isNumber }).map { $0 >= 9 } ?? false
                || ["android-6", "android-7", "android-8"].contains(name)
            guard isLater else { continue }
            let row = page.lines.first { $0.hasPrefix("| `\(name)` |") }
            for each in other {
                #expect(row?.contains("`\(each)`") == true, "\(each) beside \(name)")
            }
            #expect(row != nil, "no row of \(name)")
        }
    }
}
