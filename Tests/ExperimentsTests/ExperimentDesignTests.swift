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
        func fault(_ design: ExperimentDesign, _ factors: [Int?], _ count: Int?) -> String? {
            do throws(DesignError) {
                _ = try design.points(factors, count: count, seed: 1)
                return nil
            } catch { return error.description }
        }
        func isRefused(
            _ words: String, _ design: ExperimentDesign, _ factors: [Int?], _ count: Int?
        ) -> Bool { fault(design, factors, count)?.contains(words) ?? false }
        #expect(isRefused("Nothing varies", .full, [], nil))
        #expect(isRefused("Factor 2 is a range", .full, [2, nil], nil))
        #expect(isRefused("leave out --points", .full, [2], 3))
        #expect(isRefused("1 to 10000 points", .full, [101, 100], nil))
        #expect(isRefused("sobol needs --points", .sobol, [nil], nil))
        #expect(isRefused("1 to 10000 points", .halton, [nil], 0))
        let many = [Int?](repeating: nil, count: 41)
        #expect(isRefused("at most 40 factors, not 41", .sobol, many, 8))
        #expect(fault(.latinHypercube, many, 8) == nil)
    }

    @Test("Every point is in exactly one shard", arguments: [1, 3, 7])
    func shards(_ count: Int) throws {
        let shards = try (1...count).map { try #require(Shard("\($0)/\(count)")) }
        for point in 0..<20 { #expect(shards.count { $0.contains(point) } == 1) }
        for text in ["0/3", "4/3", "1", "1/2/3", "a/b", "1/0", ""] { #expect(Shard(text) == nil) }
    }
}
