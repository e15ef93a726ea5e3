import Foundation
import TestSupport
import Testing

@Suite struct ShardTests {
    private static let compare = ["compare", "keep-alive", "--replications", "40"]
    private static let optimize = [
        "optimize", "keep-alive-optimum", "--vary", "policies.keep-alive.interval=10min..60min",
        "--minimise", "energy", "--points", "7", "--replications",
    ]
    private static let select = ["select", "keep-alive", "--at-most", "90", "--indifference"]

    private func run(_ words: [String], in folder: ScratchFolder) throws -> Tool.Outcome {
        try withExtendedLifetime(folder) { try Tool.run(words, in: folder.url) }
    }

    private func shard(
        _ number: Int, of count: Int, _ command: [String] = compare, in folder: ScratchFolder
    ) throws -> Tool.Outcome {
        let part = ["--shard", "\(number)/\(count)", "--out", "part-\(number)"]
        return try run(command + ["--jobs", "\(number)"] + part, in: folder)
    }

    @Test(
        "Shards, in any order, merge to the bytes of one run, whatever the jobs",
        arguments: [
            compare, compare + ["--antithetic"],
            // Stops before all that the plan allows.
            ["compare", "streaming", "--precision", "5%", "--horizon", "2h"],
            // Rules, errands and durations.
            ["compare", "messenger-today", "--replications", "6"],
            ["frontier", "location", "--replications", "7"],
            // The merge computes the limit's crossing, the halved steps and the verdict.
            optimize + ["40", "--subject-to", "calls-missed <= 2 %"],
            // Values with files of their own, and fewer replications than shards.
            [
                "optimize", "keep-alive", "--vary", "radio=umts-att-2010,wifi-psm", "--maximise",
                "energy + 3 calls-missed", "--policy", "keep-alive-29", "--replications", "2",
            ],
            // With a pilot and without.
            select + ["1%"], select + ["40", "--largest"],
            ["validate", "coverage", "--experiments", "100"],
            ["validate", "optimum", "--experiments", "10"],
            // The truth has a second block.
            ["validate", "stopping", "keep-alive", "--experiments", "5", "--truth", "2001"],
        ])
    func bytes(command: [String]) throws {
        let folder = try ScratchFolder()
        let whole = try run(command + ["--out", "whole"], in: folder)
        #expect(whole.exitCode == 0, "\(whole.errors)")
        for number in 1...3 {
            let outcome = try shard(number, of: 3, command, in: folder)
            #expect(outcome.exitCode == 0 && outcome.output.isEmpty, "\(outcome.errors)")
            #expect(
                try folder.names(in: "part-\(number)")
                    == ["datapackage.json", "manifest.json", "pieces.bin"])
        }
        let merged = try run(
            ["merge", "part-3", "part-1", "part-2", "--out", "merged"], in: folder)
        #expect(merged.exitCode == 0, "\(merged.errors)")
        let names = try folder.names(in: "whole")
        #expect(try folder.names(in: "merged") == names && names.contains("manifest.json"))
        for name in names {
            #expect(try folder.data("merged/\(name)") == folder.data("whole/\(name)"), "\(name)")
        }
        let german = ["merge", "part-1", "part-2", "part-3", "--csv", "excel-eu", "--sqlite"]
        #expect(try run(german + ["--out", "german"], in: folder).exitCode == 0)
        #expect(
            try run(command + german.suffix(3) + ["--out", "german"], in: folder).exitCode == 0,
            "the same command wrote it")
    }

    @Test("One shard is the whole result, and surplus shards are empty")
    func counts() throws {
        let folder = try ScratchFolder()
        let command = Self.optimize + ["2"]
        #expect(try run(command + ["--out", "whole"], in: folder).exitCode == 0)
        for count in [1, 20] {
            var parts: [String] = []
            for number in 1...count {
                let part = "of-\(count)-\(number)"
                let words = ["--shard", "\(number)/\(count)", "--out", part]
                #expect(try run(command + words, in: folder).exitCode == 0)
                parts.append(part)
            }
            let merged = try run(["merge"] + parts + ["--out", "all-\(count)"], in: folder)
            #expect(merged.exitCode == 0, "\(merged.errors)")
            for name in try folder.names(in: "whole") {
                let whole = try folder.data("whole/\(name)")
                #expect(try folder.data("all-\(count)/\(name)") == whole, "\(name) of \(count)")
            }
        }
    }

    @Test("An incomplete, changed or forged shard is not merged")
    func refused() throws {
        let folder = try ScratchFolder()
        let shipped = try String(
            contentsOf: Repository.root.appending(path: "Profiles/scenarios/keep-alive.yaml"),
            encoding: .utf8)
        try folder.file("own.yaml", shipped)
        let command = ["compare", "./own.yaml", "--replications", "10"]
        for number in 1...2 {
            let outcome = try shard(number, of: 2, command, in: folder)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
        }
        func merge(_ parts: [String] = ["part-1", "part-2"]) throws -> (Int32, String) {
            let outcome = try run(["merge"] + parts + ["--out", "merged"], in: folder)
            #expect(try !folder.names(in: ".").contains("merged"), "\(parts)")
            return (outcome.exitCode, outcome.errorWords)
        }
        func expect(_ outcome: (Int32, String), _ code: Int32, _ words: String) {
            #expect(outcome.0 == code && outcome.1.contains(words), "\(outcome.1)")
        }
        expect(try merge(["part-1"]), 65, "the list of folders lacks 2/2")
        expect(
            try merge(["part-1", "part-1"]), 65,
            "the list of folders lacks 2/2, and has 1/2 as part-1 and as part-1")
        expect(try merge(["part-1", "nowhere"]), 66, "there is no file nowhere/manifest.json")
        let other = command + ["--seed", "9", "--shard", "2/2", "--out", "other"]
        #expect(try run(other, in: folder).exitCode == 0)
        expect(try merge(["part-1", "other"]), 65, "is not a shard of the job of part-1")

        let pieces = try folder.data("part-2/pieces.bin")
        let manifest = try folder.data("part-2/manifest.json")
        try folder.file("part-2/pieces.bin", pieces.dropLast() + [7])
        expect(try merge(), 65, "part-2/pieces.bin is not what was written")
        // A forger would also replace the hash.
        for forged in [Data(pieces.dropLast(9)), Data(), try folder.data("part-1/pieces.bin")] {
            try folder.file("part-2/pieces.bin", forged)
            let hashes = try [pieces, forged].map { data in
                try folder.file("hashed", data)
                return String(try Tool.shell("sha256sum hashed", in: folder.url).output.prefix(64))
            }
            let text = String(decoding: manifest, as: UTF8.self)
            #expect(text.contains(hashes[0]))
            try folder.file("part-2/manifest.json", text.replacing(hashes[0], with: hashes[1]))
            expect(try merge(), 65, "part-2 has pieces that this version")
        }
        try folder.file("part-2/pieces.bin", pieces)
        try folder.file("part-2/manifest.json", manifest)

        try folder.file("own.yaml", shipped + "# changed\n")
        expect(try merge(), 65, "part-1 was made with a different ./own.yaml")
        try folder.file("own.yaml", shipped)
        let whole = try run(["merge", "part-1", "part-2", "--out", "merged"], in: folder)
        #expect(whole.exitCode == 0, "\(whole.errors)")
    }

    @Test("A file of one value of a search that has changed since is named")
    func changedValue() throws {
        let folder = try ScratchFolder()
        let radio = try String(
            contentsOf: Repository.root.appending(path: "Profiles/radios/wifi-psm.yaml"),
            encoding: .utf8)
        try folder.file("own.yaml", radio)
        let command = [
            "optimize", "keep-alive", "--vary", "radio=umts-att-2010,./own.yaml", "--minimise",
            "energy", "--policy", "keep-alive-29", "--replications", "4",
        ]
        for number in 1...2 {
            let outcome = try shard(number, of: 2, command, in: folder)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
        }
        let merge = ["merge", "part-1", "part-2", "--out", "merged"]
        try folder.file("own.yaml", radio + "# changed\n")
        let outcome = try run(merge, in: folder)
        #expect(outcome.exitCode == 65, "\(outcome.errors)")
        #expect(outcome.errorWords.contains("part-1 was made with a different ./own.yaml"))
        try folder.file("own.yaml", radio)
        #expect(try run(merge, in: folder).exitCode == 0)
    }

    @Test(
        "A shard needs a folder, has no tables, and belongs to one comparison",
        arguments: [
            ([], "it needs --out"),
            (["--csv", "excel", "--out", "x"], "leave out --csv"),
            (["--sqlite", "--out", "x"], "leave out --csv and --sqlite"),
            (["--uncertain", "--out", "x"], "excludes --uncertain"),
            (["--radio", "lte", "--out", "x"], "needs a single radio"),
        ])
    func usage(options: [String], words: String) throws {
        let folder = try ScratchFolder()
        let outcome = try run(Self.compare + ["--shard", "1/2"] + options, in: folder)
        #expect(outcome.exitCode == 64 && outcome.errorWords.contains(words), "\(outcome.errors)")
        #expect(try folder.names(in: ".").isEmpty)
    }

    @Test("A shard of a selection states its maximum of replications")
    func unlimited() throws {
        let folder = try ScratchFolder()
        let outcome = try run(
            ["select", "keep-alive", "--shard", "1/2", "--out", "x"], in: folder)
        #expect(outcome.exitCode == 64, "\(outcome.errors)")
        #expect(outcome.errorWords.contains("all that --at-most allows: give that option"))
    }

    /// Pieces hold few replications, because the runs are long.
    @Test(
        "A killed shard resumes where it stopped",
        arguments: [
            ["compare", "keep-alive", "--horizon", "300d", "--replications", "40"],
            optimize + ["12", "--horizon", "300d"],
        ])
    func killed(command: [String]) throws {
        let folder = try ScratchFolder()
        let command = command + ["--jobs", "1", "--shard", "1/2", "--out"]
        let whole = try run(command + ["whole"], in: folder)
        #expect(whole.exitCode == 0, "\(whole.errors)")
        let killed = try Tool.shell(
            """
            "$TAILWATT" \(command.joined(separator: " ")) again >/dev/null 2>&1 &
            while ! ls again/unfinished-*/piece-1.kept >/dev/null 2>&1; do sleep 0.005; done
            kill -KILL $!; wait $!; ls again/unfinished-*
            """, in: folder.url)
        #expect(killed.output.contains("piece-1.kept"))
        let again = try run(command + ["again"], in: folder)
        #expect(again.exitCode == 0 && again.errors.contains("going on: "), "\(again.errors)")
        #expect(try folder.names(in: "again") == folder.names(in: "whole"))
        for name in try folder.names(in: "whole") {
            #expect(try folder.data("again/\(name)") == folder.data("whole/\(name)"), "\(name)")
        }
    }
}
