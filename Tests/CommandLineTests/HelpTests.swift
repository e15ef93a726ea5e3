import ArgumentParser
import Foundation
import Show
import TestSupport
import Testing

@testable import tailwatt

@Suite struct HelpTests {
    /// The words of every command, from the program's own list.
    private static let commands = words(of: Tailwatt.self, after: [])

    private static func words(
        of command: any ParsableCommand.Type, after words: [String]
    ) -> [[String]] {
        [words]
            + command.configuration.subcommands.flatMap {
                Self.words(of: $0, after: words + [$0._commandName])
            }
    }

    @Test("Every command explains itself", arguments: commands)
    func help(command: [String]) throws {
        let outcome = try Tool.run(command + ["--help"])
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty)
        #expect(outcome.output.contains("USAGE: tailwatt"))
        #expect(outcome.output.contains("OVERVIEW: "))
        for line in outcome.output.split(separator: "\n") {
            #expect(line.count <= 80, "\(line)")
        }
        let example = try #/(?m)^ *Examples?: ((?:.+\n)+)/#.firstMatch(in: outcome.output)
        let lines = example?.1.split(separator: "\n") ?? []
        for (line, next) in zip(lines, lines.dropFirst()) {
            #expect(line.hasSuffix("\\") != next.hasPrefix("tailwatt "), "\(line) is cut off")
        }
    }

    @Test("Help accepts an alias for a command and refuses an unknown command")
    func aliases() throws {
        for command in Tailwatt.configuration.subcommands {
            let page = try Tool.run([command._commandName, "--help"]).output
            for alias in command.configuration.aliases {
                #expect(try Tool.run([alias, "--help"]).output == page, "\(alias)")
                #expect(try Tool.run(["help", alias]).output == page, "\(alias)")
            }
        }
        let outcome = try Tool.run(["help", "optimse"])
        #expect(outcome.exitCode == 64 && outcome.output.isEmpty)
        #expect(outcome.errors.contains("Did you mean \"optimize\"?"))
    }

    @Test("Every option that messages and manifests name belongs to some command")
    func options() throws {
        let pages = try Self.commands.map { try Tool.run($0 + ["--help"]).output }
        let words = Set(pages.flatMap { $0.split { $0.isWhitespace || "/,".contains($0) } })
        let missing = OptionName.allCases.filter { !words.contains(Substring($0.flag)) }
        #expect(missing.isEmpty, "\(missing)")
    }

    @Test("Every shipped scenario and profile is listed, shown and valid")
    func lists() throws {
        for (folder, command) in [
            ("scenarios", "scenarios"), ("devices", "profiles"), ("radios", "profiles"),
            ("systems", "profiles"), ("movements", "profiles"), ("cells", "profiles"),
        ] {
            let url = Repository.url("Profiles/\(folder)")
            let names = try FileManager.default.contentsOfDirectory(atPath: url.path)
                .filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }
            #expect(!names.isEmpty)
            let list = try Tool.run([command, "list"]).output
            for name in names {
                #expect(list.contains(name), "\(name)")
                let shown = try Tool.run([command, "show", name])
                #expect(shown.exitCode == 0 && shown.output.contains(name), "\(shown.errors)")
                let path = url.appendingPathComponent("\(name).yaml").path
                #expect(try Tool.run(["profiles", "check", path]).exitCode == 0, "\(name)")
            }
        }
    }

    @Test(
        "Each kind of file has a schema that names the kind",
        arguments: ["device", "radio", "system", "movement", "cells", "scenario", "budget"])
    func schemas(kind: String) throws {
        let outcome = try Tool.run(["schema", kind])
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty)
        let json = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
        let schema = try #require(json as? [String: Any])
        let properties = schema["properties"] as? [String: Any]
        #expect((properties?["kind"] as? [String: String])?["const"] == kind)
    }

    @Test("A schema of an unknown kind is refused with the known kinds")
    func unknownSchema() throws {
        let outcome = try Tool.run(["schema", "phone"])
        #expect(outcome.exitCode == 64 && outcome.output.isEmpty)
        #expect(outcome.errors.contains("device") && outcome.errors.contains("scenario"))
    }

    @Test("A profile shows each number with its source, and marks assumptions")
    func provenance() throws {
        let output = try Tool.run(["profiles", "show", "umts-att-2010"]).output
        #expect(output.contains("states.CELL_DCH.power"))
        #expect(output.contains("700 mW"))
        #expect(output.contains("Qian et al."))
        #expect(output.contains("ASSUMED: "))
    }

    @Test("--version is a number, and the commit of a checkout")
    func version() throws {
        let output = try Tool.run(["--version"]).output
        #expect(output.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+( \([0-9a-f]{12}\))?\n/) != nil)
    }
}
