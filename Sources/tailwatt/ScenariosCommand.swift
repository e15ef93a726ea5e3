import ArgumentParser
import Foundation
import Profiles
import Reports

struct ScenariosCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scenarios",
        abstract: "The shipped scenarios, and what each asks.",
        subcommands: [List.self, Show.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "The name and question of every shipped scenario.")

        func run() async throws {
            try await reportingFailures {
                let library = try ProfilesFolder.library
                var table = TextTable(columns: [.init("scenario"), .init("question")])
                for name in library.names(of: .scenario) {
                    table.add([name, try library.loadScenario(name).scenario.question])
                }
                try StandardOutput.write(table.text)
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "A scenario's question, parts and policies, and where its numbers are from.")

        @Argument(help: "A shipped scenario's name, or a path.")
        var scenario: String

        func run() async throws {
            try await reportingFailures {
                let loaded = try ProfilesFolder.library.loadScenario(scenario)
                try StandardOutput.write(ScenarioText(loaded).text)
            }
        }
    }
}

/// A scenario as `scenarios show` prints it.
private struct ScenarioText {
    let loaded: LoadedScenario

    init(_ loaded: LoadedScenario) { self.loaded = loaded }

    var text: String {
        let scenario = loaded.scenario
        var policies = TextTable(columns: [.init("policy"), .init("")])
        for (index, policy) in scenario.policies.enumerated() {
            policies.add([policy.name, index == scenario.baseline ? "baseline" : ""])
        }
        let plan = scenario.replications
        return """
            \(scenario.name): \(TextTable.printable(scenario.question))
            \(TextTable.printable(loaded.description ?? ""))

            device \(scenario.device.name), radio \(scenario.radio.name), \
            system \(scenario.system.name), \(scenario.horizon.seconds) a run
            \(plan.atLeast) to \(plan.atMost) replications, until \(plan.metric.rawValue) is known \
            to \(plan.relativeHalfWidth); seed \(scenario.seed)

            \(policies.text)
            \(loaded.files.filter { $0.role == .scenario }.map { ProvenanceText($0).text }.joined())
            """
    }
}
