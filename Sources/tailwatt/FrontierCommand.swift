struct FrontierCommand: CutCommand {
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

    @OptionGroup var sharding: ShardOptions

    var shard: Shard? { sharding.part }
    var output: OutputOptions { options.output }

    func validate() throws {
        try options.output.refuseTables(of: shard)
        try sampling.refuseAntitheticPairs("a frontier counts replications one by one")
    }

    func course() throws -> CutCourse<CutExperiments, [FrontierDayResult]> {
        let loaded = try options.load(sampling: sampling)
        let asked = try loaded.requiredFrontier()
        let frontier = try chosen(from: asked.frontier)
        let experiment = FrontierExperiment(frontier, jobs: sampling.jobs)
        return CutCourse(
            of: loaded, files: { asked.files }, cut: { CutExperiments(experiment.days, for: $0) },
            run: {
                let results = try await printing.run(
                    atMost: loaded.scenario.replications.atMost
                ) { progress in
                    try await experiment.run { progress.show($1, on: frontier.days[$0].name) }
                }
                if !results.isEmpty { return results }
                throw Interruption.ended("interrupted before the first replications were done")
            },
            whole: { work, piece in experiment.results(from: try await work.results(piece)) },
            result: { results in
                let counts = results.map {
                    JSONValue.Member($0.day, .count($0.result.replicationCount))
                }
                return ResultFiles(
                    ResultCatalogue.frontier, of: results, loaded,
                    files: asked.files, words: words, replications: .object(counts))
            },
            show: { results in
                try printing.print(
                    results.screen.with(assumptionsOf: asked.files), ResultCatalogue.frontier,
                    of: results, leading: "frontier")
                let isWhole = results.count == frontier.days.count
                if !isWhole { talk("interrupted: other kinds of day were not simulated") }
                if !isWhole || results.contains(where: { $0.result.end == .interrupted }) {
                    throw ExitCode(Interruption.exitCode)
                }
            })
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
