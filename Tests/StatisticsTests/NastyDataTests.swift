import Statistics
import TestSupport
import Testing

/// Samples that are difficult for formulas: two pairs, an outlier, ties, zeros, negative means, a
/// baseline near zero. SciPy 1.17.1: ttest_rel, and by `scripts/scipy-reference.py` the rest.
struct NastyDataTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let treatment: [Double]
        let baseline: [Double]
        let student: (low: Double, high: Double, pValue: Double)
        let signedRank: Double
        let fieller: (low: Double, high: Double)?
        let equivalence: Double

        init(
            _ name: String, _ treatment: [Double], _ baseline: [Double],
            student: (Double, Double, Double), signedRank: Double, fieller: (Double, Double)?,
            equivalence: Double
        ) {
            testDescription = name
            (self.treatment, self.baseline) = (treatment, baseline)
            self.student = (student.0, student.1, student.2)
            self.signedRank = signedRank
            self.fieller = fieller.map { ($0.0, $0.1) }
            self.equivalence = equivalence
        }
    }

    static let cases: [Case] = [
        Case(
            "two pairs", [11, 13], [10, 10],
            student: (-10.706204736174694, 14.706204736174694, 0.2951672353008665),
            signedRank: 0.5, fieller: (-0.07062047361746948, 2.4706204736174695),
            equivalence: 0.8385855327829048),
        Case(
            "one outlier", Array(repeating: 10, count: 9) + [1010], Array(repeating: 10, count: 10),
            student: (-126.2157162798205, 326.2157162798205, 0.3434363961379136),
            signedRank: 1, fieller: (-11.621571627982048, 33.62157162798205),
            equivalence: 0.8278230821420894),
        Case(
            "negative means", [-5, -3, -8, -1], [-4, -4, -4, -4.5],
            student: (-5.172589589113676, 4.922589589113676, 0.9421454106643551),
            signedRank: 1, fieller: (-0.1136521988112445, 2.3563198227538202),
            equivalence: 0.5098354657161637),
        Case(
            "ties and zeros", [1, 1, 1, 1, 1, 0, 0, 0, -1, 2],
            Array(repeating: 0, count: 9) + [0.5],
            student: (0.004939554549060032, 1.09506044545094, 0.048351864294653435),
            signedRank: 0.109375, fieller: nil, equivalence: 0.9758234374238826),
        Case(
            "a baseline about zero", [1, 2, 3, 4], [-1, 1, 0.5, -0.4],
            student: (0.20460093268587753, 4.745399067314123, 0.040368654128575154),
            signedRank: 0.125, fieller: nil, equivalence: 0.9795089522980425),
        Case(
            "billionths", [1e-9, 3e-9, 2e-9], [1e-9, 1e-9, 1e-9],
            student: (-1.4841377117503296e-09, 3.4841377117503293e-09, 0.22540333075851665),
            signedRank: 0.5, fieller: (-0.4841377117503299, 4.48413771175033),
            equivalence: 0.8841434266686399),
    ]

    @Test("Difficult samples have SciPy's figures", arguments: cases)
    func figures(_ one: Case) throws {
        let sample = PairedSample(treatment: one.treatment, baseline: one.baseline)
        let paired = PairedDifference(treatment: one.treatment, baseline: one.baseline)
        let interval = try #require(paired.interval)
        #expect(isClose(interval.low, one.student.low, relative: 1e-9))
        #expect(isClose(interval.high, one.student.high, relative: 1e-9))
        #expect(isClose(paired.pValue, one.student.pValue, relative: 1e-9))
        #expect(isClose(SignedRankTest(sample.differences).pValue, one.signedRank))
        let equivalence = EquivalenceTest(sample, share: 0.02)
        #expect(isClose(equivalence?.pValue, one.equivalence, relative: 1e-9))
        guard let fieller = one.fieller else {
            #expect(paired.ratioInterval == nil)
            return
        }
        #expect(isClose(paired.ratioInterval?.low, fieller.low, relative: 1e-9))
        #expect(isClose(paired.ratioInterval?.high, fieller.high, relative: 1e-9))
    }
}
