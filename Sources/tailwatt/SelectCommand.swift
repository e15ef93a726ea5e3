struct SelectCommand: CutCommand {
    static let configuration = CommandConfiguration(
        commandName: "select", abstract: "Select a scenario's best policy, with a guarantee.",
        discussion: """
            Simulates all policies in the same worlds and drops each one once another is shown to \
            be better, by the procedure of Kim and Nelson, until one is left. With the stated \
            probability it is the best, if it is better than the others by a difference that \
            matters. Policies that do nothing (none) take part only if --policies names them. With \
            --out it writes select.csv, datapackage.json and manifest.json.

            With --shard K/N it simulates the K-th of N parts of all replications that --at-most \
            allows, and keeps them in --out for tailwatt merge.

            Example: tailwatt select keep-alive --indifference 10
            """)

    @OptionGroup var options: ScenarioOptions

    @Option(
        help: ArgumentHelp("Deciding metric, such as hours-to-empty; by default energy."),
        completion: .metrics, transform: namedMetric)
    var metric: Metric = .energy

    @Option(
        help: ArgumentHelp(
            "Smallest difference that matters: a number in the metric's unit (10), or a share "
                + "(1%)."))
    var indifference: String = "1%"

    @Option(help: "Probability of a correct selection, above 50% and below 100%.")
    var confidence: String = "95%"

    @Option(
        help: ArgumentHelp(
            "Largest number of replications of a policy, from 2, or from 3 if --indifference is "
                + "a share; by default 100000."))
    var atMost: Int?

    private static let usualMost = 100_000

    private var most: Int { atMost ?? Self.usualMost }

    @Flag(help: "Select the largest value, not the smallest.")
    var largest = false

    @Option(help: "Simulate only these policies: names separated by commas.", completion: .policies)
    var policies: String?

    @OptionGroup var sharding: ShardOptions

    @OptionGroup var threads: JobsOption
    @OptionGroup var printing: PrintOptions

    var shard: Shard? { sharding.part }
    var output: OutputOptions { options.output }
    var words: [String] { words(standing: [.atMost: "\(Self.usualMost)"]) }

    func course() throws -> CutCourse<CutSample, SelectionResult> {
        let loaded = try options.load()
        let selection = try selection(of: loaded.scenario)
        return CutCourse(
            of: loaded, cut: { selection.cut(atMost: most, for: $0) },
            run: { try await result(of: selection) },
            whole: { work, piece in
                let kept = try work.whole(piece)
                return try await result(of: self.selection(of: loaded.scenario, kept: kept))
            },
            result: { result in
                let counts = result.standings.map {
                    JSONValue.Member($0.policy, .count($0.summary.count))
                }
                return ResultFiles(
                    ResultCatalogue.selection, of: result, loaded, words: words,
                    replications: .object(counts))
            },
            show: { result in
                try printing.print(
                    result.screen.with(assumptionsOf: loaded.files),
                    ResultCatalogue.selection, of: result, leading: "select")
            })
    }

    private func selection(
        of scenario: Scenario, kept: KeptSample? = nil
    ) throws -> PolicySelection {
        try PolicySelection(
            scenario, policies: chosen(of: scenario),
            objective: Objective(metric, better: largest ? .larger : .smaller),
            indifference: difference, level: ShareText.level(confidence), jobs: threads.jobs,
            kept: kept)
    }

    private func result(of selection: PolicySelection) async throws -> SelectionResult {
        let most = most
        return try await printing.run("selection", atMost: most) { progress in
            try await selection.run(atMost: most) { progress.show($0) }
        }
    }

    func validate() throws {
        try options.output.refuseTables(of: shard)
        try refuse(
            shard != nil && atMost == nil,
            "A shard simulates its part of all that \(OptionName.atMost) allows: give that option.")
        try OptionName.atMost.require(atMost, in: 2...ReplicationPlan.most)
        try refuse(
            most < (try difference.leastReplications),
            "\(OptionName.atMost) \(most) leaves none for the pilot that a share needs: "
                + "give 3 or more, or \(OptionName.indifference) as a number.")
        _ = try ShareText.level(confidence)
    }

    private var difference: PolicySelection.Indifference {
        get throws {
            if let share = ShareText.share(indifference), share > 0 { return .share(share) }
            if let value = Double(indifference), value > 0, value.isFinite {
                return .absolute(value)
            }
            throw ValidationError(
                "--indifference is a number above 0, without a unit but in the metric's "
                    + "(\(metric.unit == .count ? "a count" : metric.unit.rawValue)), "
                    + "or a share such as 1%, not \"\(indifference)\".")
        }
    }

    private func chosen(of scenario: Scenario) throws -> [Int] {
        guard let policies else {
            let acting = scenario.policies.indices.filter { scenario.policies[$0].options != .none }
            return acting.isEmpty ? Array(scenario.policies.indices) : acting
        }
        let names = policies.split(separator: ",").map { PolicyNames.trimmed(String($0)) }
        if names.isEmpty { _ = try PolicyNames.place(of: "", in: scenario) }
        let places = try names.map { try PolicyNames.place(of: $0, in: scenario) }
        return scenario.policies.indices.filter(places.contains)
    }
}
