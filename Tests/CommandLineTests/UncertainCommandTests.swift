import Foundation
import Testing

@Suite struct UncertainCommandTests {
    /// These profiles have no ranges, so the scenario's ranges are the only ones.
    private static let scenario = """
        kind: scenario
        name: unknown
        question: What is worth it, whatever the phone?
        device: iphone-3gs
        radio: umts-att-aria
        system: ios-8
        hypothetical: true
        horizon: 6 h
        world:
          other-traffic:
            - { every: { exponential: 20 min }, uplink: 2 KiB, downlink: 20 KiB }
        policies:
          - { name: often, keep-alive: { interval: 10 min } }
          - { name: rare, keep-alive: { interval: 29 min } }
        uncertain:
          radio.states.CELL_FACH.power: { triangular: [250 mW, 350 mW, 510 mW] }
          radio.demotions.CELL_FACH.after: { uniform: [5 s, 12 s] }
        replications: { at-least: 6, at-most: 20 }

        """

    private func run(_ options: [String], _ folder: ScratchFolder) throws -> Tool.Outcome {
        try folder.file("mine.yaml", Self.scenario)
        return try withExtendedLifetime(folder) {
            try Tool.run(["compare", "./mine.yaml"] + options, in: folder.url)
        }
    }

    private func rows(_ file: String, _ folder: ScratchFolder) throws -> [[String: String]] {
        let text = try String(
            contentsOf: folder.url.appendingPathComponent(file), encoding: .utf8)
        let lines = text.split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
    }

    /// With two base points nearly all resamples are equal, and their quantiles differ in the last
    /// bit.
    @Test("Two base points are few, but no trap", arguments: [2, 3, 4])
    func fewBasePoints(count: Int) throws {
        for seed in 1...6 {
            let outcome = try run(
                [
                    "--uncertain", "--draws", "2", "--sobol", "\(count)", "--replications", "2",
                    "--seed", "\(seed)",
                ], try ScratchFolder())
            #expect(outcome.exitCode == 0, "\(seed): \(outcome.exitCode) \(outcome.errors)")
        }
    }

    @Test("The spread is split into phone and chance, and the important values are named")
    func whole() throws {
        let folder = try ScratchFolder()
        let outcome = try run(
            ["--uncertain", "--draws", "12", "--sobol", "8", "--out", "out", "--details"], folder)
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        for part in [
            "12 phones drawn", "6 replications of each", "(sd)", "rare - often",
            "12 of 12", "less than often on all 12 phones drawn",
            "matters", "variance",
        ] {
            #expect(outcome.words.contains(part), "\(part) in \(outcome.output)")
        }
        #expect(
            try folder.names(in: "out") == [
                "datapackage.json", "manifest.json", "report.html", "sobol.csv", "tornado.csv",
                "tornado.svg", "tornado.vl.json", "uncertainty.csv",
            ])
        let energy = try rows("out/uncertainty.csv", folder).filter { $0["metric"] == "energy" }
        #expect(energy.map { $0["policy"] } == ["often", "rare", "rare"])
        #expect(energy.map { $0["baseline"] } == ["", "", "often"])
        // Chance moves every mean, and cancels in the difference of policies.
        let shares = energy.compactMap { Double($0["share_profiles"] ?? "") }
        #expect(shares.count == 3 && shares[2] > shares[1], "\(shares)")
        let bars = try rows("out/tornado.csv", folder).filter {
            $0["metric"] == "energy" && $0["baseline"] == "often"
        }
        #expect(bars.count == 2)
        #expect(bars.allSatisfy { (Double($0["swing"] ?? "") ?? 0) < 0 })
    }

    @Test("The number of jobs does not change a byte")
    func deterministic() throws {
        let folder = try ScratchFolder()
        for jobs in ["1", "3"] {
            let outcome = try run(
                ["--uncertain", "--draws", "3", "--jobs", jobs, "--out", "out-\(jobs)"], folder)
            #expect(outcome.exitCode == 0)
        }
        for file in try folder.names(in: "out-1") {
            let files = ["out-1", "out-3"].map {
                folder.url.appendingPathComponent("\($0)/\(file)")
            }
            #expect(try Data(contentsOf: files[0]) == Data(contentsOf: files[1]), "\(file)")
        }
    }

    @Test("A phone and a radio of today are drawn, unless the user chooses them")
    func today() throws {
        let folder = try ScratchFolder()
        let few = ["compare", "messenger-today", "--uncertain", "--draws", "3", "--replications"]
        func parameters(_ options: [String]) throws -> Set<String> {
            let outcome = try Tool.run(few + ["2", "--out", "out"] + options, in: folder.url)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            #expect(outcome.words.contains("of the battery a day"), "\(outcome.output)")
            #expect(outcome.words.contains("on nine phones of ten; ±"), "\(outcome.output)")
            return Set(try rows("out/tornado.csv", folder).compactMap { $0["parameter"] })
        }
        let drawn = try parameters([])
        #expect(drawn.isSuperset(of: ["device", "radio", "device.processor.awake-background"]))
        #expect(!drawn.contains { $0.hasPrefix("radio.") })
        let kept = try parameters(["--radio", "pixel-6-2021-lte", "--device", "pixel-6-2021"])
        #expect(kept.isDisjoint(with: ["device", "radio"]))
        #expect(kept.contains { $0.hasPrefix("radio.") })
    }

    @Test("Only the user's own numbers make draws, not phones")
    func users() throws {
        let folder = try ScratchFolder()
        let scenario = Self.scenario.split(separator: "\n").filter { !$0.hasPrefix("  radio.") }
        let own = "  world.other-traffic.1.every.exponential: { uniform: [10 min, 30 min] }"
        let lines = scenario.flatMap { $0 == "uncertain:" ? [$0, own[...]] : [$0] }
        try folder.file("own.yaml", lines.joined(separator: "\n"))
        let outcome = try Tool.run(
            ["compare", "./own.yaml", "--uncertain", "--draws", "4"], in: folder.url)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.words.contains("on nine draws of ten"), "\(outcome.output)")
        #expect(!outcome.words.contains("phones"), "\(outcome.output)")
    }

    @Test("Radios of a set are equally likely, and share one bar")
    func radios() throws {
        let outcome = try Tool.run([
            "compare", "keep-alive", "--uncertain-radio", "umts-att-2010,umts-telia", "--draws",
            "3", "--replications", "3", "--details",
        ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("umts-telia"))
        let misspelt = try Tool.run([
            "compare", "keep-alive", "--uncertain-radio", "umts-att-2010,umts-telai",
        ])
        #expect(misspelt.exitCode == 65 && misspelt.errors.contains("\"umts-telia\"?"))
    }

    @Test(
        "Invalid requests are refused with a message",
        arguments: [
            (["--draws", "5"], "--draws needs --uncertain"),
            (["--uncertain", "--draws", "1"], "--draws must be from 2"),
            (["--uncertain-radio", "umts-telia"], "needs two radios"),
            (["--uncertain", "--precision", "1%"], "--precision has no meaning with --uncertain"),
        ])
    func usage(_ options: [String], _ words: String) throws {
        let outcome = try Tool.run(["compare", "keep-alive"] + options)
        #expect(outcome.exitCode == 64 && outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test("If nothing is uncertain, the advice says how to add a range")
    func allIsKnown() throws {
        let folder = try ScratchFolder()
        let scenario = Self.scenario.split(separator: "\n")
            .filter { !$0.hasPrefix("uncertain:") && !$0.hasPrefix("  radio.") }
            .joined(separator: "\n")
        try folder.file("known.yaml", scenario)
        let outcome = try Tool.run(["compare", "./known.yaml", "--uncertain"], in: folder.url)
        #expect(outcome.exitCode == 64, "\(outcome.errors)")
        #expect(outcome.errors.contains("nothing is uncertain in unknown"), "\(outcome.errors)")
        #expect(outcome.errors.contains("keep-alive"), "\(outcome.errors)")
    }
}
