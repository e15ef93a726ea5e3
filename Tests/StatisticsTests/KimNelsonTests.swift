import Foundation
import Statistics
import TestSupport
import Testing

@Suite struct KimNelsonTests {
    /// Two values at a time, by Box and Muller.
    private struct Normal {
        var source: SplitMix64

        mutating func next() -> Double {
            let radius = (-2 * log(1 - source.uniform())).squareRoot()
            return radius * cos(2 * .pi * source.uniform())
        }
    }

    /// Selects among systems with these means, whose observations share a part of their noise.
    private func select(
        _ means: [Double], deviation: Double, shared: Double, indifference: Double,
        _ normal: inout Normal
    ) -> KimNelson {
        var procedure = KimNelson(
            count: means.count, indifference: indifference, firstStage: 10)
        while !procedure.isDecided {
            let common = shared * deviation * normal.next()
            let own = (1 - shared * shared).squareRoot() * deviation
            procedure.add(means.map { $0 + common + own * normal.next() })
        }
        return procedure
    }

    @Test(
        "The constants are those of Kim and Nelson's equations",
        arguments: [(2, 10, 0.95), (5, 20, 0.9), (10, 10, 0.95), (100, 24, 0.99)])
    func constants(count: Int, first: Int, level: Double) {
        let procedure = KimNelson(
            count: count, indifference: 1, level: level, firstStage: first)
        // Their g(η) for c = 1: half of (1 + 2η)^(-(n₀ - 1) / 2), which must equal α / (k - 1).
        let half = 0.5 * pow(1 + 2 * procedure.eta, -Double(first - 1) / 2)
        #expect(isClose(half, (1 - level) / Double(count - 1), relative: 1e-10))
        #expect(
            isClose(procedure.squaredConstant, 2 * procedure.eta * Double(first - 1)))
    }

    @Test("Two systems, ten observations, 95 %: η = 0.33405, h² = 6.0129")
    func knownConstants() {
        let procedure = KimNelson(count: 2, indifference: 1, firstStage: 10)
        #expect(isClose(procedure.eta, (pow(0.1, -2.0 / 9) - 1) / 2, relative: 1e-12))
        #expect(isClose(procedure.squaredConstant, 6.0129, relative: 1e-4))
    }

    /// S² = 10 and h² = 6.0129, so W(r) = (60.129 − r) / 2r: 0.9316 after 21, 0.8666 after 22.
    @Test("A system is eliminated once it is behind by more than W")
    func margin() {
        var procedure = KimNelson(count: 2, indifference: 1, firstStage: 10)
        for number in 0..<10 { procedure.add([0, number.isMultiple(of: 2) ? 3.9 : -2.1]) }
        while !procedure.isDecided { procedure.add([0, 0.9]) }
        #expect(procedure.best == 0 && procedure.eliminations.map(\.observations) == [22])
    }

    /// With this S²: ⌊60.129⌋ + 1 observations.
    @Test("A tiny difference is decided one observation after the longest horizon")
    func horizon() {
        for behind in [0, 0.0001] {
            var procedure = KimNelson(count: 2, indifference: 1, firstStage: 10)
            for number in 0..<10 {
                procedure.add([0, behind + (number.isMultiple(of: 2) ? 3 : -3)])
            }
            while !procedure.isDecided { procedure.add([0, behind]) }
            #expect(procedure.best == 0 && procedure.observations == [61, 61])
        }
    }

    @Test(
        "The best of five is selected as often as promised if all others are worse by δ",
        arguments: [0.0, 0.7])
    func slippage(shared: Double) {
        var normal = Normal(source: SplitMix64(seed: 20))
        var correct = 0
        let runs = 1_000
        for _ in 0..<runs {
            let procedure = select(
                [1, 1, 0, 1, 1], deviation: 3, shared: shared, indifference: 1, &normal)
            if procedure.best == 2 { correct += 1 }
        }
        // At least 95 % is guaranteed; chance may cost three standard errors of it.
        #expect(correct >= 930, "\(correct) of \(runs)")
        // The selection can fail, so the test is not trivial.
        #expect(correct < runs)
    }

    @Test("Common random numbers decide sooner, with an equal guarantee")
    func commonNumbers() {
        func observations(shared: Double) -> Int {
            var normal = Normal(source: SplitMix64(seed: 7))
            return (0..<200).reduce(0) { sum, _ in
                let procedure = select(
                    [0, 1, 1, 1], deviation: 3, shared: shared, indifference: 1, &normal)
                return sum + procedure.observations.reduce(0, +)
            }
        }
        #expect(Double(observations(shared: 0.9)) < 0.5 * Double(observations(shared: 0)))
    }

    @Test("A system far behind is eliminated after the first stage, and not observed again")
    func elimination() throws {
        var normal = Normal(source: SplitMix64(seed: 3))
        let procedure = select([0, 0.8, 50], deviation: 1, shared: 0, indifference: 0.5, &normal)
        let out = try #require(procedure.eliminations.first { $0.system == 2 })
        #expect(out.observations == 10 && procedure.observations[2] == 10)
        #expect(procedure.observations[0] > 10)
        #expect(procedure.survivors == [0] && procedure.best == 0)
    }

    @Test("The first of equal systems wins, after finitely many observations")
    func ties() {
        var same = KimNelson(count: 3, indifference: 1, firstStage: 4)
        var count = 0
        var source = SplitMix64(seed: 9)
        while !same.isDecided {
            let value = source.uniform()
            same.add([value, value, value])
            count += 1
        }
        #expect(count == 4 && same.best == 0)
    }

    @Test("A single system wins")
    func alone() {
        var procedure = KimNelson(count: 1, indifference: 1, firstStage: 2)
        #expect(procedure.isDecided && procedure.best == nil)
        procedure.add([4])
        procedure.add([6])
        #expect(procedure.best == 0 && procedure.mean(0) == 5 && procedure.eta == 0)
    }
}
