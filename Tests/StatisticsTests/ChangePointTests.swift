import Statistics
import TestSupport
import Testing

struct ChangePointTests {
    /// A crude standard normal variate, the sum of twelve uniform ones. It shares no code with the
    /// tested one.
    static func noise(_ random: inout SplitMix64) -> Double {
        (0..<12).reduce(-6.0) { sum, _ in sum + random.uniform() }
    }

    static func series(_ levels: [(value: Double, length: Int)], seed: UInt64) -> [Double] {
        var random = SplitMix64(seed: seed)
        return levels.flatMap { level in
            (0..<level.length).map { _ in level.value + noise(&random) }
        }
    }

    static func changes(of values: [Double], minimumLength: Int = 1) -> [Int] {
        let cost = MeanShiftCost(values)
        return ChangePoints(
            count: values.count, penalty: 3 * logarithm(values.count),
            minimumLength: minimumLength
        ) { cost($0) }.boundaries
    }

    @Test("The pruned search finds the best of all partitions", arguments: 1...4)
    func exact(minimumLength: Int) {
        for seed in 0..<12 {
            let values = Self.series([(0, 5), (2, 4), (-1, 4)], seed: UInt64(seed))
            let cost = MeanShiftCost(values)
            for penalty in [0, 0.1, 0.5, 2, 6] {
                let found = ChangePoints(
                    count: values.count, penalty: penalty, minimumLength: minimumLength
                ) { cost($0) }
                let total =
                    found.segments.map { cost($0) }.reduce(0, +)
                    + penalty * Double(found.boundaries.count)
                let best = bestPartition(
                    of: values.count, penalty: penalty, minimumLength: minimumLength
                ) { cost($0) }
                #expect((total - best).magnitude < 1e-9, "seed \(seed), penalty \(penalty)")
                #expect(found.segments.allSatisfy { $0.count >= minimumLength }, "seed \(seed)")
            }
        }
    }

    @Test("Two shifts by two deviations are located in 95 % of 200 series")
    func located() {
        let hits = (0..<200).count { seed in
            let values = Self.series([(0, 100), (2, 150), (0.5, 120)], seed: UInt64(seed))
            let found = Self.changes(of: values)
            return found.count == 2 && (found[0] - 100).magnitude <= 3
                && (found[1] - 250).magnitude <= 6
        }
        #expect(hits >= 190, "\(hits) of 200")
    }

    @Test("Noise about one level shows a change in at most 5 % of 400 series")
    func falseAlarms() {
        let alarms = (0..<400).count { seed in
            !Self.changes(of: Self.series([(5, 300)], seed: UInt64(seed))).isEmpty
        }
        #expect(alarms <= 20, "\(alarms) of 400")
        // The check can fail: a penalty of one finds changes in nearly all.
        let values = Self.series([(5, 300)], seed: 1)
        let cost = MeanShiftCost(values)
        #expect(!ChangePoints(count: 300, penalty: 1) { cost($0) }.boundaries.isEmpty)
    }

    @Test("Ranks find a shift under outliers a thousand deviations out")
    func outliers() {
        let hits = (0..<100).count { seed in
            var values = Self.series([(0, 100), (3, 100)], seed: UInt64(seed))
            for place in stride(from: 7, to: 200, by: 20) { values[place] *= -1000 }
            let cost = MeanShiftCost(StandardisedRanks(values).scores)
            let found = ChangePoints(count: 200, penalty: 3 * logarithm(200)) { cost($0) }
            return found.boundaries.count == 1 && (found.boundaries[0] - 100).magnitude <= 4
        }
        #expect(hits >= 95, "\(hits) of 100")
    }

    @Test("An empty, single-valued, constant or too short series has no change")
    func degenerate() {
        for values in [[], [1.0], [2, 2, 2, 2]] {
            #expect(Self.changes(of: values).isEmpty)
        }
        let cost = MeanShiftCost([0, 0, 9, 9])
        #expect(ChangePoints(count: 4, penalty: 1, minimumLength: 3) { cost($0) }.boundaries == [])
        #expect(ChangePoints(count: 2, penalty: 1, minimumLength: 3) { cost($0) }.boundaries == [])
        #expect(ChangePoints.best(in: 0..<4, minimumLength: 3) { cost($0) } == nil)
        #expect(ChangePoints.best(in: 0..<4) { cost($0) } == 2)
        #expect(ChangePoints(count: 0, penalty: 1) { _ in 0 }.segments == [])
    }

    @Test("The cost of positions with several values is that of the values")
    func groupedCost() {
        let values = [1.0, 5, 2, 8, 8, 1]
        let grouped = MeanShiftCost(values, offsets: [0, 2, 3, 6], variance: 4)
        #expect(isClose(grouped(0..<1), 8 / 4))
        #expect(isClose(grouped(1..<3), (2.75 * 2.75 + 2 * 3.25 * 3.25 + 3.75 * 3.75) / 4))
        #expect(grouped(1..<2) < 1e-12 && grouped(2..<2) == 0)
    }

    @Test("A rank comparison counts pairs, equal ones half")
    func comparison() {
        #expect(RankComparison.probabilityOfGreater([3, 4], than: [1, 2]) == 1)
        let third = 1.0 / 3
        #expect(RankComparison.probabilityOfGreater([1, 2, 2], than: [2]) == third)
        #expect(RankComparison.probabilityOfGreater([], than: [1]) == nil)
        #expect(StandardisedRanks([7, 7]).scores == [0, 0])
        let scores = StandardisedRanks([10, 30, 20, 20]).scores
        #expect(isClose(scores.reduce(0) { $0 + $1 * $1 }, 4) && scores[2] == 0)
    }

    @Test("The noise scale ignores shifts and drift")
    func noiseScale() {
        let values = Self.series((0..<10).map { (Double($0 * 100), 50) }, seed: 3)
        let scale = NoiseScale.ofDifferences(values)
        #expect(scale.map { (0.9...1.1).contains($0) } ?? false, "\(String(describing: scale))")
        #expect(NoiseScale.ofDifferences([1]) == nil && NoiseScale.ofDifferences([4, 4, 4]) == 0)
    }
}

/// The natural logarithm by halving, because this target's tests import no C library.
func logarithm(_ count: Int) -> Double {
    var (value, sum) = (Double(max(1, count)), 0.0)
    while value > 1.5 {
        value /= 2
        sum += 0.693_147_180_559_945_3
    }
    let ratio = (value - 1) / (value + 1)
    return sum + 2 * (ratio + ratio * ratio * ratio / 3 + ratio * ratio * ratio * ratio * ratio / 5)
}
