import Foundation
import Testing

/// Tests that the committed results belong to the shipped scenarios and agree everywhere.
///
/// `.ci/run` compares them byte for byte with new ones.
struct ReportTidyTests {
    private static let scenarios = SourceTree.files(
        in: "Profiles/scenarios", withExtension: "yaml"
    ).map { name(of: $0.path) }

    private static func name(of path: String) -> String {
        let file = path.split(separator: "/").last ?? ""
        return String(file.prefix { $0 != "." })
    }

    private static func text(_ path: String) -> String? {
        SourceTree.files(in: path).first?.text
    }

    private static func lines(_ path: String) -> [Substring] {
        (text(path) ?? "").split(separator: "\n")
    }

    @Test("Every scenario has a folder in Reports, and every comparison's folder a scenario")
    func folders() {
        let folders = SourceTree.files(in: "Reports", withExtension: "txt")
            .filter { $0.path.hasSuffix("/table.txt") }
            .map { String($0.path.split(separator: "/")[1]) }
        let missing = Set(Self.scenarios).subtracting(folders).sorted()
        let without = Set(folders).subtracting(Self.scenarios).sorted()
        #expect(missing.isEmpty, "scripts/reports makes them")
        #expect(without.isEmpty, "their scenarios are gone")
    }

    @Test("Reports/README.md names every scenario")
    func list() {
        let readme = Self.text("Reports/README.md") ?? ""
        let missing = Self.scenarios.filter { !readme.contains("[\($0)](\($0)/table.txt)") }
        #expect(missing.isEmpty, "scripts/reports writes the list")
    }

    @Test("Every scenario states its answer")
    func answered() {
        let mute = SourceTree.files(in: "Profiles/scenarios", withExtension: "yaml")
            .filter { file in !file.lines.contains { $0.hasPrefix("answer:") } }
        #expect(mute.isEmpty, "\(mute.map(\.path))")
    }

    @Test("docs/guide/optimisation.md has the study's counts of the search")
    func optimumStudy() throws {
        let rows = Self.lines("Reports/optimum-study.csv").map { $0.split(separator: ",") }
        let page = Self.lines("docs/guide/optimisation.md")
        #expect(rows.count == 10)
        for row in rows.dropFirst() {
            let cell = Dictionary(uniqueKeysWithValues: zip(rows[0], row))
            func percent(_ column: Substring) throws -> String {
                let value = try #require(cell[column].flatMap { Double($0) })
                let tenths = Int((value * 1000).rounded())
                return "\(tenths / 10).\(tenths % 10)"
            }
            let line = try #require(page.first { $0.hasPrefix("| \(row[0])") }, "\(row[0])")
            let said = line.split(separator: "|").map { $0.filter { $0 != " " } }
            let error = try percent("coverage_se")
            let coverage = try percent("coverage")
            #expect(said[1] == (error == "0.0" ? "100%" : "\(coverage)±\(error)%"), "\(row[0])")
            let (width, flat) = (try percent("mean_width"), try percent("flat"))
            #expect(said[2] == "\(width)%" && said[3] == "\(flat)%", "\(row[0])")
            let regret = try "\(percent("regret"))%(\(percent("regret_max")))"
            #expect(said[4] == regret, "\(row[0])")
            #expect(cell["contradictions"] == "0" && cell["short"] == "no", "\(row[0])")
        }
    }

    @Test("Reports/answers.csv has the tables' first lines and their questions")
    func answers() {
        let committed = Self.lines("Reports/answers.csv").map(String.init)
        #expect(committed.count == Self.scenarios.count + 1)
        for (scenario, row) in zip(Self.scenarios, committed.dropFirst()) {
            let cells = Self.cells(row)
            #expect(cells.count == 3 && cells[0] == scenario)
            let table = Self.lines("Reports/\(scenario)/table.txt").joined(separator: " ")
                .split(separator: " ").joined(separator: " ")
            #expect(table.hasPrefix(cells[2] + " "), "\(scenario): the answer comes first")
            #expect(table.contains(" Asked: \(cells[1]) "), "\(scenario)")
        }
    }

    /// The cells of a CSV line, some of which are quoted.
    private static func cells(_ line: String) -> [String] {
        var (cells, cell, isQuoted) = ([String](), "", false)
        for character in line.replacingOccurrences(of: "\"\"", with: "\u{0}") {
            if character == "\"" {
                isQuoted.toggle()
            } else if character == ",", !isQuoted {
                cells.append(cell)
                cell = ""
            } else {
                cell.append(character == "\u{0}" ? "\"" : character)
            }
        }
        return cells + [cell]
    }

    @Test("No report is larger than anybody would read")
    func size() {
        // The explorer's page holds all values that a reader may drag to.
        let page = "Reports/explore/explore.html"
        let large = SourceTree.files(in: "Reports").filter {
            $0.text.utf8.count > ($0.path == page ? 250_000 : 150_000)
        }.map(\.path)
        #expect(large.isEmpty)
    }
}
