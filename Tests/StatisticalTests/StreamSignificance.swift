import Kernel
import Statistics
import TestSupport

/// The significance level at which a result counts as a fault, chosen before any test was run.
///
/// Seeds are fixed, so a test that passes once always does. With about 150 *p*-values at this
/// level, a faultless generator had a 3 % chance of failing somewhere when the seeds were chosen. A
/// change of the generator takes this chance again.
enum Significance {
    static let level = 1e-4

    /// Whether a *p*-value is neither too small nor so large that the fit is too good to be random.
    ///
    /// Not for a count against its expectation, which may be met exactly, with a *p* of 1.
    static func isPlausible(_ pValue: Double) -> Bool { (level...(1 - level)).contains(pValue) }

    /// The two-sided *p*-value of a value `deviations` standard deviations from its expectation.
    static func pValue(ofDeviations deviations: Double) -> Double {
        let normal = ReferenceDistribution.normal(mean: 0, standardDeviation: 1)
        return min(1, 2 * normal.cdf(-abs(deviations)))
    }

    /// The two-sided *p*-value of `hits` in `trials` of the given probability. It uses the
    /// binomial's normal limit, good for several hundred expected hits.
    static func pValue(hits: Int, trials: Int, probability: Double) -> Double {
        let expected = Double(trials) * probability
        let deviation = (expected * (1 - probability)).squareRoot()
        return pValue(ofDeviations: (Double(hits) - expected) / deviation)
    }
}

extension RandomStream {
    /// A test's own stream, by a unique purpose.
    init(test purpose: String, seed: UInt64 = 1, replication: UInt64 = 0, index: UInt64 = 0) {
        self.init(
            StreamKey(seed: seed, replication: replication, purpose: purpose, index: index))
    }

    /// The next `count` uniform draws.
    mutating func uniforms(_ count: Int) -> [Double] { (0..<count).map { _ in uniform() } }
}
