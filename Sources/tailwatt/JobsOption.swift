import ArgumentParser
import Foundation
import Reports

/// How many replications run at the same time.
struct JobsOption: ParsableArguments {
    @Option(
        name: .option(.jobs),
        help: "How many replications run at the same time; the results do not depend on it.")
    var jobs: Int = Self.processors

    /// As many threads as the machine runs at the same time.
    private static let processors = ProcessInfo.processInfo.activeProcessorCount

    func validate() throws {
        if !(1...1024).contains(jobs) {
            throw ValidationError("\(OptionName.jobs) must be from 1 to 1024, not \(jobs).")
        }
    }
}
