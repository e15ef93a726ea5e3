import Kernel
import Statistics
import TestSupport
import Testing

struct DistributionFitTests {
    private static let draws = 200_000

    private func values(_ distribution: DistributionCase) -> [Double] {
        var stream = RandomStream(test: "fit of \(distribution.name)")
        return (0..<Self.draws).map { _ in distribution.sample(&stream) }
    }

    @Test("200 000 draws follow GSL's distribution function", arguments: DistributionCase.all)
    func distributionFunction(_ distribution: DistributionCase) {
        let test = KolmogorovSmirnovTest(values(distribution), against: distribution.reference)
        #expect(
            Significance.isPlausible(test.pValue),
            "\(distribution): D = \(test.statistic), p = \(test.pValue)")
    }

    @Test(
        "200 000 draws have the textbook mean and variance", arguments: DistributionCase.all
    )
    func moments(_ distribution: DistributionCase) {
        let values = values(distribution)
        let size = Double(values.count)
        let (mean, deviation) = (distribution.mean, distribution.standardDeviation)
        let meanError = values.reduce(0) { $0 + ($1 - mean) } / size
        let meanPValue = Significance.pValue(
            ofDeviations: meanError / (deviation / size.squareRoot()))
        #expect(
            meanPValue > Significance.level,
            "\(distribution): the mean is \(mean + meanError), not \(mean); p = \(meanPValue)")

        // About the true mean, so that the squares are independent and their mean is σ² exactly.
        let squares = Summary(of: values.map { ($0 - mean) * ($0 - mean) })
        guard let variance = squares.mean, let spread = squares.standardDeviation else {
            Issue.record("\(distribution): no variance")
            return
        }
        let variancePValue = Significance.pValue(
            ofDeviations: (variance - deviation * deviation) / (spread / size.squareRoot()))
        #expect(
            variancePValue > Significance.level,
            "\(distribution): the variance is \(variance); p = \(variancePValue)")
    }

    @Test("An empirical distribution gives each value its share")
    func empirical() {
        let values = [1, 2, 2, 7, 11].map { Seconds($0) }
        let distribution = Distribution.empirical(values)
        var stream = RandomStream(test: "fit of empirical")
        var counts: [Double: Int] = [:]
        for _ in 0..<Self.draws { counts[distribution.sample(&stream).magnitude, default: 0] += 1 }
        let distinct = [1.0, 2, 7, 11]
        let share = Double(Self.draws) / 5
        let test = ChiSquareTest(
            observed: distinct.map { counts[$0] ?? 0 },
            expected: [share, 2 * share, share, share])
        #expect(counts.count == distinct.count)
        #expect(Significance.isPlausible(test.pValue), "p = \(test.pValue)")
    }

    @Test("The first draw of 50 000 successive replications follows the distribution too")
    func acrossReplications() {
        // An experiment averages over one early draw per replication, not over many draws of one.
        for distribution in [DistributionCase.all[0], .all[1], .all[2]] {
            let firsts = (0..<50_000 as Range<UInt64>).map { replication in
                var stream = RandomStream(
                    test: "first \(distribution.name)", replication: replication)
                return distribution.sample(&stream)
            }
            let test = KolmogorovSmirnovTest(firsts, against: distribution.reference)
            #expect(
                Significance.isPlausible(test.pValue), "\(distribution): p = \(test.pValue)")
        }
    }

    @Test("An error of two to five percent in a mean, shape, sigma or mode would be detected")
    func wrongParameters() {
        let wrong: [(Distribution<Seconds>, ReferenceDistribution)] = [
            (.exponential(mean: Seconds(3.06)), .exponential(mean: 3)),
            (.weibull(scale: Seconds(2), shape: 0.83), .weibull(scale: 2, shape: 0.8)),
            (.gamma(scale: Seconds(2), shape: 2.6), .gamma(shape: 2.5, scale: 2)),
            (.lognormal(median: Seconds(2), sigma: 0.52), .lognormal(median: 2, sigma: 0.5)),
            (
                .triangular(low: Seconds(1), mode: Seconds(2.1), high: Seconds(5)),
                .triangular(low: 1, mode: 2, high: 5)
            ),
        ]
        for (index, (distribution, reference)) in wrong.enumerated() {
            var stream = RandomStream(test: "wrong parameters", index: UInt64(index))
            let values = (0..<Self.draws).map { _ in distribution.sample(&stream).magnitude }
            let test = KolmogorovSmirnovTest(values, against: reference)
            #expect(test.pValue < Significance.level, "\(distribution): p = \(test.pValue)")
        }
    }
}
