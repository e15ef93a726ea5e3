import Foundation
import Testing

@Suite struct FitCommandTests {
    /// Round trips that step from 60 to 400 ms after 5 s.
    private let probes =
        "interval,rtt\n"
        + (0..<300).map { "\(Double($0 / 3) / 10),\($0 / 3 < 50 ? 60 + $0 % 9 : 400 + $0 % 9)\n" }
        .joined()

    private let power =
        "t,mW\n"
        + (0..<600).map { "\(Double($0) / 10),\($0 % 200 < 50 ? 700 : $0 % 200 < 120 ? 300 : 9)\n" }
        .joined()

    private let transfers =
        "throughput,power_mW,direction\n"
        + (0..<20).map { "\($0),\(1000 + 12 * $0 + $0 % 3),downlink\n" }.joined()

    @Test("Each fit prints its findings and a fragment, or the fragment alone on request")
    func answers() throws {
        let scratch = try ScratchFolder()
        for (kind, text, found, fragment) in [
            ("rrc-probe", probes, "step 1  place", "    after: { value: 4.95 s, source: PROBE }"),
            ("tail", power, "LEVEL_1  timer", "  LEVEL_1:"),
            ("transfer-power", transfers, "downlink  slope", "transfer-power:"),
        ] {
            try scratch.file("data.csv", text)
            let outcome = try Tool.run(["fit", kind, "data.csv", "--details"], in: scratch.url)
            #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
            #expect(outcome.output.contains(found), "\(outcome.output)")
            #expect(outcome.output.contains(fragment), "\(outcome.output)")
            let alone = try Tool.run(["fit", kind, "data.csv", "--fragment"], in: scratch.url)
            #expect(alone.output.hasPrefix("sources:\n") && outcome.output.hasSuffix(alone.output))
        }
    }

    @Test("Battery histories give a device that runs, and no timers of a radio")
    func standby() throws {
        let scratch = try ScratchFolder()
        var history = "Battery History (x):\n  0 (2) RESET:TIME: 2026-01-05-08-00-00\n"
        var charge = 4000
        for (index, awake) in [55, 10, 30, 20].enumerated() {
            let day = "+\(index)d"
            history += "  \(day)01h00m00s000ms (2) 090 plug=none -screen charge=\(charge)\n"
            history += "  \(day)02h00m00s000ms (2) 090 +running\n"
            history += "  \(day)02h\(awake)m00s000ms (2) 090 -running\n"
            charge -= 40 + awake
            history += "  \(day)05h00m00s000ms (2) 090 charge=\(charge) +screen\n"
        }
        try scratch.file("h.txt", history)
        let fitted = try Tool.run(
            ["fit", "standby", "h.txt", "--profile", "mine", "--template", "pixel-6-2021"],
            in: scratch.url)
        // 10 mA in four hours of each night, and 60 mA awake, at 3.85 V.
        let profile = String(decoding: try scratch.data("mine.yaml"), as: UTF8.self)
        #expect(
            fitted.exitCode == 0 && profile.contains("floor: { value: 38.5 mW, source: RECORD }"))
        #expect(profile.contains("awake-background: { value: 231 mW, source: RECORD }"))
        let run = try Tool.run(
            ["compare", "messenger-today", "--device", "./mine.yaml", "--replications", "2"],
            in: scratch.url)
        #expect(run.exitCode == 0, "\(run.errors)")
        let timers = try Tool.run(["fit", "rrc-probe", "h.txt"], in: scratch.url)
        #expect(timers.exitCode == 65 && timers.errors.contains("Android's own timer"))
    }

    @Test("--out writes the files with the promised columns, byte for byte each time")
    func files() throws {
        let scratch = try ScratchFolder()
        try scratch.file("log.csv", power)
        for folder in ["a", "b"] {
            let outcome = try Tool.run(
                ["fit", "tail", "log.csv", "--out", folder], in: scratch.url)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
        }
        let names = [
            "datapackage.json", "fit.csv", "manifest.json", "report.html", "residuals.csv",
            "stays.csv",
        ]
        #expect(try scratch.names(in: "a") == names)
        for name in names {
            #expect(try scratch.data("a/\(name)") == scratch.data("b/\(name)"), "\(name)")
        }
        for (name, header) in [
            ("fit", "group,quantity,unit,estimate,ci_level,ci_low,ci_high,interval_by"),
            ("residuals", "group,place,observed,fitted,residual"),
            ("stays", "state,from_s,until_s,duration_s,power_mW,kind"),
        ] {
            let text = String(decoding: try scratch.data("a/\(name).csv"), as: UTF8.self)
            #expect(text.hasPrefix(header + "\n"), "\(name)")
        }
        // Another fit does not replace it unasked. If forced, it leaves no file of the first fit
        // behind.
        try scratch.file("p.csv", probes)
        let refused = try Tool.run(["fit", "rrc-probe", "p.csv", "--out", "a"], in: scratch.url)
        #expect(refused.exitCode == 73 && refused.errors.contains("--force"))
        #expect(try scratch.names(in: "a") == names)
        _ = try Tool.run(["fit", "rrc-probe", "p.csv", "--out", "a", "--force"], in: scratch.url)
        #expect(try scratch.names(in: "a") == names.filter { $0 != "stays.csv" })
    }

    @Test("The seed and the confidence decide the intervals")
    func options() throws {
        let scratch = try ScratchFolder()
        let noisy =
            "throughput,power_mW,direction,time_since_start\n"
            + (0..<60).map { "\($0 / 6),\(1000 + ($0 * 7919) % 101),uplink,\($0 % 6)\n" }.joined()
        try scratch.file("t.csv", noisy)
        func output(_ options: String...) throws -> String {
            try Tool.run(["fit", "transfer-power", "t.csv"] + options, in: scratch.url).output
        }
        let first = try output()
        #expect(try output("--seed", "1") == first && output("--seed", "2") != first)
        #expect(first.contains("bootstrap") && first.contains("10"))
        #expect(first.contains("95 %"))
        #expect(try output("--confidence", "0.9").contains("90 %"))
        #expect(try output("--confidence", "90%") == output("--confidence", "0.9"))
        #expect(try output("--robust") != first)
    }

    @Test(
        "Unreadable or unfittable data exits with 65 or 66, with the place and what is valid",
        arguments: [
            ("rrc-probe", "interval,rtt\n0,fast\n", 65, "data.csv:2, column rtt: \"fast\""),
            ("rrc-probe", "silence,rtt\n", 65, "Name it interval in the first line"),
            ("tail", "t,mW\n2,5\n1,6\n", 65, "data.csv:3, column t: the time 1 is before 2"),
            ("tail", "", 65, "the file is empty"),
            ("tail", "\u{1F}\u{8B}\u{0}\u{1B}[31m", 65, "the file is not text"),
            ("transfer-power", "throughput,avg_power,direction\n1,2,up\n", 65, "uplink, downlink"),
        ])
    func broken(kind: String, text: String, code: Int32, message: String) throws {
        let scratch = try ScratchFolder()
        try scratch.file("data.csv", text)
        let outcome = try Tool.run(["fit", kind, "data.csv", "--out", "out"], in: scratch.url)
        #expect(outcome.exitCode == code && outcome.output.isEmpty, "\(outcome.errors)")
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
        #expect(try scratch.names(in: ".") == ["data.csv"])
    }

    @Test("A missing file, or a folder in its place, exits with 66")
    func missing() throws {
        for path in ["./no.csv", "."] {
            let outcome = try Tool.run(["fit", "tail", path])
            #expect(outcome.exitCode == 66 && outcome.errors.contains(path), "\(outcome.errors)")
        }
    }

    @Test("Well-formed data that determines nothing exits with 65")
    func undetermined() throws {
        let scratch = try ScratchFolder()
        try scratch.file(
            "t.csv",
            "throughput,avg_power,direction\n" + (0..<9).map { "5,\($0),uplink\n" }.joined())
        try scratch.file(
            "p.csv", "interval,rtt\n" + (0..<40).map { "\($0 % 4),5\n" }.joined())
        try scratch.file("log.csv", "t,mW\n" + (0..<40).map { "\($0),5\n" }.joined())
        for (arguments, message) in [
            (["transfer-power", "t.csv"], "no line can be fitted to uplink"),
            (["rrc-probe", "p.csv"], "4 different silences, of 10 needed"),
            (["tail", "log.csv", "--states", "2"], "shows 1 levels, but 2 states"),
        ] {
            let outcome = try Tool.run(["fit"] + arguments, in: scratch.url)
            #expect(outcome.exitCode == 65, "\(outcome.errors)")
            #expect(outcome.errors.contains(message), "\(outcome.errors)")
        }
    }

    @Test("Invalid usage exits with 64")
    func usage() throws {
        for (arguments, message) in [
            (["fit", "tail"], "Missing expected argument"),
            (["fit", "tial", "x.csv"], "tial"),
            (["fti", "tail", "x.csv"], "Did you mean \"fit\"?"),
            (["fit", "tail", "x.csv", "--confidence", "95"], "at most 99.9%"),
            (["fit", "tail", "x.csv", "--states", "0"], "from 1 to 16"),
            (["fit", "tail", "x.csv", "--step", "60"], "has no unit"),
            (["fit", "tail", "x.csv", "--states", "2", "--step", "6mW"], "exclude each other"),
            (["fit", "tail", "x.csv", "--cell", "0s"], "--cell must be"),
            (["fit", "rrc-probe", "x.csv", "--resamples", "9"], "from 100 to"),
            (["fit", "rrc-probe", "x.csv", "--shortest-stay", "-1s"], "must be above 0"),
            (["fit", "rrc-probe", "x.csv", "--out", ""], "--out needs"),
        ] {
            let outcome = try Tool.run(arguments)
            #expect(outcome.exitCode == 64, "\(arguments): \(outcome.errors)")
            #expect(outcome.errors.contains(message), "\(arguments): \(outcome.errors)")
        }
    }
}
