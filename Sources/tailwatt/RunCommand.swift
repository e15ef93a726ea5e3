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

            The timeline is written while the run goes on, so that it may be of any length. Its \
            rows are in the order in which stretches end, then of components.

            Example: tailwatt run keep-alive --policy keep-alive-29 --timeline --out results
            """)

    @OptionGroup var options: ScenarioOptions

    @Option(help: "Which of the scenario's policies.")
    var policy: String

    @Option(help: "Which replication, from 0: the same number is the same world.")
    var replication: Int = 0

    @Flag(
        help: """
            Every stretch of every component, as it ends: from, until, state, power, activity, \
            kind.
            """)
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
            if let out = options.out {
                let run =
                    timeline
                    ? try await publishWithTimeline(loaded, policy, to: out)
                    : try publish(run(loaded, policy), nil, loaded, to: out)
                try StandardOutput.write(RunText(run).text)
            } else if timeline {
                var table = TableWriter(ResultTables.timeline, to: StandardOutput.write)
                _ = try record(loaded, policy, in: &table)
            } else {
                try StandardOutput.write(
                    RunText(run(loaded, policy)).text + AssumptionNote(loaded).text)
            }
        }
    }

    private func run(_ loaded: LoadedScenario, _ policy: NamedPolicy) -> SingleRun {
        SingleRun(loaded.scenario, policy: policy, replication: replication)
    }

    /// Runs with every stretch as a row of the table, until the task is cancelled.
    private func record(
        _ loaded: LoadedScenario, _ policy: NamedPolicy,
        in table: inout TableWriter<ResultTables.Stretch>
    ) throws -> SingleRun {
        let books = RunPlan(loaded.scenario, policy: policy.options).books
        let run = try SingleRun(loaded.scenario, policy: policy, replication: replication) {
            try Task.checkCancellation()
            try table.add(ResultTables.Stretch($0, in: books))
        }
        try table.finish()
        return run
    }

    /// Writes the timeline while the run goes on. Ctrl-C leaves no file, not even a temporary one.
    private func publishWithTimeline(
        _ loaded: LoadedScenario, _ policy: NamedPolicy, to out: String
    ) async throws -> SingleRun {
        let outcome = await Interruption.cancelling {
            Result {
                let file = try OutputDirectory(path: out)
                    .stage(ResultTables.timeline.name + ".csv")
                var table = TableWriter(ResultTables.timeline, to: file.write)
                let run = try record(loaded, policy, in: &table)
                try file.finish()
                try Task.checkCancellation()
                return try publish(run, file, loaded, to: out)
            }
        }
        do {
            return try outcome.get()
        } catch is CancellationError {
            talk("interrupted: nothing was written")
            throw ExitCode(Interruption.exitCode)
        }
    }

    private func publish(
        _ run: SingleRun, _ timeline: StagedFile?, _ loaded: LoadedScenario, to out: String
    ) throws -> SingleRun {
        try ResultFiles.run(run, timeline: timeline, loaded, words: words).publish(to: out)
        return run
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
