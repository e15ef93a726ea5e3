import Statistics
import Testing

struct StoppingRuleTests {
    @Test("Checkpoints grow by half")
    func checkpointsGrowByHalf() {
        let rule = StoppingRule(relativeHalfWidth: 0.01, atLeast: 30, atMost: 2_000)
        #expect(
            rule.checkpoints == [30, 45, 68, 102, 153, 230, 345, 518, 777, 1_166, 1_749, 2_000])
    }

    @Test(
        "Checkpoints begin and end at the limits",
        arguments: [(2, 2, [2]), (2, 3, [2, 3]), (2, 8, [2, 3, 5, 8]), (10, 11, [10, 11])])
    func checkpointsBeginAndEndAtTheLimits(_ atLeast: Int, _ atMost: Int, _ expected: [Int]) {
        let rule = StoppingRule(relativeHalfWidth: 0.1, atLeast: atLeast, atMost: atMost)
        #expect(rule.checkpoints == expected)
    }

    @Test("Checkpoints do not overflow")
    func checkpointsDoNotOverflow() {
        let rule = StoppingRule(relativeHalfWidth: 0.1, atLeast: 2, atMost: .max)
        #expect(rule.checkpoints.last == .max)
        #expect(zip(rule.checkpoints, rule.checkpoints.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test("An interval is precise up to the bound")
    func anIntervalIsPreciseUpToTheBound() throws {
        let summary = Summary(of: [9, 10, 11])
        let reached = try #require(summary.relativeHalfWidth)
        let met = StoppingRule(relativeHalfWidth: reached, atLeast: 2, atMost: 9)
        let missed = StoppingRule(relativeHalfWidth: reached.nextDown, atLeast: 2, atMost: 9)
        #expect(met.isPrecise(summary))
        #expect(!missed.isPrecise(summary))
    }

    @Test("An undefined interval is not precise, but one without width is")
    func undefinedIsNotPreciseButNoWidthIs() {
        let rule = StoppingRule(relativeHalfWidth: 0.5, atLeast: 2, atMost: 9)
        #expect(!rule.isPrecise(Summary(of: [])))
        #expect(!rule.isPrecise(Summary(of: [4])))
        #expect(!rule.isPrecise(Summary(of: [-1, 1])))
        #expect(rule.isPrecise(Summary(of: [0, 0])))
    }

    @Test("Another level, or missing limits, trap")
    func anotherLevelOrNoLimitsTrap() async {
        await #expect(processExitsWith: .failure) {
            let rule = StoppingRule(relativeHalfWidth: 0.5, atLeast: 2, atMost: 9, level: 0.9)
            _ = rule.isPrecise(Summary(of: [1, 2]))
        }
        await #expect(processExitsWith: .failure) {
            _ = StoppingRule(relativeHalfWidth: 0.5, atLeast: 1, atMost: 9)
        }
    }

    @Test("A difference is known by its share, by having no width, or by being too small to matter")
    func pairedPrecision() {
        let rule = StoppingRule(relativeHalfWidth: 0.1, atLeast: 2, atMost: 100)
        func paired(_ differences: [Double]) -> PairedDifference {
            PairedDifference(
                treatment: differences.map { $0 + 50 }, baseline: differences.map { _ in 50 })
        }
        #expect(rule.isPrecise(paired([10, 10.1, 9.9, 10]), within: 0))
        #expect(!rule.isPrecise(paired([10, 14, 6, 10]), within: 0))
        #expect(rule.isPrecise(paired([0, 0, 0]), within: 0))
        let small = paired([0.1, -0.1, 0.2, -0.2])
        #expect(!rule.isPrecise(small, within: 0))
        #expect(rule.isPrecise(small, within: 1))
        #expect(!rule.isPrecise(paired([3]), within: 1))
        // Both ends count.
        #expect(!rule.isPrecise(paired([-10, -14, -6, -10]), within: 1))
        #expect(!rule.isPrecise(paired([10, 14, 6, 10]), within: 1))
    }

    @Test("Half the width takes four times as many, rounded up to two digits")
    func needed() {
        let rule = StoppingRule(relativeHalfWidth: 0.01, atLeast: 2, atMost: 100)
        #expect(rule.replicationsNeeded(count: 50, reached: 0.02) == 200)
        #expect(rule.replicationsNeeded(count: 100, reached: 0.035) == 1300)
        #expect(rule.replicationsNeeded(count: 40, reached: 0.005) == 40)
        #expect(rule.replicationsNeeded(count: 100, reached: 1e12) == 1_000_000_000_000_000_000)
    }
}
