import Foundation
import Testing

@Suite struct CompareCommandTests {
    /// Columns that scripts and spreadsheets rely on.
    private static let headers = [
        "summary.csv":
            "scenario,policy,metric,unit,n,mean,sd,ci_level,ci_low,ci_high,median,p05,p95,"
            + "ci_method,unlike,unlike_at_most",
        "comparison.csv":
            "scenario,baseline,policy,metric,unit,n,difference,ci_low,ci_high,ratio,"
            + "ratio_ci_low,ratio_ci_high,p_value,p_adjusted,verdict,hl_difference,hl_low,hl_high,"
            + "wilcoxon_p,wilcoxon_p_adjusted,boot_low,boot_high,boot_ratio_low,boot_ratio_high,"
            + "effect_size,superiority,equivalence_margin,equivalence_p,equivalence_p_adjusted,"
            + "warnings,ci_method,unlike,unlike_at_most",
        "events.csv":
            "scenario,policy,event,n,trials,occurrences,runs,runs_at_most,share,ci_low,ci_high,"
            + "per_day,per_day_ci_low,per_day_ci_high,dispersion,clustered",
        "residence.csv": "scenario,policy,component,state,residence_s,share,energy_J,entries",
        "causes.csv": "scenario,policy,component,activity,kind,energy_J",
    ]

    @Test("--anyway changes nothing where no permission is needed")
    func anyway() throws {
        let words = ["compare", "keep-alive", "--replications", "4"]
        let plain = try Tool.run(words).output
        #expect(plain.hasPrefix("A keep-alive every 29 minutes instead"))
        #expect(try Tool.run(words + ["--anyway"]).output == plain)
    }

    @Test("Two replications claim nothing about runs that were not simulated")
    func two() throws {
        let outcome = try Tool.run(["compare", "keep-alive", "--replications", "2"])
        let share = try #require(
            outcome.words.firstMatch(of: /may still happen in up to (\d+) % of runs/))
        // One of the two differs from the other. The upper end by Clopper and Pearson is
        // 0.975^(1/2) = 0.9874.
        #expect(share.1 == "99", "\(outcome.output)")
    }

    @Test("An unreachable precision is answered with: no allowed number would do")
    func unreachable() throws {
        let words = ["compare", "w1", "--precision", "1e-9%"]
        let outcome = try Tool.run(words)
        #expect(outcome.words.contains("no number that is allowed would do"), "\(outcome.output)")
    }

    @Test(
        "Each headline comparison answers in words and figures",
        arguments: [
            ("keep-alive", "keep-alive-29 against keep-alive-10: "),
            ("streaming", "chunked against trickle: "),
            ("location", "significant-change against gps-continuous: "),
        ])
    func answers(scenario: String, opening: String) throws {
        let outcome = try Tool.run(["compare", scenario, "--replications", "4", "--details"])
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        let start = try #require(outcome.words.range(of: opening))
        let answer = outcome.words[start.upperBound...].prefix(160)
        #expect(
            answer.contains(" J less (95 %: ") && answer.contains("% of the battery a"))
        for heading in ["energy", "95 % interval", "ratio", "%/h", "battery", "verdict"] {
            #expect(outcome.output.contains(heading), "\(heading)")
        }
        #expect(outcome.output.contains("Numbers that were not measured"))
    }

    @Test("Antithetic pairs report their effect, in words and in files that diff can read")
    func antithetic() throws {
        let scratch = try ScratchFolder()
        for (folder, seed) in [("a", "1"), ("b", "1"), ("c", "2")] {
            let outcome = try Tool.run(
                [
                    "compare", "streaming", "--antithetic", "--replications", "19", "--seed", seed,
                    "--details", "--out", folder,
                ], in: scratch.url)
            #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
            #expect(outcome.words.contains("20 replications in 10 antithetic pairs"))
            #expect(outcome.words.contains("Antithetic pairs: of the variance"))
        }
        func lines(_ name: String) throws -> [Substring] {
            String(decoding: try scratch.data("a/\(name)"), as: UTF8.self).split(separator: "\n")
        }
        #expect(
            try lines("antithetic.csv").first
                == "scenario,policy,baseline,metric,pairs,variance_ratio,ci_low,ci_high")
        let rows = try lines("replications.csv")
        #expect(rows[0].hasPrefix("scenario,policy,replication,pair,") && rows.count % 20 == 1)
        #expect(rows[20].hasPrefix("streaming,trickle,19,9,"))
        let summary = try lines("summary.csv")
        #expect(summary[1].hasPrefix("streaming,trickle,energy,J,10,"))
        let same = try Tool.run(["diff", "a", "b"], in: scratch.url)
        #expect(same.exitCode == 0 && !same.output.contains("pair ("), "\(same.output)")
        let other = try Tool.run(["diff", "a", "c"], in: scratch.url)
        #expect(other.exitCode == 0 && other.errors.isEmpty, "\(other.output)\(other.errors)")
    }

    @Test(
        "--antithetic is refused where replications are always independent",
        arguments: [["frontier", "location"], ["compare", "keep-alive", "--uncertain"]])
    func refusedPairs(command: [String]) throws {
        let outcome = try Tool.run(command + ["--antithetic"])
        #expect(outcome.exitCode == 64 && outcome.output.isEmpty)
        #expect(outcome.errors.contains("--antithetic has no effect here"), "\(outcome.errors)")
    }

    @Test("--out writes every file with the promised columns, and nothing else")
    func files() throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            ["compare", "keep-alive", "--replications", "5", "--out", "a/b"], in: scratch.url)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(
            try scratch.names(in: "a/b") == [
                "answer.csv", "bought.svg", "bought.vl.json", "causes.csv", "comparison.csv",
                "datapackage.json", "differences.svg", "differences.vl.json", "durations.csv",
                "errand.svg", "errand.vl.json", "events.csv", "manifest.json", "policies.svg",
                "policies.vl.json", "power.svg", "power.vl.json", "replications.csv",
                "report.html", "residence.csv", "summary.csv",
            ])
        for (name, header) in Self.headers {
            let text = String(decoding: try scratch.data("a/b/\(name)"), as: UTF8.self)
            #expect(text.hasPrefix(header + "\n"), "\(name)")
        }
        let replications = String(
            decoding: try scratch.data("a/b/replications.csv"), as: UTF8.self)
        let lines = replications.split(separator: "\n")
        #expect(lines.count == 1 + 3 * 5)
        #expect(lines[0].hasPrefix("scenario,policy,replication,energy_J,marginal_energy_J,"))
        #expect(lines[0].contains(",drain_percent_per_hour,"))
    }

    @Test("Repeating a comparison, with any number of jobs, gives identical bytes")
    func sameBytes() throws {
        let scratch = try ScratchFolder()
        for (folder, jobs) in [("one", "1"), ("two", "2"), ("again", "2")] {
            let outcome = try Tool.run(
                [
                    "compare", "streaming", "--replications", "150", "--horizon", "30min",
                    "--jobs", jobs, "--out", folder,
                ], in: scratch.url)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
        }
        for name in try scratch.names(in: "one") {
            let expected = try scratch.data("one/\(name)")
            #expect(try scratch.data("two/\(name)") == expected, "\(name)")
            #expect(try scratch.data("again/\(name)") == expected, "\(name)")
        }
    }

    @Test("Another seed, radio or device gives another result, and the manifest says so")
    func overrides() throws {
        let scratch = try ScratchFolder()
        let variants = [
            [], ["--seed", "2"], ["--radio", "lte-huang-2012"], ["--device", "iphone-3gs"],
        ]
        var summaries: Set<Data> = []
        var manifests: Set<Data> = []
        for (number, options) in variants.enumerated() {
            let outcome = try Tool.run(
                ["compare", "keep-alive", "--replications", "3", "--out", "\(number)"] + options,
                in: scratch.url)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            summaries.insert(try scratch.data("\(number)/summary.csv"))
            manifests.insert(try scratch.data("\(number)/manifest.json"))
        }
        #expect(summaries.count == variants.count && manifests.count == variants.count)
    }

    @Test("Another system has other rules: iOS 7 waits between significant changes")
    func system() throws {
        func output(_ system: String) throws -> String {
            try Tool.run([
                "compare", "location", "--replications", "3", "--system", system, "--details",
            ]).output
        }
        let (old, later) = (try output("ios-4"), try output("ios-7"))
        #expect(old.contains("ios-4") && later.contains("ios-7"))
        #expect(
            old.split(separator: "\n").first { $0.hasPrefix("uploads") }
                != later.split(separator: "\n").first { $0.hasPrefix("uploads") })
    }

    @Test("A folder never holds halves of two results")
    func noMixture() throws {
        let scratch = try ScratchFolder()
        _ = try Tool.run(
            ["compare", "keep-alive", "--replications", "2", "--out", "out"], in: scratch.url)
        let outcome = try Tool.run(
            ["run", "keep-alive", "--policy", "none", "--out", "out", "--force"],
            in: scratch.url)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let names = [
            "causes.csv", "datapackage.json", "manifest.json", "power.svg", "power.vl.json",
            "report.html", "residence.csv",
        ]
        #expect(try scratch.names(in: "out") == names)
    }

    @Test("A finished result is replaced as a whole; other files in the folder stay")
    func replaces() throws {
        let scratch = try ScratchFolder()
        try FileManager.default.createDirectory(
            at: scratch.url.appendingPathComponent("out"), withIntermediateDirectories: true)
        try scratch.file("out/notes.txt", "mine")
        for replications in ["3", "2"] {
            let outcome = try Tool.run(
                ["compare", "keep-alive", "--replications", replications, "--out", "out"],
                in: scratch.url)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
        }
        #expect(try scratch.data("out/notes.txt") == Data("mine".utf8))
        #expect(try scratch.data("out/summary.csv").count > 1000)
    }

    @Test("Ctrl-C ends the simulation, and what was simulated is still reported")
    func interrupted() throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.shell(
            """
            "$TAILWATT" compare location --replications 100000 --out out >text 2>errors &
            sleep 3; kill -INT $!; wait $!
            """, in: scratch.url)
        #expect(outcome.exitCode == 130)
        let text = String(decoding: try scratch.data("text"), as: UTF8.self)
        #expect(text.contains("Interrupted: these are the "), "\(text)")
        let rows =
            String(decoding: try scratch.data("out/replications.csv"), as: UTF8.self)
            .split(separator: "\n").count - 1
        #expect(rows > 0 && rows % 8 == 0, "\(rows)")
    }

    @Test("The answer's words are left out where the figures are of other values")
    func answerOfOthers() throws {
        func output(_ options: [String]) throws -> String {
            try Tool.run(["compare", "keep-alive", "--replications", "2"] + options).output
        }
        let words = "A keep-alive every 29 minutes instead"
        #expect(try output([]).contains(words))
        let other = try output(["--set", "policies.keep-alive-29.interval=20min"])
        #expect(!other.contains(words))
        #expect(other.contains("\nChanged by --set: policies.keep-alive-29.interval=20min\n"))
        let longer = try output(["--horizon", "48h"])
        #expect(!longer.contains(words) && longer.contains("the figures are for 48 h."))
        #expect(try output(["--set", "radio.demotions.CELL_FACH.after=5s"]).contains(words))
    }

    @Test("Two replications are enough where nothing is random")
    func exact() throws {
        let output = try Tool.run(["compare", "keep-alive-alone"]).output
        #expect(output.contains("the figures are exact") && !output.contains("warning: fewer"))
    }

    @Test("A kind of radio stands for every shipped radio of that kind, in identical worlds")
    func family() throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            [
                "compare", "keep-alive", "--radio", "lte", "--replications", "4", "--horizon",
                "2h", "--details", "--out", "lte",
            ], in: scratch.url)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        for word in [
            "4 radios (lte) in the same worlds", "greatest / least", "lower on all",
            "From the dearest to the cheapest:", "lte-huang-2012: a phone of 2012",
        ] {
            #expect(outcome.words.contains(word), "\(word)\n\(outcome.output)")
        }
        let rows = String(decoding: try scratch.data("lte/family.csv"), as: UTF8.self)
            .split(separator: "\n")
        let header = "scenario,radio,technology,because,policy,metric,unit,"
        #expect(rows.first?.hasPrefix(header) == true)
        // Each radio's row equals what the command finds for that radio alone.
        let alone = try Tool.run(
            [
                "compare", "keep-alive", "--radio", "lte-tmobile-2021", "--replications", "4",
                "--horizon", "2h", "--out", "one",
            ], in: scratch.url)
        #expect(alone.exitCode == 0)
        let summary = String(decoding: try scratch.data("one/summary.csv"), as: UTF8.self)
        let energy = try #require(
            summary.split(separator: "\n").first { $0.contains("keep-alive-10,energy,J,") })
        let mean = energy.split(separator: ",")[5]
        #expect(
            rows.contains {
                $0.hasPrefix("keep-alive,lte-tmobile-2021,")
                    && $0.contains(",keep-alive-10,energy,J,4,\(mean),")
            })
    }

    @Test("Several radios are separated by commas and cannot be combined with --uncertain")
    func severalRadios() throws {
        let two = try Tool.run([
            "compare", "keep-alive", "--radio", "wifi-psm, umts-telia", "--replications", "2",
            "--horizon", "1h",
        ])
        #expect(two.exitCode == 0, "\(two.errors)")
        #expect(two.output.contains("2 radios (wifi-psm, umts-telia) in the same worlds"))
        let drawn = try Tool.run(["compare", "keep-alive", "--radio", "lte", "--uncertain"])
        #expect(drawn.exitCode != 0 && drawn.errors.contains("--uncertain-radio"))
        let wrong = try Tool.run(["compare", "keep-alive", "--radio", "lte,nothing"])
        #expect(wrong.exitCode != 0 && wrong.errors.contains("nothing"))
    }

    @Test("With other values of policies the answer gives each one's share of the battery a day")
    func changed() throws {
        let words = [
            "compare", "keep-alive", "--replications", "4", "--set",
            "policies.keep-alive-29.interval=20min",
        ]
        let outcome = try Tool.run(words)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(
            outcome.words.contains(
                /Due to the app, % of the battery a day: keep-alive-10 7\.\d+ ± [\d.]+, keep/),
            "\(outcome.output)")
        #expect(outcome.words.contains("keep-alive-29 against keep-alive-10: 674.7 J less (95 %:"))
    }

    @Test("The answer alone does not refer to a table below it")
    func alone() throws {
        let words = ["compare", "messenger-today", "--replications", "2", "--horizon", "2h"]
        let shown = try Tool.run(words)
        #expect(shown.words.contains("; the other policies are below."), "\(shown.output)")
        let quiet = try Tool.run(words + ["--quiet"])
        #expect(quiet.exitCode == 0 && !quiet.words.contains("below"), "\(quiet.output)")
    }
}
