import Statistics
import Testing

@testable import DeviceModel
@testable import Experiments
@testable import Traces

/// Tests of how often a comparison of two results is wrong; 2,000 synthetic ones each.
struct DiffErrorTests {
    private static let diffs = 2000
    private static let metrics: [Metric] = [.energy, .timeToRing, .hoursToEmpty, .drain]

    /// The share of comparisons for which `holds` is true. Each has four metrics with a mean of 10,
    /// multiplied by a factor. Both sides of a pair share the world's part.
    private func share(
        times factor: Double, isPaired: Bool, _ holds: ([DiffRow]) -> Bool
    ) -> Double {
        var kept = 0
        for diff in 0..<Self.diffs {
            var (base, new) = (RecordedPolicy(name: "app"), RecordedPolicy(name: "app"))
            var generator = NormalGenerator(seed: UInt64(diff + 1))
            for _ in 0..<20 {
                var (old, later) = (MetricValues(), MetricValues())
                for metric in Self.metrics {
                    let isLarger = metric.better == .larger
                    let mean = isLarger ? 10 * (2 - factor) : 10 * factor
                    let world = generator.next()
                    old[metric] = 10 + world + generator.next()
                    later[metric] = mean + (isPaired ? world : generator.next()) + generator.next()
                }
                base.replications.append(old)
                new.replications.append(later)
            }
            let samples = Self.metrics.map { DiffSample(metric: $0, base: base, new: new) }
            if holds(ResultDiff.rows(of: samples, isPaired: isPaired, tolerance: 0.1)) {
                kept += 1
            }
        }
        return Double(kept) / Double(Self.diffs)
    }

    /// Whether `new` energy is worse than `base` by more than the tolerance.
    private func isWorse(_ base: [Double], _ new: [Double], tolerance: Double) -> Bool {
        func policy(_ values: [Double]) -> RecordedPolicy {
            var policy = RecordedPolicy(name: "app")
            for value in values {
                var metrics = MetricValues()
                metrics[.marginalEnergy] = value
                policy.replications.append(metrics)
            }
            return policy
        }
        let sample = DiffSample(metric: .marginalEnergy, base: policy(base), new: policy(new))
        return ResultDiff.rows(of: [sample], isPaired: true, tolerance: tolerance)[0].isWorse
    }

    @Test("For a mean below 0 the tolerance is a share of its size")
    func negativeMean() {
        let base = [-101.0, -99, -100, -102, -98]
        #expect(!isWorse(base, base.map { $0 + 2 }, tolerance: 0.05))
        #expect(isWorse(base, base.map { $0 + 8 }, tolerance: 0.05))
    }

    @Test("A worsening by the tolerance, up to rounding, is within it")
    func rounding() {
        for base in 1...50 {
            let values = [Double](repeating: Double(base) / 10, count: 5)
            #expect(!isWorse(values, values.map { $0 + $0 / 100 }, tolerance: 0.01), "\(base)")
        }
        #expect(isWorse([1, 1, 1], [1.010_001, 1.010_001, 1.010_001], tolerance: 0.01))
    }

    @Test("Worse by exactly the tolerance: an alarm in at most 5 %", arguments: [true, false])
    func falseAlarms(isPaired: Bool) {
        let alarms = share(times: 1.1, isPaired: isPaired) { $0.contains { $0.isWorse } }
        #expect((0.025...0.065).contains(alarms), "\(alarms)")
    }

    @Test("No change: some metric lower or higher in at most 5 %", arguments: [true, false])
    func falseDifferences(isPaired: Bool) {
        let found = share(times: 1, isPaired: isPaired) {
            $0.contains { $0.verdict == .lower || $0.verdict == .higher }
        }
        #expect((0.025...0.065).contains(found), "\(found)")
    }

    @Test("Worse by three times the tolerance: found nearly always", arguments: [true, false])
    func power(isPaired: Bool) {
        let found = share(times: 1.3, isPaired: isPaired) { $0.contains { $0.isWorse } }
        #expect(found > 0.95, "\(found)")
        let better = share(times: 0.7, isPaired: isPaired) { $0.contains { $0.isWorse } }
        #expect(better == 0, "\(better)")
    }
}
