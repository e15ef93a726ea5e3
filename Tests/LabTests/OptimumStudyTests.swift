import ModelFixtures
import Studies
import Testing

@testable import DeviceModel
@testable import Experiments
@testable import Lab

/// Small versions of `tailwatt validate optimum`, curve by curve.
@Suite struct OptimumStudyTests {
    private func trial(_ curve: SyntheticCurve, seed: UInt64) async throws -> OptimisationResult {
        let scenario = Fixtures.scenario(
            hours: 1, policies: [NamedPolicy(name: "none", options: .none)])
        let worlds = SyntheticWorlds(curve, seed: seed, experiment: 0)
        return try await OptimisationExperiment(OptimumStudy.problem(curve)) { x, replications in
            SampledRuns(
                scenario: scenario, policy: "none", value: "\(x)",
                runs: worlds.runs(at: x, replications))
        }.run()
    }

    /// A fifth-degree polynomial through this curve has its minimum at a quarter of the range.
    @Test("1/x: the upper end is named as the end, within a few percent of the range")
    func inverse() async throws {
        let result = try await trial(.inverse, seed: 4)
        #expect(result.optimum?.x == 3600 && result.openEnds == [.upper] && result.isAtEdge)
        #expect(try #require(result.hull).lowerBound > 2800)
    }

    @Test("Flat: no value is shown to be better, and the whole range is the answer")
    func flat() async throws {
        let result = try await trial(.flat, seed: 4)
        #expect(result.isFlat && result.regions == [30...3600])
        #expect(result.openEnds == [.lower, .upper])
    }

    @Test("Stairs: the whole lowest one, 598 to 1 088 s, and nothing else")
    func stepped() async throws {
        let result = try await trial(.stepped, seed: 4)
        let interval = try #require(result.hull)
        #expect(interval.contains(599) && interval.contains(1087) && result.openEnds.isEmpty)
        let open = result.open.map { result.points[$0].x }
        #expect(open.allSatisfy { (598...1088).contains($0) } && open.count > 1, "\(open)")
    }

    @Test("A U with its valley at 333 s is an inner optimum, in noise a wide one")
    func valleys() async throws {
        let quiet = try #require(try await trial(.uShaped, seed: 4).hull)
        let noisy = try #require(try await trial(.noisy, seed: 4).hull)
        #expect(quiet.contains(333.2) && noisy.contains(333.2))
        #expect(quiet.lowerBound > 150 && quiet.upperBound < 700)
        #expect(
            noisy.upperBound - noisy.lowerBound > quiet.upperBound - quiet.lowerBound)
    }

    /// Between the grid points at 78 and 126 s, both of which are higher than the other valley.
    @Test("Two minima: the narrow deep one is found next to the wide one")
    func twoMinima() async throws {
        let result = try await trial(.twoMinima, seed: 4)
        #expect(result.regions.contains { $0.contains(99.3) }, "\(result.regions)")
        let best = try #require(result.optimum)
        #expect(SyntheticCurve.twoMinima.height(best.x) < 101.5)
    }

    @Test("A limit reached at 1 000 s is the optimum of a falling goal, and so is a cliff there")
    func limits() async throws {
        for curve in [SyntheticCurve.limit, .rareLimit, .cliff] {
            let result = try await trial(curve, seed: 4)
            #expect(try #require(result.hull).contains(1000), "\(curve)")
            #expect(result.openEnds.isEmpty, "\(curve)")
            if curve.isLimited {
                #expect(result.binding != nil, "\(curve)")
                #expect(try #require(result.safe).x < 1000, "\(curve)")
            }
        }
    }

    @Test("The study's counts are right, and do not depend on the jobs")
    func study() async throws {
        let scenario = Fixtures.scenario(
            hours: 1, policies: [NamedPolicy(name: "none", options: .none)])
        func curves(_ jobs: Int) async throws -> [OptimumStudy.CurveTrials] {
            try await OptimumStudy(scenario, experiments: 2, jobs: jobs).run()
        }
        let (one, three) = (try await curves(1), try await curves(3))
        #expect(one.map(\.curve) == SyntheticCurve.allCases)
        for (result, other) in zip(one, three) {
            #expect(result.trials.map(\.regret) == other.trials.map(\.regret), "\(result.curve)")
            #expect(result.trials.map(\.width) == other.trials.map(\.width), "\(result.curve)")
            #expect(result.trials.allSatisfy { !$0.isContradicted }, "\(result.curve)")
        }
        // A false optimum is not covered: the true one of another curve.
        let elsewhere = OptimumStudy.Trial(
            try await trial(.inverse, seed: 1), .uShaped, span: SyntheticCurve.uShaped.span)
        #expect(!elsewhere.covers && elsewhere.regret > 0.3)
    }
}
