import Foundation
import TestSupport
import Testing

/// Tests of `fit rrc-probe --profile` and `fit transfer-power --profile`, which put measurements
/// into a given radio.
@Suite struct FitCompletionTests {
    private static let probes = Repository.url("Examples/05-fit/probes.csv").path
    private static let transfers =
        "throughput,avg_power,direction\n"
        + (0..<12).map { number in
            let direction = number % 2 == 0 ? "downlink" : "uplink"
            let slope = number % 2 == 0 ? 20 : 90
            return "\(number + 1),\(1500 + slope * (number + 1)),\(direction)\n"
        }.joined()

    private func probe(_ template: String, in scratch: ScratchFolder) throws -> Tool.Outcome {
        try Tool.run(
            [
                "fit", "rrc-probe", Self.probes, "--profile", "mine", "--template", template,
                "--resamples", "100",
            ], in: scratch.url)
    }

    private func transfer(
        _ arguments: [String], _ text: String = transfers, in scratch: ScratchFolder
    ) throws -> Tool.Outcome {
        try scratch.file("t.csv", text)
        return try Tool.run(["fit", "transfer-power", "t.csv"] + arguments, in: scratch.url)
    }

    private func file(_ name: String, in scratch: ScratchFolder) throws -> String {
        String(decoding: try scratch.data(name), as: UTF8.self)
    }

    /// Expects every number to have a source: its own, or that of the file.
    private func expectRuns(_ name: String, in scratch: ScratchFolder) throws {
        let checked = try Tool.run(["profiles", "check", name], in: scratch.url)
        #expect(checked.exitCode == 0 && checked.output.contains("good"), "\(checked.errors)")
        let simulated = try Tool.run(
            [
                "compare", "keep-alive-alone", "--radio", "./\(name)", "--replications", "2",
                "--quiet",
            ], in: scratch.url)
        #expect(simulated.exitCode == 0, "\(simulated.errors)")
    }

    @Test("Probes give UMTS both timers, both promotions and the round trip; the rest stays")
    func umts() throws {
        let scratch = try ScratchFolder()
        let outcome = try probe("umts-att-2010", in: scratch)
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(outcome.words.contains("mine.yaml is a whole profile"), "\(outcome.output)")
        let text = try file("mine.yaml", in: scratch)
        for part in [
            "after: { value: 3.875 s, source: PROBE }", "after: { value: 9 s, source: PROBE }",
            "delay: { value: 2.184 s, source: PROBE }", "delay: { value: 303 ms, source: PROBE }",
            "round-trip: { value: 131 ms, source: PROBE }", "power: 700 mW", "source: QA",
        ] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
        #expect(!text.contains("5 s\n") && !text.contains("member:"))
        try expectRuns("mine.yaml", in: scratch)
    }

    @Test("Timers that probes cannot show stay, and are subtracted from those that they show")
    func lte() throws {
        let scratch = try ScratchFolder()
        // A step at 10.05 s, as in probes of a network with one timer.
        let rows = (0...60).flatMap { number -> [String] in
            let silence = Double(number) * 0.3
            return (0..<3).map { again in
                "\(silence),\((silence > 10 ? 400 : 60) + (number * 7 + again * 5) % 11)\n"
            }
        }
        try scratch.file("p.csv", "interval,rtt\n" + rows.joined())
        let outcome = try Tool.run(
            [
                "fit", "rrc-probe", "p.csv", "--profile", "mine", "--template", "lte-huang-2012",
                "--resamples", "100",
            ], in: scratch.url)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let text = try file("mine.yaml", in: scratch)
        // Between 9.9 s and 10.2 s, less the template's 0.1 s and 0.02 s.
        #expect(text.contains("{ value: 9.93 s, source: PROBE }"), "\(text)")
        #expect(text.contains("after: 100 ms") && text.contains("after: 20 ms"))
        try expectRuns("mine.yaml", in: scratch)
    }

    @Test(
        "Power fits give slopes, and the base with --floor, also to a profile completed by probes")
    func powers() throws {
        let scratch = try ScratchFolder()
        _ = try probe("umts-att-2010", in: scratch)
        let slopes = ["--profile", "both", "--template", "./mine.yaml"]
        let outcome = try transfer(slopes, in: scratch)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let text = try file("both.yaml", in: scratch)
        #expect(text.contains("uplink: { value: 90 mW/Mbps, source: TRANSFER }"), "\(text)")
        #expect(text.contains("downlink: { value: 20 mW/Mbps, source: TRANSFER }"))
        #expect(text.contains("source: PROBE") && !text.contains("  base: {"))
        try expectRuns("both.yaml", in: scratch)
        let based = try transfer(slopes + ["--floor", "600mW"], in: scratch)
        #expect(based.exitCode == 0, "\(based.errors)")
        #expect(try file("both.yaml", in: scratch).contains("base: { value: 900 mW, source"))
        // Run twice: the second source gets a name of its own.
        _ = try transfer(["--profile", "again", "--template", "./both.yaml"], in: scratch)
        #expect(try file("again.yaml", in: scratch).contains("source: TRANSFER-2"))
    }

    @Test("Invalid requests exit with 64 or 65 and say what is valid")
    func faults() throws {
        let scratch = try ScratchFolder()
        let template = ["--profile", "x", "--template", "lte-huang-2012"]
        let more = try probe("nr-tmobile-sa-2021", in: scratch)
        #expect(more.exitCode == 65, "\(more.output)")
        #expect(more.errors.contains("the probes show 2 timers, and nr-tmobile-sa-2021 has 1"))
        for (arguments, text, code, message) in [
            (["--profile", "x"], Self.transfers, 64, "--template"),
            (["--network", "A"], Self.transfers, 64, "--network needs --profile"),
            (template + ["--network", "A"], Self.transfers, 65, "the data name no network"),
            (template + ["--floor", "9W"], Self.transfers, 65, "not above the floor within it"),
            (
                template,
                "throughput,avg_power,direction\n"
                    + (1...6).map { "\($0),\(100 - 9 * $0),uplink\n" }.joined(),
                65, "falls with throughput"
            ),
        ] as [([String], String, Int32, String)] {
            let outcome = try transfer(arguments, text, in: scratch)
            #expect(outcome.exitCode == code && outcome.output.isEmpty, "\(arguments)")
            #expect(outcome.errorWords.contains(message), "\(outcome.errors)")
        }
        let flat = "interval,rtt\n" + (0..<40).map { "\(Double($0) * 0.5),60\n" }.joined()
        try scratch.file("flat.csv", flat)
        let none = try Tool.run(["fit", "rrc-probe", "flat.csv"] + template, in: scratch.url)
        #expect(none.exitCode == 65 && none.errors.contains("show no timer"), "\(none.errors)")
        #expect(try !scratch.names(in: ".").contains("x.yaml"))
    }
}
