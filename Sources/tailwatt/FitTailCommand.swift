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
            The file is what a meter's program writes: Nordic PPK2, Monsoon, Qoitech Otii, \
            Joulescope, or the columns t (seconds, ascending) and mW; semicolons and decimal \
            commas are read too. States are told apart by their power. --profile writes a whole \
            radio profile. With --out it also writes stays.csv.

            Examples: tailwatt fit tail log.csv --states 3
            tailwatt fit tail ppk.csv --voltage 3.7V --profile my-radio \\
            --template lte-huang-2012
            """)

    @OptionGroup var options: FitOptions

    @Option(
        help: "What the meter supplied, where its log has currents alone: 3.7V.", transform: volts)
    var voltage: Volts?

    @Option(help: "How many states there are, from 1 to 16, instead of as many as --step makes.")
    var states: Int?

    @Option(
        help: """
            The least difference of two states' powers, with its unit; a tenth of the range of \
            powers without it.
            """, transform: milliwatts)
    var step: Milliwatts?

    @Option(
        help: """
            The least time that the search averages over, with its unit; 50ms without it. Give a \
            cycle's length where a state draws its power in peaks.
            """, transform: seconds)
    var cell: Seconds?

    @OptionGroup var whole: WholeProfileOptions

    @Option(
        help: "How long data passed in each peak; it is taken off the timer of --profile.",
        transform: seconds)
    var activity: Seconds?

    func validate() throws {
        if let activity, whole.profile == nil || activity < .zero {
            throw ValidationError(
                "\(OptionName.activity) is no less than nothing, and goes with "
                    + "\(OptionName.profile).")
        }
        if let cell, cell <= .zero || cell > Seconds(3600) {
            throw ValidationError("\(OptionName.cell) must be more than nothing and at most 1 h.")
        }
        try OptionName.states.require(states, in: 1...16)
        if let step, step <= .zero {
            throw ValidationError("\(OptionName.step) must be more than nothing.")
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
        let text = FitText(fit, name: options.name, isWithoutActivity: activity != nil)
        try options.publish(
            "tail", words: words(below: "fit"), bytes, FitFiles(fit, text),
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
    throw ValidationError("\(OptionName.voltage) is above 0 V and at most 60 V, not \(volts).")
}
