import Foundation
import TestSupport
import Testing

@Suite struct RunCommandTests {
    @Test("The timeline covers every component and the app from the start to the horizon")
    func timeline() throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            [
                "run", "keep-alive", "--policy", "keep-alive-29", "--replication", "3",
                "--timeline", "--out", "out",
            ], in: scratch.url)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let names = [
            "causes.csv", "datapackage.json", "errand.svg", "errand.vl.json", "manifest.json",
            "power.svg", "power.vl.json", "report.html", "residence.csv", "timeline.csv",
        ]
        #expect(try scratch.names(in: "out") == names)
        let lines = String(decoding: try scratch.data("out/timeline.csv"), as: UTF8.self)
            .split(separator: "\n")
        #expect(lines[0] == "from_s,until_s,component,state,power_mW,activity,kind")
        var reached: [Substring: Substring] = [:]
        for line in lines.dropFirst() {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            #expect(cells.count == 7 && cells[0] == reached[cells[2]] ?? "0", "\(line)")
            reached[cells[2]] = cells[1]
        }
        #expect(reached.count == 9 && reached.values.allSatisfy { $0 == "86400" }, "\(reached)")
        #expect(lines.contains { $0.contains(",CELL_DCH,") && $0.contains("keep-alive 3,tail") })
    }

    @Test("Without --out the timeline is data on stdout")
    func timelineToStandardOutput() throws {
        let outcome = try Tool.run(
            ["run", "keep-alive-alone", "--policy", "none", "--timeline"])
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty)
        #expect(outcome.output.hasPrefix("from_s,until_s,component,"))
        // Nothing happens, so each component has one interval.
        #expect(outcome.output.split(separator: "\n").count == 1 + 8)
    }

    @Test("A repeated run prints the same; another replication is another world")
    func replication() throws {
        func output(_ replication: String) throws -> String {
            try Tool.run(
                ["run", "location", "--policy", "significant-change", "--replication", replication]
            ).output
        }
        let first = try output("0")
        #expect(try output("0") == first)
        #expect(try output("1") != first)
    }

    private static let year = [
        "run", "keep-alive", "--policy", "keep-alive-29", "--timeline", "--horizon", "8760h",
    ]

    @Test("Rows are ordered by the end of their interval, then by component, an app's state last")
    func timelineOrder() throws {
        let components = [
            "cellular", "wi-fi", "bluetooth", "gnss", "processor", "audio", "display", "floor",
            "app",
        ]
        for (policy, last) in [("keep-alive-10", 9), ("none", 8)] {
            let output = try Tool.run(["run", "keep-alive", "--policy", policy, "--timeline"])
                .output
            let keys = output.split(separator: "\n").dropFirst().map { line in
                let cells = line.split(separator: ",", omittingEmptySubsequences: false)
                return (Double(cells[1])!, components.firstIndex(of: String(cells[2]))!)
            }
            #expect(keys.count > 100 && keys.map(\.1).suffix(last) == Array(0..<last))
            let isAscending = zip(keys, keys.dropFirst()).allSatisfy { $0.0 < $0.1 }
            #expect(isAscending, "\(policy)")
        }
    }

    @Test("stdout and the file have identical bytes, and the manifest records their hash")
    func timelineFile() throws {
        let scratch = try ScratchFolder()
        let arguments = ["run", "streaming", "--policy", "trickle", "--timeline"]
        let output = try Tool.run(arguments).output
        let outcome = try Tool.run(arguments + ["--out", "out"], in: scratch.url)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(try scratch.data("out/timeline.csv") == Data(output.utf8))
        // The output takes more than one piece.
        #expect(output.utf8.count > 200_000)
        let sum = try Tool.shell("sha256sum out/timeline.csv", in: scratch.url).output.prefix(64)
        let manifest = String(decoding: try scratch.data("out/manifest.json"), as: UTF8.self)
        #expect(manifest.contains(sum))
    }

    @Test("A timeline without room on the disk exits with 74 and leaves nothing behind")
    func fullDisk() throws {
        for redirection in [">&-", ">/dev/full"] {
            let outcome = try Tool.shell(
                "\"$TAILWATT\" \(Self.year.joined(separator: " ")) \(redirection)")
            #expect(outcome.exitCode == 74, "\(redirection): \(outcome.errors)")
            #expect(outcome.errors.contains("standard output"), "\(outcome.errors)")
        }
        let scratch = try ScratchFolder()
        // The shell's limit on file sizes imitates a full disk: 400 blocks of 512 bytes.
        let outcome = try Tool.shell(
            """
            trap '' XFSZ; ulimit -f 400
            "$TAILWATT" \(Self.year.joined(separator: " ")) --out out 2>message
            """, in: scratch.url)
        #expect(outcome.exitCode == 74, "\(outcome.errors)")
        let message = String(decoding: try scratch.data("message"), as: UTF8.self)
        #expect(message.contains("out/timeline.csv: cannot be written"), "\(message)")
        #expect(try scratch.names(in: ".") == ["message"])
    }

    @Test("The program ends when its reader closes the pipe")
    func brokenPipe() throws {
        let outcome = try Tool.shell(
            "\"$TAILWATT\" \(Self.year.joined(separator: " ")) | head -n 1")
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(outcome.output == "from_s,until_s,component,state,power_mW,activity,kind\n")
    }

    @Test("Ctrl-C during a timeline exits with 130 and leaves the earlier files unchanged")
    func interruption() throws {
        let scratch = try ScratchFolder()
        let out = scratch.url.appendingPathComponent("out")
        try FileManager.default.createDirectory(at: out, withIntermediateDirectories: true)
        try scratch.file("out/notes.txt", "earlier")
        let process = Process()
        process.executableURL = Tool.executable
        // On a busy machine, a year would be over before this process has its turn.
        process.arguments = [
            "run", "w1", "--policy", "none", "--timeline", "--horizon", "175200h",
            "--out", out.path,
        ]
        process.currentDirectoryURL = Repository.root
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        func partial() throws -> String? {
            try scratch.names(in: "out").first { $0.hasPrefix(".tailwatt-") }
        }
        while process.isRunning {
            if let name = try partial(),
                (try? scratch.data("out/" + name + "/new.timeline.csv"))?.isEmpty == false
            {
                break
            }
            usleep(1_000)
        }
        #expect(try partial() != nil)
        process.interrupt()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 130)
        #expect(try scratch.names(in: "out") == ["notes.txt"])
        #expect(try scratch.data("out/notes.txt") == Data("earlier".utf8))
    }

    #if os(Linux)
        @Test("A timeline of a hundred days takes little more memory than one of a day")
        func timelineMemory() throws {
            let arguments = ["run", "keep-alive", "--policy", "keep-alive-10", "--timeline"]
            let day = try Tool.peakMemory(arguments)
            let many = try Tool.peakMemory(arguments + ["--horizon", "2400h"])
            #expect(day > 1 && many < day + 10, "\(day) MB for a day, \(many) MB for a hundred")
        }
    #endif
}
