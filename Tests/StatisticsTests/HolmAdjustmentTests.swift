import Statistics
import TestSupport
import Testing

struct HolmAdjustmentTests {
    @Test("Holm's adjustment reproduces the usual worked example")
    func theUsualWorkedExample() {
        // R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm") gives 0.03 0.06 0.06 0.02.
        let adjusted = HolmAdjustment([0.01, 0.04, 0.03, 0.005]).adjusted
        for (value, expected) in zip(adjusted, [0.03, 0.06, 0.06, 0.02]) {
            #expect(isClose(value, expected))
        }
    }

    @Test("Tests that were not made do not count")
    func testsThatWereNotMadeDoNotCount() {
        let adjusted = HolmAdjustment([nil, 0.01, nil, 0.04]).adjusted
        #expect(adjusted == [nil, 0.02, nil, 0.04])
        #expect(HolmAdjustment([nil, nil]).adjusted == [nil, nil])
        #expect(HolmAdjustment([]).adjusted == [])
        #expect(HolmAdjustment([0.3]).adjusted == [0.3])
    }

    @Test("Adjusted values stop at one")
    func adjustedValuesStopAtOne() {
        #expect(HolmAdjustment([0.9, 0.6, 1, 0]).adjusted == [1, 1, 1, 0])
    }

    @Test("Adjustment keeps the order and never lowers")
    func adjustmentKeepsTheOrderAndNeverLowers() {
        for seed: UInt64 in 0..<300 {
            var generator = SplitMix64(seed: seed)
            let count = Int.random(in: 1...30, using: &generator)
            let values = (0..<count).map { _ in generator.uniform() * generator.uniform() }
            let adjusted = HolmAdjustment(values).adjusted.map { $0 ?? .nan }
            for first in 0..<count {
                #expect(adjusted[first] >= values[first] && adjusted[first] <= 1, "seed \(seed)")
                for second in 0..<count where values[first] <= values[second] {
                    #expect(adjusted[first] <= adjusted[second], "seed \(seed)")
                }
            }
        }
    }

    @Test("A value that is no probability traps")
    func whatIsNoProbabilityTraps() async {
        await #expect(processExitsWith: .failure) { _ = HolmAdjustment([0.5, 1.5]) }
        await #expect(processExitsWith: .failure) { _ = HolmAdjustment([.nan]) }
    }
}
