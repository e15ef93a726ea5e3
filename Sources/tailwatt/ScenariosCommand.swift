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
            abstract: "The name, question and answer of every shipped scenario.",
            discussion: """
                The answers are those of the committed results, Reports/answers.csv beside the \
                profiles; tailwatt compare NAME works one out.
                """)

        @Flag(
            name: .option(.markdown),
            help: "Print a table in Markdown, as Reports/README.md has it.")
        var markdown = false

        func run() async throws {
            try await reportingFailures {
                let library = try ProfilesFolder.library
                let answers = CommittedAnswers(beside: library)
                var text = markdown ? ScenarioEntry.markdownHeading : ""
                for name in library.names(of: .scenario) {
                    let scenario = try library.loadScenario(name).scenario
                    let entry = ScenarioEntry(
                        name: name, question: scenario.question, answer: answers[name])
                    text += markdown ? entry.markdown : entry.text
                }
                try StandardOutput.write(text)
                if !answers.areThere {
                    talk(
                        "the committed answers are not here: \(CommittedAnswers.fileName) is not "
                            + "beside the profiles; tailwatt compare NAME works one out")
                }
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

/// A scenario as `scenarios list` prints it.
private struct ScenarioEntry {
    let name: String
    let question: String
    /// `nil`: there is no committed one.
    let answer: String?

    var text: String {
        let answer = answer ?? "(tailwatt compare \(name) works it out)"
        return name + "\n" + WrappedText.text(question, indent: "    ")
            + WrappedText.text("-> " + answer, indent: "    ") + "\n"
    }

    static let markdownHeading = "| scenario | question | answer |\n|---|---|---|\n"

    /// A row of a table; empty for a scenario without a committed result.
    var markdown: String {
        guard let answer else { return "" }
        return "| [\(name)](\(name)/table.txt) | \(Self.cell(question)) | \(Self.cell(answer)) |\n"
    }

    private static func cell(_ text: String) -> String {
        TextTable.printable(text).split(separator: "|").joined(separator: "\\|")
    }
}

/// A scenario as `scenarios show` prints it.
private struct ScenarioText {
    let loaded: LoadedScenario

    init(_ loaded: LoadedScenario) { self.loaded = loaded }

    var text: String {
        let scenario = loaded.scenario
        var policies = TextTable(columns: [.init("policy"), .init("what it is")])
        for (index, policy) in scenario.policies.enumerated() {
            let name = policy.name + (index == scenario.baseline ? " (baseline)" : "")
            policies.add([name, loaded.policyTexts[index]])
        }
        let plan = scenario.replications
        let metrics = plan.metrics.map(\.rawValue).joined(separator: ", ")
        let differences = plan.pairedHalfWidth.map { ", differences to \($0)" } ?? ""
        return """
            \(WrappedText.text("\(scenario.name): \(scenario.question)", indent: ""))\
            \(WrappedText.text(loaded.description ?? "", indent: ""))
            device \(scenario.device.name), radio \(scenario.radio.name), \
            system \(scenario.system.name), \(scenario.horizon.seconds) a run
            \(plan.atLeast) to \(plan.atMost) replications, until \(metrics) \
            \(plan.metrics.count == 1 ? "is" : "are") known to \(plan.relativeHalfWidth)\
            \(differences); seed \(scenario.seed)

            \(policies.text)
            \(loaded.files.filter { $0.role == .scenario }.map { ProvenanceText($0).text }.joined())
            """
    }
}
