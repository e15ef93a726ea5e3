import ArgumentParser
import Experiments
import Kernel
import Profiles
import Reports
import Show

struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Test whether a scenario or a recorded trace keeps a budget, for CI.",
        discussion: """
            Simulates the scenario that the budget names, or replays its trace on its radios, and \
            tests each limit: met, exceeded, or undecided if neither is shown. With --out it \
            writes check.csv, or trace-check.csv, trace-shares.csv and limits.svg; also \
            datapackage.json and manifest.json.

            --replications, --precision and --paired-precision override the budget.

            Exit codes: 0 passed, 1 failed (a limit is exceeded, or undecided unless the budget \
            lets that pass, or too much of the trace was left out), 64 wrong usage, 65 bad data in \
            a file, 66 no such file, 130 interrupted.

            Example: tailwatt check budget.yaml --junit check.xml
            """)

    @Argument(help: "Path of a YAML file of kind budget.")
    var budget: String

    @Option(help: "Trace to check, instead of the one in the budget.")
    var trace: String?

    @Flag(
        help: "Decide limits even if more than 1 % of a trace's packets or bytes were left out.")
    var allowPartial = false

    @Option(
        help: """
            An earlier result of this check, as a folder of --out or a file of --format json; \
            shows the change of each limit.
            """)
    var base: String?

    @OptionGroup var sampling: SamplingOptions

    @OptionGroup var options: CheckOptions

    func run() async throws {
        try await reportingFailures {
            let loaded = try ProfilesFolder.library.loadBudget(
                budget, sampling: sampling.overrides)
            switch loaded {
            case .scenario(let loaded): try await check(loaded)
            case .trace(let loaded): try check(loaded)
            }
        }
    }

    private func check(_ loaded: LoadedBudget) async throws {
        let option: OptionName? = trace != nil ? .trace : allowPartial ? .allowPartial : nil
        if let option {
            throw CommandFailure(
                message: "\(budget) is a budget of a scenario, not of a trace",
                advice: "Leave \(option) out, or write trace: and radios: in the "
                    + "budget instead of scenario:.", exitCode: .usage)
        }
        for note in loaded.scenario.notes { talk("note: \(PrintableText.line(note))") }
        try options.refuseEmptyLists(loaded.budget.limits.map(\.metric.better))
        let earlier = try base.map { try CheckBase(path: $0) }
        let files = try options.files(
            for: words, reading: loaded.files.map(\.path) + (base.map(CheckBase.files) ?? []))
        let progress = Progress(
            atMost: loaded.scenario.scenario.replications.atMost,
            isQuiet: options.printing.quiet)
        let experiment = Experiment(
            loaded.scenario.scenario.withoutAnswer, jobs: sampling.jobs)
        let result = await Interruption.cancelling {
            await experiment.run { progress.show($0) }
        }
        progress.clear()
        try result.requireWithinBudget()
        guard result.replicationCount > 0, result.end != .interrupted else {
            talk("interrupted before there was an answer")
            throw ExitCode(Interruption.exitCode)
        }
        var check = BudgetCheck(loaded.budget, result)
        try compare(&check, with: earlier)
        if let folder = files.folder {
            try ResultFiles(
                ResultCatalogue.check, of: check, loaded.scenario, files: loaded.files,
                and: earlier.map { [$0.result.file] } ?? [], words: words,
                replications: .count(check.result.replicationCount)
            ).publish(to: folder)
        }
        try files.publish(
            check.junit([
                ("scenario", loaded.scenario.scenario.name), ("version", Version.number),
                ("seed", "\(loaded.scenario.scenario.seed)"),
                ("replications", "\(result.replicationCount)"),
            ]), check.benchmarks,
            options.printing.datasets(ResultCatalogue.check, of: check, leading: "check"),
            check.screen(inputs: loaded.files.map(\.manifestFile))
                .with(notes: earlier?.note ?? ""))
        if !check.passes { throw ExitCode(Self.failed) }
    }

    static let failed: Int32 = 1

    private func compare(_ check: inout BudgetCheck, with base: CheckBase?) throws {
        guard let base else { return }
        do throws(OtherKindOfCheck) {
            try check.compare(with: base.result)
        } catch {
            throw base.failure(error, budget: budget)
        }
    }
}
