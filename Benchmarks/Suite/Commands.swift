import Benchmark
import Experiments
import Foundation
import Profiles

/// Whole commands: an experiment by the library, and the release program where there is one
/// (`scripts/run --version` builds it).
func commandBenchmarks() {
    for (name, replications) in [("w1", 200), ("keep-alive", 100)] {
        for jobs in [1, 2] {
            let title = "Command: \(replications) replications of \(name), \(jobs) at a time"
            Benchmark(title) { benchmark in
                let overrides = ScenarioOverrides(
                    sampling: .init(replications: replications))
                let scenario = try library.loadScenario(name, overrides: overrides).scenario
                benchmark.startMeasurement()
                for _ in benchmark.scaledIterations {
                    blackHole(await Experiment(scenario, jobs: jobs).run().replicationCount)
                }
                benchmark.stopMeasurement()
            }
        }
    }
    let program = root.appendingPathComponent(".build/release/tailwatt")
    guard FileManager.default.isExecutableFile(atPath: program.path) else { return }
    for words in [["--help"], ["profiles", "show", "w1"], ["scenarios", "list"]] {
        Benchmark("Command: tailwatt \(words.joined(separator: " "))") { benchmark in
            for _ in benchmark.scaledIterations { try spawn(program, words) }
        }
    }
}

private func spawn(_ program: URL, _ words: [String]) throws {
    let process = Process()
    process.executableURL = program
    process.arguments = words
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    precondition(process.terminationStatus == 0, "\(words) failed")
}
