struct AssumptionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "assumptions",
        abstract: "List the assumed numbers that matter most for a scenario's result.",
        discussion: """
            Varies each unmeasured number of the scenario, its device, radios and system, one at a \
            time and in the same worlds: over its range if a file gives one, otherwise divided and \
            multiplied by a factor. Lists the ten numbers that change the differences between the \
            policies most, in the metric that decides on the number of replications. Says which \
            orders of policies are firm, and which a single number turns over within what is known \
            of it. With --out it writes assumptions.csv with all numbers, flips.csv, \
            datapackage.json and manifest.json. tailwatt compare --uncertain varies all numbers \
            with a range at once.

            Example: tailwatt assumptions keep-alive --out results
            """)

    @OptionGroup var options: ScenarioOptions

    @Option(
        help: "Factor for numbers without a range, multiplied and divided; above 1, at most 10.")
    var factor = AssumptionScreening.standardFactor

    @Option(help: "Replications at each value, from 2.")
    var replications = AssumptionScreening.standardReplications

    @Flag(help: "Print a section of Reports/assumptions.md.")
    var markdown = false

    @OptionGroup var jobs: JobsOption
    @OptionGroup var printing: PrintOptions

    func validate() throws {
        if !(factor > 1 && factor <= 10) {
            throw ValidationError("\(OptionName.factor) must be above 1, at most 10: \(factor).")
        }
        try OptionName.replications.require(replications, in: 2...100_000)
    }

    func run() async throws {
        var overrides = options.overrides()
        overrides.sampling.replications = replications
        let library = try ProfilesFolder.library
        let loaded = try library.loadScenario(options.scenario, overrides: overrides)
        let folder = try options.folder(for: words, reading: loaded.files)
        let screening = AssumptionScreening(
            loaded.assumedNumbers(factor: factor), of: loaded.scenario,
            from: EditedScenario(options.scenario, overrides, in: library), jobs: jobs.jobs)
        let found = try await printing.run(atMost: screening.count) { progress in
            try await screening.run { progress.show($0, of: "experiments") }
        }
        guard let outcome = found else {
            throw Interruption.ended("interrupted: some numbers were not varied")
        }
        try folder?.publish(
            ResultFiles(
                ResultCatalogue.assumptions, of: outcome, loaded, words: words,
                replications: .count(outcome.replications)))
        let text = AssumptionText(loaded.scenario, outcome, factor: factor)
        if markdown { return try StandardOutput.write(text.markdown) }
        try printing.print(
            text.screen, ResultCatalogue.assumptions, of: outcome, leading: "assumptions")
    }
}
