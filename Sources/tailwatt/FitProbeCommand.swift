import ArgumentParser
import Experiments
import Kernel
import Reports
import Show
import Traces

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

    @OptionGroup var options: FitOptions
    @OptionGroup var resampling: ResamplingOptions
    @OptionGroup var whole: WholeProfileOptions

    @Option(
        help: """
            Shortest length of a state on the axis of silences, with a unit; longer than a paging \
            cycle. By default 1.5 s or five silences, but at most a tenth of the axis.
            """, transform: seconds)
    var shortestStay: Seconds?

    func validate() throws {
        if let shortestStay, shortestStay <= .zero {
            throw ValidationError("\(OptionName.shortestStay) must be above 0.")
        }
    }

    func run() async throws {
        let target = try whole.target(
            of: "rrc-probe", reading: options, WholeProfileOptions.Target.completed)
        let bytes = try options.read(for: "rrc-probe")
        let log = try ProbeLog(path: options.file, bytes: bytes)
        var settings = ProbeFit.Options()
        settings.level = options.confidence
        settings.seed = resampling.seed
        settings.replicates = resampling.resamples
        settings.shortestStay = shortestStay
        let fit = try ProbeFit(log.probes, settings)
        try options.publish(
            "rrc-probe", words: words(below: "fit"), seed: resampling.seed, bytes,
            FitReport(fit, name: options.name, dropped: log.dropped),
            fragment: FitFragment.yaml(fit, name: options.name), to: target
        ) { template in
            let profile = try FitCompletion(fit, log: options.name, completing: template)
            return (profile.text, profile.note)
        }
    }
}
