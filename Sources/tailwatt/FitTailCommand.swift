import ArgumentParser
import Experiments
import Kernel
import Reports
import Show
import Traces

struct FitTailCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tail",
        abstract: "State powers and timers from a power meter's log.",
        discussion: """
            The file is a log of Nordic PPK2, Monsoon, Qoitech Otii or Joulescope, or has the \
            columns t (seconds, ascending) and mW. Semicolons and decimal commas are also read. \
            States differ by their power. --profile writes a whole radio profile. With --out it \
            also writes stays.csv.

            Examples: tailwatt fit tail log.csv --states 3
            tailwatt fit tail ppk.csv --voltage 3.7V --profile my-radio \\
            --template lte-huang-2012
            """)

    @OptionGroup var options: FitOptions

    @Option(
        help: "Supply voltage of the meter, if its log has only currents: 3.7V.", transform: volts)
    var voltage: Volts?

    @Option(help: "Number of states, from 1 to 16, instead of those that --step finds.")
    var states: Int?

    @Option(
        help: """
            Smallest difference between the powers of two states, with a unit. By default a tenth \
            of the range of powers.
            """, transform: milliwatts)
    var step: Milliwatts?

    @Option(
        help: """
            Shortest time that the search averages over, with a unit; by default 50ms. Use a \
            cycle's length if a state draws its power in peaks.
            """, transform: seconds)
    var cell: Seconds?

    @OptionGroup var whole: WholeProfileOptions

    @Option(
        help: "Time that data passed in each peak, subtracted from the timer of --profile.",
        transform: seconds)
    var activity: Seconds?

    func validate() throws {
        if let activity, whole.profile == nil || activity < .zero {
            throw ValidationError(
                "\(OptionName.activity) must be 0 or more, and needs "
                    + "\(OptionName.profile).")
        }
        if let cell, cell <= .zero || cell > Seconds(3600) {
            throw ValidationError("\(OptionName.cell) must be above 0 and at most 1 h.")
        }
        try OptionName.states.require(states, in: 1...16)
        if let step, step <= .zero {
            throw ValidationError("\(OptionName.step) must be above 0.")
        }
        if states != nil && step != nil {
            throw ValidationError("\(OptionName.states) and \(OptionName.step) exclude each other.")
        }
    }

    func run() async throws {
        let target = try whole.target(of: "tail", reading: options) { name in
            try ProfilesFolder.library.template(name)
        }
        let bytes = try options.read(for: "tail")
        let log = try PowerLog(path: options.file, bytes: bytes, voltage: voltage)
        for note in log.notes { talk("note: \(options.name): \(note)") }
        var settings = TailFit.Options()
        settings.level = options.confidence
        settings.states = states
        settings.step = step
        settings.cell = cell
        let fit = try TailFit(times: log.times, powers: log.powers, settings)
        try options.publish(
            "tail", words: words(below: "fit"), bytes,
            FitReport(fit, name: options.name, isWithoutActivity: activity != nil),
            fragment: FitFragment.yaml(fit, name: options.name), to: target
        ) { template in
            let profile = try FitProfile(
                fit, log: options.name, template: template, activity: activity ?? .zero)
            return (profile.text, profile.note)
        }
    }
}

func milliwatts(_ text: String) throws -> Milliwatts { try quantity(text) }

private func volts(_ text: String) throws -> Volts {
    let volts: Volts = try quantity(text)
    if volts > Volts(0), volts <= Volts(60) { return volts }
    throw ValidationError("\(OptionName.voltage) must be above 0 V and at most 60 V, not \(volts).")
}
