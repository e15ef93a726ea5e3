import Statistics
import TestSupport
import Testing

struct DesignTests {
    @Test("A full factorial has every combination once, the last factor fastest")
    func full() throws {
        let points = try #require(FactorialDesign.full([2, 3]))
        #expect(points == [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]])
        #expect(Set(try #require(FactorialDesign.full([3, 1, 4, 2]))).count == 24)
        #expect(FactorialDesign.full([]) == [[]])
    }

    @Test("A factorial that is too large is refused before it is made")
    func tooLarge() {
        #expect(FactorialDesign.full([100, 100], most: 9_999) == nil)
        #expect(FactorialDesign.count(of: [.max, 2]) == nil)
    }

    @Test("One at a time moves one factor, and begins at the base")
    func oneAtATime() {
        #expect(
            FactorialDesign.oneAtATime([2, 1]) == [[nil, nil], [0, nil], [1, nil], [nil, 0]])
    }

    @Test(
        "A Latin hypercube has one point in each part of each factor",
        arguments: [(1, 1), (2, 1), (7, 3), (100, 12)])
    func strata(_ count: Int, _ dimensions: Int) {
        for seed in 0..<20 {
            var random = SplitMix64(seed: UInt64(seed))
            let points = LatinHypercube.points(count: count, dimensions: dimensions) {
                random.next()
            }
            for dimension in 0..<dimensions {
                let parts = points.map { Int($0[dimension] * Double(count)) }
                #expect(parts.sorted() == Array(0..<count), "seed \(seed)")
            }
        }
    }

    @Test("The parts of two factors are combined in every order equally often")
    func permutations() {
        var random = SplitMix64(seed: 3)
        var seen: [[Int]: Int] = [:]
        for _ in 0..<6000 {
            let points = LatinHypercube.points(count: 3, dimensions: 2) { random.next() }
            let parts = points.map { $0.map { Int(3 * $0) } }.sorted { $0[0] < $1[0] }
            seen[parts.map { $0[1] }, default: 0] += 1
        }
        // Six orders with a thousand each, within four standard deviations.
        #expect(seen.count == 6 && seen.values.allSatisfy { (880...1120).contains($0) }, "\(seen)")
    }

    /// For an additive function the variance of the mean must fall far below that of independent
    /// points, var(f) / n.
    @Test("A Latin hypercube's mean of a sum varies less than a tenth as much as a random one's")
    func additive() {
        var random = SplitMix64(seed: 4)
        let means = (0..<400).map { _ in
            let points = LatinHypercube.points(count: 20, dimensions: 3) { random.next() }
            return points.map { $0.reduce(0, +) }.reduce(0, +) / 20
        }
        let mean = means.reduce(0, +) / 400
        let variance = means.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 399
        #expect((mean - 1.5).magnitude < 0.001)
        #expect(variance < 0.1 * (3.0 / 12) / 20, "\(variance)")
    }

    @Test("The first points of both sequences are those of the literature")
    func firstPoints() {
        #expect(
            LowDiscrepancy.sobol.points(count: 3, dimensions: 2)
                == [[0.5, 0.5], [0.75, 0.25], [0.25, 0.75]])
        let halton = LowDiscrepancy.halton.points(count: 3, dimensions: 2)
        #expect(halton.map { $0[0] } == [0.5, 0.25, 0.75])
        for (found, third) in zip(halton.map({ $0[1] }), [1.0, 2, 1.0 / 3]) {
            #expect(isClose(found, third / 3))
        }
    }

    @Test(
        "Sequences have a smaller star discrepancy than random points",
        arguments: [LowDiscrepancy.sobol, .halton], [2, 5])
    func discrepancy(_ sequence: LowDiscrepancy, _ dimensions: Int) {
        let even = starDiscrepancy(sequence.points(count: 255, dimensions: dimensions))
        for seed in 0..<20 {
            var random = SplitMix64(seed: UInt64(seed))
            let points = (0..<255).map { _ in (0..<dimensions).map { _ in random.uniform() } }
            #expect(even < 0.7 * starDiscrepancy(points), "seed \(seed)")
        }
    }

    @Test("All factors of GSL's sequences fill the cube evenly, one at a time")
    func allDimensions() {
        for point in [LowDiscrepancy.sobol.mostDimensions - 1, 0] {
            let values = LowDiscrepancy.sobol.points(count: 1023, dimensions: 40).map { $0[point] }
            #expect(Set(values.map { Int($0 * 1024) }) == Set(1...1023))
        }
    }
}
