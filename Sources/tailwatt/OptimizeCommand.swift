struct OptimizeCommand: CutCommand {
    static let configuration = CommandConfiguration(
        commandName: "optimize",
        abstract: "Find the best value of an option, or of any other number.",
        discussion: """
            Varies one value by its path over a range A..B or a list, in the same worlds. Returns \
            the optimum with an interval, the limit that it lies on, and the trade-off curve. \
            Simulates only one policy: the one that the path leads to, or that --policy names. \
            With --out it writes optimum.csv, constraints.csv, report.html, datapackage.json and \
            manifest.json; for a range also tradeoff.svg and tradeoff.vl.json.

            With --shard K/N it simulates the K-th of N parts of the replications of the first \
            grid, or of all values of a list, and keeps them in --out for tailwatt merge, which \
            simulates the rest.

            Example: tailwatt optimize keep-alive-optimum \\
            --vary policies.keep-alive.interval=10min..60min --minimise energy \\
            --subject-to "calls-missed <= 5 %"
            """,
        aliases: ["optimise"])

    @OptionGroup var options: ScenarioOptions

    @Option(
        help: ArgumentHelp(
            "Value to vary: a range A..B, or a list V1,V2,...", valueName: "path=values"),
        transform: factor)
    var vary: Factor

    @Option(
        name: [.option(.minimise), .customLong("minimize")],
        help: "Metric to minimise, or a weighted sum: \"energy + 2500 calls-missed\".",
        completion: .metrics)
    var minimise: String?

    @Option(
        name: [.option(.maximise), .customLong("maximize")],
        help: "Metric to maximise, or a weighted sum.", completion: .metrics)
    var maximise: String?

    @Option(
        help: ArgumentHelp(
            "Limit, METRIC <= NUMBER or >=; may be repeated.",
            discussion: """
                The number is the mean per run, in the metric's unit. With %, it is the share of a \
                count: for calls-missed, of calls-offered.
                """))
    var subjectTo: [String] = []

    @Option(help: "Policy to simulate, if the path leads to none.", completion: .policies)
    var policy: String?

    @Option(help: "Points of the first grid over a range, from 7.")
    var points: Int = 11

    @Option(
        help: ArgumentHelp(
            "Confidence level of all intervals, of \"not shown worse\" and of a list's winner: "
                + "above 50%, below 100%."))
    var confidence: String = "95%"

    @Option(help: "For a list: smallest difference that matters, as a share of the best mean.")
    var indifference: String = "1%"

    @Option(
        help: ArgumentHelp(
            "Replications at each point, from 2; by default the scenario's largest number, at "
                + "most 2000.",
            discussion: "For a list: continue the values that may be the best until one is left."))
    var replications: Int?

    /// Enough for rare events, yet quick.
    private static let usualReplications = 2000

    @OptionGroup var threads: JobsOption
    @OptionGroup var printing: PrintOptions

    @OptionGroup var sharding: ShardOptions

    var shard: Shard? { sharding.part }
    var output: OutputOptions { options.output }

    func course() throws -> CutCourse<CutSample, OptimisationResult> {
        let loaded = try options.load()
        let source = EditedScenario(
            options.scenario, options.overrides(), in: try ProfilesFolder.library)
        let varied = try VariedScenario(vary, policy: policy, of: loaded.scenario, from: source)
        let problem = try problem(loaded.scenario)
        try requireMemory(for: problem)
        func experiment(_ kept: KeptSample? = nil) -> OptimisationExperiment {
            OptimisationExperiment(problem, jobs: threads.jobs, kept: kept) {
                try varied.point(at: $0)
            }
        }
        func report(on result: OptimisationResult) -> OptimumReport {
            OptimumReport(result, path: "\(vary.path)", unit: varied.unit, policy: varied.policy)
        }
        return CutCourse(
            of: loaded,
            files: { try source.files(of: problem.grid.map(varied.edits), after: loaded.files) },
            cut: { experiment().cut(loaded.scenario, for: $0) },
            run: { try await result(of: experiment(), problem) },
            whole: { work, piece in
                try await result(of: experiment(try work.whole(piece)), problem)
            },
            result: { result in
                ResultFiles(
                    ResultCatalogue.optimum, of: report(on: result), loaded, words: words,
                    replications: .count(result.problem.replications))
            },
            show: { result in
                let report = report(on: result)
                try printing.print(
                    report.screen.with(assumptionsOf: loaded.files), ResultCatalogue.optimum,
                    of: report, leading: "optimum")
            })
    }

    func validate() throws {
        try options.output.refuseTables(of: shard)
        try refuse(
            (minimise == nil) == (maximise == nil),
            "Give one of \(OptionName.minimise) and \(OptionName.maximise).")
        try OptionName.points.require(points, in: 7...Self.mostPoints)
        try OptionName.replications.require(replications, in: 2...ReplicationPlan.most)
        if let count = vary.count, count > Self.mostPoints {
            throw ValidationError(
                "\(OptionName.vary) takes at most \(Self.mostPoints) values, not \(count).")
        }
        _ = try (goal, constraints, ShareText.level(confidence), difference)
    }

    private static let mostPoints = 1000

    /// Counts the kept goals and limits of all points, and one point's whole replications.
    private func requireMemory(for problem: OptimisationProblem) throws {
        let each = MemoryLayout<Double>.stride + problem.constraints.count * 2 * 8
        let points = vary.count ?? problem.points
        let bytes = problem.replications * (points * each + 2 * PolicyResult.bytesPerReplication)
        guard bytes > RunBudget.usual.memory else { return }
        throw CommandFailure(
            message: "\(points) points of \(problem.replications) replications would need "
                + "\(Bytes(Double(bytes))) of memory, but the limit is "
                + "\(Bytes(Double(RunBudget.usual.memory)))",
            advice: "Use fewer \(OptionName.replications) or fewer \(OptionName.points).",
            exitCode: .badData)
    }

    private func problem(_ scenario: Scenario) throws -> OptimisationProblem {
        let domain: OptimisationProblem.Domain =
            switch vary.levels {
            case .values(let values): .list(values.count)
            case .range(let range): .range(range.numbers)
            }
        return OptimisationProblem(
            try goal, constraints: try constraints, domain: domain, points: points,
            replications: replications ?? min(scenario.replications.atMost, Self.usualReplications),
            level: try ShareText.level(confidence), indifference: try difference)
    }

    private func result(
        of experiment: OptimisationExperiment, _ problem: OptimisationProblem
    ) async throws -> OptimisationResult {
        try await printing.run("search", atMost: problem.points + 20) { progress in
            try await experiment.run { progress.show($0, of: "points") }
        }
    }

    private var goal: OptimisationGoal {
        get throws {
            do throws(GoalError) {
                return try OptimisationGoal(
                    minimise ?? maximise ?? "", better: maximise == nil ? .smaller : .larger)
            } catch { throw ValidationError(error.message) }
        }
    }

    private var constraints: [MetricConstraint] {
        get throws {
            do throws(GoalError) {
                return try subjectTo.map { (limit) throws(GoalError) in
                    try MetricConstraint(limit)
                }
            } catch { throw ValidationError(error.message) }
        }
    }

    private var difference: Double {
        get throws {
            guard let share = ShareText.share(indifference), share > 0, share < 1 else {
                throw ValidationError(
                    "--indifference must be a share above 0% and below 100%, not "
                        + "\"\(indifference)\".")
            }
            return share
        }
    }
}

extension VariedScenarioError {
    var failure: CommandFailure {
        switch self {
        case .noPolicy(let name, let names): PolicyNames.noPolicy(name, of: names)
        case .severalPolicies(let path, let names):
            CommandFailure(
                message: "\(path) leads to none of the scenario's policies, of which it has "
                    + "several",
                advice: "Name one with --policy. The policies are "
                    + "\(names.joined(separator: ", ")).", exitCode: .usage)
        }
    }
}

extension GoalError {
    fileprivate var message: String {
        switch self {
        case .malformed(let text):
            "\"\(text)\" is not a goal: write a metric, or a sum such as \"energy + 2500 "
                + "calls-missed\"."
        case .noConstraint(let text):
            "\"\(text)\" is not a limit: write it as in \"calls-missed <= 1 %\" or \"uploads >= "
                + "5\"."
        case .unknownMetric(let name): noMetric(name)
        case .noShare(let metric):
            "\(metric.rawValue) is not part of a count, so % has no meaning: give a number per run."
        case .wrongUnit(let unit, let metric):
            "\"\(unit)\" is no unit of \(metric.rawValue): "
                + (metric.unit == .count
                    ? "write a number a run, or a share such as 1 %."
                    : "its units are \(metric.unit.units.keys.sorted().joined(separator: ", ")).")
        }
    }
}
