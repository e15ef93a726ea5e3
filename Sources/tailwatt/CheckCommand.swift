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
        let loaded = try ProfilesFolder.library.loadBudget(
            budget, sampling: sampling.overrides)
        switch loaded {
        case .scenario(let loaded): try await check(loaded)
        case .trace(let loaded): try check(loaded)
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
        let result = try await options.printing.run(
            Experiment(loaded.scenario.scenario.withoutAnswer, jobs: sampling.jobs))
        guard result.replicationCount > 0, result.end != .interrupted else {
            throw Interruption.ended("interrupted before there was an answer")
        }
        var check = BudgetCheck(loaded.budget, result)
        try earlier?.compare(budget: budget) { base throws(OtherKindOfCheck) in
            try check.compare(with: base)
        }
        try files.publish(
            ResultFiles(
                ResultCatalogue.check, of: check, loaded.scenario, files: loaded.files,
                and: earlier.map { [$0.result.file] } ?? [], words: words,
                replications: .count(check.result.replicationCount)),
            ResultCatalogue.check, of: check, leading: "check",
            check.junit([
                ("scenario", loaded.scenario.scenario.name), ("version", Version.number),
                ("seed", "\(loaded.scenario.scenario.seed)"),
                ("replications", "\(result.replicationCount)"),
            ]), check.benchmarks,
            check.screen(inputs: loaded.files.map(\.manifestFile))
                .with(notes: earlier?.note ?? ""), passes: check.passes)
    }
}
