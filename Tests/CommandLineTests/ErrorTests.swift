import Foundation
import TestSupport
import Testing

/// Tests of mistakes that users make: a message with advice, the right exit code, and no
/// half-written file.
@Suite struct ErrorTests {
    private func expect(
        _ arguments: [String], code: Int32, saying parts: [String], in folder: ScratchFolder? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let outcome = try Tool.run(arguments, in: folder?.url ?? Repository.root)
        #expect(outcome.exitCode == code, "\(outcome.errors)", sourceLocation: sourceLocation)
        #expect(outcome.output.isEmpty, "\(outcome.output)", sourceLocation: sourceLocation)
        for part in parts {
            #expect(
                outcome.errors.contains(part), "\(outcome.errors)", sourceLocation: sourceLocation)
        }
    }

    /// A user's own scenario: the shipped one with one line changed.
    private func scenario(
        _ scratch: ScratchFolder, _ old: String, _ new: String
    ) throws -> String {
        let shipped = Repository.url("Profiles/scenarios/keep-alive.yaml")
        let text = try String(contentsOf: shipped, encoding: .utf8)
        #expect(text.contains(old))
        return try scratch.file("mine.yaml", text.replacingOccurrences(of: old, with: new)).path
    }

    @Test("A name that does not exist exits with 66 and suggests the likely one")
    func unknownNames() throws {
        try expect(
            ["compare", "keep-alve"], code: 66,
            saying: ["keep-alve", "Did you mean \"keep-alive\"?"])
        try expect(
            ["compare", "keep-alive", "--radio", "lte-huan-2012"], code: 66,
            saying: ["lte-huan-2012", "Did you mean \"lte-huang-2012\"?"])
        try expect(
            ["compare", "keep-alive", "--radio", "lte-att-2012"], code: 66,
            saying: ["\"lte-att-2012\" is called \"lte-huang-2012\" now"])
        try expect(
            ["run", "keep-alive", "--policy", "keep-alive-19"], code: 66,
            saying: ["has no policy \"keep-alive-19\"", "keep-alive-10, keep-alive-29, none"])
        try expect(
            ["profiles", "show", "iphone-5s"], code: 66,
            saying: ["there is no device named \"iphone-5s\"", "The devices are"])
        try expect(
            ["profiles", "show", "pixel-6"], code: 66, saying: ["Did you mean \"pixel-6-2021\"?"])
        try expect(
            ["profiles", "show", "lte-att-2012"], code: 66,
            saying: ["the radio \"lte-att-2012\" is called \"lte-huang-2012\" now"])
        try expect(["compare", "."], code: 66, saying: ["this is a directory"])
        try expect(
            ["run", "keep-alive"], code: 64,
            saying: ["--policy is missing", "keep-alive-10, keep-alive-29, none"])
        try expect(
            ["compare", "keep-alive", "--set", "policies.keep-alive-10.interval=1,5min"], code: 65,
            saying: ["Write a point for decimals"])
    }

    @Test("A name with a wrong ending, or none, suggests the file of the same folder")
    func fileBeside() throws {
        let scratch = try ScratchFolder()
        _ = try scenario(scratch, "name: keep-alive", "name: mine")
        for name in ["mine", "mine.yml"] {
            try expect(
                ["compare", name], code: 66, saying: ["Did you mean \"mine.yaml\"?"], in: scratch)
        }
    }

    @Test("A missing file, or a folder in its place, exits with 66")
    func missing() throws {
        let scratch = try ScratchFolder()
        try expect(["compare", "./no.yaml"], code: 66, saying: ["./no.yaml"], in: scratch)
        try expect(["compare", scratch.url.path], code: 66, saying: ["directory"], in: scratch)
    }

    @Test("A file that is empty, far too large or not text exits with 65 at once")
    func unreadable() throws {
        let scratch = try ScratchFolder()
        let latin = try scratch.file("latin.yaml", Data([0x6B, 0x69, 0xE4, 0x0A])).path
        try expect(["compare", latin], code: 65, saying: ["UTF-8"])
        let empty = try scratch.file("empty.yaml", "").path
        try expect(["compare", empty], code: 65, saying: ["empty"])
        let zeros = scratch.url.appendingPathComponent("zeros.yaml")
        #expect(FileManager.default.createFile(atPath: zeros.path, contents: nil))
        let handle = try FileHandle(forWritingTo: zeros)
        try handle.truncate(atOffset: 100_000_000)
        try handle.close()
        try expect(["compare", zeros.path], code: 65, saying: ["zeros.yaml"])
    }

    @Test(
        "A keep-alive below ten minutes on iOS 4 exits with 65, the place, the rule and a way out")
    func keepAliveTooShort() throws {
        let scratch = try ScratchFolder()
        let path = try scenario(
            scratch, "interval:     { value: 10 min, source: SR-037 }", "interval: 9 min")
        try expect(
            ["compare", path], code: 65,
            saying: [
                "mine.yaml:", "keep-alive interval is 9 min, but ios-4 refuses less than 10 min",
                "^", "Set it to 10 min or more",
            ])
    }

    @Test(
        "An invalid value exits with 65, with file, line, caret and what is valid",
        arguments: [
            ("horizon: 24 h", "horizon: 24", "has no unit", "Write it as in"),
            ("horizon: 24 h", "horizon: 24 mW", "is not a unit of time", "min, h"),
            ("horizon: 24 h", "horizon: -24 h", "-24 h", "mine.yaml:"),
            ("horizon: 24 h", "horizn: 24 h", "horizn", "horizon"),
            ("seed: 1", "seed: 1\nseed: 2", "seed", "mine.yaml:"),
            ("device:  iphone-4", "", "device", "mine.yaml:"),
            ("radio:   umts-att-2010", "radio: umts-at-2010", "umts-at-2010", "umts-att-2010"),
        ])
    func badValues(old: String, new: String, message: String, help: String) throws {
        let scratch = try ScratchFolder()
        let path = try scenario(scratch, old, new)
        try expect(["compare", path], code: 65, saying: [message, help])
    }

    @Test("Invalid usage exits with 64")
    func usage() throws {
        try expect(["compare"], code: 64, saying: ["Missing expected argument '<scenario>'"])
        try expect(
            ["compre", "keep-alive"], code: 64, saying: ["compre", "Did you mean \"compare\"?"])
        try expect(
            ["profiles", "lst"], code: 64,
            saying: ["lst", "Did you mean \"list\"?", "tailwatt profiles --help"])
        try expect(["compare", "keep-alive", "--out", ""], code: 64, saying: ["--out needs"])
        try expect(["compare", "keep-alive", "--replication", "3"], code: 64, saying: ["--repl"])
        try expect(
            ["compare", "keep-alive", "--replications", "1"], code: 64, saying: ["from 2 to"])
        try expect(
            ["compare", "keep-alive", "--replications", "-1"], code: 64, saying: ["not -1"])
        try expect(
            ["compare", "keep-alive", "--replications", "--seed", "1"], code: 64,
            saying: ["Missing value for '--replications"])
        try expect(["compare", "keep-alive", "--jobs", "0"], code: 64, saying: ["--jobs"])
        try expect(["compare", "keep-alive", "--horizon", "24"], code: 64, saying: ["has no unit"])
        try expect(["compare", "keep-alive", "--seed", "-1"], code: 64, saying: ["seed"])
    }

    @Test(
        "A repeated single-value option exits with 64 in every command",
        arguments: [
            ["sweep", "keep-alive-alone", "--metric", "energy", "--metric", "wake-ups"],
            ["compare", "keep-alive", "--seed=1", "--replications", "2", "--seed", "2"],
            ["profiles", "list", "--format", "csv", "--format=json"],
            ["fit", "tail", "log.csv", "--states", "2", "--states", "3"],
        ])
    func repeated(words: [String]) throws {
        let options = words.filter { $0.hasPrefix("--") }.map { $0.prefix { $0 != "=" } }
        let twice = try #require(options.last)
        try expect(
            words, code: 64,
            saying: [
                "error: \(twice) takes one value, but is given more than once", "Give it once",
            ])
    }

    @Test("An option with many values may be repeated, and a word after -- is no option")
    func repeatable() throws {
        for words in [
            [
                "compare", "keep-alive-alone", "--replications", "2", "--set", "seed=2", "--set",
                "horizon=1h",
            ], ["profiles", "show", "--", "ios-4"],
        ] {
            let outcome = try Tool.run(words)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
        }
    }

    @Test("An output folder that cannot be created exits with 73 and leaves nothing behind")
    func cannotCreate() throws {
        let scratch = try ScratchFolder()
        try scratch.file("file", "mine")
        for out in ["file", "file/below"] {
            try expect(
                ["compare", "keep-alive", "--replications", "2", "--out", out], code: 73,
                saying: ["file"], in: scratch)
        }
        #expect(try scratch.names(in: ".") == ["file"])
        #expect(try scratch.data("file") == Data("mine".utf8))
    }

    @Test("A folder without write permission exits with 73 before any simulation")
    func readOnly() throws {
        // Not even root can create folders there.
        try expect(
            ["compare", "keep-alive", "--replications", "10000000", "--out", "/proc/tailwatt"],
            code: 73, saying: ["/proc/tailwatt"])
    }

    @Test("A closed stderr does not change the exit code")
    func deafErrors() throws {
        for redirection in ["2>&-", "2>/dev/full"] {
            let outcome = try Tool.shell("\"$TAILWATT\" compare nowhere \(redirection)")
            #expect(outcome.exitCode == 66, "\(redirection)")
        }
    }

    @Test("A closed or full standard output exits with 74 and a message")
    func standardOutput() throws {
        for redirection in [">&-", ">/dev/full"] {
            let outcome = try Tool.shell(
                "\"$TAILWATT\" compare keep-alive-alone \(redirection)")
            #expect(outcome.exitCode == 74, "\(redirection): \(outcome.errors)")
            #expect(outcome.errors.contains("standard output"), "\(outcome.errors)")
        }
    }

    @Test("A full disk exits with 74 and leaves no half-written file")
    func fullDisk() throws {
        let scratch = try ScratchFolder()
        // The shell's limit on file sizes imitates a full disk: 4 blocks of 512 bytes.
        let outcome = try Tool.shell(
            """
            trap '' XFSZ; ulimit -f 4
            "$TAILWATT" compare keep-alive --replications 20 --out out 2>message
            """, in: scratch.url)
        #expect(outcome.exitCode == 74, "\(outcome.errors)")
        #expect(try String(decoding: scratch.data("message"), as: UTF8.self).contains("cannot"))
        #expect(!FileManager.default.fileExists(atPath: scratch.url.path + "/out/summary.csv"))
    }
}
