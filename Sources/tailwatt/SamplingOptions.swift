import ArgumentParser
import Foundation
import Kernel
import Profiles
import Show
import Studies

struct SamplingOptions: ParsableArguments {
    @Option(help: "Exact number of replications, from 2, instead of the scenario's precision.")
    var replications: Int?

    @Option(
        help: "Half-width of each mean's 95 % interval, as a share of the mean: 1%.",
        transform: share)
    var precision: Fraction?

    @Option(
        help: "Half-width of each paired difference's interval, as a share of the difference: 5%.",
        transform: share)
    var pairedPrecision: Fraction?

    @Flag(
        help: "Draw replications in antithetic pairs; docs/guide/designs.md tells when they help.")
    var antithetic = false

    // Not an option group: a nested group takes 1 % of a command's start.
    @Option(help: JobsOption.help)
    var jobs: Int = JobsOption.processors

    func validate() throws {
        try OptionName.replications.require(replications, in: 2...ReplicationPlan.most)
        let goals = [("precision", precision), ("paired-precision", pairedPrecision)]
        for case (let name, let share?) in goals where share <= .zero {
            throw ValidationError("--\(name) must be above 0 %, not \(share).")
        }
        if replications != nil, precision != nil || pairedPrecision != nil {
            throw ValidationError(
                "--replications is a number, --precision as many as it needs: give one of them.")
        }
        try OptionName.jobs.require(jobs, in: 1...1024)
    }

    var overrides: ScenarioOverrides.Sampling {
        ScenarioOverrides.Sampling(
            replications: replications, precision: precision, pairedPrecision: pairedPrecision,
            isAntithetic: antithetic ? true : nil)
    }

    /// Throws if antithetic pairs are requested where replications are always independent.
    func refuseAntitheticPairs(_ reason: String) throws {
        if antithetic {
            throw ValidationError("\(OptionName.antithetic) has no effect here: \(reason).")
        }
    }
}

extension OptionName {
    /// Throws if a value is given and outside the range.
    func require(_ value: Int?, in range: ClosedRange<Int>) throws {
        guard let value, !range.contains(value) else { return }
        throw ValidationError(
            "\(self) must be from \(range.lowerBound) to \(range.upperBound), not \(value).")
    }
}

struct JobsOption: ParsableArguments {
    @Option(help: JobsOption.help)
    var jobs: Int = JobsOption.processors

    static let help: ArgumentHelp =
        "Number of replications that run at the same time; results do not depend on it."

    static let processors = ProcessInfo.processInfo.activeProcessorCount

    func validate() throws { try OptionName.jobs.require(jobs, in: 1...1024) }
}
