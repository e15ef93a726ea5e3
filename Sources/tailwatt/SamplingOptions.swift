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
        try ReplicationPlan.check(replications, .replications)
        let goals = [("precision", precision), ("paired-precision", pairedPrecision)]
        for case (let name, let share?) in goals where share <= .zero {
            throw ValidationError("--\(name) must be above 0 %, not \(share).")
        }
        if replications != nil, precision != nil || pairedPrecision != nil {
            throw ValidationError(
                "--replications is a number, --precision as many as it needs: give one of them.")
        }
        try JobsOption.check(jobs)
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

extension ReplicationPlan {
    static func check(_ count: Int?, _ option: OptionName) throws {
        guard let count, !(2...most).contains(count) else { return }
        throw ValidationError("\(option) must be from 2 to \(most), not \(count).")
    }
}

struct JobsOption: ParsableArguments {
    @Option(help: JobsOption.help)
    var jobs: Int = JobsOption.processors

    static let help: ArgumentHelp =
        "Number of replications that run at the same time; results do not depend on it."

    static let processors = ProcessInfo.processInfo.activeProcessorCount

    func validate() throws { try Self.check(jobs) }

    static func check(_ jobs: Int) throws {
        if !(1...1024).contains(jobs) {
            throw ValidationError("\(OptionName.jobs) must be from 1 to 1024, not \(jobs).")
        }
    }
}
