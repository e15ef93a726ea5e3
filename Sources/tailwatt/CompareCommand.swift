import ArgumentParser
import Experiments
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
            comparison.csv, replications.csv, residence.csv, causes.csv, for several apps on one \
            phone apps.csv, answer.csv, datapackage.json and manifest.json. Interrupted by Ctrl-C \
            it reports the replications that were done, and exits with 130.

            Example: tailwatt compare keep-alive --radio wifi-psm --out results
            """)

    @OptionGroup var options: ScenarioOptions

    @OptionGroup var sampling: SamplingOptions

    func run() async throws {
        try await reportingFailures {
            let loaded = try options.load(replications: sampling.replications)
            try options.probeOutput()
            let progress = Progress(atMost: loaded.scenario.replications.atMost)
            let experiment = Experiment(loaded.scenario, jobs: sampling.jobs)
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

    private var words: [String] { options.words("compare", and: sampling.words) }
}
