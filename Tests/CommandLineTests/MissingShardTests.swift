import Foundation
import TestSupport
import Testing

/// Tests of `merge --missing` and of shards that are counted from 0.
@Suite struct MissingShardTests {
    private static let compare = ["compare", "keep-alive", "--replications", "6"]
    private static let sweep = [
        "sweep", "keep-alive", "--replications", "2", "--vary",
        "radio.demotions.CELL_FACH.after=1s,2s,3s,4s",
    ]

    private func run(_ words: [String], in folder: ScratchFolder) throws -> Tool.Outcome {
        try withExtendedLifetime(folder) { try Tool.run(words, in: folder.url) }
    }

    /// Folders `part-0` to `part-3` of all four shards of a command.
    private func parts(_ command: [String]) throws -> ScratchFolder {
        let folder = try ScratchFolder()
        for index in 0...3 {
            let part = ["--shard", "\(index)/4", "--zero-based", "--out", "part-\(index)"]
            let outcome = try run(command + part, in: folder)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
        }
        return folder
    }

    private static let all = (0...3).map { "part-\($0)" }

    @Test(
        "Shards counted from 0 give the bytes of one run; only lost and faulty ones are listed",
        arguments: [(compare, "pieces.bin"), (sweep, "sweep.csv")])
    func missing(command: [String], file: String) throws {
        let folder = try parts(command)
        let list = ["merge", "--missing"] + Self.all
        let none = try run(list, in: folder)
        #expect(none.exitCode == 0 && none.output.isEmpty && none.errors.isEmpty, "\(none.errors)")

        // One is changed, one has no manifest as while it runs, one is not there at all.
        let good = try folder.data("part-0/\(file)")
        try folder.file("part-0/\(file)", good.dropLast())
        let manifest = folder.url.appending(path: "part-1/manifest.json")
        try FileManager.default.removeItem(at: manifest)
        try FileManager.default.removeItem(at: folder.url.appending(path: "part-3"))
        let some = try run(list, in: folder)
        #expect(some.exitCode == 1 && some.output == "1\n2\n4\n", "\(some.output)")
        for fault in [
            "note: part-0/\(file) is not what was written", "no file part-1/manifest.json",
            "no file part-3/manifest.json",
        ] { #expect(some.errorWords.contains(fault), "\(some.errors)") }
        let indices = try run(list + ["--zero-based"], in: folder)
        #expect(indices.exitCode == 1 && indices.output == "0\n1\n3\n", "\(indices.output)")
        #expect(
            try !folder.names(in: ".").contains { !$0.hasPrefix("part-") }, "nothing is written")

        for index in indices.output.split(separator: "\n") {
            let again = ["--shard", "\(index)/4", "--zero-based", "--out", "part-\(index)"]
            let outcome = try run(command + again + ["--force"], in: folder)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
        }
        #expect(try run(list, in: folder).exitCode == 0)
        #expect(try run(["merge"] + Self.all + ["--out", "merged"], in: folder).exitCode == 0)
        #expect(try run(command + ["--out", "whole"], in: folder).exitCode == 0)
        for name in try folder.names(in: "whole") {
            #expect(try folder.data("merged/\(name)") == folder.data("whole/\(name)"), "\(name)")
        }
    }

    @Test("Shards of two jobs, repeated shards and folders without one are refused")
    func refused() throws {
        let folder = try ScratchFolder()
        for (seed, shard, name) in [("1", "1/3", "a"), ("1", "1/2", "b"), ("2", "2/3", "c")] {
            let part = ["--seed", seed, "--shard", shard, "--out", name]
            #expect(try run(Self.compare + part, in: folder).exitCode == 0)
        }
        for (folders, words) in [
            (["a", "c"], "c is not a shard of the job of a"),
            (["a", "b"], "b is shard 1/2, and a"),
            (["a", "a"], "has 1/3 as a and as a"),
            (["x", "y"], "has no whole shard: run all shards again"),
        ] {
            let outcome = try run(["merge", "--missing"] + folders, in: folder)
            #expect(outcome.exitCode == 65 && outcome.output.isEmpty, "\(outcome.output)")
            #expect(outcome.errorWords.contains(words), "\(outcome.errors)")
        }
        let merge = try run(["merge", "a", "--out", "whole"], in: folder)
        #expect(merge.errorWords.contains("tailwatt merge --missing lists"), "\(merge.errors)")
    }

    @Test(
        "A shard out of range is refused, with the range",
        arguments: [
            (["--shard", "0/8"], "K from 1 to N, or 0 to N - 1 with --zero-based"),
            (["--shard", "9/8"], "K from 1 to N"), (["--shard", "1/10001"], "N at most 10000"),
            (["--shard", "8/8", "--zero-based"], "K from 0 to N - 1, such as 1/8"),
            (["--shard", "-1/8", "--zero-based"], "shard"),
            (["--shard", "/8", "--zero-based"], "not \"/8\""),
            (["--shard", "0/0", "--zero-based"], "not \"0/0\""),
            (["--zero-based"], "--zero-based needs --shard"),
        ])
    func range(options: [String], words: String) throws {
        for command in [Self.compare, Self.sweep, ["validate", "optimum"]] {
            let folder = try ScratchFolder()
            let outcome = try run(command + options + ["--out", "x"], in: folder)
            #expect(outcome.exitCode == 64, "\(outcome.errors)")
            #expect(outcome.errorWords.contains(words), "\(outcome.errors)")
            #expect(try folder.names(in: ".").isEmpty)
        }
    }

    @Test(
        "Options of merge that contradict each other are refused",
        arguments: [
            (["--missing", "--out", "x"], "--missing excludes --out"),
            (["--zero-based", "--out", "x"], "--zero-based needs --missing"),
            ([], "--out needs the name of a folder"),
        ])
    func options(options: [String], words: String) throws {
        let outcome = try run(["merge", "a"] + options, in: try ScratchFolder())
        #expect(outcome.exitCode == 64 && outcome.errorWords.contains(words), "\(outcome.errors)")
    }
}
