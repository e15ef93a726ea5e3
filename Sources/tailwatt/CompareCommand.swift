import ArgumentParser
import Experiments
import Foundation
import Profiles
import Reports

/// Profiles → scenario → simulation → paired statistics → table and files.
struct CompareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compare a scenario's policies: the difference in drain, with its interval.",
        discussion: """
            Simulates every policy in the same worlds until the mean energy is known as precisely \
            as the scenario asks for, and prints what they cost, how they differ from the \
            baseline, and what the energy bought. With --out it writes summary.csv, \
            comparison.csv, replications.csv, residence.csv, causes.csv, datapackage.json and \
            manifest.json. Interrupted by Ctrl-C it reports the replications that were done, and \
            exits with 130.

            Example: tailwatt compare keep-alive --radio wifi-psm --out results
            """)

    @OptionGroup var options: ScenarioOptions

    @Option(help: "Exactly so many replications, from 2, instead of the scenario's precision.")
    var replications: Int?

    @Option(help: "How many replications run at the same time; the results do not depend on it.")
    var jobs: Int = ProcessInfo.processInfo.activeProcessorCount

    func validate() throws {
        if let replications, !(2...10_000_000).contains(replications) {
            throw ValidationError("--replications must be from 2 to 10000000, not \(replications).")
        }
        if !(1...1024).contains(jobs) {
            throw ValidationError("--jobs must be from 1 to 1024, not \(jobs).")
        }
    }

    func run() async throws {
        try await reportingFailures {
            let loaded = try options.load(replications: replications)
            try options.probeOutput()
            let progress = Progress(atMost: loaded.scenario.replications.atMost)
            let experiment = Experiment(loaded.scenario, jobs: jobs)
            let result = await Interruption.cancelling {
                await experiment.run { progress.show($0) }
            }
            progress.clear()
            guard result.replicationCount > 0 else {
                talk("interrupted before the first replications were done")
                throw ExitCode(Interruption.exitCode)
            }
            if let out = options.out {
                try ResultFiles.comparison(result, loaded, words: words).publish(to: out)
            }
            try StandardOutput.write(ComparisonText(result).text + AssumptionNote(loaded).text)
            if result.end == .interrupted { throw ExitCode(Interruption.exitCode) }
        }
    }

    private var words: [String] {
        options.words("compare", and: replications.map { ["--replications", "\($0)"] } ?? [])
    }
}
