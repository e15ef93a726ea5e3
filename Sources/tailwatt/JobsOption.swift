import ArgumentParser
import Foundation
import Reports
import Show

/// How many replications run at the same time.
struct JobsOption: ParsableArguments {
    @Option(help: JobsOption.help)
    var jobs: Int = JobsOption.processors

    static let help: ArgumentHelp =
        "How many replications run at the same time; the results do not depend on it."

    /// As many threads as the machine runs at the same time.
    static let processors = ProcessInfo.processInfo.activeProcessorCount

    func validate() throws { try Self.check(jobs) }

    /// - Throws: unless so many can run.
    static func check(_ jobs: Int) throws {
        if !(1...1024).contains(jobs) {
            throw ValidationError("\(OptionName.jobs) must be from 1 to 1024, not \(jobs).")
        }
    }
}
