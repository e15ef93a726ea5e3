import Benchmark
import Foundation
import Profiles

/// Every benchmark, in the order in which data flows. See `Benchmarks/README.md`.
///
/// Times are only informative: on a shared machine they gate nothing. CI checks counts and ratios,
/// which `scripts/benchmark` measures.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock, .throughput], maxDuration: .seconds(1), maxIterations: 10_000)
    kernelBenchmarks()
    drawBenchmarks()
    radioBenchmarks()
    ledgerBenchmarks()
    runBenchmarks()
    profileBenchmarks()
    replayBenchmarks()
    statisticsBenchmarks()
    fileBenchmarks()
    commandBenchmarks()
}

/// A thousand of what is measured in each iteration: for what takes nanoseconds.
var small: Benchmark.Configuration {
    .init(
        metrics: [.wallClock, .throughput], scalingFactor: .kilo,
        maxDuration: .milliseconds(500), maxIterations: 10_000)
}

/// The checkout that the benchmarks were built from.
let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

let library = ProfileLibrary(root: root.appendingPathComponent("Profiles").path)
