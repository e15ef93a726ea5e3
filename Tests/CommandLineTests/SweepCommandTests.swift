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
        "curves.svg", "curves.vl.json", "datapackage.json", "design.csv", "manifest.json",
        "report.html", "sweep-comparison.csv", "sweep.csv",
    ]

    @Test("Shards, in any order, merge to the bytes of one run, whatever the jobs")
    func shards() throws {
        let folder = try ScratchFolder()
        #expect(try run(Self.vary + ["--out", "whole"], in: folder).exitCode == 0)
        for shard in 1...4 {
            let part = ["--shard", "\(shard)/4", "--jobs", "\(shard)", "--out", "part-\(shard)"]
            #expect(try run(Self.vary + part, in: folder).exitCode == 0)
        }
        let merge = ["merge", "part-3", "part-1", "part-4", "part-2", "--out", "merged"]
        #expect(try run(merge, in: folder).exitCode == 0)
        #expect(try folder.names(in: "whole") == Self.files)
        #expect(try folder.names(in: "merged") == Self.files)
        for file in Self.files {
            #expect(try bytes("merged/\(file)", in: folder) == bytes("whole/\(file)", in: folder))
        }
        let missing = try run(["merge", "part-1", "part-2", "--out", "x"], in: folder)
        #expect(missing.exitCode == 65)
        #expect(missing.errors.contains("the list of folders lacks 3/4, 4/4"), "\(missing.errors)")
        let none = try run(["merge", "whole", "--out", "x"], in: folder)
        #expect(none.exitCode == 65 && none.errors.contains("whole is not a shard"))
        #expect(try run(["merge", "nowhere", "--out", "x"], in: folder).exitCode == 66)
    }

    @Test("A shard that lacks a point, or has one of another shard, is not merged")
    func damagedShards() throws {
        let folder = try ScratchFolder()
        for shard in 1...2 {
            let part = ["--shard", "\(shard)/2", "--out", "part-\(shard)"]
            #expect(try run(Self.vary + part, in: folder).exitCode == 0)
        }
        let merge = ["merge", "part-1", "part-2", "--out", "merged"]
        let whole = String(decoding: try bytes("part-1/sweep.csv", in: folder), as: UTF8.self)
        let lines = whole.split(separator: "\n", omittingEmptySubsequences: false)
        let damaged: [([Substring], String)] = [
            (lines.filter { !$0.hasPrefix("keep-alive,5,") }, "has no rows of point 5"),
            (lines.filter { !$0.hasPrefix("keep-alive,5,") } + [""], "does not write"),
            (
                lines.dropLast() + [cells(lines[1], 1, "2").replacing(",600", with: ",900"), ""],
                "has rows of point 2, which belongs to another shard"
            ),
            // design.csv alone says what the factors are at a point.
            (lines.dropLast() + [cells(lines[1], 1, "2"), ""], "does not write"),
            ([lines[0], cells(lines[1], 0, "other"), ""], "does not write"),
            ([lines[0], cells(lines[1], 6, "1e309"), ""], "does not write"),
            ([lines[0], cells(lines[1], 6, "NaN"), ""], "does not write"),
            ([lines[0], cells(lines[1], 7, "1e200"), ""], "does not write"),
            ([lines[0], cells(lines[1], 2, "=1+1"), ""], "does not write"),
        ]
        for (lines, message) in damaged {
            let text = lines.joined(separator: "\n")
            try folder.file("part-1/sweep.csv", text)
            let cut = try run(merge, in: folder)
            #expect(cut.exitCode == 65, "\(message)")
            #expect(cut.errors.contains("part-1/sweep.csv is not what was written"), "\(message)")
            let forged = try vouching(for: "sweep.csv", was: whole, is: text, in: folder) {
                try run(merge, in: folder)
            }
            #expect(forged.exitCode == 65 && forged.errors.contains(message), "\(forged.errors)")
        }
        try folder.file("part-1/sweep.csv", whole)
        let manifest = String(
            decoding: try bytes("part-2/manifest.json", in: folder), as: UTF8.self)
        try folder.file("part-2/manifest.json", manifest.replacing("\"2/2\"", with: "\"x\""))
        #expect(try run(merge, in: folder).errors.contains("part-2 is not a shard"))
        try folder.file("part-2/manifest.json", manifest.replacing("\"2/2\"", with: "\"1/2\""))
        #expect(try run(merge, in: folder).errors.contains("lacks 2/2, and has 1/2 as part-"))
        try folder.file("part-2/manifest.json", manifest.replacing("\"2/2\"", with: "\"2/3\""))
        let thirds = try run(merge, in: folder).errors
        #expect(thirds.contains("part-2 is shard 2/3, and part-1 is 1/2"), "\(thirds)")
        try folder.file("part-2/manifest.json", manifest)
        #expect(try run(merge, in: folder).exitCode == 0)
    }

    /// A copy of `line` with one cell replaced.
    private func cells(_ line: Substring, _ index: Int, _ cell: String) -> Substring {
        var cells = line.split(separator: ",", omittingEmptySubsequences: false)
        cells[index] = cell[...]
        return cells.joined(separator: ",")[...]
    }

    /// The SHA-256 of a text, computed by another program.
    private static func hash(of text: String) throws -> String {
        let scratch = try ScratchFolder()
        try scratch.file("text", text)
        return String(try Tool.shell("sha256sum text", in: scratch.url).output.prefix(64))
    }

    /// The outcome while the manifest of part-1 vouches for a forged file.
    private func vouching<Value>(
        for name: String, was: String, is text: String, in folder: ScratchFolder,
        _ body: () throws -> Value
    ) throws -> Value {
        let manifest = String(
            decoding: try bytes("part-1/manifest.json", in: folder), as: UTF8.self)
        defer { _ = try? folder.file("part-1/manifest.json", manifest) }
        let (old, new) = (try Self.hash(of: was), try Self.hash(of: text))
        #expect(manifest.contains(old))
        try folder.file("part-1/manifest.json", manifest.replacing(old, with: new))
        return try body()
    }

    @Test("A design is read as data: a forged formula does not reach the result")
    func forgedDesign() throws {
        let folder = try ScratchFolder()
        for shard in 1...2 {
            let part = ["--shard", "\(shard)/2", "--out", "part-\(shard)"]
            #expect(try run(Self.vary + part, in: folder).exitCode == 0)
        }
        let design = String(decoding: try bytes("part-1/design.csv", in: folder), as: UTF8.self)
        for forged in [
            design.replacing("2s", with: "=1+1"), design.replacing("1,2s", with: "7,2s"),
            design + "9,1s,1s\n", "=1+1\n", "",
        ] {
            try folder.file("part-1/design.csv", forged)
            let outcome = try vouching(for: "design.csv", was: design, is: forged, in: folder) {
                try run(["merge", "part-1", "part-2", "--out", "merged"], in: folder)
            }
            #expect(outcome.exitCode == 65, "\(forged)")
            #expect(outcome.errors.contains("part-1 has no design of 6 points"), "\(forged)")
            #expect(try !folder.names(in: ".").contains("merged"))
        }
    }

    @Test("A shard is never replaced by the whole, nor by another shard")
    func shardsStay() throws {
        let folder = try ScratchFolder()
        for shard in 1...2 {
            let part = ["--shard", "\(shard)/2", "--out", "part-\(shard)"]
            #expect(try run(Self.vary + part, in: folder).exitCode == 0)
        }
        let merge = ["merge", "part-1", "part-2", "--out", "part-1", "--force"]
        let before = try bytes("part-1/sweep.csv", in: folder)
        let merged = try run(merge, in: folder)
        #expect(merged.exitCode == 73 && merged.errors.contains("would be written over"))
        let other = try run(Self.vary + ["--shard", "2/2", "--out", "part-1"], in: folder)
        #expect(other.exitCode == 73 && other.errors.contains("sweep --shard 1/2"))
        #expect(try bytes("part-1/sweep.csv", in: folder) == before)
    }

    /// A policy that a factor does not touch has identical figures at all levels, so its world did
    /// not change.
    @Test("Design points share their random numbers")
    func common() throws {
        let folder = try ScratchFolder()
        #expect(try run(Self.vary + ["--out", "whole"], in: folder).exitCode == 0)
        let rows = try rows("whole/sweep.csv", in: folder)
        let untouched = (1...6).map { point in
            rows.filter { $0[1] == "\(point)" && $0[2] == "keep-alive-29" }.map { $0[2..<10] }
        }
        #expect(!untouched[0].isEmpty)
        #expect(untouched[0] == untouched[1] && untouched[1] == untouched[2])
        #expect(untouched[3] == untouched[4] && untouched[4] == untouched[5])
        #expect(untouched[0] != untouched[3])
        // All points have identical worlds, and so identical incoming calls.
        let calls = rows.filter { $0[2] == "keep-alive-10" && $0[3] == "calls_offered" }
        #expect(calls.count == 6 && Set(calls.map { $0[6] }).count == 1)
    }

    /// Interrupts a sweep as soon as it has kept a point, whose files then enter the final result.
    ///
    /// - Returns: The exit code, or the signal's number if the signal ended the program during its
    ///   last steps. 0 if the sweep was over before this process had its turn.
    private func breakOff(_ command: [String], in folder: ScratchFolder) throws -> Int32 {
        let process = Process()
        process.executableURL = Tool.executable
        process.arguments = command
        process.currentDirectoryURL = folder.url
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        for _ in 0..<12_000 where unfinished(in: folder).isEmpty && process.isRunning {
            Thread.sleep(forTimeInterval: 0.02)
        }
        process.interrupt()
        process.waitUntilExit()
        return process.terminationStatus
    }

    @Test("An interrupted sweep resumes where it stopped")
    func resumes() throws {
        let folder = try ScratchFolder()
        func sweep(_ replications: Int, out: String) -> [String] {
            Self.vary.dropLast() + ["\(replications)", "--out", out]
        }
        // On a busy machine a short sweep may end before the interrupt; then try a longer one.
        var (replications, status) = (125, Int32(0))
        while status == 0 || status == SIGINT, replications < 16_000 {
            try? FileManager.default.removeItem(at: folder.url.appending(path: "again"))
            replications *= 2
            status = try breakOff(sweep(replications, out: "again"), in: folder)
        }
        #expect(status == 130)
        let kept = unfinished(in: folder)
        #expect(!kept.isEmpty)
        #expect(try run(sweep(replications, out: "whole"), in: folder).exitCode == 0)
        let again = try run(sweep(replications, out: "again"), in: folder)
        #expect(again.exitCode == 0 && again.errors.contains("going on: \(kept.count) of 6"))
        #expect(try folder.names(in: "again") == Self.files, "what was kept is gone")
        for file in Self.files {
            #expect(try bytes("again/\(file)", in: folder) == bytes("whole/\(file)", in: folder))
        }
    }

    @Test("A kept point that was changed is run again, and is never a trap")
    func damagedJournal() throws {
        let folder = try ScratchFolder()
        let command = Self.vary + ["--out", "again"]
        #expect(try run(Self.vary + ["--out", "whole"], in: folder).exitCode == 0)
        // An entry as the program keeps it, from a sweep that a file in its way interrupts.
        let broken = try Tool.shell(
            """
            "$TAILWATT" \(Self.vary.joined(separator: " ")) --out again >/dev/null 2>&1 &
            while ! ls again/unfinished-*/point-1.kept >/dev/null 2>&1; do sleep 0.01; done
            kill -STOP $!; cp -r again kept; kill -KILL $!; wait $!; rm -rf again
            """, in: folder.url)
        #expect(broken.exitCode == 0, "\(broken.errors)")
        let entry = try #require(unfinished(in: folder).first { $0.hasSuffix("point-1.kept") })
        let good = String(decoding: try bytes(entry, in: folder), as: UTF8.self)
        let lines = good.split(separator: "\n", omittingEmptySubsequences: false)
        let body = lines.dropFirst().joined(separator: "\n")
        func sealed(_ body: String) throws -> String {
            let second = body.range(of: "point,baseline")?.lowerBound ?? body.endIndex
            let sizes = (body[..<second].utf8.count, body[second...].utf8.count)
            let hash = try Self.hash(of: body)
            return "tailwatt-point-1 \(sizes.0) \(sizes.1) \(hash)\n\(body)"
        }
        #expect(try sealed(body) == good)
        let value = cells(lines[2], 5, "1e309").description
        for (text, isDone) in [
            (good, true), (lines.prefix(3).joined(separator: "\n"), false), ("", false),
            (good.replacing(lines[2], with: value), false),
            (try sealed(body.replacing(lines[2], with: value)), false),
            (
                try sealed(body.replacing(lines[2], with: cells(lines[2], 5, "NaN").description)),
                false
            ),
            (String(good.dropLast(40)), false), (good + "x", false),
        ] {
            _ = try Tool.shell("rm -rf again; cp -r kept again", in: folder.url)
            try folder.file("again" + entry.dropFirst(4), text)
            let outcome = try run(command, in: folder)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            #expect(outcome.errors.contains("is run again") != isDone, "\(outcome.errors)")
            for file in Self.files {
                #expect(try folder.data("again/\(file)") == folder.data("whole/\(file)"), "\(file)")
            }
        }
    }

    private func unfinished(in folder: ScratchFolder) -> [String] {
        let all = FileManager.default.enumerator(atPath: folder.url.path)?.allObjects ?? []
        return all.compactMap { $0 as? String }.filter {
            $0.contains("unfinished-") && $0.contains("/point-")
        }.sorted()
    }

    private static let wrong: [([String], Int32, String)] = [
        (["--vary", "x"], 64, "has no value"),
        (["--vary", "horizon=2h..1h"], 64, "is not less than"),
        (["--vary", "horizon=1h..2h"], 64, "Factor 1 is a range"),
        (["--vary", "horizon=1h..2h", "--design", "sobol"], 64, "needs --points"),
        (["--vary", "horizon=1h", "--points", "3"], 64, "leave out --points"),
        (["--vary", "horizon=1h", "--vary", "horizon=2h"], 64, "varies twice"),
        (["--vary", "horizon=1h", "--shard", "3/2"], 64, "A shard is K/N"),
        (["--vary", "horizon=1h", "--metric", "enrgy"], 64, "Did you mean \"energy\"?"),
        ([], 64, "no sweep is possible = Nothing varies"),
        (["--vary", "horizon=1h,2x"], 65, "--vary:1:9"),
        (["--vary", "radoi.round-trip=1 s"], 65, "Did you mean \"radio\"?"),
    ]

    @Test("Wrong usage is 64, an invalid value is 65", arguments: wrong)
    func faults(_ options: [String], _ code: Int32, _ words: String) throws {
        let outcome = try Tool.run(["sweep", "keep-alive", "--replications", "2"] + options)
        #expect(outcome.exitCode == code, "\(outcome.errors)")
        #expect(outcome.errorWords.contains(words), "\(outcome.errors)")
    }

    @Test("A set value is recorded as the user's, whatever its source in the file")
    func set() throws {
        let outcome = try Tool.run([
            "compare", "keep-alive", "--replications", "2", "--set",
            "radio.demotions.CELL_FACH.after=5s",
        ])
        #expect(outcome.exitCode == 0)
        #expect(
            outcome.words.contains(
                "demotions[CELL_FACH -> IDLE].after is 5s by --set, not 12 s as its source says"))
    }

    @Test(
        "A kind of radio stands for its radios, and the table has the app's % of the battery a day")
    func kinds() throws {
        let outcome = try Tool.run([
            "sweep", "keep-alive-alone", "--vary", "radio=lte", "--anyway", "--replications", "2",
            "--horizon", "2h",
        ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        for radio in ["lte-cdrx-2022", "lte-huang-2012", "lte-tmobile-2021", "lte-verizon-2021"] {
            #expect(outcome.output.contains(" \(radio)  "), "\(outcome.output)")
        }
        // 130.5 J in 2 h are 1566 J a day, of an iPhone 4's 18 900 J.
        #expect(outcome.words.contains("day]"), "\(outcome.output)")
        #expect(outcome.output.contains(/keep-alive-10 .* 8\.2\d\b/), "\(outcome.output)")
    }
}
