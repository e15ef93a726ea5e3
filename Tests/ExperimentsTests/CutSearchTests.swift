import Kernel
import ModelFixtures
import Statistics
import Studies
import TestSupport
import Testing

@testable import DeviceModel
@testable import Experiments
@testable import Lab

/// Tests of searches whose replications are simulated in pieces beforehand.
@Suite struct CutSearchTests {
    private static let scenario = Fixtures.scenario(
        hours: 6,
        world: WorldProfile(
            network: NetworkBehaviour(natIdleTimeout: .exponential(mean: Seconds(1500))),
            incomingCalls: .exponential(mean: Seconds(7200))),
        policies: [
            NamedPolicy(name: "ten", options: Fixtures.keepAlive(minutes: 10)),
            NamedPolicy(name: "twenty-nine", options: Fixtures.keepAlive(minutes: 29)),
            NamedPolicy(name: "thirty", options: Fixtures.keepAlive(minutes: 30)),
            NamedPolicy(name: "none", options: .none),
        ]
    ).with(
        ReplicationPlan(
            atLeast: 12, atMost: 40, metrics: [.energy], relativeHalfWidth: Fraction(0.01)), seed: 3
    )

    /// The contents of all pieces, computed one after the other and read back.
    private func kept(_ cut: CutSample) async throws -> KeptSample {
        var pieces: [KeptSample] = []
        for number in cut.sizes.indices {
            let bytes = try #require(try await cut.bytes(of: number) { _ in })
            pieces.append(try cut.piece(number, reading: bytes))
        }
        return cut.whole { pieces[$0] }
    }

    // MARK: select

    private func selection(
        _ indifference: PolicySelection.Indifference, _ kept: KeptSample? = nil
    ) -> PolicySelection {
        PolicySelection(
            Self.scenario, policies: [0, 1, 2], objective: Objective(.energy, better: .smaller),
            indifference: indifference, jobs: 2, kept: kept)
    }

    @Test(
        "A selection on pieces equals that of one run, and simulates nothing",
        arguments: [
            PolicySelection.Indifference.absolute(0.5), .absolute(40), .share(0.001), .share(0.3),
        ])
    func selected(indifference: PolicySelection.Indifference) async throws {
        let whole = try await selection(indifference).run(atMost: 70)
        for shards in [1, 3, 200] {
            let cut = selection(indifference).cut(atMost: 70, for: shards)
            let kept = try await kept(cut)
            let merged = try await selection(indifference, kept).run(atMost: 70)
            #expect(merged.indifference == whole.indifference && merged.best == whole.best)
            #expect(merged.isDecided == whole.isDecided)
            #expect(merged.standings.map(\.summary) == whole.standings.map(\.summary))
            #expect(
                merged.standings.map { $0.eliminated?.after }
                    == whole.standings.map { $0.eliminated?.after })
            let all = cut.sizes.reduce(0, +)
            #expect(kept.runs(at: 0, 0..<all) != nil && kept.runs(at: 0, 0..<(all + 1)) == nil)
            #expect(all == 70)
        }
    }

    @Test("The pilot and the race together stay within the limit, with most left to the race")
    func stages() {
        for most in 2...200 {
            for atLeast in 2...60 {
                let whole = PolicySelection.Stages(of: most, atLeast: atLeast, hasPilot: false)
                #expect(whole.raced == most && whole.first == min(most, atLeast))
                guard most > 2 else { continue }
                let parts = PolicySelection.Stages(of: most, atLeast: atLeast, hasPilot: true)
                #expect(parts.pilot.upperBound == most && !parts.pilot.isEmpty)
                #expect(2...parts.raced ~= parts.first && parts.first <= atLeast)
                #expect(parts.pilot.count <= atLeast)
            }
        }
    }

    @Test("A selection on accepted damaged pieces never traps")
    func damagedSelection() async throws {
        let cut = selection(.share(0.05)).cut(atMost: 30, for: 4)
        try await damage(cut, try await pieces(of: cut), seed: 2) { kept in
            do {
                _ = try await selection(.share(0.05), kept).run(atMost: 30)
            } catch SearchError.impossible {}
        }
    }

    private func pieces(of cut: CutSample) async throws -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        for number in cut.sizes.indices {
            pieces.append(try #require(try await cut.bytes(of: number) { _ in }))
        }
        return pieces
    }

    /// Damages a piece repeatedly and passes on the versions that are accepted.
    private func damage(
        _ cut: CutSample, _ good: [[UInt8]], seed: UInt64,
        _ use: (KeptSample) async throws -> Void
    ) async throws {
        var draws = SplitMix64(seed: seed)
        var (refused, believed) = (0, 0)
        for _ in 0..<3000 {
            let number = Int.random(in: 0..<good.count, using: &draws)
            let bytes = Damage.some(of: good[number], &draws)
            guard let piece = try? cut.piece(number, reading: bytes) else {
                refused += 1
                continue
            }
            try await use(
                cut.whole { try $0 == number ? piece : cut.piece($0, reading: good[$0]) })
            believed += 1
        }
        #expect(refused > 500 && believed > 100, "\(refused) refused, \(believed) believed")
    }

    // MARK: optimize

    private func experiment(
        _ problem: OptimisationProblem, _ kept: KeptSample? = nil
    ) -> OptimisationExperiment {
        OptimisationExperiment(problem, jobs: 2, kept: kept) { x in
            let minutes = problem.isRange ? x : [10, 40, 41][Int(x)]
            let scenario = Fixtures.scenario(
                hours: 6, world: Self.scenario.world,
                policies: [
                    NamedPolicy(name: "own", options: Fixtures.keepAlive(minutes: minutes))
                ]
            ).with(Self.scenario.replications, seed: 3)
            return OptimisationPoint(scenario: scenario, policy: 0, value: "\(minutes) min")
        }
    }

    private func problem(_ domain: OptimisationProblem.Domain) throws -> OptimisationProblem {
        OptimisationProblem(
            OptimisationGoal([.init(metric: .energy)]),
            constraints: [try MetricConstraint("calls-missed <= 30 %")], domain: domain, points: 7,
            replications: 30)
    }

    /// Every number that an answer rests on.
    private func numbers(_ result: OptimisationResult) -> [[Double]] {
        let checks = [result.optimum, result.safe].compactMap { $0?.check }
        return (result.points + checks).map { [$0.x] + $0.goalValues }
            + [result.race.map { [Double($0.replications), $0.indifference] } ?? []]
    }

    @Test(
        "A search on pieces finds what one run finds, over a range and in a list",
        arguments: [OptimisationProblem.Domain.range(10...60), .list(3)])
    func searched(domain: OptimisationProblem.Domain) async throws {
        let problem = try problem(domain)
        let whole = try await experiment(problem).run()
        for shards in [1, 3, 200] {
            let cut = experiment(problem).cut(Self.scenario, for: shards)
            #expect(cut.sizes.reduce(0, +) == problem.grid.count * 30)
            let kept = try await kept(cut)
            let merged = try await experiment(problem, kept).run()
            #expect(numbers(merged) == numbers(whole), "\(shards) shards")
            #expect(merged.standings == whole.standings && merged.regions == whole.regions)
        }
    }

    @Test("Kept pieces replace the simulation")
    func believed() async throws {
        let problem = try problem(.range(10...60))
        let cut = experiment(problem).cut(Self.scenario, for: 1)
        // Its runs belong to no scenario.
        let other = OptimisationExperiment(problem) { x, replications in
            let runs = replications.map { _ in
                var run = MetricValues()
                (run[.energy], run[.callsOffered], run[.callsMissed]) = (1000 + x, 10, 1)
                return run
            }
            return SampledRuns(scenario: Self.scenario, policy: "own", value: "", runs: runs)
        }.cut(Self.scenario, for: 1)
        var pieces: [KeptSample] = []
        for number in other.sizes.indices {
            let bytes = try #require(try await other.bytes(of: number) { _ in })
            pieces.append(try cut.piece(number, reading: bytes))
        }
        let result = try await experiment(problem, cut.whole { pieces[$0] }).run()
        for x in problem.grid {
            #expect(result.points.first { $0.x == x }?.goal.mean == 1000 + x)
        }
    }

    @Test("Invalid pieces of a search are refused, and accepted ones never trap")
    func damaged() async throws {
        let curve = SyntheticCurve.rareLimit
        let worlds = SyntheticWorlds(curve, seed: 1, experiment: 0)
        let whole = try OptimumStudy.problem(curve)
        // A share of a count, a count by itself and a mean.
        let limits = try ["calls-missed <= 3", "energy >= 20"].map { try MetricConstraint($0) }
        let problem = OptimisationProblem(
            whole.goal, constraints: whole.constraints + limits, domain: whole.domain, points: 7,
            replications: 5)
        func experiment(_ kept: KeptSample?) -> OptimisationExperiment {
            OptimisationExperiment(problem) { x, replications in
                let known = problem.grid.firstIndex(of: x).flatMap {
                    kept?.runs(at: $0, replications)
                }
                return SampledRuns(
                    scenario: Self.scenario, policy: "own", value: "\(x)",
                    runs: known?[0] ?? worlds.runs(at: x, replications))
            }
        }
        let cut = experiment(nil).cut(Self.scenario, for: 2)
        let good = try await pieces(of: cut)
        for (number, bytes) in good.enumerated() {
            let other = (number + 1) % good.count
            for wrong in [[], bytes + [0], Array(bytes.dropLast()), good[other]] {
                #expect(throws: UnreadableNumbers.self) { try cut.piece(number, reading: wrong) }
            }
        }
        try await damage(cut, good, seed: 1) { kept in
            // A missing metric is reported; no other error is thrown.
            do { _ = try await experiment(kept).run() } catch is SearchError {}
        }
    }
}
