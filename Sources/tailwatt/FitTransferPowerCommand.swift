import ArgumentParser
import Experiments
import Reports
import Traces

/// Power against throughput → base and slope of each network and direction.
struct FitTransferPowerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transfer-power",
        abstract: "Base power and mW per Mbit/s from powers at different throughputs.",
        discussion: """
            The file has the columns throughput (Mbit/s), avg_power or power_mW, and direction \
            (uplink or downlink), and perhaps provider, network type, and time_since_start, \
            which tells runs apart.

            Example: tailwatt fit transfer-power samples.csv --robust
            """)

    @OptionGroup var options: FitOptions
    @OptionGroup var resampling: ResamplingOptions

    @Flag(
        name: .option(.robust),
        help: "Weigh far-out powers down (Tukey's bisquare) instead of least squares.")
    var robust = false

    @Flag(
        name: .option(.byRun), help: "Lines through the means of runs instead of through seconds.")
    var byRun = false

    func run() async throws {
        try await reportingFailures {
            let bytes = try options.read(for: "transfer-power")
            let log = try TransferLog(path: options.file, bytes: bytes)
            var settings = TransferPowerFit.Options()
            settings.level = options.confidence
            settings.seed = resampling.seed
            settings.replicates = resampling.resamples
            settings.method = robust ? .bisquare : .leastSquares
            settings.isByRun = byRun
            let fit = try TransferPowerFit(
                log.samples.map { sample in
                    TransferPowerFit.Sample(
                        throughput: sample.throughput, power: sample.power,
                        direction: sample.direction, network: sample.network,
                        run: log.hasRuns ? sample.run : nil)
                }, settings)
            let words =
                resampling.words + OptionName.robust.words(if: robust)
                + OptionName.byRun.words(if: byRun)
            let output = FitOutput(
                kind: "transfer-power", words: options.words("transfer-power", and: words),
                seed: resampling.seed, input: (options.file, bytes), files: FitFiles(fit))
            try options.publish(
                output, text: FitText(fit, name: options.name),
                fragment: FitFragment.yaml(fit, name: options.name))
        }
    }
}
