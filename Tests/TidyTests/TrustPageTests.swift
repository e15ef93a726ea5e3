import Foundation
import Testing

/// Tests that the page on trust agrees with the committed table of published results.
struct TrustPageTests {
    private static let page = (SourceTree.files(in: "docs/background/trust.md").first?.text ?? "")
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    private static func table(_ name: String) throws -> [[String: String]] {
        let rows = CSVText.rows(SourceTree.files(in: "Reports/\(name).csv").first?.text ?? "")
        let head = try #require(rows.first)
        return rows.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(head, $0)) }
    }

    /// The figure of a cell, with a number of decimals; empty for an empty cell.
    private static func text(_ cell: String?, decimals: Int) -> String {
        guard let value = cell.flatMap({ Double($0) }) else { return "" }
        return String(format: "%.\(decimals)f", value).replacing("-", with: "−")
    }

    @Test("The page on trust has the skill of the committed table")
    func skill() throws {
        let table = try Self.table("skill")
        for (rows, words) in [
            ("independent", "independent"), ("grade A: a meter", "measured by a meter"),
            ("grade B: a phone's gauge", "by a phone's gauge"),
            ("grade C: told", "told by users and developers"),
            ("drain: asleep", "drain of phones asleep"),
            ("drain: own connection", "drain of apps' own connections"),
            ("power: positions", "power for positions"),
            ("power: transfer", "power of LTE transfers"),
        ] {
            let row = try #require(table.first { $0["rows"] == rows }, "\(rows)")
            let cells = [
                words, row["figures"] ?? "", Self.text(row["off_by"], decimals: 2),
                Self.text(row["constant_off_by"], decimals: 2),
                Self.text(row["skill"], decimals: 2),
            ]
            let line = "| " + cells.map { $0.isEmpty ? "" : "\($0) " }.joined(separator: "| ") + "|"
            #expect(Self.page.contains(line), "\(line)")
        }
        let all = try #require(table.first)
        let (skill, low, high) = (
            Self.text(all["skill"], decimals: 2), Self.text(all["skill_low"], decimals: 2),
            Self.text(all["skill_high"], decimals: 2)
        )
        for sentence in [
            "**Skill \(skill)** (95 %: \(low) to \(high)): on \(all["with_baseline"] ?? "") "
                + "figures",
            "factor of \(Self.text(all["off_by_there"], decimals: 2)), and a constant by "
                + Self.text(all["constant_off_by"], decimals: 2),
            "Of the \(all["figures"] ?? ""), \(all["within_1.5"] ?? "") are within a factor of 1.5 "
                + "and \(all["within_2"] ?? "") within 2. \(all["within_bound"] ?? "") keep "
                + "the bound",
            "the mean ratio is \(Self.text(all["bias"], decimals: 2))",
            "\(all["ranges"] ?? "") of our figures have a range, over the inputs that state one. "
                + "It holds \(all["covered"] ?? "") of the published",
        ] { #expect(Self.page.contains(sentence), "\(sentence)") }
    }

    @Test("The page on trust counts the published results as in the table")
    func counts() throws {
        let rows = try Self.table("validation")
        func count(_ name: String) -> Int { rows.count { $0["class"] == name } }
        let sentences = [
            "holds \(rows.count) rows", "**\(count("partly")) are partly independent**",
            "**\(count("arithmetic")) check arithmetic**",
            "**\(count("circular")) are circular**",
            "**\(count("model-to-model")) compare one model with another**",
            "**\(count("input")) are inputs**",
            "\(count("tested elsewhere")) are tested elsewhere",
            "\(count("nothing published")) have nothing published",
            "\(count("not answerable")) the model cannot answer",
        ]
        for sentence in sentences { #expect(Self.page.contains(sentence), "\(sentence)") }
        #expect(!rows.contains { $0["class"] == "arithmetic" && $0["within_bound"] == "no" })
    }

    /// The subject of an assumption, wherever it is: `apps.mail.world.messages.every.exponential`
    /// has `world.messages.every`.
    private static func subject(_ parameter: String) -> String {
        String(
            parameter.replacing(/^apps\.[^.]+\./, with: "")
                .replacing(/\.(exponential|lognormal\.median)$/, with: ""))
    }

    @Test("The page lists the ten assumptions that move the most scenarios by a tenth")
    func assumptions() throws {
        let file = try #require(SourceTree.files(in: "Reports/assumptions.csv").first)
        let rows = CSVText.rows(file.text)
        let head = try #require(rows.first)
        let columns = try ["scenario", "parameter", "effect"].map {
            try #require(head.firstIndex(of: $0))
        }
        // By subject, the greatest effect in each scenario.
        var moved: [String: [String: Double]] = [:]
        for row in rows.dropFirst() {
            let effect = try #require(Double(row[columns[2]]))
            guard effect > 0.1 else { continue }
            moved[Self.subject(row[columns[1]]), default: [:]][row[columns[0]], default: 0]
                .formMaximum(with: effect)
        }
        let ten = moved.values.map { scenarios in
            (count: scenarios.count, most: scenarios.max { $0.value < $1.value }!)
        }
        .sorted { ($0.count, $0.most.value) > ($1.count, $1.most.value) }.prefix(10)
        let page = try #require(SourceTree.files(in: "docs/background/trust.md").first)
        let told = page.text.matches(of: /\| (\d+) \| `([a-z0-9-]+)` \|\n/)
            .map { "\($0.output.1) \($0.output.2)" }
        #expect(told == ten.map { "\($0.count) \($0.most.key)" })
    }

    @Test(
        "An assumption of an app has the subject of a scenario's",
        arguments: [
            ("apps.mail.world.messages.every.exponential", "world.messages.every"),
            ("world.outbox.size.lognormal.median", "world.outbox.size"),
            ("device.display.alert-time", "device.display.alert-time"),
        ])
    func subjectRule(_ parameter: String, _ subject: String) {
        #expect(Self.subject(parameter) == subject)
    }
}

extension Double {
    fileprivate mutating func formMaximum(with other: Double) { self = max(self, other) }
}
