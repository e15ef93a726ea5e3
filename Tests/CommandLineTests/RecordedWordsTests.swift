import ArgumentParser
import Testing

@testable import tailwatt

/// Tests of the words that a manifest records: every option that decides the result, in the
/// recorded order of options.
struct RecordedWordsTests {
    private static let scenario = [
        "keep-alive", "--radio", "wifi-psm", "--wi-fi-radio", "wifi", "--movement", "still",
        "--cells", "none", "--use", "standby", "--horizon", "12 h", "--device", "iphone-4",
        "--system", "ios-4", "--seed", "7", "--anyway", "--set", "a=1", "--set", "b=2 s",
    ]
    private static let sampling = ["--precision", "1 %", "--paired-precision", "5 %"]

    private func check<Command: ParsableCommand>(
        _ type: Command.Type, below parent: String? = nil, _ words: [String],
        unrecorded: [String] = []
    ) throws {
        let command = try type.parse(words + unrecorded)
        let name = [parent, type.configuration.commandName].compactMap { $0 }
        #expect(command.words(below: parent) == name + words)
    }

    @Test("Every option that decides the result is recorded, and no other")
    func all() throws {
        try check(
            CompareCommand.self,
            Self.scenario + Self.sampling + ["--antithetic", "--equivalence", "3 %"],
            unrecorded: ["--out", "x", "--csv", "excel", "--sqlite", "--force", "--jobs", "2"])
        try check(
            CompareCommand.self,
            ["keep-alive", "--replications", "8", "--uncertain", "--draws", "3"]
                + ["--uncertain-radio", "lte,wifi", "--sobol", "4"],
            unrecorded: ["--format", "json", "--quiet"])
        try check(FrontierCommand.self, Self.scenario + Self.sampling + ["--days", "a,b"])
        try check(
            OptimizeCommand.self,
            ["keep-alive", "--vary", "a.b=1 s..2 s", "--maximise", "hours-to-empty"]
                + ["--subject-to", "uploads >= 5", "--subject-to", "calls-missed <= 1 %"]
                + ["--policy", "p", "--points", "9", "--confidence", "90%"]
                + ["--indifference", "2%", "--replications", "20"])
        try check(
            SelectCommand.self,
            ["keep-alive", "--metric", "hours-to-empty", "--indifference", "10"]
                + ["--confidence", "90%", "--at-most", "50", "--largest", "--policies", "a,b"])
        try check(
            AssumptionsCommand.self, ["keep-alive", "--factor", "3.0", "--replications", "4"],
            unrecorded: ["--markdown"])
        try check(
            SweepCommand.self,
            ["keep-alive"] + Self.sampling
                + ["--vary", "a.b=1 s,2 s", "--vary", "radio=x,y", "--design", "sobol"]
                + ["--points", "4", "--metric", "marginal-energy"],
            unrecorded: ["--shard", "1/2"])
        try check(
            RunCommand.self,
            ["keep-alive", "--policy", "p", "--replication", "3", "--timeline", "--track"]
                + ["--perfetto", "--track-step", "5 s", "--steady-state", "1 h", "--map-day", "2"],
            unrecorded: ["--out", "x"])
    }

    @Test("Commands that read traces, results and measurements record theirs too")
    func files() throws {
        try check(
            ReplayCommand.self,
            ["a.pcap", "--radio", "lte-huang-2012", "--horizon", "1 h", "--promotion", "shift"]
                + ["--device-ip", "10.0.0.1", "--device-ip", "fe80::1", "--interface", "wlan0"]
                + ["--origin", "first-packet", "--device", "iphone-4", "--perfetto"],
            unrecorded: ["--out", "x"])
        try check(
            DiffCommand.self,
            [
                "base", "new", "newer", "--tolerance", "2 %", "--metric", "energy", "--metric",
                "fixes",
            ],
            unrecorded: [
                "--junit", "a.xml", "--benchmark-json", "b.json", "--format", "md", "--link", "x",
            ])
        try check(
            CheckCommand.self,
            ["b.yaml", "--trace", "a.pcap", "--allow-partial", "--base", "x"] + Self.sampling)
        let fit = ["log.csv", "--confidence", "0.9"]
        try check(
            FitTailCommand.self, below: "fit",
            fit + ["--voltage", "3.7 V", "--step", "40 mW", "--cell", "50 ms"],
            unrecorded: ["--profile", "a", "--template", "b", "--activity", "1s", "--fragment"])
        try check(
            FitProbeCommand.self, below: "fit",
            fit + ["--seed", "4", "--resamples", "200", "--shortest-stay", "2 s"])
        try check(
            FitTransferPowerCommand.self, below: "fit",
            fit + ["--seed", "4", "--resamples", "200", "--robust", "--by-run"],
            unrecorded: ["--profile", "a", "--template", "b", "--network", "n", "--floor", "1mW"])
    }

    @Test("An omitted option records nothing, or its default")
    func absent() throws {
        let select = try SelectCommand.parse(["keep-alive"])
        #expect(
            select.words(standing: [.atMost: "9"]) == [
                "select", "keep-alive", "--metric", "energy", "--indifference", "1%",
                "--confidence", "95%", "--at-most", "9",
            ])
        let run = try RunCommand.parse(["keep-alive", "--policy", "p"])
        #expect(
            run.words(without: [.mapDay]) == [
                "run", "keep-alive", "--policy", "p", "--replication", "0",
            ])
    }
}
