import ArgumentParser
import Experiments
import Quantities
import Reports
import Traces

/// A power meter's log → states with their powers and timers.
struct FitTailCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tail",
        abstract: "State powers and timers from a power meter's log.",
        discussion: """
            The file has the columns t (seconds, ascending) and mW, at any rate from 1 Hz to \
            5 kHz. States are told apart by their power. With --out it also writes stays.csv.

            Example: tailwatt fit tail log.csv --states 3
            """)

    @OptionGroup var options: FitOptions

    @Option(
        name: .option(.states),
        help: "How many states there are, from 1 to 16, instead of as many as --step makes.")
    var states: Int?

    @Option(
        name: .option(.step),
        help: """
            The least difference of two states' powers, with its unit; a tenth of the range of \
            powers without it.
            """, transform: milliwatts)
    var step: Milliwatts?

    @Option(
        name: .option(.cell),
        help: """
            The least time that the search averages over, with its unit; 50ms without it. Give a \
            cycle's length where a state draws its power in peaks.
            """, transform: seconds)
    var cell: Seconds?

    func validate() throws {
        if let cell, cell <= .zero || cell > Seconds(3600) {
            throw ValidationError("\(OptionName.cell) must be more than nothing and at most 1 h.")
        }
        if let states, !(1...16).contains(states) {
            throw ValidationError("\(OptionName.states) must be from 1 to 16, not \(states).")
        }
        if let step, step <= .zero {
            throw ValidationError("\(OptionName.step) must be more than nothing.")
        }
        if states != nil && step != nil {
            throw ValidationError("\(OptionName.states) and \(OptionName.step) exclude each other.")
        }
    }

    func run() async throws {
        try await reportingFailures {
            let bytes = try options.read(for: "tail")
            let log = try PowerLog(path: options.file, bytes: bytes)
            var settings = TailFit.Options()
            settings.level = options.confidence
            settings.states = states
            settings.step = step
            settings.cell = cell
            let fit = try TailFit(times: log.times, powers: log.powers, settings)
            let output = FitOutput(
                kind: "tail", words: options.words("tail", and: words), seed: 0,
                input: (options.file, bytes), files: FitFiles(fit))
            try options.publish(
                output, text: FitText(fit, name: options.name),
                fragment: FitFragment.yaml(fit, name: options.name))
        }
    }

    private var words: [String] {
        OptionName.states.words(states) + OptionName.step.words(step)
            + OptionName.cell.words(cell)
    }
}

/// A power as the command line has it.
private func milliwatts(_ text: String) throws -> Milliwatts { try quantity(text) }
