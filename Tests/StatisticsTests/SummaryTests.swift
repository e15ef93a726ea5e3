import Statistics
import TestSupport
import Testing

struct SummaryTests {
    /// A data set of the NIST Statistical Reference Datasets, univariate summary statistics
    /// (https://www.itl.nist.gov/div898/strd/univ/homepage.html), with its certified values.
    struct Certified: CustomTestStringConvertible, Sendable {
        let name: String
        let values: [Double]
        let mean: Double
        let standardDeviation: Double
        /// The deviation's relative error after entry. The further the values lie from 0 compared
        /// with their spread, the more digits are lost when decimal data become doubles.
        let tolerance: Double

        var testDescription: String { name }

        /// `centre` once, then 500 pairs of `centre` − 0.1 and `centre` + 0.1, as NIST lists them.
        static func alternating(_ low: Double, _ centre: Double, _ high: Double) -> [Double] {
            [centre] + (0..<500).flatMap { _ in [low, high] }
        }
    }

    static let michelson: [Double] = [
        850, 740, 900, 1070, 930, 850, 950, 980, 980, 880, 1000, 980, 930, 650, 760, 810, 1000,
        1000, 960, 960, 960, 940, 960, 940, 880, 800, 850, 880, 900, 840, 830, 790, 810, 880, 880,
        830, 800, 790, 760, 800, 880, 880, 880, 860, 720, 720, 620, 860, 970, 950, 880, 910, 850,
        870, 840, 840, 850, 840, 840, 840, 890, 810, 810, 820, 800, 770, 760, 740, 750, 760, 910,
        920, 890, 860, 880, 720, 840, 850, 850, 780, 890, 840, 780, 810, 760, 810, 790, 810, 820,
        850, 870, 870, 810, 740, 810, 940, 950, 800, 810, 870,
    ]

    static let certified = [
        Certified(
            name: "NumAcc1", values: [10_000_001, 10_000_003, 10_000_002], mean: 10_000_002,
            standardDeviation: 1, tolerance: 1e-15),
        Certified(
            name: "NumAcc2", values: Certified.alternating(1.1, 1.2, 1.3), mean: 1.2,
            standardDeviation: 0.1, tolerance: 1e-13),
        Certified(
            name: "NumAcc3", values: Certified.alternating(1_000_000.1, 1_000_000.2, 1_000_000.3),
            mean: 1_000_000.2, standardDeviation: 0.1, tolerance: 1e-8),
        Certified(
            name: "NumAcc4",
            values: Certified.alternating(10_000_000.1, 10_000_000.2, 10_000_000.3),
            mean: 10_000_000.2, standardDeviation: 0.1, tolerance: 1e-7),
        Certified(
            name: "Michelso", values: michelson.map { (299_000 + $0) / 1000 },
            mean: 299.852_400_000_000, standardDeviation: 0.079_010_547_818_751_8,
            tolerance: 1e-11),
    ]

    @Test("Mean and deviation equal the certified ones", arguments: certified)
    func meanAndDeviationAreTheCertifiedOnes(_ data: Certified) {
        let summary = Summary(of: data.values)
        #expect(isClose(summary.mean, data.mean, relative: 1e-14))
        #expect(
            isClose(
                summary.standardDeviation, data.standardDeviation, relative: data.tolerance))
    }

    @Test("The interval of the sleep data is Student's")
    func intervalIsStudentsOfTheSleepData() throws {
        // Student (1908), additional hours of sleep, drug 1; R: t.test(extra) of group 1 gives
        // 0.75 and the interval -0.5297804 … 2.0297804.
        let summary = Summary(of: [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2])
        let interval = try #require(summary.interval)
        #expect(isClose(summary.mean, 0.75))
        #expect((interval.low - -0.529_780_4).magnitude < 5e-8)
        #expect((interval.high - 2.029_780_4).magnitude < 5e-8)
        #expect(isClose(interval.halfWidth, 1.279_780_4, relative: 1e-7))
        #expect(isClose(summary.relativeHalfWidth, 1.279_780_4 / 0.75, relative: 1e-7))
        #expect(interval.contains(0) && !interval.contains(2.1))
    }

    @Test("Quantiles are of type seven")
    func quantilesAreOfTypeSeven() {
        // R: quantile(1:10, c(0.05, 0.5, 0.95), type = 7) gives 1.45, 5.5, 9.55.
        let summary = Summary(of: [3, 1, 2, 10, 9, 8, 4, 5, 7, 6])
        #expect(isClose(summary.percentile05, 1.45))
        #expect(isClose(summary.median, 5.5))
        #expect(isClose(summary.percentile95, 9.55))
        #expect(Summary.quantile(0, ofSorted: [2, 4]) == 2)
        #expect(Summary.quantile(1, ofSorted: [2, 4]) == 4)
        #expect(Summary.quantile(0.5, ofSorted: []) == nil)
    }

    @Test("An empty sample has no figures")
    func nothingIsKnownOfNoValues() {
        let summary = Summary(of: [])
        #expect(summary.count == 0)
        #expect(summary.mean == nil)
        #expect(summary.standardDeviation == nil)
        #expect(summary.interval == nil)
        #expect(summary.median == nil)
        #expect(summary.percentile05 == nil)
        #expect(summary.percentile95 == nil)
        #expect(summary.relativeHalfWidth == nil)
    }

    @Test("One value has a mean but no spread")
    func oneValueHasAMeanButNoSpread() {
        let summary = Summary(of: [7])
        #expect(summary.count == 1)
        #expect(summary.mean == 7)
        #expect(summary.standardDeviation == nil)
        #expect(summary.interval == nil)
        #expect(summary.relativeHalfWidth == nil)
        #expect(summary.median == 7)
        #expect(summary.percentile05 == 7)
    }

    @Test("Equal values have an interval without width", arguments: [0.1, 1e-300, 3e15, -7.7])
    func equalValuesHaveAnIntervalOfNoWidth(_ value: Double) {
        let summary = Summary(of: Array(repeating: value, count: 10))
        #expect(summary.mean == value)
        #expect(summary.standardDeviation == 0)
        #expect(summary.interval == ConfidenceInterval(level: 0.95, low: value, high: value))
        #expect(summary.relativeHalfWidth == 0)
    }

    @Test("A mean of zero has no relative half-width")
    func aMeanOfZeroHasNoRelativeHalfWidth() {
        let summary = Summary(of: [-1, 1])
        #expect(summary.mean == 0)
        #expect(summary.interval != nil)
        #expect(summary.relativeHalfWidth == nil)
    }

    @Test("The order of values does not matter")
    func orderOfValuesDoesNotMatter() {
        for seed: UInt64 in 0..<200 {
            var generator = SplitMix64(seed: seed)
            let values = (0..<50).map { _ in generator.uniform() }
            let summary = Summary(of: values)
            let shuffled = Summary(of: values.shuffled(using: &generator))
            #expect(isClose(shuffled.mean, summary.mean ?? .nan), "seed \(seed)")
            #expect(shuffled.median == summary.median, "seed \(seed)")
            #expect(shuffled.percentile95 == summary.percentile95, "seed \(seed)")
        }
    }

    @Test("Values that are not finite trap")
    func valuesThatAreNotFiniteTrap() async {
        await #expect(processExitsWith: .failure) { _ = Summary(of: [1, .nan]) }
        await #expect(processExitsWith: .failure) { _ = Summary(of: [.infinity]) }
        await #expect(processExitsWith: .failure) { _ = Summary(of: [1, 2], level: 95) }
    }
}
