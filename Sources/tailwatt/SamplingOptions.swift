import ArgumentParser
import Foundation

/// How often a scenario is repeated, and how many replications at a time.
struct SamplingOptions: ParsableArguments {
    @Option(help: "Exactly so many replications, from 2, instead of the scenario's precision.")
    var replications: Int?

    @Option(help: "How many replications run at the same time; the results do not depend on it.")
    var jobs: Int = ProcessInfo.processInfo.activeProcessorCount

    func validate() throws {
        if let replications, !(2...10_000_000).contains(replications) {
            throw ValidationError("--replications must be from 2 to 10000000, not \(replications).")
        }
        if !(1...1024).contains(jobs) {
            throw ValidationError("--jobs must be from 1 to 1024, not \(jobs).")
        }
    }

    /// As the manifest has them: what decides the result.
    var words: [String] { replications.map { ["--replications", "\($0)"] } ?? [] }
}
