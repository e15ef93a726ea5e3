import ArgumentParser
import DeviceModel
import Experiments
import Profiles
import Reports
import Studies
import Traces

/// A family of policies → simulation on each kind of day → who dominates whom → table and
/// picture.
struct FrontierCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "frontier",
        abstract: "Which of a family of policies are worth their energy, by kind of day.",
        discussion: """
            Simulates every combination of options that the scenario's frontier: lists, in the \
            same worlds, and says which are Pareto-optimal: no other policy is at most as \
            expensive and at most as wrong. With --out it writes frontier.csv, points.csv, \
            frontier.svg, frontier.vl.json, report.html, datapackage.json and manifest.json. \
            Interrupted by Ctrl-C it reports the replications that were done, and exits with 130.

            Example: tailwatt frontier location --out results
            """)

    @OptionGroup var options: ScenarioOptions
    @OptionGroup var sampling: SamplingOptions

    @Option(
        name: .option(.days),
        help: "Only these kinds of day, by their names with commas between them.")
    var days: String?

    @OptionGroup var printing: PrintOptions

    func validate() throws {
        try sampling.refuseAntitheticPairs("a frontier counts replications one by one")
    }

    func run() async throws {
        try await reportingFailures {
            let loaded = try options.load(sampling: sampling)
            let asked = try loaded.requiredFrontier()
            let frontier = try chosen(from: asked.frontier)
            let folder = try options.folder(for: words, reading: loaded.files + asked.files)
            let progress = Progress(
                atMost: loaded.scenario.replications.atMost, isQuiet: printing.quiet)
            let experiment = FrontierExperiment(frontier, jobs: sampling.jobs)
            let outcome = await Interruption.cancelling { () -> Result<_, RunFailure> in
                do throws(RunFailure) {
                    return .success(
                        try await experiment.run { progress.show($1, on: frontier.days[$0].name) })
                } catch { return .failure(error) }
            }
            progress.clear()
            let results = try outcome.get()
            guard !results.isEmpty else {
                talk("interrupted before the first replications were done")
                throw ExitCode(Interruption.exitCode)
            }
            let files = FrontierFiles(results)
            if let folder {
                let counts = results.map {
                    JSONValue.Member($0.day, .count($0.result.replicationCount))
                }
                try ResultFiles(
                    ResultCatalogue.frontier, of: files, loaded, files: asked.files,
                    words: words, replications: .object(counts)
                ).publish(to: folder)
            }
            try printing.print(
                ParetoText(loaded.scenario, results).screen.with(AssumptionNote(asked.files)),
                ResultCatalogue.frontier, of: files, leading: "frontier")
            let isWhole = results.count == frontier.days.count
            if !isWhole || results.contains(where: { $0.result.end == .interrupted }) {
                if !isWhole { talk("interrupted: other kinds of day were not simulated") }
                throw ExitCode(Interruption.exitCode)
            }
        }
    }

    /// The frontier on the days that `--days` names, in the order of the scenario.
    private func chosen(from frontier: Frontier) throws -> Frontier {
        guard let days else { return frontier }
        let names = days.split(separator: ",").map {
            $0.trimmingPrefix(while: \.isWhitespace)
        }.map(String.init)
        let possible = frontier.days.map(\.name)
        if let unknown = names.first(where: { !possible.contains($0) })
            ?? (names.isEmpty ? "" : nil)
        {
            throw CommandFailure(
                message: "there is no kind of day named \"\(unknown)\"",
                advice: "The days are \(possible.joined(separator: ", "))."
                    + Spelling.guess(for: unknown, in: possible), exitCode: .noInput)
        }
        return Frontier(
            cost: frontier.cost, error: frontier.error, variants: frontier.variants,
            days: frontier.days.filter { names.contains($0.name) })
    }

    private var words: [String] {
        options.words("frontier", and: sampling.words + OptionName.days.words(days))
    }
}
