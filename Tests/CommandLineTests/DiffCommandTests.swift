import Foundation
import TestSupport
import Testing

@Suite struct DiffCommandTests {
    /// A folder with results of the shipped comparison, one for each set of options.
    private func results(_ runs: [String: [String]]) throws -> ScratchFolder {
        let scratch = try ScratchFolder()
        for (name, options) in runs {
            let outcome = try Tool.run(
                ["compare", "keep-alive", "--replications", "20", "--out", name] + options,
                in: scratch.url)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
        }
        return scratch
    }

    private func diff(_ arguments: [String], in scratch: ScratchFolder) throws -> Tool.Outcome {
        try withExtendedLifetime(scratch) {
            try Tool.run(["diff"] + arguments, in: scratch.url)
        }
    }

    private func edit(
        _ scratch: ScratchFolder, _ file: String, _ change: (String) -> String
    ) throws {
        let text = String(decoding: try scratch.data(file), as: UTF8.self)
        let changed = change(text)
        #expect(changed != text, "\(file) is as it was")
        try scratch.file(file, changed)
    }

    @Test("Equal results print nothing and exit with 0")
    func same() throws {
        let scratch = try results(["base": [], "new": []])
        let outcome = try diff(["base", "new", "--out", "out", "--junit", "d.xml"], in: scratch)
        #expect(outcome.exitCode == 0 && outcome.output.isEmpty && outcome.errors.isEmpty)
        let rows = String(decoding: try scratch.data("out/diff.csv"), as: UTF8.self)
            .split(separator: "\n").dropFirst()
        #expect(rows.count > 40 && rows.allSatisfy { $0.contains(",same,") })
        let xml = String(decoding: try scratch.data("d.xml"), as: UTF8.self)
        #expect(xml.contains(" failures=\"0\""))
        #expect(
            try scratch.names(in: "out")
                == ["datapackage.json", "diff.csv", "manifest.json", "report.html"])
    }

    @Test("More replications of the same worlds, or only their summary, print nothing")
    func sameAsFarAsItGoes() throws {
        let scratch = try results(["base": [], "new": []])
        let more = try Tool.run(
            ["compare", "keep-alive", "--replications", "30", "--out", "more"], in: scratch.url)
        #expect(more.exitCode == 0)
        for pair in [["base", "more"], ["more", "base"]] {
            let outcome = try diff(pair, in: scratch)
            #expect(outcome.exitCode == 0 && outcome.output.isEmpty, "\(outcome.output)")
        }
        try FileManager.default.removeItem(
            at: scratch.url.appendingPathComponent("base/replications.csv"))
        for pair in [["base", "new"], ["new", "base"]] {
            let outcome = try diff(pair, in: scratch)
            #expect(outcome.exitCode == 0 && outcome.output.isEmpty, "\(outcome.output)")
        }
        let other = try diff(["base", "more"], in: scratch)
        #expect(other.output.contains("of 54 no difference is shown"), "\(other.output)")
    }

    @Test("Another radio pairs by world: 1 if worse beyond the tolerance, 0 the other way around")
    func worse() throws {
        let scratch = try results(["base": [], "new": ["--radio", "lte-huang-2012"]])
        let first = try diff(["base", "new", "--metric", "energy", "--out", "out"], in: scratch)
        let second = try diff(["new", "base", "--metric", "energy"], in: scratch)
        #expect([first.exitCode, second.exitCode].sorted() == [0, 1], "\(first.output)")
        for outcome in [first, second] {
            #expect(outcome.output.contains("pairs of replications of one seed"))
            #expect(outcome.output.contains("\nChanged: radios/"))
        }
        let rows = String(decoding: try scratch.data("out/diff.csv"), as: UTF8.self)
        #expect(rows.contains(",energy,J,paired,20,20,"))
        let failed = first.exitCode == 1 ? first : second
        #expect(failed.output.contains("worse beyond the tolerance"), "\(failed.output)")
        #expect(failed.output.contains("Failed: "))
    }

    @Test("A worsening within the tolerance passes; beyond it fails")
    func tolerance() throws {
        let scratch = try results(["base": [], "new": []])
        // Raises every energy by 0.5 %.
        try edit(scratch, "new/replications.csv") { text in
            let lines = text.split(separator: "\n").map {
                $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            }
            return lines.enumerated().map { number, cells in
                var cells = cells
                if number > 0, let energy = Double(cells[3]) { cells[3] = "\(energy * 1.005)" }
                return cells.joined(separator: ",") + "\n"
            }.joined()
        }
        try vouch(scratch, "new")
        let within = try diff(["base", "new"], in: scratch)
        #expect(within.exitCode == 0, "\(within.output)")
        #expect(within.output.contains("higher, worse within the tolerance"))
        let beyond = try diff(["base", "new", "--tolerance", "0.4%"], in: scratch)
        #expect(beyond.exitCode == 1 && beyond.words.contains("are worse by more than 0.4 %"))
        let other = try diff(
            ["base", "new", "--tolerance", "0%", "--metric", "drain"], in: scratch)
        #expect(other.exitCode == 0 && other.output.isEmpty)
    }

    @Test("Another seed, or moments alone: independent samples")
    func welch() throws {
        let scratch = try results(["base": [], "new": ["--seed", "2"]])
        let other = try diff(["base", "new"], in: scratch)
        #expect(other.exitCode == 0 && other.output.contains("independent samples"))
        let file = scratch.url.appendingPathComponent("new/replications.csv")
        try FileManager.default.removeItem(at: file)
        let moments = try diff(["base", "new", "--out", "out"], in: scratch)
        #expect(moments.exitCode == 0, "\(moments.errors)")
        let rows = String(decoding: try scratch.data("out/diff.csv"), as: UTF8.self)
        #expect(rows.contains(",welch,20,20,") && !rows.contains(",paired,"))
    }

    @Test("Folders without results exit with 66 or 65 and say what to name instead")
    func noResults() throws {
        let scratch = try results(["base": []])
        let missing = try diff(["base", "nowhere"], in: scratch)
        #expect(missing.exitCode == 66 && missing.errors.contains("no such folder"))
        try FileManager.default.createDirectory(
            at: scratch.url.appendingPathComponent("empty"), withIntermediateDirectories: true)
        let empty = try diff(["empty", "base"], in: scratch)
        #expect(empty.exitCode == 65 && empty.errors.contains("tailwatt compare --out"))
    }

    @Test(
        "Mismatched or damaged results exit with 65 and name the fault",
        arguments: [
            ("manifest.json", "\"scenario\": \"keep-alive\"", "\"scenario\": \"x\"", "of x"),
            ("manifest.json", "\"horizon\": \"24 h\"", "\"horizon\": \"12 h\"", "12 h"),
            ("replications.csv", ",none,", ",nobody,", "no policy none"),
            ("replications.csv", ",energy_J,", ",beauty,", "no energy of keep-alive-10"),
            ("replications.csv", ",none,3,", ",none,4,", "column replication"),
        ])
    func faults(file: String, old: String, new: String, message: String) throws {
        let scratch = try results(["base": [], "new": []])
        try edit(scratch, "new/\(file)") { $0.replacingOccurrences(of: old, with: new) }
        try vouch(scratch, "new")
        let outcome = try diff(["base", "new"], in: scratch)
        #expect(outcome.exitCode == 65 && outcome.output.isEmpty, "\(outcome.output)")
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test("A file that was edited after it was written exits with 65 and is named")
    func edited() throws {
        let scratch = try results(["base": [], "new": []])
        try edit(scratch, "new/replications.csv") {
            $0.replacingOccurrences(of: ",none,3,", with: ",none,3,1")
        }
        let outcome = try diff(["base", "new"], in: scratch)
        #expect(outcome.exitCode == 65 && outcome.output.isEmpty, "\(outcome.output)")
        #expect(outcome.errors.contains("new/replications.csv: the file has changed"))
    }

    /// Writes the hashes of the edited files into the manifest, so that `diff` reads these files.
    private func vouch(_ scratch: ScratchFolder, _ folder: String) throws {
        let listing = try Tool.shell("cd \(folder) && sha256sum *.csv", in: scratch.url).output
        var manifest = String(
            decoding: try scratch.data("\(folder)/manifest.json"), as: UTF8.self)
        for line in listing.split(separator: "\n") {
            let (sum, name) = (line.prefix(64), line.dropFirst(66))
            guard let place = manifest.range(of: "\"\(name)\""),
                let old = manifest[place.upperBound...].firstRange(of: /[0-9a-f]{64}/)
            else { continue }
            manifest.replaceSubrange(old, with: sum)
        }
        try scratch.file("\(folder)/manifest.json", manifest)
    }

    @Test("The energy caused by the trace decides between two replays; equal replays print nothing")
    func replays() throws {
        let scratch = try ScratchFolder()
        let traces = ["a": "15-trace-budget/run.pcap", "b": "traces/phone.pcap"]
        for (folder, trace) in traces {
            let file = Repository.url("Examples/\(trace)").path
            let outcome = try Tool.run(
                ["replay", file, "--radio", "lte-huang-2012", "--out", folder], in: scratch.url)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
        }
        let same = try diff(["a", "a"], in: scratch)
        #expect(same.exitCode == 0 && same.output.isEmpty && same.errors.isEmpty)
        let worse = try diff(["a", "b", "--details", "--out", "out"], in: scratch)
        #expect(worse.exitCode == 1 && worse.words.contains("J more (+16.56 %) on lte-huang-2012"))
        #expect(worse.output.contains("198.51.100.22"), "hosts are told")
        let rows = String(decoding: try scratch.data("out/replay-diff.csv"), as: UTF8.self)
        #expect(rows.contains("b,lte-huang-2012,caused_J,125.043281485,145.7"))
        #expect(try scratch.names(in: "out").contains("host-diff.csv"))
        let better = try diff(["b", "a", "--junit", "-"], in: scratch)
        #expect(better.exitCode == 0 && better.output.contains(" failures=\"0\""))
        #expect(try diff(["a", "b", "--tolerance", "20%"], in: scratch).exitCode == 0)
    }

    @Test("Several new results are each compared with the earlier; another command's is refused")
    func several() throws {
        let scratch = try results(["base": [], "one": ["--seed", "2"], "two": []])
        let outcome = try diff(["base", "one", "two", "--out", "out"], in: scratch)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("one: Passed") && outcome.output.contains("two: Passed"))
        let rows = String(decoding: try scratch.data("out/diff.csv"), as: UTF8.self)
        #expect(rows.contains(",one\n") && rows.contains(",two\n"))
        #expect(try diff(["base", "one", "one"], in: scratch).exitCode == 64)
        _ = try Tool.run(
            [
                "replay", Repository.url("Examples/traces/phone.pcap").path, "--radio",
                "wifi-psm", "--out", "replay",
            ], in: scratch.url)
        let mixed = try diff(["base", "replay"], in: scratch)
        #expect(mixed.exitCode == 65 && mixed.errors.contains("a result of \"replay\""))
    }

    @Test("Wrong usage exits with 64 and says what was meant")
    func usage() throws {
        #expect(try Tool.run(["diff", "base"]).exitCode == 64)
        let metric = try Tool.run(["diff", "a", "b", "--metric", "enrgy"])
        #expect(metric.exitCode == 64 && metric.errors.contains("Did you mean \"energy\"?"))
        #expect(try Tool.run(["diff", "a", "b", "--tolerance", "1"]).exitCode == 64)
        #expect(try Tool.run(["diff", "a", "b", "--tolerance", "-1%"]).exitCode == 64)
        let typo = try Tool.run(["dif", "a", "b"])
        #expect(typo.exitCode == 64 && typo.errors.contains("Did you mean \"diff\"?"))
    }

    @Test("A difference in drain is shown in % of the battery a day")
    func day() throws {
        let scratch = try ScratchFolder()
        for (interval, folder) in [("10min", "a"), ("20min", "b")] {
            let outcome = try Tool.run(
                [
                    "compare", "keep-alive-alone", "--set",
                    "policies.keep-alive-10.interval=\(interval)", "--replications", "2", "--out",
                    folder,
                ], in: scratch.url)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
        }
        let outcome = try Tool.run(["diff", "a", "b"], in: scratch.url)
        #expect(outcome.output.contains("drain [% a "), "\(outcome.output)")
    }
}
