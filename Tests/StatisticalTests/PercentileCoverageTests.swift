import Experiments
import Kernel
import Testing

@testable import DeviceModel

/// Tests of how often the interval of a pooled percentile contains the true one.
///
/// 1,000 synthetic experiments each of 10 or 30 replications, with about twenty events that share a
/// scale in each. A share of 95 % has a standard error of 0.7 percentage points. The expected
/// coverages were measured beforehand with other code; see docs/background/statistics.md.
@Suite struct PercentileCoverageTests {
    /// The scale of a replication is 1/2 or 2. The share ½(e^(−2x) + e^(−x/2)) of all events takes
    /// longer than x; it is 1/2, 1/10 and 1/20 here.
    private static let truth = [50: 0.644569, 90: 3.234446, 95: 4.607163]

    @Test("The expected percentiles satisfy their equation")
    func truths() {
        for (percent, x) in Self.truth.sorted(by: { $0.key < $1.key }) {
            let above = (PortableMath.exp(-2 * x) + PortableMath.exp(-x / 2)) / 2
            #expect((above - (1 - Double(percent) / 100)).magnitude < 1e-6, "\(percent): \(above)")
        }
    }

    @Test(
        "Intervals of percentiles cover, with both ends or with one",
        arguments: [(10, 50, 0.92), (10, 90, 0.87), (30, 50, 0.93), (30, 90, 0.91), (30, 95, 0.90)])
    func coverage(replications: Int, percent: Int, least: Double) throws {
        var held = 0
        let experiments = 1000
        for experiment in 0..<experiments {
            var random = RandomStream(
                StreamKey(seed: UInt64(experiment), replication: 0, purpose: "coverage"))
            var pool = PooledDurations(.itemDelay)
            for _ in 0..<replications {
                let scale = random.uniform() < 0.5 ? 0.5 : 2
                var run = DurationHistogram()
                for _ in 0..<10 + Int(20 * random.uniform()) {
                    run.add(TimeSpan(Seconds(scale * random.exponential())))
                }
                pool.add(run)
            }
            let ends = pool.interval(percent)
            let value = try #require(Self.truth[percent])
            if ends.low ?? 0 <= value && value <= ends.high ?? .infinity { held += 1 }
        }
        let share = Double(held) / Double(experiments)
        #expect(share > least && share < 0.995, "\(share)")
    }
}
