import Foundation
import Testing

@Suite struct FileTrustTests {
    private static let secret = "hunter2-s3cr3t"

    /// Secret files of common kinds, each with the secret in its first line.
    private static let secrets: [(name: String, text: String)] = [
        ("word", secret),
        ("environment", "TOKEN=\(secret)\0HOME=/root\0"),
        ("variables", "AWS_SECRET_ACCESS_KEY=\(secret)\nAWS_REGION=eu-north-1\n"),
        ("table", "user,\(secret),token\nroot,\(secret),\(secret)\n"),
        ("semicolons", "\(secret);b\n1;2\n"),
        ("mapping", "\(secret): {\(secret): 1}\ntoken: &a \(secret)\n\(secret): 2\n"),
        ("list", "- \(secret)\n- [\(secret)\n"),
        ("tabs", "\t\(secret): 1\n\t%\(secret)\n"),
        ("json", "{\"\(secret)\": \"\(secret)\", \"a\": [\"\(secret)\"]}\n"),
        ("settings", "<\(secret)><password>\(secret)</word></\(secret)>"),
        ("doctype", "<!DOCTYPE a [<!ENTITY x \"\(secret)\">]><gpx>&\(secret);</gpx>"),
        ("key", "-----BEGIN \(secret)-----\n\(secret)\n-----END-----\n"),
        ("other-kind", "kind: \(secret)\nname: \(secret)\n"),
    ]

    /// Files that name PATH, and the command that reads each: every way in which a user's file
    /// names another file.
    private static let readers: [(name: String, text: String, command: [String])] = [
        ("budget.yaml", budget("scenario: PATH.yaml"), ["check", "FILE"]),
        ("budget.yaml", budget("scenario: keep-alive\ndevice: PATH.yaml"), ["check", "FILE"]),
        ("budget.yaml", budget("scenario: keep-alive\nradio: PATH.yaml"), ["check", "FILE"]),
        ("budget.yaml", budget("scenario: keep-alive\nsystem: PATH.yaml"), ["check", "FILE"]),
        (
            "budget.yaml", traceBudget("trace: PATH.csv\nradios: [umts-att-2010]"),
            ["check", "FILE"]
        ),
        ("budget.yaml", traceBudget("trace: t.csv\nradios: [PATH.yaml]"), ["check", "FILE"]),
        (
            "budget.yaml", traceBudget("trace: t.csv\nradios: [umts-att-2010]\ndevice: PATH.yaml"),
            ["check", "FILE"]
        ),
        (
            "budget.yaml", traceBudget("trace: t.csv\nradios: [umts-att-2010]\napps: PATH.csv"),
            ["check", "FILE"]
        ),
        ("s.yaml", scenario("device: PATH.yaml\nradio: umts-att-2010"), compare),
        ("s.yaml", scenario("device: nexus-one\nradio: PATH.yaml"), compare),
        ("s.yaml", scenario(phone, world: "{ movement: PATH.yaml }"), compare),
        ("s.yaml", scenario(phone, world: "{ movement: PATH.gpx }"), compare),
        (
            "s.yaml", scenario(phone, world: "{ movement: office-by-car, cells: PATH.yaml }"),
            compare
        ),
        (
            "s.yaml",
            scenario(
                phone,
                world: "{ other-traffic: [ { every: { empirical: PATH.csv }, uplink: 1 kB, "
                    + "downlink: 1 kB } ] }"), compare
        ),
        (
            "s.yaml", scenario(phone, world: "{ other-traffic: [ { recorded: PATH.csv } ] }"),
            compare
        ),
        (
            "s.yaml", scenario(phone, world: "{ other-traffic: [ { recorded: PATH.pcap } ] }"),
            compare
        ),
        ("s.yaml", scenario(phone + "\nuse: PATH.yaml"), compare),
        (
            "s.yaml",
            scenario(phone, policies: "{ name: p, app: PATH.yaml }"), compare
        ),
        (
            "s.yaml",
            scenario(
                phone,
                policies: "{ name: p, app: { rules: [ { name: r, on: { recorded: PATH.csv, "
                    + "repeats: 1 h } } ] } }"), compare
        ),
        ("m.yaml", "kind: movement\nname: m\ntrack: PATH.gpx\n", ["profiles", "check", "FILE"]),
        (
            "c.yaml",
            "kind: cells\nname: c\nsource: { citation: A page }\ntowers: { file: PATH.csv, "
                + "path-loss-exponent: 3.9, hysteresis: 3 dB }\n", ["profiles", "check", "FILE"]
        ),
    ]

    /// Commands that take PATH as an argument.
    private static let commands: [[String]] = [
        ["check", "PATH.yaml"], ["compare", "PATH.yaml"], ["run", "PATH.yaml", "--policy", "none"],
        ["profiles", "check", "PATH.yaml"], ["profiles", "show", "PATH.yaml"],
        ["scenarios", "show", "PATH.yaml"], ["gpx", "PATH.gpx"], ["gpx", "PATH.yaml"],
        ["compare", "keep-alive", "--movement", "PATH.gpx"],
        ["replay", "PATH.csv", "--radio", "umts-att-2010"],
        ["replay", "t.csv", "--radio", "PATH.yaml"], ["fit", "tail", "PATH.csv"],
        ["fit", "rrc-probe", "PATH.csv"], ["fit", "transfer-power", "PATH.csv"],
        ["profiles", "import", "PATH.xml"], ["diff", "PATH.d", "PATH.d"],
        ["merge", "PATH.d", "--out", "merged"], ["validate", "published", "--add", "PATH.csv"],
        ["check", "good-budget.yaml", "--base", "PATH.json"],
        ["check", "good-budget.yaml", "--base", "PATH.d"],
        ["check", "good-budget.yaml", "--trace", "PATH.csv"],
    ]

    private static let phone = "device: nexus-one\nradio: umts-att-2010"
    private static let compare = ["compare", "FILE"]

    private static func budget(_ lines: String) -> String {
        "kind: budget\nname: b\n\(lines)\nlimits: [ { name: l, policy: none, metric: energy, "
            + "at-most: 1 J } ]\n"
    }

    private static func traceBudget(_ lines: String) -> String {
        "kind: budget\nname: b\n\(lines)\nlimits: [ { name: l, at-most: 1000 J } ]\n"
    }

    private static func scenario(
        _ lines: String, world: String = "{}", policies: String = "{ name: none, none: {} }"
    ) -> String {
        "kind: scenario\nname: s\nquestion: What?\n\(lines)\nsystem: android-4\nhorizon: 1 h\n"
            + "world: \(world)\npolicies:\n  - \(policies)\n"
    }

    /// A folder `work` in which links under `names` lead to a file outside.
    private final class Workplace {
        let scratch: ScratchFolder
        var folder: URL { scratch.url.appendingPathComponent("work") }

        init(secret: String) throws {
            scratch = try ScratchFolder()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try scratch.file("secret", secret)
            try scratch.file("work/t.csv", "t,bytes,direction\n0,100,U\n1,100,D\n")
            try scratch.file(
                "work/good-budget.yaml", traceBudget("trace: t.csv\nradios: [umts-att-2010]"))
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent("link.d"), withIntermediateDirectories: true)
            for name in ["link.yaml", "link.csv", "link.gpx", "link.pcap", "link.xml", "link.json"]
                + ["manifest.json", "check.csv", "summary.csv", "radios.csv"].map({ "link.d/\($0)" }
                )
            {
                symlink(
                    scratch.url.appendingPathComponent("secret").path,
                    folder.appendingPathComponent(name).path)
            }
        }

        func run(_ words: [String]) throws -> Tool.Outcome { try Tool.run(words, in: folder) }
    }

    private static func runs(path: String) -> [(name: String, text: String, command: [String])] {
        func named(_ text: String) -> String { text.replacingOccurrences(of: "PATH", with: path) }
        return readers.map {
            (
                $0.name, named($0.text), $0.command.map { $0 == "FILE" ? "FILE" : named($0) }
            )
        } + commands.map { ("none.yaml", "", $0.map(named)) }
    }

    @Test(
        "No message shows the contents of a file that is not in a known format",
        arguments: secrets.indices)
    func nothingIsQuoted(which: Int) throws {
        let (name, text) = Self.secrets[which]
        let place = try Workplace(secret: text)
        for reader in Self.runs(path: "./link") {
            try place.scratch.file("work/\(reader.name)", reader.text)
            let words = reader.command.map { $0 == "FILE" ? reader.name : $0 }
            let outcome = try place.run(words)
            let shown = outcome.output + outcome.errors
            #expect(
                outcome.exitCode == 65 || outcome.exitCode == 66,
                "\(name): \(words): \(outcome.exitCode)\n\(reader.text)\n\(shown)")
            #expect(!shown.contains("hunter2"), "\(name): \(words)\n\(reader.text)\n\(shown)")
        }
    }

    @Test("With --within nothing outside is opened, neither by name nor through links")
    func within() throws {
        // A file that would be read without complaint.
        let place = try Workplace(secret: "kind: radio\n")
        for reader in Self.runs(path: "./link") + Self.runs(path: "../secret") {
            try place.scratch.file("work/\(reader.name)", reader.text)
            let words = reader.command.map { $0 == "FILE" ? reader.name : $0 }
            let outcome = try place.run(words + ["--within", "."])
            #expect(
                outcome.exitCode == 65 || outcome.exitCode == 66,
                "\(words): \(outcome.exitCode)\n\(reader.text)\n\(outcome.errors)")
            // A folder without a readable manifest is not a folder of results.
            let isFolder = words.contains { $0.hasSuffix(".d") }
            #expect(
                outcome.errorWords.contains("outside .") || isFolder,
                "\(words)\n\(reader.text)\n\(outcome.errors)")
        }
    }

    @Test("With --within files inside work as without it, shipped profiles included")
    func inside() throws {
        let place = try Workplace(secret: "")
        let words = ["check", "good-budget.yaml", "--format", "json"]
        let plain = try place.run(words)
        #expect(plain.exitCode == 0)
        let fenced = try place.run(words + ["--within", ".", "--out", "../results"])
        #expect(fenced.exitCode == 0 && fenced.output == plain.output, "\(fenced.errors)")
        // Results may replace an earlier result outside.
        #expect(try place.run(words + ["--within", ".", "--out", "../results"]).exitCode == 0)
        let outside = try place.run(words + ["--within", "link.d"])
        #expect(outside.exitCode == 66 && outside.errorWords.contains("outside link.d"))
        #expect(try place.run(words + ["--within", "nowhere"]).exitCode == 64)
        #expect(try place.run(words + ["--within", ""]).exitCode == 64)
    }

    #if os(Linux)
        @Test("A system file is neither shown nor waited for", .timeLimit(.minutes(1)))
        func system() throws {
            let place = try Workplace(secret: "")
            for path in ["/proc/self/environ", "/proc/self/status", "/dev/zero", "/dev/tty"] {
                for name in ["link.yaml", "link.csv", "link.gpx"] {
                    let link = place.folder.appendingPathComponent(name).path
                    unlink(link)
                    symlink(path, link)
                }
                for reader in Self.runs(path: "./link").prefix(19) {
                    try place.scratch.file("work/\(reader.name)", reader.text)
                    let outcome = try place.run(
                        reader.command.map { $0 == "FILE" ? reader.name : $0 })
                    let shown = outcome.output + outcome.errors
                    #expect([65, 66].contains(outcome.exitCode), "\(path): \(shown)")
                    #expect(!shown.contains("PATH=") && !shown.contains("Umask"), "\(shown)")
                }
            }
        }
    #endif
}
