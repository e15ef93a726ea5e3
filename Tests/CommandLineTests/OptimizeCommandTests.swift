import Foundation
import Testing

@Suite struct OptimizeCommandTests {
    /// An app whose calls are missed: small enough to simulate in a moment.
    private static let scenario = """
        kind: scenario
        name: messenger
        question: Which interval is the best?
        device: iphone-4
        radio: umts-att-2010
        system: ios-4
        horizon: 48 h
        world:
          nat-idle-timeout: { exponential: 3 h }
          incoming-calls: { every: { exponential: 30 min } }
        policies:
          - { name: often, keep-alive: { interval: 10 min } }
          - { name: rare, keep-alive: { interval: 40 min } }
          - { name: rarer, keep-alive: { interval: 42 min } }
          - { name: off, none: {} }
        replications: { at-least: 12, at-most: 40 }

        """

    private func folder() throws -> ScratchFolder {
        let scratch = try ScratchFolder()
        try scratch.file("mine.yaml", Self.scenario)
        return scratch
    }

    /// Runs the command in a folder that stays alive until it ends.
    private func run(_ arguments: [String], in folder: ScratchFolder) throws -> Tool.Outcome {
        try withExtendedLifetime(folder) { try Tool.run(arguments, in: folder.url) }
    }

    private static let range = "policies.often.interval=10min..60min"

    private func optimize(
        _ others: [String], vary: String = range, in scratch: ScratchFolder? = nil
    ) throws -> Tool.Outcome {
        try run(
            ["optimize", "./mine.yaml", "--vary", vary] + others, in: scratch ?? folder())
    }

    // MARK: optimize

    @Test("A reached limit gives the optimum, its interval, its verdict and the curve")
    func limit() throws {
        let scratch = try folder()
        let outcome = try optimize(
            [
                "--minimise", "energy", "--subject-to", "calls-missed <= 6 %", "--replications",
                "120", "--points", "7", "--details", "--out", "out",
            ], in: scratch)
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        for part in [
            "which policies.often.interval has the least energy with calls-missed <= 6 %?",
            "optimum: anything from ", "(95 %: ", "where calls-missed <= 6 % is reached",
            "least at ", "on other replications: energy", "not shown worse", "breaks a limit",
            "docs/guide/optimisation.md",
        ] {
            #expect(outcome.words.contains(part), "\(part) in \(outcome.output)")
        }
        #expect(
            try scratch.names(in: "out") == [
                "constraints.csv", "datapackage.json", "manifest.json", "optimum.csv",
                "report.html", "tradeoff.svg", "tradeoff.vl.json",
            ])
        let rows = String(decoding: try scratch.data("out/optimum.csv"), as: UTF8.self)
            .split(separator: "\n")
        let header = "scenario,path,stage,value,x,goal,better,n,mean,ci_low,ci_high,feasible"
        #expect(rows[0].hasPrefix(header))
        #expect(rows.contains { $0.contains(",check,") } && rows.contains { $0.contains(",grid,") })
        let svg = String(decoding: try scratch.data("out/tradeoff.svg"), as: UTF8.self)
        #expect(svg.contains("calls missed [% of calls offered]") && svg.contains("</svg>"))
    }

    @Test("Without a limit the fewest keep-alives win: the range's end, with a warning")
    func edge() throws {
        let outcome = try optimize(["--minimise", "energy"])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        for part in [
            // The end alone, or one of several that the noise does not tell apart.
            "the upper end of the range asked, 60 min (95 %: ",
            " to 60 min); the optimum may lie beyond ",
        ] {
            #expect(outcome.words.contains(part), "\(part) in \(outcome.output)")
        }
    }

    @Test("A limit that nothing keeps: the nearest value is named, and what to do")
    func infeasible() throws {
        let outcome = try optimize(
            ["--minimise", "energy", "--subject-to", "energy <= 1", "--replications", "4"])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        for part in ["keeps energy <= 1.", "nearest to energy <= 1: 60 min", "Widen the range"] {
            #expect(outcome.output.contains(part), "\(part) in \(outcome.output)")
        }
    }

    @Test("The number of jobs does not change a byte")
    func jobs() throws {
        let scratch = try folder()
        let others = ["--minimise", "energy + 300 calls-missed", "--replications", "6"]
        for jobs in ["1", "3"] {
            let outcome = try optimize(
                others + ["--jobs", jobs, "--out", "out\(jobs)"], in: scratch)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
        }
        for name in ["optimum.csv", "tradeoff.svg", "manifest.json"] {
            #expect(try scratch.data("out1/\(name)") == scratch.data("out3/\(name)"), "\(name)")
        }
    }

    @Test("Listed values race, and the winner is named with its guarantee")
    func list() throws {
        let outcome = try optimize(
            ["--minimise", "energy", "--details"],
            vary: "policies.often.interval=10min,20min,60min")
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("optimum: 60min"), "\(outcome.output)")
        #expect(outcome.output.contains("  selected\n"), "\(outcome.output)")
        #expect(outcome.output.contains("  worse\n"), "\(outcome.output)")
        #expect(outcome.words.contains("Kim and Nelson"))
    }

    @Test("Listed values that are not told apart at once are raced")
    func closeList() throws {
        let outcome = try optimize(
            ["--minimise", "energy", "--indifference", "2%", "--replications", "4"],
            vary: "policies.often.interval=10min,40min,41min")
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        // The two cost nearly equal amounts: either may win.
        #expect(outcome.output.contains("optimum: 4"), "\(outcome.output)")
        #expect(outcome.output.contains("out after "), "\(outcome.output)")
    }

    @Test("A value of the radio is varied for the named policy")
    func namedPolicy() throws {
        let outcome = try optimize(
            ["--minimise", "energy", "--policy", "rare", "--replications", "12"],
            vary: "radio.demotions.CELL_FACH.after=2s..12s")
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        for part in ["the lower end of the range asked, 2 s", "(95 %: 2 to "] {
            #expect(outcome.output.contains(part), "\(part) in \(outcome.output)")
        }
    }

    @Test("Where no value is shown to be better, the answer is the whole range")
    func flat() throws {
        let outcome = try optimize(
            ["--minimise", "calls-offered", "--replications", "4"])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let words = "no value is shown better than another: anything from 10 to 60 min, as far as"
        #expect(outcome.output.contains(words), "\(outcome.output)")
        // Two spaces separate columns; one space is within "not shown worse".
        #expect(outcome.output.contains("  not shown worse\n"), "\(outcome.output)")
        #expect(!outcome.output.contains("  worse\n"), "\(outcome.output)")
    }

    /// The limits are on the goal's own axis, hundreds of powers of ten above it.
    @Test("An extreme limit gives an answer and a picture, not a trap")
    func farLimit() throws {
        let scratch = try folder()
        for (index, limit) in [
            "energy >= 1e300", "energy <= 1.7e308", "energy >= -1e308", "calls-missed <= 1e308",
            "calls-missed >= 1e300 %", "energy <= 5e-324",
        ].enumerated() {
            let outcome = try optimize(
                [
                    "--minimise", "energy", "--subject-to", limit, "--replications", "4",
                    "--out", "out\(index)",
                ], in: scratch)
            #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(limit): \(outcome.errors)")
            let svg = String(
                decoding: try scratch.data("out\(index)/tradeoff.svg"), as: UTF8.self)
            #expect(
                svg.contains("</svg>") && !svg.contains("nan") && !svg.contains("inf"), "\(limit)")
        }
    }

    // MARK: Refused requests

    private struct Refusal {
        let vary: String
        let others: [String]
        let code: Int32
        let words: String
    }

    private static let refusals = [
        Refusal(
            vary: "policies.often.intervall=10min..60min", others: ["--minimise", "energy"],
            code: 65, words: "intervall"),
        Refusal(
            vary: "polices.often.interval=10min..60min", others: ["--minimise", "energy"],
            code: 64, words: "Name one with --policy"),
        Refusal(
            vary: "policies.often.interval=10..60", others: ["--minimise", "energy"], code: 65,
            words: "unit"),
        Refusal(
            vary: "policies.often.interval=10min..", others: ["--minimise", "energy"], code: 64,
            words: "not a range"),
        Refusal(
            vary: "policies.often.interval=", others: ["--minimise", "energy"], code: 64,
            words: "a value is missing"),
        Refusal(
            vary: "policies.often.interval=60min..10min", others: ["--minimise", "energy"],
            code: 64, words: "not less than"),
        Refusal(
            vary: "policies.often.interval=1min..20min", others: ["--minimise", "energy"],
            code: 65, words: "refuses less than"),
        Refusal(vary: range, others: [], code: 64, words: "--minimise and --maximise"),
        Refusal(vary: range, others: ["--minimise", "enrgy"], code: 64, words: "\"energy\"?"),
        Refusal(
            vary: range, others: ["--minimise", "energy + many calls-missed"], code: 64,
            words: "is not a goal"),
        Refusal(
            vary: range, others: ["--minimise", "energy", "--subject-to", "calls-mised <= 1 %"],
            code: 64, words: "\"calls-missed\"?"),
        Refusal(
            vary: range, others: ["--minimise", "energy", "--subject-to", "calls-missed = 1 %"],
            code: 64, words: "is not a limit"),
        Refusal(
            vary: range, others: ["--minimise", "energy", "--subject-to", "calls-missed <= few"],
            code: 64, words: "is not a limit"),
        Refusal(
            vary: range, others: ["--minimise", "energy", "--subject-to", "wake-ups <= 5 %"],
            code: 64, words: "not part of a count"),
        Refusal(
            vary: range, others: ["--minimise", "energy", "--subject-to", "time-to-ring <= 3 J"],
            code: 64, words: "its units are"),
        Refusal(vary: range, others: ["--minimise", "fixes"], code: 65, words: "has no fixes"),
        Refusal(
            vary: range, others: ["--minimise", "energy", "--points", "3"], code: 64,
            words: "--points"),
        Refusal(
            vary: range, others: ["--minimise", "energy", "--confidence", "40%"], code: 64,
            words: "above 50%"),
        Refusal(
            vary: range, others: ["--minimise", "energy", "--policy", "seldom"], code: 66,
            words: "The policies are often, rare, rarer, off"),
    ]

    @Test("An impossible optimisation is refused with what is valid", arguments: refusals.indices)
    func refused(index: Int) throws {
        let refusal = Self.refusals[index]
        let outcome = try optimize(refusal.others, vary: refusal.vary)
        #expect(outcome.exitCode == refusal.code, "\(refusal.vary) \(outcome.errors)")
        #expect(outcome.errors.contains(refusal.words), "\(refusal.words) in \(outcome.errors)")
        #expect(outcome.output.isEmpty)
    }

    // MARK: select

    @Test("A metric's unit is in readable words, in tables and sentences")
    func units() throws {
        for arguments in [
            ["select", "keep-alive", "--metric", "drain"],
            // 240 hours: fewer than 50 are refused.
            [
                "run", "keep-alive", "--policy", "keep-alive-29", "--steady-state", "1h",
                "--horizon", "10d",
            ],
        ] {
            let outcome = try Tool.run(arguments)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            #expect(outcome.output.contains("%/h") && !outcome.output.contains("percent_per"))
        }
    }

    @Test("The best policy is named, with the end of each other one's race and the guarantee")
    func select() throws {
        let scratch = try folder()
        let outcome = try run(
            ["select", "./mine.yaml", "--indifference", "20", "--out", "out"], in: scratch)
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        for part in [
            "which policy has the least energy?", "out after 12, by ", "selected",
            "With a probability of at least 95 %", "by 20.0 J or", "docs/guide/optimisation.md",
        ] {
            #expect(outcome.words.contains(part), "\(part) in \(outcome.output)")
        }
        #expect(!outcome.output.contains("\noff"), "does nothing, and is not asked")
        let rows = String(decoding: try scratch.data("out/select.csv"), as: UTF8.self)
            .split(separator: "\n")
        #expect(rows.count == 4 && rows.filter { $0.contains(",selected,") }.count == 1)
    }

    @Test("Two similar policies need more replications, equally many on any machine")
    func closeCall() throws {
        let scratch = try folder()
        for jobs in ["1", "3"] {
            let outcome = try run(
                [
                    "select", "./mine.yaml", "--indifference", "5", "--policies", "rare,rarer",
                    "--jobs", jobs, "--out", "out\(jobs)",
                ], in: scratch)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
        }
        let file = try scratch.data("out1/select.csv")
        #expect(file == (try scratch.data("out3/select.csv")))
        #expect(!String(decoding: file, as: UTF8.self).contains(",12,"))
    }

    @Test("With no replications left, the selection is undecided and says so")
    func undecided() throws {
        let outcome = try run(
            [
                "select", "./mine.yaml", "--indifference", "0.001", "--policies", "rare,rarer",
                "--at-most", "20",
            ], in: folder())
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.contains("Undecided after 20 replications"), "\(outcome.output)")
        #expect(!outcome.output.contains("With a probability"))
    }

    @Test("No policy exceeds --at-most replications, whatever minimum the scenario sets")
    func atMost() throws {
        for (most, indifference) in [
            (2, "20"), (5, "20"), (5, "0.001"), (11, "0.001"), (3, "1%"), (5, "1%"), (13, "0.01%"),
        ] {
            let scratch = try folder()
            let outcome = try run(
                [
                    "select", "./mine.yaml", "--at-most", "\(most)", "--indifference",
                    indifference, "--out", "out",
                ], in: scratch)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            let rows = String(decoding: try scratch.data("out/select.csv"), as: UTF8.self)
                .split(separator: "\n").map {
                    $0.split(separator: ",", omittingEmptySubsequences: false)
                }
            let place = try #require(rows[0].firstIndex(of: "n"))
            let counts = try rows.dropFirst().map { try #require(Int($0[place])) }
            #expect(counts.count == 3)
            #expect(counts.allSatisfy { 2 <= $0 && $0 <= most }, "\(counts) of \(most)")
        }
        for (most, indifference) in [("1", "20"), ("1", "1%"), ("2", "1%")] {
            let outcome = try run(
                ["select", "./mine.yaml", "--at-most", most, "--indifference", indifference],
                in: folder())
            #expect(outcome.exitCode == 64 && outcome.errors.contains("--at-most"))
        }
    }

    @Test("A tiny or huge indifference is no trap")
    func extremeDifferences() throws {
        for indifference in ["1e-200", "5e-324", "1e300", "1e200%"] {
            let outcome = try run(
                ["select", "./mine.yaml", "--indifference", indifference, "--at-most", "20"],
                in: folder())
            #expect(outcome.exitCode == 0, "\(indifference): \(outcome.errors)")
        }
    }

    @Test("One policy is selected without a race")
    func onePolicy() throws {
        let outcome = try run(["select", "./mine.yaml", "--policies", "rare"], in: folder())
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.contains("rare: there is no other policy"), "\(outcome.output)")
    }

    @Test("A policy without the metric, and an invalid indifference, are refused")
    func refusedSelections() throws {
        for (words, code, part) in [
            (["--metric", "fixes"], Int32(65), "policy often has no fixes"),
            (["--metric", "keep-alives", "--policies", "rare,off"], 65, "off has no keep-alives"),
            (["--indifference=-3"], 64, "--indifference is"),
            (["--indifference", "0%"], 64, "--indifference is"),
            (["--indifference", "1e308%"], 65, "is larger than any number"),
            (["--confidence", "1"], 64, "--confidence is"),
            (["--confidence", "99.99999999999999%"], 64, "at most 99.9999%"),
            (["--policies", "rarr"], 66, "Did you mean \"rare\"?"),
            (["--metric", "enrgy"], 64, "\"energy\"?"),
        ] {
            let outcome = try run(["select", "./mine.yaml"] + words, in: folder())
            #expect(outcome.exitCode == code, "\(words) \(outcome.errors)")
            #expect(outcome.errors.contains(part), "\(part) in \(outcome.errors)")
        }
    }

    @Test("A limit takes every unit of its quantity, and a message names them")
    func limitUnits() throws {
        let scratch = try folder()
        func optimum(_ limit: String) throws -> Tool.Outcome {
            try run(
                ["optimize", "mine.yaml", "--vary", Self.range, "--minimise", "marginal-energy"]
                    + ["--points", "7", "--replications", "4", "--subject-to", limit], in: scratch)
        }
        let (seconds, minutes) = try (
            optimum("time-to-ring <= 120 s"), optimum("time-to-ring <= 2 min")
        )
        #expect(seconds.exitCode == 0 && minutes.exitCode == 0, "\(minutes.errors)")
        let same = seconds.output.replacingOccurrences(of: "120 s", with: "2 min")
        #expect(same == minutes.output)
        // The column beside the energy.
        #expect(minutes.output.contains("day]"), "\(minutes.output)")
        let wrong = try optimum("time-to-ring <= 2 kg")
        #expect(wrong.exitCode == 64)
        let words = "\"kg\" is no unit of time-to-ring: its units are d, h, min,"
        #expect(wrong.errorWords.contains(words))
    }
}
