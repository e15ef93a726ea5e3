import Experiments
import Testing

struct ExperimentDesignTests {
    @Test("Each design has its points")
    func points() throws {
        #expect(try ExperimentDesign.full.points([2, 3], count: nil, seed: 1).count == 6)
        let one = try ExperimentDesign.oneAtATime.points([2, nil], count: nil, seed: 1)
        #expect(
            one == [
                [.base, .base], [.level(0), .base], [.level(1), .base], [.base, .share(0)],
                [.base, .share(1)],
            ])
        for design in [ExperimentDesign.latinHypercube, .sobol, .halton] {
            #expect(
                try design.points([2, nil], count: 5, seed: 1).map(\.count) == [2, 2, 2, 2, 2])
        }
    }

    @Test("The seed decides a Latin hypercube, and nothing else")
    func seeds() throws {
        func points(_ design: ExperimentDesign, _ seed: UInt64) throws -> [[ExperimentDesign
            .Setting]]
        {
            try design.points([nil, nil], count: 8, seed: seed)
        }
        #expect(try points(.latinHypercube, 1) == points(.latinHypercube, 1))
        #expect(try points(.latinHypercube, 1) != points(.latinHypercube, 2))
        #expect(try points(.sobol, 1) == points(.sobol, 2))
    }

    @Test("An invalid design is refused with the reason")
    func faults() {
        func fault(_ design: ExperimentDesign, _ factors: [Int?], _ count: Int?) -> DesignError? {
            do throws(DesignError) {
                _ = try design.points(factors, count: count, seed: 1)
                return nil
            } catch { return error }
        }
        #expect(fault(.full, [], nil) == .noFactors)
        #expect(fault(.full, [2, nil], nil) == .rangeInFactorial(factor: 1))
        #expect(fault(.full, [2], 3) == .knowsCount(.full))
        #expect(fault(.full, [101, 100], nil) == .tooManyPoints)
        #expect(fault(.sobol, [nil], nil) == .noCount(.sobol))
        #expect(fault(.halton, [nil], 0) == .tooManyPoints)
        let many = [Int?](repeating: nil, count: 41)
        #expect(fault(.sobol, many, 8) == .tooManyFactors(.sobol, found: 41, most: 40))
        #expect(fault(.latinHypercube, many, 8) == nil)
    }

    @Test("Every point is in exactly one shard", arguments: [1, 3, 7])
    func shards(_ count: Int) throws {
        let shards = try (1...count).map { try #require(Shard("\($0)/\(count)")) }
        for point in 0..<20 { #expect(shards.count { $0.contains(point) } == 1) }
        for text in ["0/3", "4/3", "1", "1/2/3", "a/b", "1/0", ""] { #expect(Shard(text) == nil) }
    }
}
