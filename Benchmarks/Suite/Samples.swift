import Benchmark
import Kernel
import Statistics

/// The work of `compare` on samples of 1,000 replications.
func statisticsBenchmarks() {
    let (treatment, baseline) = (normals(1_000, mean: 101), normals(1_000, mean: 100))
    Benchmark("Statistics: summary of 1 000") { benchmark in
        for _ in benchmark.scaledIterations { blackHole(Summary(of: treatment)) }
    }
    Benchmark("Statistics: paired difference of 1 000") { benchmark in
        for _ in benchmark.scaledIterations {
            blackHole(PairedDifference(treatment: treatment, baseline: baseline))
        }
    }
    Benchmark("Statistics: Holm's adjustment of 20", configuration: small) { benchmark in
        let pValues = (1...20).map { Double?(Double($0) / 400) }
        for _ in benchmark.scaledIterations { blackHole(HolmAdjustment(pValues)) }
    }
    Benchmark("Statistics: change points of 1 000") { benchmark in
        let steps = treatment.indices.map { treatment[$0] + ($0 / 250 % 2 == 0 ? 0 : 5) }
        let (sums, squares) = (running(steps), running(steps.map { $0 * $0 }))
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations {
            blackHole(
                ChangePoints(count: steps.count, penalty: 20) { range in
                    let sum = sums[range.upperBound] - sums[range.lowerBound]
                    let square = squares[range.upperBound] - squares[range.lowerBound]
                    return max(0, square - sum * sum / Double(range.count))
                })
        }
        benchmark.stopMeasurement()
    }
}

private func normals(_ count: Int, mean: Double) -> [Double] {
    var stream = RandomStream(StreamKey(seed: 1, replication: 0, purpose: "\(mean)"))
    return (0..<count).map { _ in mean + stream.normal() }
}

/// The sums of the first 0, 1, 2, ... values.
private func running(_ values: [Double]) -> [Double] {
    values.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
}
