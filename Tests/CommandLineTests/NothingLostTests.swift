import Foundation
import TestSupport
import Testing

/// Tests that writing never destroys a device, a pipe, a link's target, another command's results,
/// a user's file or an input.
@Suite struct NothingLostTests {
    private func run(
        _ line: String, in scratch: ScratchFolder
    ) throws -> Tool.Outcome {
        try withExtendedLifetime(scratch) { try Tool.shell(line, in: scratch.url) }
    }

    private func text(_ name: String, in scratch: ScratchFolder) throws -> String {
        String(decoding: try scratch.data(name), as: UTF8.self)
    }

    @Test("Another command's results block the output; --force replaces them as a whole")
    func otherCommand() throws {
        let scratch = try ScratchFolder()
        let sweep = try run(
            "$TAILWATT sweep keep-alive --vary horizon=1h,2h --replications 2 --out D", in: scratch)
        #expect(sweep.exitCode == 0, "\(sweep.errors)")
        let before = try scratch.names(in: "D")
        let compare = "$TAILWATT compare keep-alive --replications 2 --out D"
        let refused = try run(compare, in: scratch)
        #expect(refused.exitCode == 73 && refused.output.isEmpty)
        #expect(refused.errors.contains("D/manifest.json"), "\(refused.errors)")
        #expect(refused.errors.contains("--force") && refused.errors.contains("tailwatt sweep"))
        #expect(try scratch.names(in: "D") == before)
        #expect(try run(compare + " --force", in: scratch).exitCode == 0)
        let after = try scratch.names(in: "D")
        #expect(!after.contains("sweep.csv") && after.contains("summary.csv"))
        #expect(try run(compare, in: scratch).exitCode == 0, "its own are replaced")
    }

    @Test("A user's file of the same name, or an edited one, blocks the output")
    func ownFiles() throws {
        let scratch = try ScratchFolder()
        let compare = "$TAILWATT compare keep-alive --replications 2 --out out"
        let first = try run("mkdir out; echo mine >out/summary.csv; \(compare)", in: scratch)
        #expect(first.exitCode == 73, "\(first.errors)")
        #expect(first.errors.contains("out/summary.csv: is in the way"), "\(first.errors)")
        #expect(try scratch.names(in: "out") == ["summary.csv"])
        #expect(try text("out/summary.csv", in: scratch) == "mine\n")
        #expect(try run("rm out/summary.csv; \(compare)", in: scratch).exitCode == 0)
        let edited = try run("echo 1 >>out/summary.csv; \(compare)", in: scratch)
        #expect(edited.exitCode == 73 && edited.errors.contains("changed since"))
        let linked = try run(
            "mv out/summary.csv s; ln -s ../s out/summary.csv; \(compare) --force", in: scratch)
        #expect(linked.exitCode == 73 && linked.errors.contains("a link"), "\(linked.errors)")
        #expect(try run("$TAILWATT compare keep-alive --out -", in: scratch).exitCode == 64)
    }

    @Test("A pipe and a link are written through, - is standard output, and none is replaced")
    func streams() throws {
        let scratch = try ScratchFolder()
        let gpx = "$TAILWATT gpx office-by-car --horizon 1h -o"
        let whole = try run("\(gpx) -", in: scratch).output
        #expect(whole.hasPrefix("<?xml") && whole.hasSuffix("</gpx>\n"))
        #expect(try run("\(gpx) /dev/stdout", in: scratch).output == whole)
        let pipe = try run("mkfifo p; cat p >got & \(gpx) p; wait; test -p p", in: scratch)
        #expect(pipe.exitCode == 0, "\(pipe.errors)")
        #expect(try text("got", in: scratch) == whole)
        let link = try run("ln -s real.gpx l.gpx; \(gpx) l.gpx; test -h l.gpx", in: scratch)
        #expect(link.exitCode == 0, "\(link.errors)")
        #expect(try text("real.gpx", in: scratch).hasPrefix(whole))
        let redirected = try run("\(gpx) /dev/stdout >red; cat red", in: scratch)
        #expect(redirected.output == whole)
        let loop = try run("ln -s y x; ln -s x y; \(gpx) x", in: scratch)
        #expect(loop.exitCode == 73, "\(loop.errors)")
        #expect(try scratch.names(in: ".") == ["got", "l.gpx", "p", "real.gpx", "red", "x", "y"])
    }

    @Test(
        "The command that wrote a single file replaces it, unless it was changed")
    func alone() throws {
        let scratch = try ScratchFolder()
        let gpx = "$TAILWATT gpx office-by-car -o day.gpx --horizon"
        #expect(try run("\(gpx) 1h && \(gpx) 2h", in: scratch).exitCode == 0)
        let changed = try run("echo '<!-- mine -->' >>day.gpx; \(gpx) 1h", in: scratch)
        #expect(changed.exitCode == 73 && changed.errors.contains("day.gpx: is in the way"))
        #expect(try run("\(gpx) 1h --force", in: scratch).exitCode == 0)
        let foreign = try run("echo mine >day.gpx; \(gpx) 1h; cat day.gpx", in: scratch)
        #expect(foreign.output == "mine\n" && foreign.errors.contains("--force"))
    }

    @Test("An input is never overwritten, even with --force")
    func inputs() throws {
        let scratch = try ScratchFolder()
        let made = try run(
            """
            $TAILWATT gpx office-by-car -o day.gpx --horizon 2h && ln day.gpx other.gpx
            cp day.gpx before
            """, in: scratch)
        #expect(made.exitCode == 0, "\(made.errors)")
        for target in ["day.gpx", "./day.gpx", "other.gpx"] {
            let outcome = try run("$TAILWATT gpx day.gpx -o \(target) --force", in: scratch)
            #expect(outcome.exitCode == 73, "\(outcome.errors)")
            #expect(outcome.errors.contains("\(target): would be written over"))
        }
        #expect(try scratch.data("day.gpx") == scratch.data("before"))
    }

    @Test(
        "SIGTERM and SIGHUP clean up as Ctrl-C does, and under nohup the run continues",
        arguments: [
            (signal: "TERM", before: "", exitCode: Int32(143)), ("HUP", "", 129),
            ("HUP $!; kill -TERM", "trap '' HUP", 143),
        ])
    func terminated(signal: String, before: String, exitCode: Int32) throws {
        let scratch = try ScratchFolder()
        let outcome = try run(
            """
            \(before)
            $TAILWATT run keep-alive --policy none --timeline --horizon 175000h --out out &
            while ! ls out/.tailwatt-*/new.timeline.csv >/dev/null 2>&1; do sleep 0.05; done
            kill -\(signal) $!; wait $!
            """, in: scratch)
        #expect(outcome.exitCode == exitCode, "\(outcome.errors)")
        #expect(outcome.errors.contains("interrupted"), "\(outcome.errors)")
        #expect(try scratch.names(in: ".").isEmpty)
    }

    @Test("Ctrl-\\ cleans up too")
    func quit() throws {
        let scratch = try ScratchFolder()
        // A shell would make its child ignore the signal.
        let process = Process()
        process.executableURL = Tool.executable
        process.currentDirectoryURL = scratch.url
        process.arguments = [
            "run", "keep-alive", "--policy", "none", "--timeline", "--horizon", "175000h", "--out",
            "out",
        ]
        process.standardError = FileHandle.nullDevice
        try process.run()
        func hasBegun() -> Bool {
            let names = (try? scratch.names(in: "out")) ?? []
            return names.contains { ((try? scratch.names(in: "out/\($0)")) ?? []).count > 1 }
        }
        while process.isRunning, !hasBegun() { usleep(50_000) }
        kill(process.processIdentifier, SIGQUIT)
        process.waitUntilExit()
        #expect(process.terminationStatus == 131)
        #expect(try scratch.names(in: ".").isEmpty)
    }

    @Test("The next run, whatever its command, removes what a killed run left")
    func killed() throws {
        let scratch = try ScratchFolder()
        let outcome = try run(
            """
            $TAILWATT run keep-alive --policy none --timeline --horizon 175000h --out out &
            while ! ls out/.tailwatt-*/new.timeline.csv >/dev/null 2>&1; do sleep 0.05; done
            kill -KILL $!; wait $!
            ls -a out | grep -c tailwatt
            $TAILWATT compare keep-alive --replications 2 --out out >/dev/null
            ls -a out | grep -c tailwatt
            """, in: scratch)
        #expect(outcome.output == "1\n0\n", "\(outcome.output)")
    }
}

/// Tests that text in files and arguments is shown and has no other effect.
@Suite struct PoisonTests {
    /// An escape sequence, a line of its own, reversed text, a separator, a byte order mark.
    private static let poison = "A\u{1B}[31m\ninitial: EVIL\u{202E}\u{2028}\u{FEFF}\u{85}\u{7F}"

    private func expectClean(
        _ text: String, _ what: String, _ location: SourceLocation = #_sourceLocation
    ) {
        let found = text.unicodeScalars.filter {
            [0x1B, 0x202E, 0x2028, 0xFEFF, 0x85, 0x7F].contains($0.value)
        }
        #expect(found.isEmpty, "\(what): \(found.map(\.value))", sourceLocation: location)
        #expect(!text.contains("\ninitial: EVIL"), "\(what)", sourceLocation: location)
    }

    @Test("Control characters in arguments do not reach messages")
    func arguments() throws {
        for arguments in [
            ["compare", Self.poison], ["compare", "./" + Self.poison], [Self.poison],
            ["compare", "keep-alive", "--" + Self.poison],
            ["compare", "keep-alive", "--horizon", Self.poison],
            ["compare", "keep-alive", "--set", Self.poison + "=1"],
            ["compare", "keep-alive", "--set", "horizon=" + Self.poison],
            ["compare", "keep-alive", "--radio", Self.poison],
            ["compare", "keep-alive", "--out", "/dev/null/" + Self.poison],
            ["sweep", "keep-alive", "--vary", "horizon=" + Self.poison],
            ["run", "keep-alive", "--policy", Self.poison], ["diff", Self.poison, "x"],
            ["profiles", "show", Self.poison], ["fit", "tail", Self.poison],
            ["replay", Self.poison, "--radio", "wifi-psm"], ["check", Self.poison],
            ["frontier", "location", "--days", Self.poison], ["merge", Self.poison],
            ["merge", Self.poison, "--out", "x"],
            ["gpx", "office-by-car", "-o", "/dev/null/" + Self.poison],
        ] {
            let outcome = try Tool.run(arguments)
            #expect(outcome.exitCode != 0, "\(arguments)")
            expectClean(outcome.errors + outcome.output, "\(arguments)")
        }
    }

    @Test("A log's cells and names stay clean in words, tables and profile fragments")
    func logs() throws {
        let scratch = try ScratchFolder()
        let name = Self.poison.replacing("\n", with: " ")
        var rows = "provider,direction,throughput,power\n"
        for step in 1...30 {
            for direction in ["up", "down"] {
                rows += "\"\(name)\",\(direction),\(step),\(1000 + 20 * step + step % 3)\n"
            }
        }
        try scratch.file("log.csv", rows)
        let outcome = try Tool.run(
            ["fit", "transfer-power", "log.csv", "--out", "out"], in: scratch.url)
        expectClean(outcome.output + outcome.errors, "fit")
        for file in (try? scratch.names(in: "out")) ?? [] {
            expectClean(String(decoding: try scratch.data("out/\(file)"), as: UTF8.self), file)
        }
        try scratch.file("bad.csv", "\(name),\(name)\n1,2\n")
        for kind in ["tail", "rrc-probe", "transfer-power"] {
            let bad = try Tool.run(["fit", kind, "bad.csv"], in: scratch.url)
            #expect(bad.exitCode == 65)
            expectClean(bad.errors, kind)
        }
        let long = String(repeating: "x", count: 1_000_000)
        try scratch.file("long.csv", "\(long)\n1\n")
        let line = try Tool.run(["fit", "tail", "long.csv"], in: scratch.url)
        #expect(line.exitCode == 65 && line.errors.utf8.count < 400, "\(line.errors.utf8.count)")
    }

    @Test("A question, a budget's words and set values stay clean in every output")
    func scenarios() throws {
        let scratch = try ScratchFolder()
        let escaped = "A\\e[31m\\ninitial: EVIL\\u202E\\u2028\\uFEFF\\x85\\x7F"
        let file = Repository.url(
            "Profiles/scenarios/keep-alive-alone.yaml")
        let own = try String(contentsOf: file, encoding: .utf8)
            .replacing(#/question: [^\n]*\n(?:  [^\n]*\n)*/#, with: "question: \"\(escaped)\"\n")
        try scratch.file("mine.yaml", own)
        let outcome = try Tool.run(
            ["compare", "./mine.yaml", "--replications", "2", "--out", "out"], in: scratch.url)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        expectClean(outcome.output + outcome.errors, "compare")
        #expect(outcome.output.contains("EVIL"))
        for name in try scratch.names(in: "out") {
            expectClean(String(decoding: try scratch.data("out/\(name)"), as: UTF8.self), name)
        }
        let shown = try Tool.run(["scenarios", "show", "./mine.yaml"], in: scratch.url)
        expectClean(shown.output, "show")
        let poisoned = try String(
            decoding: scratch.data("out/manifest.json"), as: UTF8.self
        ).replacing(#/"horizon": "[^"]*"/#, with: "\"horizon\": \"\(Self.json)\"")
        try FileManager.default.copyItem(
            at: scratch.url.appendingPathComponent("out"),
            to: scratch.url.appendingPathComponent("new"))
        try scratch.file("new/manifest.json", poisoned)
        let diff = try Tool.run(["diff", "out", "new"], in: scratch.url)
        #expect(diff.exitCode == 65)
        expectClean(diff.output + diff.errors, "diff")
    }

    private static let json = "A\\u001b[31m\\ninitial: EVIL\\u202e\\u2028"
}
