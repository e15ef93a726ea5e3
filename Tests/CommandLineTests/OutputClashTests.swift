import Foundation
import Testing

/// Tests of outputs that would overwrite each other, and of names that cannot be opened.
@Suite struct OutputClashTests {
    private func place() throws -> ScratchFolder {
        let scratch = try ScratchFolder()
        try scratch.file("t.csv", "t,bytes,direction\n0,100,U\n1,100,D\n")
        try scratch.file(
            "b.yaml",
            "kind: budget\nname: b\ntrace: t.csv\nradios: [umts-att-2010]\n"
                + "limits: [ { name: l, at-most: 1000 J } ]\n")
        try FileManager.default.createDirectory(
            at: scratch.url.appendingPathComponent("there"), withIntermediateDirectories: true)
        for (name, target) in [("link", "there"), ("file-link", "there/a"), ("up", ".")] {
            symlink(target, scratch.url.appendingPathComponent(name).path)
        }
        return scratch
    }

    @Test(
        "Two outputs on one file are refused, whatever they are called",
        arguments: [
            ("a", "a"), ("a", "./a"), ("there/a", "link/a"), ("file-link", "there/a"),
            ("there/../a", "up/a"), ("new/a", "./new//a"), ("-", "-"), ("-", "/dev/stdout"),
        ])
    func oneFile(first: String, second: String) throws {
        let scratch = try place()
        for (one, other) in [(first, second), (second, first)] {
            let outcome = try Tool.run(
                ["check", "b.yaml", "--junit", one, "--benchmark-json", other], in: scratch.url)
            #expect(outcome.exitCode == 64, "\(one) \(other): \(outcome.errors)")
            #expect(outcome.errors.contains("one file"), "\(outcome.errors)")
            #expect(try scratch.names(in: "there").isEmpty)
            #expect(try scratch.names(in: ".").count == 6)
        }
    }

    @Test(
        "An output inside the results folder is refused; one next to it is written",
        arguments: [
            ("out", "out/a"), ("out/", "./out/a"), ("there", "link/a"), ("link", "there/b/a"),
            ("there", "file-link"), ("there", "there/b/../a"), (".", "a"), ("out", "out"),
        ])
    func inFolder(folder: String, file: String) throws {
        let scratch = try place()
        let outcome = try Tool.run(
            ["check", "b.yaml", "--out", folder, "--junit", file], in: scratch.url)
        #expect(outcome.exitCode == 64, "\(outcome.exitCode): \(outcome.errors)")
        #expect(outcome.errors.contains("into the folder"), "\(outcome.errors)")
        #expect(try scratch.names(in: "there").isEmpty)
        let beside = try Tool.run(
            ["check", "b.yaml", "--out", "out", "--junit", "out.xml", "--benchmark-json", "outer"],
            in: scratch.url)
        #expect(beside.exitCode == 0, "\(beside.errors)")
    }

    @Test("A name that is not UTF-8 is refused by name, before anything is done")
    func otherBytes() throws {
        let scratch = try place()
        for command in [
            "replay \"$name\" --radio umts-att-2010", "check b.yaml --junit \"$name\"",
            "check b.yaml --out=\"$name\"", "\"$name\"",
        ] {
            let outcome = try Tool.shell(
                "name=$(printf 'caf\\351.csv'); cp t.csv \"$name\"; \"$TAILWATT\" \(command)",
                in: scratch.url)
            #expect(outcome.exitCode == 64, "\(command): \(outcome.errors)")
            #expect(outcome.errors.contains("caf\\xE9.csv"), "\(outcome.errors)")
        }
        let good = try Tool.shell(
            "cp t.csv café.csv; \"$TAILWATT\" replay café.csv --radio umts-att-2010",
            in: scratch.url)
        #expect(good.exitCode == 0, "\(good.errors)")
    }

    @Test("A wrong, empty or unreadable profiles folder is named")
    func profiles() throws {
        let scratch = try place()
        try scratch.file("file", "")
        for (value, words) in [
            ("", "not a folder"), ("nowhere", "No such file"), ("file", "Not a directory"),
            ("there", "no folder scenarios"),
        ] {
            for command in ["profiles list", "compare keep-alive", "check b.yaml"] {
                let outcome = try Tool.shell(
                    "TAILWATT_PROFILES='\(value)' \"$TAILWATT\" \(command)", in: scratch.url)
                #expect(outcome.exitCode == 66, "\(value): \(outcome.errors)")
                #expect(
                    outcome.errors.contains("TAILWATT_PROFILES is \"\(value)\"")
                        && outcome.errors.contains(words), "\(outcome.errors)")
            }
        }
    }
}
