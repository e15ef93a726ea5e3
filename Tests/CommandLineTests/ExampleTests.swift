import Foundation
import TestSupport
import Testing

@Suite struct ExampleTests {
    private static var examples: [String] {
        let folder = Repository.url("Examples").path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.first?.isNumber ?? false }.sorted()
    }

    @Test("There are examples")
    func examplesExist() { #expect(Self.examples.count >= 3) }

    @Test("An example's recorded output is what the program prints", arguments: examples)
    func example(name: String) throws {
        let folder = Repository.url("Examples/\(name)")
        let command = try String(
            contentsOf: folder.appendingPathComponent("command.sh"), encoding: .utf8)
        let outcome = try Tool.shell(
            "tailwatt() { \"$TAILWATT\" \"$@\"; }\n\(command)", in: folder)
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        let file = folder.appendingPathComponent("output.txt")
        #expect(outcome.output == (try Golden.text(of: file, recording: outcome.output)))
    }

    @Test(
        "A page or schema that a command writes is as the command writes it",
        arguments: [
            ("docs/reference/columns.md", ["columns"]),
            ("docs/reference/behaviours.md", ["behaviours"]),
            ("docs/reference/options.md", ["schema", "--table"]),
            ("Profiles/schema/scenario.schema.json", ["schema", "scenario"]),
            ("Profiles/schema/device.schema.json", ["schema", "device"]),
            ("Profiles/schema/radio.schema.json", ["schema", "radio"]),
            ("Profiles/schema/system.schema.json", ["schema", "system"]),
            ("Profiles/schema/movement.schema.json", ["schema", "movement"]),
            ("Profiles/schema/cells.schema.json", ["schema", "cells"]),
            ("Profiles/schema/user.schema.json", ["schema", "user"]),
            ("Profiles/schema/app.schema.json", ["schema", "app"]),
            ("Profiles/schema/budget.schema.json", ["schema", "budget"]),
        ])
    func written(path: String, command: [String]) throws {
        let page = Repository.url(path)
        let output = try Tool.run(command).output
        #expect(output == (try Golden.text(of: page, recording: output)))
    }
}
