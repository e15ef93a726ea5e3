import Benchmark
import Kernel

/// One draw of each distribution that a profile may name.
func drawBenchmarks() {
    draw("words") { $0.next() }
    draw("uniform") { $0.uniform() }
    draw("exponential") { $0.exponential() }
    draw("normal") { $0.normal() }
    let laws: [(String, Distribution<Seconds>)] = [
        ("exponential", .exponential(mean: Seconds(120))),
        ("uniform", .uniform(low: Seconds(540), high: Seconds(660))),
        ("lognormal", .lognormal(median: Seconds(120), sigma: 0.5)),
        ("triangular", .triangular(low: Seconds(1), mode: Seconds(2), high: Seconds(4))),
        ("weibull", .weibull(scale: Seconds(120), shape: 0.7)),
        ("gamma", .gamma(scale: Seconds(120), shape: 2.5)),
        ("empirical", .empirical((1...100).map { Seconds(Double($0)) })),
    ]
    for (name, law) in laws {
        draw("distribution \(name)") { law.sample(&$0) }
    }
    Benchmark("Draws: a new stream", configuration: small) { benchmark in
        for number in benchmark.scaledIterations {
            let key = StreamKey(seed: 1, replication: UInt64(number), purpose: "other-traffic")
            blackHole(RandomStream(key))
        }
    }
}

private func draw<Value>(
    _ name: String, _ one: @escaping @Sendable (inout RandomStream) -> Value
) {
    Benchmark("Draws: \(name)", configuration: small) { benchmark in
        var stream = RandomStream(StreamKey(seed: 1, replication: 0, purpose: "benchmark"))
        for _ in benchmark.scaledIterations { blackHole(one(&stream)) }
    }
}
