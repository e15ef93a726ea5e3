import Statistics
import TestSupport
import Testing

@testable import Kernel

/// Tests of the ziggurats' rare branches: their tails and the wedges of their layers.
///
/// A Kolmogorov–Smirnov test of all draws hardly notices a tail with one draw in 2,000. So the
/// tails are counted, and their values tested separately.
struct DistributionTailTests {
    private static let draws = 4_000_000
    private static let exponentialTail = Ziggurat.exponential.tail
    private static let normalTail = Ziggurat.normal.tail

    /// The values beyond the start of a tail, with the *p*-values of their number and their
    /// distribution.
    private struct Tail {
        var share: Double
        var shape: Double
    }

    private func exponentialTail(draws: Int = draws, _ draw: () -> Double) -> Tail {
        let start = Self.exponentialTail
        let reference = ReferenceDistribution.exponential(mean: 1)
        var excesses: [Double] = []
        for _ in 0..<draws {
            let x = draw()
            if x > start { excesses.append(x - start) }
        }
        return Tail(
            share: Significance.pValue(
                hits: excesses.count, trials: draws, probability: 1 - reference.cdf(start)),
            shape: KolmogorovSmirnovTest(excesses, against: reference).pValue)
    }

    @Test("The exponential's tail has GSL's share and shape")
    func exponential() {
        var stream = RandomStream(test: "exponential tail")
        let tail = exponentialTail { stream.exponential() }
        #expect(tail.share > Significance.level, "share: p = \(tail.share)")
        #expect(Significance.isPlausible(tail.shape), "shape: p = \(tail.shape)")
    }

    @Test("A tail that begins at 7.3 instead of 7.697 is refused")
    func wrongExponentialTail() {
        var stream = RandomStream(test: "wrong exponential tail")
        let tail = exponentialTail(draws: 1_500_000) {
            let x = stream.exponential()
            return x > Self.exponentialTail ? x - Self.exponentialTail + 7.3 : x
        }
        #expect(tail.share < Significance.level, "share: p = \(tail.share)")
    }

    @Test("A tail that falls half as fast is refused")
    func fatExponentialTail() {
        var stream = RandomStream(test: "fat exponential tail")
        let tail = exponentialTail(draws: 1_500_000) {
            let x = stream.exponential()
            let excess = x - Self.exponentialTail
            return excess > 0 ? Self.exponentialTail + 1.5 * excess : x
        }
        #expect(tail.shape < Significance.level, "shape: p = \(tail.shape)")
    }

    @Test("The normal's tail has GSL's share and shape, equally on both sides")
    func normal() {
        let start = Self.normalTail
        let reference = ReferenceDistribution.normal(mean: 0, standardDeviation: 1)
        let probability = reference.cdf(-start)
        var stream = RandomStream(test: "normal tail")
        var beyond: [Double] = []
        for _ in 0..<Self.draws {
            let x = stream.normal()
            if abs(x) > start { beyond.append(x) }
        }
        let share = Significance.pValue(
            hits: beyond.count, trials: Self.draws, probability: 2 * probability)
        #expect(share > Significance.level, "share: p = \(share)")

        let shape = KolmogorovSmirnovTest(beyond.map { abs($0) }) { x in
            1 - reference.cdf(-x) / probability
        }
        #expect(Significance.isPlausible(shape.pValue), "shape: p = \(shape.pValue)")

        let positive = Significance.pValue(
            hits: beyond.filter { $0 > 0 }.count, trials: beyond.count, probability: 0.5)
        #expect(positive > Significance.level, "sides: p = \(positive)")
    }

    @Test("The normal's tail follows GSL in 200 000 draws from the tail alone")
    func normalTailAlone() {
        // A test of all draws has a thousand in the tail, too few to notice a missing rejection.
        let reference = ReferenceDistribution.normal(mean: 0, standardDeviation: 1)
        for start in [Self.normalTail, 1] {
            let probability = reference.cdf(-start)
            var stream = RandomStream(test: "normal tail beyond \(start)")
            let values = (0..<200_000).map { _ in stream.normalTail(beyond: start) }
            let shape = KolmogorovSmirnovTest(values) { x in 1 - reference.cdf(-x) / probability }
            #expect(Significance.isPlausible(shape.pValue), "\(start): p = \(shape.pValue)")
        }
    }

    @Test("Every band between the edges of two layers has its share of two million draws")
    func bands() {
        let exponential = ReferenceDistribution.exponential(mean: 1)
        var stream = RandomStream(test: "bands")
        let exponentials = pValue(
            of: Ziggurat.exponential, draw: { stream.exponential() }, cdf: { exponential.cdf($0) })
        #expect(Significance.isPlausible(exponentials), "exponential: p = \(exponentials)")

        let normal = ReferenceDistribution.normal(mean: 0, standardDeviation: 1)
        let normals = pValue(
            of: Ziggurat.normal, draw: { abs(stream.normal()) }, cdf: { 1 - 2 * normal.cdf(-$0) })
        #expect(Significance.isPlausible(normals), "normal: p = \(normals)")
    }

    private func pValue(
        of ziggurat: borrowing Ziggurat, draw: () -> Double, cdf: (Double) -> Double
    ) -> Double {
        let trials = 2_000_000
        // Band 0 is the tail; band i lies between the edges i and i + 1.
        var counts = Array(repeating: 0, count: Ziggurat.layers)
        for _ in 0..<trials {
            let x = draw()
            var (low, high) = (0, Ziggurat.layers)
            while high - low > 1 {
                let middle = (low + high) / 2
                if x < ziggurat.edges[middle] { low = middle } else { high = middle }
            }
            counts[low] += 1
        }
        var expected: [Double] = []
        for band in counts.indices {
            let above = band == 0 ? 1 : cdf(ziggurat.edges[band])
            expected.append((above - cdf(ziggurat.edges[band + 1])) * Double(trials))
        }
        return ChiSquareTest(observed: counts, expected: expected).pValue
    }
}
