import ArgumentParser
import DeviceModel
import Experiments
import Foundation
import Profiles
import Reports

/// One run in detail: where the energy of one policy in one world went.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "One run of one policy in detail: metrics, residence, causes, timeline.",
        discussion: """
            Prints tables, or with --timeline and without --out the timeline as CSV. With --out it \
            writes residence.csv, causes.csv, datapackage.json, manifest.json and, with \
            --timeline, timeline.csv.

            Example: tailwatt run keep-alive --policy keep-alive-29 --timeline --out results
            """)

    @OptionGroup var options: ScenarioOptions

    @Option(help: "Which of the scenario's policies.")
    var policy: String

    @Option(help: "Which replication, from 0: the same number is the same world.")
    var replication: Int = 0

    @Flag(help: "Every stretch of every component: from, until, state, power, activity, kind.")
    var timeline = false

    func validate() throws {
        if replication < 0 {
            throw ValidationError("--replication counts from 0, so \(replication) is none.")
        }
    }

    func run() async throws {
        try await reportingFailures {
            let loaded = try options.load()
            let policy = try named(in: loaded.scenario)
            try options.probeOutput()
            let run = SingleRun(
                loaded.scenario, policy: policy, replication: replication, isRecording: timeline)
            if let out = options.out {
                try ResultFiles.run(run, loaded, words: words).publish(to: out)
                try StandardOutput.write(RunText(run).text)
            } else if timeline {
                try StandardOutput.write(ResultTables.timeline(run.result).csv)
            } else {
                try StandardOutput.write(RunText(run).text + AssumptionNote(loaded).text)
            }
        }
    }

    private func named(in scenario: Scenario) throws -> NamedPolicy {
        if let found = scenario.policies.first(where: { $0.name == policy }) { return found }
        let names = scenario.policies.map(\.name)
        let near = Spelling.closest(to: policy, in: names).map { " Did you mean \($0)?" } ?? ""
        throw CommandFailure(
            message: "\(scenario.name) has no policy \(policy)",
            advice: "Its policies are \(names.joined(separator: ", ")).\(near)", exitCode: .noInput)
    }

    private var words: [String] {
        options.words(
            "run",
            and: ["--policy", policy, "--replication", "\(replication)"]
                + (timeline ? ["--timeline"] : []))
    }
}
