import Foundation

struct FitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fit",
        abstract: "Infer a radio from measurements: timers, promotions, powers, with intervals.",
        discussion: """
            Prints the fitted values and a fragment of a profile, to complete by hand. With \
            --out it writes fit.csv, residuals.csv, datapackage.json and manifest.json. \
            docs/guide/fitting.md describes the methods and their limits.
            """,
        subcommands: [
            FitProbeCommand.self, FitTransferPowerCommand.self, FitTailCommand.self,
            FitStandbyCommand.self,
        ])
}

struct FitOptions: ParsableArguments {
    @Option(
        help: "Confidence level of intervals, above 50% and at most 99.9%, such as 95%.",
        transform: { try ShareText.level($0, atMost: 0.999) })
    var confidence = 0.95

    @Flag(help: "Print only the profile fragment.")
    var fragment = false

    @OptionGroup var reading: ReadingOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var printing: PrintOptions

    /// Writes and prints a fit, and the radio profile that `complete` makes of a template.
    ///
    /// - `kind`: `rrc-probe`, `transfer-power` or `tail`.
    func publish<Template>(
        _ kind: String, words: [String], seed: UInt64 = 0, _ inputs: [Manifest.File],
        _ report: FitReport, fragment yaml: String,
        to target: WholeProfileOptions.Target<Template>?,
        _ complete: (Template) throws -> (text: (String) -> String, note: (String) -> String)
    ) throws {
        var note = "\(OptionName.fragment) prints the part for a profile.\n"
        if let target {
            let profile = try complete(target.template)
            try target.publish(profile.text(target.name))
            note = profile.note(target.file.path)
        }
        try output.folder(for: words, reading: inputs.map(\.name))?.publish(
            ResultFiles(
                ResultCatalogue.fit, of: report, package: "fit-\(kind)",
                manifest: Manifest(
                    command: words, version: Version.number, seed: seed, inputs: inputs)))
        if fragment { return try StandardOutput.write(yaml) }
        let introduction = "For a profile (to complete by docs/guide/fitting.md):"
        try printing.print(
            report.screen.with(
                notes: note, details: [.words(introduction + "\n"), .verbatim(yaml)]),
            ResultCatalogue.fit, of: report, leading: "fit")
    }
}

struct MeasuredFile: ParsableArguments {
    @Argument(help: "Measurements: a CSV file with a header.")
    var file: String

    var name: String { URL(fileURLWithPath: file).lastPathComponent }

    /// Reads the file, after checking that the results can be written.
    func read(for command: String, _ options: FitOptions) throws -> [UInt8] {
        _ = try options.output.folder(for: ["fit", command], reading: [file])
        if PhoneRecord(contentsOf: file)?.isHistory ?? false {
            throw CommandFailure(
                message: "\(PrintableText.line(file)): a phone's battery history tells no timers "
                    + "of a radio: it has Android's own timer",
                advice: "tailwatt fit standby FILE fits the phone's powers in standby.",
                exitCode: .badData)
        }
        return try LogFile.bytes(of: file)
    }
}

struct ResamplingOptions: ParsableArguments {
    @Option(help: "Seed of the resamples behind intervals: a whole number from 0.")
    var seed: UInt64 = 1

    @Option(help: "Number of resamples, from 100 to 100000.")
    var resamples: Int = 1000

    func validate() throws { try OptionName.resamples.require(resamples, in: 100...100_000) }
}

struct FitTailCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tail", abstract: "State powers and timers from a power meter's log.",
        discussion: """
            The file is a log of Nordic PPK2, Monsoon, Qoitech Otii or Joulescope, or has the \
            columns t (seconds, ascending) and mW. Semicolons and decimal commas are also read. \
            States differ by their power. --profile writes a whole radio profile. With --out it \
            also writes stays.csv.

            Examples: tailwatt fit tail log.csv --states 3
            tailwatt fit tail ppk.csv --voltage 3.7V --profile my-radio \\
            --template lte-huang-2012
            """)

    @OptionGroup var measured: MeasuredFile
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
            """, transform: quantity)
    var step: Milliwatts?

    @Option(
        help: """
            Shortest time that the search averages over, with a unit; by default 50ms. Use a \
            cycle's length if a state draws its power in peaks.
            """, transform: quantity)
    var cell: Seconds?

    @OptionGroup var whole: WholeProfileOptions

    @Option(
        help: "Time that data passed in each peak, subtracted from the timer of --profile.",
        transform: quantity)
    var activity: Seconds?

    func validate() throws {
        try refuse(
            activity.map { $0 < .zero } ?? false,
            "\(OptionName.activity) must be 0 s or more: write the length of a transfer, 0.3s.")
        try refuse(
            activity != nil && whole.profile == nil,
            "\(OptionName.activity) corrects a timer of \(OptionName.profile): add that option.")
        if let cell, cell <= .zero || cell > Seconds(3600) {
            throw ValidationError("\(OptionName.cell) must be above 0 and at most 1 h.")
        }
        try OptionName.states.require(states, in: 1...16)
        if let step, step <= .zero { throw ValidationError("\(OptionName.step) must be above 0.") }
        if states != nil && step != nil {
            throw ValidationError("\(OptionName.states) and \(OptionName.step) exclude each other.")
        }
    }

    func run() async throws {
        let target = try whole.target(of: "tail", reading: [measured.file], options) { name in
            try ProfilesFolder.library.template(name)
        }
        let bytes = try measured.read(for: "tail", options)
        let log = try PowerLog(path: measured.file, bytes: bytes, voltage: voltage)
        for note in log.notes { talk("note: \(measured.name): \(note)") }
        var settings = TailFit.Options()
        settings.level = options.confidence
        settings.states = states
        settings.step = step
        settings.cell = cell
        let fit = try TailFit(times: log.times, powers: log.powers, settings)
        try options.publish(
            "tail", words: words(below: "fit"),
            [Manifest.File(name: measured.file, bytes: bytes)],
            FitReport(fit, name: measured.name, isWithoutActivity: activity != nil),
            fragment: FitFragment.yaml(fit, name: measured.name), to: target
        ) { template in
            let profile = try FitProfile(
                fit, log: measured.name, template: template, activity: activity ?? .zero)
            return (profile.text, profile.note)
        }
    }
}

private func volts(_ text: String) throws -> Volts {
    let volts: Volts = try quantity(text)
    if volts > Volts(0), volts <= Volts(60) { return volts }
    throw ValidationError("\(OptionName.voltage) must be above 0 V and at most 60 V, not \(volts).")
}

struct FitProbeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rrc-probe",
        abstract: "Inactivity timers and promotion delays from round trips after silence.",
        discussion: """
            The file has the columns interval (silence in s) and RTT1 or rtt (in ms), and \
            optionally KeepOrDrop, of which only the rows YEP are kept. A timer shows as a silence \
            beyond which answers take longer. Answers within 1 ms, and those far above all others \
            of their state, are named and left out. --profile writes a whole radio profile: a \
            given one with these timers, promotion delays and round trip.

            Examples: tailwatt fit rrc-probe probes.csv --out results
            tailwatt fit rrc-probe probes.csv --profile my-radio \\
            --template umts-att-2010
            """)

    @OptionGroup var measured: MeasuredFile
    @OptionGroup var options: FitOptions
    @OptionGroup var resampling: ResamplingOptions
    @OptionGroup var whole: WholeProfileOptions

    @Option(
        help: """
            Shortest length of a state on the axis of silences, with a unit; longer than a paging \
            cycle. By default 1.5 s or five silences, but at most a tenth of the axis.
            """, transform: quantity)
    var shortestStay: Seconds?

    func validate() throws {
        if let shortestStay, shortestStay <= .zero {
            throw ValidationError("\(OptionName.shortestStay) must be above 0.")
        }
    }

    func run() async throws {
        let target = try whole.target(
            of: "rrc-probe", reading: [measured.file], options,
            WholeProfileOptions.Target.completed)
        let bytes = try measured.read(for: "rrc-probe", options)
        let log = try ProbeLog(path: measured.file, bytes: bytes)
        var settings = ProbeFit.Options()
        settings.level = options.confidence
        settings.seed = resampling.seed
        settings.replicates = resampling.resamples
        settings.shortestStay = shortestStay
        let fit = try ProbeFit(log.probes, settings)
        try options.publish(
            "rrc-probe", words: words(below: "fit"), seed: resampling.seed,
            [Manifest.File(name: measured.file, bytes: bytes)],
            FitReport(fit, name: measured.name, dropped: log.dropped),
            fragment: FitFragment.yaml(fit, name: measured.name), to: target
        ) { template in
            let profile = try FitCompletion(fit, log: measured.name, completing: template)
            return (profile.text, profile.note)
        }
    }
}

struct FitTransferPowerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transfer-power",
        abstract: "Base power and mW per Mbit/s from powers at different throughputs.",
        discussion: """
            The file has the columns throughput (Mbit/s), avg_power or power_mW, and direction \
            (uplink or downlink), and optionally provider, network type, and time_since_start, \
            which separates runs. --profile writes a whole radio profile: a given one with these \
            slopes, and with --floor this base.

            Examples: tailwatt fit transfer-power samples.csv --robust
            tailwatt fit transfer-power samples.csv --profile my-radio \\
            --template lte-huang-2012
            """)

    @OptionGroup var measured: MeasuredFile
    @OptionGroup var options: FitOptions
    @OptionGroup var resampling: ResamplingOptions
    @OptionGroup var whole: WholeProfileOptions

    @Option(help: "Network whose lines go into --profile, if the file has several.")
    var network: String?

    @Option(
        help: """
            Power that the meter measured besides the radio, with a unit. It is subtracted from \
            the base, which then goes into --profile; otherwise the given radio's base stays.
            """, transform: quantity)
    var floor: Milliwatts?

    @Flag(help: "Weigh outliers down (Tukey's bisquare) instead of least squares.")
    var robust = false

    @Flag(help: "Fit lines through the means of runs instead of through seconds.")
    var byRun = false

    func validate() throws {
        for (option, isGiven) in [(OptionName.network, network != nil), (.floor, floor != nil)]
        where isGiven && whole.profile == nil {
            throw ValidationError("\(option) needs \(OptionName.profile).")
        }
        if let floor, floor < .zero {
            throw ValidationError("\(OptionName.floor) must be 0 or more.")
        }
    }

    func run() async throws {
        let target = try whole.target(
            of: "transfer-power", reading: [measured.file], options,
            WholeProfileOptions.Target.completed)
        let bytes = try measured.read(for: "transfer-power", options)
        let log = try TransferLog(path: measured.file, bytes: bytes)
        var settings = TransferPowerFit.Options()
        settings.level = options.confidence
        settings.seed = resampling.seed
        settings.replicates = resampling.resamples
        settings.method = robust ? .bisquare : .leastSquares
        settings.isByRun = byRun
        let fit = try TransferPowerFit(log.samples, settings)
        try options.publish(
            "transfer-power", words: words(below: "fit"), seed: resampling.seed,
            [Manifest.File(name: measured.file, bytes: bytes)],
            FitReport(fit, name: measured.name),
            fragment: FitFragment.yaml(fit, name: measured.name), to: target
        ) { template in
            let profile = try FitCompletion(
                fit, network: network, floor: floor, log: measured.name, completing: template)
            return (profile.text, profile.note)
        }
    }
}

struct FitStandbyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "standby", abstract: "A phone's powers in standby from its battery histories.",
        discussion: """
            The files are battery histories of one Android phone, as tailwatt phone reads them. Of \
            each stretch of 30 min or more with the display off and no charger it takes the charge \
            drawn and the time in which the processor and the radios were active. --profile \
            writes a whole device profile.

            Examples: tailwatt fit standby monday.txt tuesday.txt
            tailwatt fit standby *.txt --profile my-phone --template pixel-6-2021
            """)

    @Argument(help: "Battery histories of one phone.")
    var files: [String]

    @Option(help: "Voltage of the battery, such as 3.8V.", transform: volts)
    var voltage = PhoneAccount.assumedVoltage

    @OptionGroup var options: FitOptions
    @OptionGroup var resampling: ResamplingOptions
    @OptionGroup var whole: WholeProfileOptions

    func run() async throws {
        let target = try whole.target(of: "standby", reading: files, options) { name in
            try ProfilesFolder.library.tree(name, .device)
        }
        _ = try options.output.folder(for: ["fit", "standby"], reading: files)
        let traces = try files.map { try TraceFile(path: $0, isHashed: true) }
        var settings = StandbyFit.Options()
        settings.level = options.confidence
        settings.seed = resampling.seed
        settings.replicates = resampling.resamples
        settings.voltage = voltage
        let fit = try StandbyFit(traces.map { try BatteryHistory($0) }, settings)
        let first = URL(fileURLWithPath: files[0]).lastPathComponent
        let name = files.count == 1 ? first : "\(first) and \(files.count - 1) more"
        try options.publish(
            "standby", words: words(below: "fit"), seed: resampling.seed,
            zip(files, traces).map { Manifest.File(name: $0, sha256: try $1.sha256()) },
            FitReport(fit, name: name), fragment: FitFragment.yaml(fit, name: name), to: target
        ) { device in
            let profile = FitCompletion(fit, log: name, completing: device)
            return (profile.text, profile.note)
        }
    }
}
