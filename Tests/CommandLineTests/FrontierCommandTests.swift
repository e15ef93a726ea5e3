import Foundation
import Testing

@Suite struct FrontierCommandTests {
    /// A messenger whose calls are missed: small enough to simulate in a moment.
    private static let scenario = """
        kind: scenario
        name: messenger
        question: Which intervals are worth it?
        device: iphone-4
        radio: umts-att-2010
        system: ios-4
        horizon: 12 h
        world:
          nat-idle-timeout: { lognormal: { median: 20 min, sigma: 0.5 } }
          incoming-calls: { every: { exponential: 1 h } }
        policies:
          - { name: alone, keep-alive: { interval: 29 min } }
        frontier:
          error: unreachable-share
          policies:
            - keep-alive: { interval: [10 min, 20 min], handler-time: [1 s, 5 s] }
            - name: <rare>
              keep-alive: { interval: 40 min }
        replications: { at-least: 10, at-most: 20 }

        """.replacing("<rare>", with: "rare")

    private static let manyTimes = (1...101).map { "\($0) ms" }.joined(separator: ", ")

    /// Columns that scripts and spreadsheets rely on.
    private static let header = """
        scenario,day,policy,family,options,n,cost_metric,cost_unit,cost,cost_ci_low,cost_ci_high,\
        error_metric,error_unit,error,error_ci_low,error_ci_high,on_front,verdict,rival,\
        cost_difference,cost_difference_ci_low,cost_difference_ci_high,error_difference,\
        error_difference_ci_low,error_difference_ci_high
        """

    private func folder(_ text: String = scenario) throws -> ScratchFolder {
        let scratch = try ScratchFolder()
        try scratch.file("mine.yaml", text)
        return scratch
    }

    /// Runs the command in a folder that stays alive until it ends.
    private func run(_ arguments: [String], in folder: ScratchFolder) throws -> Tool.Outcome {
        try withExtendedLifetime(folder) { try Tool.run(arguments, in: folder.url) }
    }

    @Test("The output has a table for the day, the verdicts and their meaning")
    func table() throws {
        let outcome = try run(
            ["frontier", "./mine.yaml", "--replications", "12", "--details"], in: folder())
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        for part in [
            "messenger: 12 replications, ", "interval=10min handler-time=1s",
            "marginal energy against unreachable share", "verdict", "optimal", "dominated",
            "docs/guide/frontier.md", "chosen by the scenario",
        ] {
            #expect(outcome.words.contains(part), "\(part) in \(outcome.output)")
        }
    }

    @Test("The longer handler costs more without any gain, so the shorter one dominates it")
    func verdicts() throws {
        let scratch = try folder()
        let outcome = try run(
            ["frontier", "./mine.yaml", "--replications", "12", "--out", "out"], in: scratch)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let rows = String(decoding: try scratch.data("out/frontier.csv"), as: UTF8.self)
            .split(separator: "\n").map {
                $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            }
        #expect(rows[0].joined(separator: ",") == Self.header)
        let verdict = try #require(rows[0].firstIndex(of: "verdict"))
        func row(_ policy: String) throws -> [String] {
            try #require(rows.first { $0[2] == policy }, "\(policy)")
        }
        let long = try row("keep-alive interval=10min handler-time=5s")
        #expect(long[verdict] == "dominated")
        #expect(long[verdict + 1] == "keep-alive interval=10min handler-time=1s")
        #expect(try #require(Double(long[verdict + 2])) > 0)
        #expect(long[verdict + 5] == "0")
        #expect(
            try scratch.names(in: "out") == [
                "datapackage.json", "frontier.csv", "frontier.svg", "frontier.vl.json",
                "manifest.json", "points.csv", "report.html",
            ])
        let points = String(decoding: try scratch.data("out/points.csv"), as: UTF8.self)
        #expect(points.split(separator: "\n").count == 1 + 5 * 12)
    }

    @Test("The picture is well-formed and names every policy")
    func picture() throws {
        let scratch = try folder()
        _ = try run(
            ["frontier", "./mine.yaml", "--replications", "12", "--out", "out"], in: scratch)
        let svg = String(decoding: try scratch.data("out/frontier.svg"), as: UTF8.self)
        for name in ["10min / 1s", "10min / 5s", "20min / 1s", "20min / 5s"] {
            #expect(svg.contains(">keep-alive \(name)</text>"), "\(name)")
        }
        #expect(svg.contains(">rare</text>") && svg.contains("keep-alive: interval"))
        #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
    }

    @Test("The number of jobs does not change a byte")
    func sameBytes() throws {
        let scratch = try folder()
        for jobs in ["1", "2"] {
            let outcome = try run(
                ["frontier", "./mine.yaml", "--jobs", jobs, "--out", jobs], in: scratch)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
        }
        for name in try scratch.names(in: "1") {
            #expect(try scratch.data("1/\(name)") == scratch.data("2/\(name)"), "\(name)")
        }
    }

    @Test("Only the requested days run, and an unknown day is refused")
    func days() throws {
        let text = Self.scenario.replacing(
            "  error: unreachable-share",
            with: "  days: [at-home, { name: outing, movement: city-walker }]\n"
                + "  error: unreachable-share")
        let scratch = try folder(text)
        let both = try run(
            ["frontier", "./mine.yaml", "--replications", "2", "--details"], in: scratch
        ).output
        #expect(both.contains("at-home: 2 replications") && both.contains("outing: 2 replications"))
        let one = try run(
            ["frontier", "./mine.yaml", "--replications", "2", "--details", "--days", "outing"],
            in: scratch
        ).output
        #expect(!one.contains("at-home: ") && one.contains("outing: 2 replications"))
        let other = try run(
            [
                "frontier", "./mine.yaml", "--replications", "2", "--details", "--movement",
                "office-by-car",
            ], in: scratch
        ).output
        #expect(other.contains("office-by-car: 2 replications") && !other.contains("outing: "))
        let wrong = try run(
            ["frontier", "./mine.yaml", "--days", "outting"], in: scratch)
        #expect(wrong.exitCode == 66 && wrong.output.isEmpty)
        #expect(wrong.errors.contains("there is no kind of day named \"outting\""))
        #expect(wrong.errors.contains("Did you mean \"outing\"?"))
    }

    @Test(
        "A faulty family exits with 65, the place and a way out",
        arguments: [
            ("interval: [10 min, 20 min]", "interval: []", ["mine.yaml:16:", "is empty", "^"]),
            ("interval: [10 min, 20 min]", "intervall: [10 min]", ["Did you mean \"interval\"?"]),
            ("interval: [10 min, 20 min]", "interval: [10 min, 5 min]", ["refuses less", "^~~~~"]),
            ("error: unreachable-share", "error: unreachable", ["is not a metric"]),
            ("error: unreachable-share", "cost: energy", ["lacks \"error\""]),
            (
                "handler-time: [1 s, 5 s]",
                "handler-time: [\(Self.manyTimes)]",
                ["more than 200 policies"]
            ),
        ] as [(String, String, [String])])
    func faults(old: String, new: String, parts: [String]) throws {
        #expect(Self.scenario.contains(old))
        let outcome = try run(
            ["frontier", "./mine.yaml"], in: folder(Self.scenario.replacing(old, with: new)))
        #expect(outcome.exitCode == 65 && outcome.output.isEmpty, "\(outcome.output)")
        for part in parts { #expect(outcome.errors.contains(part), "\(outcome.errors)") }
    }

    @Test(
        "A scenario without a frontier exits with 65 and says what to add; bad options exit with 64"
    )
    func nothingAsked() throws {
        let none = try Tool.run(["frontier", "keep-alive"])
        #expect(none.exitCode == 65 && none.errors.contains("Add frontier:"), "\(none.errors)")
        #expect(try Tool.run(["frontier", "location", "--jobs", "0"]).exitCode == 64)
        #expect(try Tool.run(["frontier", "location", "--replications", "1"]).exitCode == 64)
        let typo = try Tool.run(["fronteir", "location"])
        #expect(typo.exitCode == 64 && typo.errors.contains("Did you mean \"frontier\"?"))
    }

    @Test("Ctrl-C ends the simulation, and what was simulated is still reported")
    func interrupted() throws {
        let scratch = try folder()
        let outcome = try Tool.shell(
            """
            "$TAILWATT" frontier ./mine.yaml --replications 1000000 --out out >text 2>errors &
            sleep 3; kill -INT $!; wait $!
            """, in: scratch.url)
        #expect(outcome.exitCode == 130)
        let text = String(decoding: try scratch.data("text"), as: UTF8.self)
        #expect(text.contains("Interrupted: these are the "), "\(text)")
        #expect(try scratch.names(in: "out").contains("frontier.csv"))
    }
}
