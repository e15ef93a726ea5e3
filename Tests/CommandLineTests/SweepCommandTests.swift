import Foundation
import Testing

@Suite struct SweepCommandTests {
    private static let vary = [
        "sweep", "keep-alive", "--vary", "radio.demotions.CELL_FACH.after=2s,12s", "--vary",
        "policies.keep-alive-10.interval=10min,15min,20min", "--replications", "4",
    ]

    private func run(_ arguments: [String], in folder: ScratchFolder) throws -> Tool.Outcome {
        try withExtendedLifetime(folder) { try Tool.run(arguments, in: folder.url) }
    }

    private func bytes(_ file: String, in folder: ScratchFolder) throws -> Data {
        try Data(contentsOf: folder.url.appendingPathComponent(file))
    }

    private func rows(_ file: String, in folder: ScratchFolder) throws -> [[String]] {
        String(decoding: try bytes(file, in: folder), as: UTF8.self).split(separator: "\n")
            .dropFirst().map {
                $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            }
    }

    private static let files = [
        "datapackage.json", "design.csv", "manifest.json", "sweep-comparison.csv", "sweep.csv",
    ]

    @Test("Shards, in any order, merge to the bytes of one run, whatever the jobs")
    func shards() throws {
        let folder = try ScratchFolder()
        #expect(try run(Self.vary + ["--out", "whole"], in: folder).exitCode == 0)
        for shard in 1...4 {
            let part = ["--shard", "\(shard)/4", "--jobs", "\(shard)", "--out", "part-\(shard)"]
            #expect(try run(Self.vary + part, in: folder).exitCode == 0)
        }
        let merge = ["sweep", "merge", "part-3", "part-1", "part-4", "part-2", "--out", "merged"]
        #expect(try run(merge, in: folder).exitCode == 0)
        #expect(try folder.names(in: "whole") == Self.files)
        #expect(try folder.names(in: "merged") == Self.files)
        for file in Self.files {
            #expect(try bytes("merged/\(file)", in: folder) == bytes("whole/\(file)", in: folder))
        }
        let missing = try run(["sweep", "merge", "part-1", "part-2", "--out", "x"], in: folder)
        #expect(missing.exitCode == 65 && missing.errors.contains("do not make one whole"))
        let none = try run(["sweep", "merge", "whole", "--out", "x"], in: folder)
        #expect(none.exitCode == 65 && none.errors.contains("is no shard of a sweep"))
        #expect(try run(["sweep", "merge", "nowhere", "--out", "x"], in: folder).exitCode == 66)
    }

    @Test("A shard that lacks a point, or has one of another shard, is not merged")
    func damagedShards() throws {
        let folder = try ScratchFolder()
        for shard in 1...2 {
            let part = ["--shard", "\(shard)/2", "--out", "part-\(shard)"]
            #expect(try run(Self.vary + part, in: folder).exitCode == 0)
        }
        let merge = ["sweep", "merge", "part-1", "part-2", "--out", "merged"]
        let whole = String(decoding: try bytes("part-1/sweep.csv", in: folder), as: UTF8.self)
        let lines = whole.split(separator: "\n", omittingEmptySubsequences: false)
        let damaged: [([Substring], String)] = [
            (lines.filter { !$0.hasPrefix("5,") }, "has no rows of point 5"),
            (lines.filter { !$0.hasPrefix("5,") } + [""], "has tables of another version"),
            (
                lines.dropLast() + ["2" + lines[1].dropFirst(), ""],
                "has rows of point 2, which is not its own"
            ),
            (
                lines.map { $0.hasPrefix("5,") ? $0.dropLast() + "7" : $0 },
                "part-1/sweep.csv is not what was written"
            ),
        ]
        for (lines, message) in damaged {
            try folder.file("part-1/sweep.csv", lines.joined(separator: "\n"))
            let outcome = try run(merge, in: folder)
            #expect(outcome.exitCode == 65 && outcome.errors.contains(message), "\(message)")
        }
        try folder.file("part-1/sweep.csv", whole)
        let manifest = String(
            decoding: try bytes("part-2/manifest.json", in: folder), as: UTF8.self)
        try folder.file("part-2/manifest.json", manifest.replacing("\"2/2\"", with: "\"x\""))
        #expect(try run(merge, in: folder).errors.contains("do not make one whole"))
        try folder.file("part-2/manifest.json", manifest)
        #expect(try run(merge, in: folder).exitCode == 0)
    }

    /// A policy that a factor does not touch has the very same figures at all its levels, so its
    /// world was the same.
    @Test("Design points share their random numbers")
    func common() throws {
        let folder = try ScratchFolder()
        #expect(try run(Self.vary + ["--out", "whole"], in: folder).exitCode == 0)
        let rows = try rows("whole/sweep.csv", in: folder)
        let untouched = (1...6).map { point in
            rows.filter { $0[0] == "\(point)" && $0[1] == "keep-alive-29" }.map { $0.dropFirst() }
        }
        #expect(!untouched[0].isEmpty)
        #expect(untouched[0] == untouched[1] && untouched[1] == untouched[2])
        #expect(untouched[3] == untouched[4] && untouched[4] == untouched[5])
        #expect(untouched[0] != untouched[3])
        // The worlds are the same at all points: so are the calls that come.
        let calls = rows.filter { $0[1] == "keep-alive-10" && $0[2] == "calls_offered" }
        #expect(calls.count == 6 && Set(calls.map { $0[5] }).count == 1)
    }

    /// A point that is done is kept: what stands in its files comes out in the end.
    @Test("A sweep that was broken off goes on where it was")
    func resumes() throws {
        let folder = try ScratchFolder()
        let command = Self.vary.dropLast() + ["250", "--out", "again"]
        let process = Process()
        process.executableURL = Tool.executable
        process.arguments = Array(command)
        process.currentDirectoryURL = folder.url
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        for _ in 0..<1200 where unfinished(in: folder).isEmpty && process.isRunning {
            Thread.sleep(forTimeInterval: 0.05)
        }
        process.interrupt()
        process.waitUntilExit()
        #expect(process.terminationStatus == 130)
        let kept = try #require(unfinished(in: folder).first)
        let text = String(decoding: try bytes(kept, in: folder), as: UTF8.self)
        #expect(text.contains(",lower\n"))
        try folder.file(kept, text.replacing(",lower\n", with: ",higher\n"))
        #expect(try run(Array(command), in: folder).exitCode == 0)
        let rows = try rows("again/sweep-comparison.csv", in: folder)
        #expect(Set(rows.map { $0[0] }) == Set((1...6).map { "\($0)" }))
        #expect(rows.first?.last == "higher")
        #expect(try folder.names(in: "again") == Self.files, "what was kept is gone")
    }

    private func unfinished(in folder: ScratchFolder) -> [String] {
        let all = FileManager.default.enumerator(atPath: folder.url.path)?.allObjects ?? []
        return all.compactMap { $0 as? String }.filter {
            $0.contains("unfinished-") && $0.hasSuffix("/sweep-comparison.csv")
        }.sorted()
    }

    private static let wrong: [([String], Int32, String)] = [
        (["--vary", "x"], 64, "lacks a value"),
        (["--vary", "horizon=2h..1h"], 64, "is not less than"),
        (["--vary", "horizon=1h..2h"], 64, "Factor 1 is a range"),
        (["--vary", "horizon=1h..2h", "--design", "sobol"], 64, "needs --points"),
        (["--vary", "horizon=1h", "--points", "3"], 64, "leave out --points"),
        (["--vary", "horizon=1h", "--vary", "horizon=2h"], 64, "varies twice"),
        (["--vary", "horizon=1h", "--shard", "3/2"], 64, "A shard is K/N"),
        (["--vary", "horizon=1h", "--metric", "enrgy"], 64, "Did you mean \"energy\"?"),
        ([], 64, "Nothing varies"),
        (["--vary", "horizon=1h,2x"], 65, "--vary:1:9"),
        (["--vary", "radoi.round-trip=1 s"], 65, "Did you mean \"radio\"?"),
    ]

    @Test("Wrong usage is 64, a value that cannot be is 65", arguments: wrong)
    func faults(_ options: [String], _ code: Int32, _ words: String) throws {
        let outcome = try Tool.run(["sweep", "keep-alive", "--replications", "2"] + options)
        #expect(outcome.exitCode == code, "\(outcome.errors)")
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test("A value that is set is the user's, where its source says otherwise")
    func set() throws {
        let outcome = try Tool.run([
            "compare", "keep-alive", "--replications", "2", "--set",
            "radio.demotions.CELL_FACH.after=5s",
        ])
        #expect(outcome.exitCode == 0)
        #expect(
            outcome.output.contains(
                "demotions[CELL_FACH -> IDLE].after is 5s by --set, not 12 s as its source says"))
    }
}
