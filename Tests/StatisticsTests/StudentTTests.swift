import Statistics
import TestSupport
import Testing

struct StudentTTests {
    /// Degrees of freedom, probability and quantile: the table of the NIST/SEMATECH e-Handbook of
    /// Statistical Methods, section 1.3.6.7.2, three decimals.
    static let table: [(Int, Double, Double)] = [
        (1, 0.90, 3.078), (1, 0.95, 6.314), (1, 0.975, 12.706), (1, 0.99, 31.821),
        (2, 0.975, 4.303), (3, 0.975, 3.182), (4, 0.975, 2.776), (5, 0.975, 2.571),
        (9, 0.90, 1.383), (9, 0.95, 1.833), (9, 0.975, 2.262), (9, 0.99, 2.821),
        (10, 0.975, 2.228), (20, 0.975, 2.086), (29, 0.95, 1.699), (29, 0.975, 2.045),
        (30, 0.99, 2.457), (60, 0.975, 2.000), (100, 0.975, 1.984), (100, 0.999, 3.174),
    ]

    @Test("Quantiles equal the printed ones", arguments: table)
    func quantilesAreThePrintedOnes(_ degrees: Int, _ probability: Double, _ quantile: Double) {
        let distribution = StudentT(degreesOfFreedom: degrees)
        #expect((distribution.quantile(probability) - quantile).magnitude <= 0.000_5)
        #expect((distribution.quantile(1 - probability) + quantile).magnitude <= 0.000_5)
    }

    @Test("Two degrees of freedom follow the closed form")
    func twoDegreesOfFreedomFollowTheClosedForm() {
        // t² = 2 L² / (1 − L²) for the two-sided level L.
        let distribution = StudentT(degreesOfFreedom: 2)
        for level in [0.1, 0.5, 0.9, 0.95, 0.99, 0.999] {
            let expected = (2 * level * level / (1 - level * level)).squareRoot()
            #expect(
                isClose(distribution.factor(forLevel: level), expected, relative: 1e-11),
                "level \(level)")
        }
    }

    @Test("The quantile inverts the distribution function")
    func quantileUndoesTheDistributionFunction() {
        for degrees in [1, 2, 3, 4, 7, 9, 29, 99, 499, 1_999, 9_999] {
            let distribution = StudentT(degreesOfFreedom: degrees)
            for probability in [0.001, 0.025, 0.3, 0.5, 0.8, 0.95, 0.975, 0.995, 0.9995] {
                let back = distribution.cdf(distribution.quantile(probability))
                #expect(
                    isClose(back, probability, relative: 1e-10),
                    "\(degrees) degrees of freedom, probability \(probability)")
            }
        }
    }

    @Test("p-values keep their digits far out")
    func pValuesKeepTheirDigitsFarOut() {
        let distribution = StudentT(degreesOfFreedom: 2)
        #expect(distribution.twoSidedPValue(0) == 1)
        // Two degrees of freedom: 1 − |t| / √(2 + t²), which tends to 1 / t².
        #expect(isClose(distribution.twoSidedPValue(1e8), 1e-16, relative: 1e-10))
        #expect(distribution.twoSidedPValue(-3) == distribution.twoSidedPValue(3))
    }
}
