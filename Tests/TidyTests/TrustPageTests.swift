import Testing

/// Tests that the page on trust agrees with the committed table of published results.
struct TrustPageTests {
    private static let page = (SourceTree.files(in: "docs/background/trust.md").first?.text ?? "")
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    private static let rows = CSVText.rows(
        SourceTree.files(in: "Reports/validation.csv").first?.text ?? "")

    /// The rows with this evidence and optionally this verdict and this beginning of a result.
    private static func count(
        _ evidence: String, _ verdict: String? = nil, of result: String = ""
    ) throws -> Int {
        let head = try #require(rows.first)
        let kind = try #require(head.firstIndex(of: "evidence"))
        let bound = try #require(head.firstIndex(of: "within_bound"))
        let name = try #require(head.firstIndex(of: "result"))
        return rows.dropFirst().filter { row in
            row[kind] == evidence && (verdict == nil || row[bound] == verdict)
                && row[name].hasPrefix(result)
        }.count
    }

    @Test("The page on trust counts the published results as in the table")
    func counts() throws {
        let sentences = [
            "holds \(Self.rows.count - 1) rows",
            "**\(try Self.count("validation")) validate**",
            "\(try Self.count("validation", "yes")) keep the bound",
            "\(try Self.count("validation", "no")) miss it",
            "\(try Self.count("validation", "no", of: "X55")) of the misses are one 5G modem",
            "**\(try Self.count("check of arithmetic", "yes")) check arithmetic**",
            "**\(try Self.count("tested elsewhere")) are tested elsewhere**",
            "\(try Self.count("nothing published")) have nothing published",
            "\(try Self.count("not answerable")) the model cannot answer",
        ]
        for sentence in sentences { #expect(Self.page.contains(sentence), "\(sentence)") }
        #expect(try Self.count("check of arithmetic", "no") == 0)
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
