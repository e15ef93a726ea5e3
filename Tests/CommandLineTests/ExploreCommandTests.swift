import Foundation
import TestSupport
import Testing

/// Tests of `tailwatt explore`: its page, the numbers in it, and its errors.
@Suite struct ExploreCommandTests {
    private static let factors = """
        factors:
          policies.*.ping: { label: A ping every, values: [1 min, 10 min], scale: log }
          system: [android-12, android-14]
        """

    /// The shipped scenario with other factors, in 6 hours.
    private static func scenario(_ factors: String, in scratch: ScratchFolder) throws {
        let shipped = Repository.root.appendingPathComponent("Profiles/scenarios/explore.yaml")
        let text = try String(contentsOf: shipped, encoding: .utf8)
        let start = try #require(text.range(of: "# The page of"))
        let end = try #require(text.range(of: "\nreplications:"))
        let changed = text.replacingCharacters(
            in: start.lowerBound..<end.lowerBound, with: factors + "\n"
        ).replacingOccurrences(of: "horizon: 24 h", with: "horizon: 6 h")
        try scratch.file("mine.yaml", Data(changed.utf8))
    }

    private static let words = [
        "explore", "./mine.yaml", "--radio", "pixel-6-2021-lte,wifi-psm", "--replications", "2",
    ]

    private static func data(_ page: String) throws -> [String: Any] {
        let start = try #require(page.range(of: "id=\"data\">"))
        let end = try #require(
            page.range(of: "</script>", range: start.upperBound..<page.endIndex))
        let json = Data(page[start.upperBound..<end.lowerBound].utf8)
        return try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    }

    @Test("The page has the answer, all numbers and nothing from elsewhere, whatever the jobs")
    func page() throws {
        let scratch = try ScratchFolder()
        try Self.scenario(Self.factors, in: scratch)
        let one = try Tool.run(Self.words + ["--jobs", "1"], in: scratch.url)
        #expect(one.exitCode == 0 && one.errors.isEmpty, "\(one.errors)")
        let two = try Tool.run(Self.words + ["--jobs", "3"], in: scratch.url)
        #expect(one.output == two.output)
        let page = one.output
        #expect(page.contains("A ping every 1 min costs a Pixel 6 (2021) on LTE "))
        #expect(page.contains("default-src 'none'; style-src 'sha256-"))
        #expect(!page.contains("{{") && !page.contains("src=\"") && !page.contains("@import"))

        let data = try Self.data(page)
        let cells = try #require(data["cells"] as? [String: [String: [String: [Any]]]])
        let exempt = try #require(cells["own-connection-exempt"]?["pixel-6-2021-lte"])
        #expect(exempt["d"]?.count == 4 && exempt["p95"]?.count == 4)
        let push = try #require(cells["push"]?["wifi-psm"])
        #expect(push["d"]?.count == 2, "the first factor does not change the push")
        let factors = try #require(data["factors"] as? [[String: Any]])
        #expect(factors.map { $0["scale"] as? String } == ["log", "linear"])
        #expect(factors[0]["label"] as? String == "A ping every")
        #expect(factors[1]["words"] as? [String] == ["Android 12", "Android 14"])
        let start = try #require(data["start"] as? [String: Any])
        #expect(start["levels"] as? [Int] == [0, 1])
        let tasks = try #require(data["tasks"] as? [String: [String: [String: Any]]])
        #expect(tasks["own-connection-exempt"]?["wifi-psm"]?["name"] as? String == "ping")
    }

    @Test("A number of the page is that of its command")
    func number() throws {
        let scratch = try ScratchFolder()
        try Self.scenario(Self.factors, in: scratch)
        let page = try Tool.run(Self.words, in: scratch.url).output
        let cells = try #require(
            try Self.data(page)["cells"] as? [String: [String: [String: [Any]]]])
        let compare = try Tool.run(
            [
                "compare", "./mine.yaml", "--radio", "wifi-psm", "--set", "policies.*.ping=10 min",
                "--set", "system=android-12", "--replications", "2", "--format", "json",
                "--details",
            ], in: scratch.url)
        let result = try JSONSerialization.jsonObject(with: Data(compare.output.utf8))
        let tables = try #require((result as? [String: Any])?["tables"] as? [String: Any])
        let rows = try #require(tables["summary"] as? [[String: Any]])
        for policy in ["own-connection-exempt", "own-connection-in-doze", "push"] {
            let row = try #require(
                rows.first {
                    $0["policy"] as? String == policy && $0["metric"] as? String == "marginal_drain"
                })
            let mean = try #require(row["mean"] as? Double)
            let shown = try #require(cells[policy]?["wifi-psm"]?["d"])
            let place = policy == "push" ? 0 : 2
            let number = try #require(shown[place] as? Double)
            #expect(abs(number - 24 * mean) <= 6e-4 * abs(24 * mean), "\(policy)")
        }
    }

    @Test("--out writes one file, replaces its own, and no other")
    func file() throws {
        let scratch = try ScratchFolder()
        try Self.scenario(Self.factors, in: scratch)
        for _ in 0..<2 {
            let outcome = try Tool.run(Self.words + ["-o", "page.html"], in: scratch.url)
            #expect(outcome.exitCode == 0 && outcome.output.isEmpty, "\(outcome.errors)")
        }
        try scratch.file("page.html", Data("mine".utf8))
        let refused = try Tool.run(Self.words + ["-o", "page.html"], in: scratch.url)
        #expect(refused.exitCode == 73 && refused.errors.contains("page.html"))
        let input = try Tool.run(Self.words + ["-o", "mine.yaml", "--force"], in: scratch.url)
        #expect(input.exitCode == 73, "\(input.errors)")
    }

    @Test("Default radios that the scenario's apps cannot use are left out")
    func leftOut() throws {
        let words = [
            "explore", "location", "--replications", "2", "--set", "factors={seed: [1]}", "--set",
            "horizon=1 h",
        ]
        let usual = try Tool.run(words)
        #expect(usual.exitCode == 0 && usual.errors.contains("note: wifi-psm is left out: "))
        let kinds = try Self.data(usual.output)["kinds"] as? [[String: Any]]
        #expect(kinds?.map { $0["id"] as? String } == ["umts"])
        let asked = try Tool.run(words + ["--radio", "wifi-psm"])
        #expect(asked.exitCode == 65 && asked.output.isEmpty)
    }

    @Test("The page opens with a policy that the first factor changes")
    func opening() throws {
        let scratch = try ScratchFolder()
        let factors = "factors:\n  policies.own-connection-in-doze.ping: [1 min, 10 min]"
        try Self.scenario(factors, in: scratch)
        let page = try Tool.run(Self.words, in: scratch.url).output
        #expect(
            page.contains("With ping = 1 min, own connection in doze costs a Pixel 6 (2021) on"))
        let start = try #require(try Self.data(page)["start"] as? [String: Any])
        #expect(start["arm"] as? String == "own-connection-in-doze")
    }

    @Test("A label cannot leave its place in the page")
    func hostile() throws {
        let scratch = try ScratchFolder()
        let label = "</script><img src=x onerror=alert(1)>{{data}}"
        let factors =
            "factors:\n  policies.*.ping: { label: \"\(label)\", values: [1 min, 10 min] }"
        try Self.scenario(factors, in: scratch)
        let page = try Tool.run(Self.words, in: scratch.url).output
        #expect(!page.contains("<img") && page.components(separatedBy: "</script>").count == 3)
        let data = try Self.data(page)["factors"] as? [[String: Any]]
        #expect(data?[0]["label"] as? String == label)
    }

    @Test(
        "Factors that make no page are refused, with what to write",
        arguments: [
            ("", "has no factors:"),
            ("factors:\n  policies.*.ping: 1 min..10 min", "is a range, and a page needs values"),
            ("factors:\n  radio: [wifi-psm]", "a page has all radios of a kind"),
            ("factors:\n  policies.*.pong: [1 min]", "policies.* has no \"pong\""),
            ("factors:\n  policies.*.ping: [1 min, 3 mW]", "3 mW"),
            ("factors:\n  policies.*.ping: { label: x }", "values"),
            ("factors:\n  policies.*.ping: { values: [] }", "is empty"),
            ("factors:\n  policies.*.ping: { values: [1 min], scale: cubic }", "cubic"),
            (
                "factors:\n  seed: [\((1...501).map(String.init).joined(separator: ", "))]",
                "have more than 500 combinations"
            ),
            (
                "factors:\n  policies.*.ping: [1 min]\n  horizon: [1 h]\n  seed: [1]\n  "
                    + "system: [android-12]", "has 4 factors, and a page shows at most 3"
            ),
        ])
    func refused(_ factors: String, _ words: String) throws {
        let scratch = try ScratchFolder()
        try Self.scenario(factors, in: scratch)
        let outcome = try Tool.run(Self.words, in: scratch.url)
        #expect(outcome.exitCode == 65 && outcome.output.isEmpty, "\(outcome.errors)")
        #expect(outcome.errorWords.contains(words), "\(outcome.errors)")
    }
}
