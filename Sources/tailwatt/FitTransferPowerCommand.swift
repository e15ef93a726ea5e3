import ArgumentParser
import Experiments
import Kernel
import Reports
import Show
import Traces

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

    @OptionGroup var options: FitOptions
    @OptionGroup var resampling: ResamplingOptions
    @OptionGroup var whole: WholeProfileOptions

    @Option(help: "Network whose lines go into --profile, if the file has several.")
    var network: String?

    @Option(
        help: """
            Power that the meter measured besides the radio, with a unit. It is subtracted from \
            the base, which then goes into --profile; otherwise the given radio's base stays.
            """, transform: milliwatts)
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
            of: "transfer-power", reading: options, WholeProfileOptions.Target.completed)
        let bytes = try options.read(for: "transfer-power")
        let log = try TransferLog(path: options.file, bytes: bytes)
        var settings = TransferPowerFit.Options()
        settings.level = options.confidence
        settings.seed = resampling.seed
        settings.replicates = resampling.resamples
        settings.method = robust ? .bisquare : .leastSquares
        settings.isByRun = byRun
        let fit = try TransferPowerFit(log.samples, settings)
        try options.publish(
            "transfer-power", words: words(below: "fit"), seed: resampling.seed, bytes,
            FitReport(fit, name: options.name),
            fragment: FitFragment.yaml(fit, name: options.name), to: target
        ) { template in
            let profile = try FitCompletion(
                fit, network: network, floor: floor, log: options.name, completing: template)
            return (profile.text, profile.note)
        }
    }
}
