import Testing

/// The page on trust says of the published results what the committed table holds.
struct TrustPageTests {
    private static let page = (SourceTree.files(in: "docs/background/trust.md").first?.text ?? "")
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    private static let rows = CSVText.rows(
        SourceTree.files(in: "Reports/validation.csv").first?.text ?? "")

    /// How many rows have this evidence and, if asked, this verdict.
    private static func count(_ evidence: String, _ verdict: String? = nil) throws -> Int {
        let head = try #require(rows.first)
        let kind = try #require(head.firstIndex(of: "evidence"))
        let bound = try #require(head.firstIndex(of: "within_bound"))
        return rows.dropFirst().filter { row in
            row[kind] == evidence && (verdict == nil || row[bound] == verdict)
        }.count
    }

    @Test("The page on trust counts the published results as the table has them")
    func counts() throws {
        let sentences = [
            "holds \(Self.rows.count - 1) rows",
            "**\(try Self.count("validation")) validate**",
            "\(try Self.count("validation", "yes")) keep the bound",
            "\(try Self.count("validation", "no")) miss it",
            "**\(try Self.count("check of arithmetic", "yes")) check arithmetic**",
            "**\(try Self.count("tested elsewhere")) are tested elsewhere**",
            "\(try Self.count("nothing published")) have nothing published",
            "\(try Self.count("not answerable")) the model cannot answer",
        ]
        for sentence in sentences { #expect(Self.page.contains(sentence), "\(sentence)") }
        #expect(try Self.count("check of arithmetic", "no") == 0)
    }
}
