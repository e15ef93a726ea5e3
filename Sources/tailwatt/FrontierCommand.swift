import ArgumentParser
import DeviceModel
import Experiments
import Profiles
import Reports
import Show
import Studies

struct FrontierCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "frontier",
        abstract: "Find the policies of a family that are worth their energy, by kind of day.",
        discussion: """
            Simulates every combination of options that the scenario lists under frontier:, in the \
            same worlds, and names the Pareto-optimal ones: no other policy is at most as \
            expensive and at most as wrong. With --out it writes frontier.csv, points.csv, \
            frontier.svg, frontier.vl.json, report.html, datapackage.json and manifest.json. \
            Interrupted by Ctrl-C, it reports the completed replications and exits with 130.

            Example: tailwatt frontier location --out results
            """)

    @OptionGroup var options: ScenarioOptions
    @OptionGroup var sampling: SamplingOptions

    @Option(help: "Simulate only these kinds of day: names separated by commas.")
    var days: String?

    @OptionGroup var printing: PrintOptions

    @Option(
        help: "Simulate only the K-th of N parts of the replications, for tailwatt merge.",
        transform: part)
    var shard: Shard?

    func validate() throws {
        try options.output.refuseTables(of: shard)
        try sampling.refuseAntitheticPairs("a frontier counts replications one by one")
    }

    func run() async throws {
        if let shard { return try await runShard(shard) }
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
            let report = FrontierReport(results)
            if let folder { try publish(report, of: loaded, reading: asked.files, to: folder) }
            try printing.print(
                report.screen.with(AssumptionNote(asked.files)), ResultCatalogue.frontier,
                of: report, leading: "frontier")
            let isWhole = results.count == frontier.days.count
            if !isWhole || results.contains(where: { $0.result.end == .interrupted }) {
                if !isWhole { talk("interrupted: other kinds of day were not simulated") }
                throw ExitCode(Interruption.exitCode)
            }
        }
    }

    private func publish(
        _ report: FrontierReport, of loaded: LoadedScenario, reading inputs: [InputFile],
        to folder: ResultFolder
    ) throws {
        let counts = report.days.map {
            JSONValue.Member($0.day, .count($0.result.replicationCount))
        }
        try ResultFiles(
            ResultCatalogue.frontier, of: report, loaded, files: inputs, words: words,
            replications: .object(counts)
        ).publish(to: folder)
    }

    private func runShard(_ shard: Shard) async throws {
        try await reportingFailures {
            let loaded = try options.load(sampling: sampling)
            let asked = try loaded.requiredFrontier()
            let experiment = FrontierExperiment(
                try chosen(from: asked.frontier), jobs: sampling.jobs)
            try await options.run(
                shard, of: CutExperiments(experiment.days, for: shard.count), loaded,
                from: asked.files, words: words, isQuiet: printing.quiet)
        }
    }

    func merge(
        _ parts: ReplicationParts, into folder: ([InputFile]) throws -> ResultFolder?
    ) async throws {
        let loaded = try options.load(sampling: sampling)
        let asked = try loaded.requiredFrontier()
        try parts.requireSame(asked.files)
        guard let folder = try folder(loaded.files + asked.files) else { return }
        let experiment = FrontierExperiment(
            try chosen(from: asked.frontier), jobs: sampling.jobs)
        let results = experiment.results(from: try await parts.results(of: experiment.days))
        try publish(FrontierReport(results), of: loaded, reading: asked.files, to: folder)
    }

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
}
