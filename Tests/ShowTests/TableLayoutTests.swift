import Foundation
import TestSupport
import Testing

@testable import Show

/// Tables and words in terminals that are narrower than they are.
@Suite struct TableLayoutTests {
    private static func words(_ random: inout SplitMix64, _ most: Int) -> String {
        (0..<Int.random(in: 0...most, using: &random)).map { _ in
            String(
                repeating: ["a", "b-", "7", "語", "."].randomElement(using: &random) ?? "a",
                count: Int.random(in: 1...12, using: &random))
        }.joined(separator: " ")
    }

    private static func table(_ random: inout SplitMix64) -> TextTable {
        let count = Int.random(in: 1...12, using: &random)
        var table = TextTable(
            columns: (0..<count).map { _ in
                .init(words(&random, 4), Bool.random(using: &random) ? .left : .right)
            }, keys: Int.random(in: 1...min(2, count), using: &random))
        for _ in 0..<Int.random(in: 0...5, using: &random) {
            table.add((0..<count).map { _ in words(&random, 6) }, tone: .bad)
        }
        return table
    }

    @Test("No table is wider than its terminal, and nothing of it is lost")
    func fits() {
        var random = SplitMix64(seed: 20)
        for _ in 0..<2_000 {
            let table = Self.table(&random)
            let width = Int.random(in: 40...130, using: &random)
            let lines = table.text(within: width).split(separator: "\n")
            for line in lines { #expect(TextTable.width(of: String(line)) <= width) }
            func letters(_ texts: [String]) -> [Character: Int] {
                texts.joined().filter { $0 != " " && $0 != "-" }
                    .reduce(into: [:]) { $0[$1, default: 0] += 1 }
            }
            let shown = letters(lines.map(String.init))
            let cells = letters(table.columns.map(\.header) + table.rows.flatMap(\.cells))
            for (letter, count) in cells { #expect(shown[letter, default: 0] >= count) }
        }
    }

    @Test("A table that fits is laid out as wide as its cells")
    func natural() {
        var table = TextTable(columns: [.init("policy"), .init("energy [J]", .right)])
        table.add(["keep-alive-10", "1,234.5"])
        #expect(table.text(within: 40) == table.text(within: 120))
    }

    @Test("Headings are broken first, then words, then names; numbers stay whole")
    func order() {
        var table = TextTable(columns: [
            .init("policy"), .init("due to the app [J]", .right), .init("verdict"),
        ])
        table.add(["every-quarter-of-an-hour", "-20,682.6 ± 13.4", "no difference shown"])
        let (wide, words, names) = (
            table.text(within: 63), table.text(within: 58), table.text(within: 46)
        )
        for text in [wide, words, names] { #expect(text.contains("-20,682.6 ± 13.4")) }
        #expect(wide.contains("no difference shown") && wide.contains("every-quarter-of-an-hour"))
        #expect(words.contains("every-quarter-of-an-hour") && !words.contains("difference shown"))
        #expect(!names.contains("every-quarter-of-an-hour"))
    }

    @Test("Columns that do not fit go below, with the columns that tell rows apart")
    func parts() {
        var table = TextTable(
            columns: [.init("point"), .init("policy")]
                + (0..<6).map { .init("metric \($0)", .right) }, keys: 2)
        table.add(["1", "none"] + (0..<6).map { "\($0),000,000 ± 10,000" })
        let parts = table.text(within: 60).components(separatedBy: "\n\n")
        #expect(parts.count > 1)
        for part in parts { #expect(part.contains("point") && part.contains("none")) }
    }

    @Test("Only the last cell has colours, and they take no width")
    func colours() {
        var table = TextTable(columns: [.init("limit"), .init("outcome")])
        table.add(["a", "met"], tone: .good)
        table.add(["b", "\u{1B}[31mexceeded"], tone: .bad)
        let coloured = table.text(within: 80, isColoured: true)
        #expect(coloured.contains("a      \u{1B}[32mmet\u{1B}[0m\n"))
        let plain = coloured.replacingOccurrences(of: "\u{1B}[32m", with: "")
            .replacingOccurrences(of: "\u{1B}[31m", with: "")
            .replacingOccurrences(of: "\u{1B}[0m", with: "")
        #expect(plain == table.text)
    }

    @Test("A line of words is broken between words, not within a number or before its unit")
    func words() {
        let line = String(repeating: "a ", count: 17) + "and 20,634.0 J of it"
        #expect(
            WrappedText.text(line, indent: "", within: 40) == """
                a a a a a a a a a a a a a a a a a and
                20,634.0 J of it

                """)
        #expect(WrappedText.lines("  x\n\ny", within: 40) == "  x\n\ny\n")
        #expect(WrappedText.lines("", within: 40).isEmpty)
    }

    @Test("Markdown cells keep what they say")
    func markdown() {
        var table = TextTable(columns: [.init("a|b"), .init("n", .right)])
        table.add(["<b>*_`|", "1"])
        #expect(table.markdown == "| a\\|b | n |\n|---|---:|\n| \\<b\\>\\*\\_\\`\\| | 1 |\n")
    }
}
