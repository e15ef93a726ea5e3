import Kernel
import ModelFixtures
import Studies
import TestSupport
import Testing

@testable import DeviceModel
@testable import Experiments
@testable import Lab

@Suite struct CutStudyTests {
    private static let scenario = Fixtures.scenario(
        hours: 2,
        world: WorldProfile(incomingCalls: .exponential(mean: Seconds(3600))),
        policies: [
            NamedPolicy(name: "keeps", options: Fixtures.keepAlive(minutes: 10)),
            NamedPolicy(name: "none", options: .none),
        ])

    private func bytes(_ work: some CutWork) async throws -> [[UInt8]] {
        var all: [[UInt8]] = []
        for number in work.sizes.indices {
            all.append(try #require(try await work.bytes(of: number) { _ in }))
        }
        return all
    }

    /// Damages the pieces of a study and joins those that are accepted.
    private func damage<Work: CutWork>(
        _ work: Work, results: ((Int) throws -> Work.Piece) throws -> Void
    ) async throws {
        let good = try await bytes(work)
        for (number, bytes) in good.enumerated() {
            let other = (number + 1) % good.count
            for wrong in [[], bytes + [0], Array(bytes.dropLast()), good[other]] {
                #expect(throws: UnreadableNumbers.self) { try work.piece(number, reading: wrong) }
            }
        }
        var draws = SplitMix64(seed: 1)
        var refused = 0
        for _ in 0..<2000 {
            let number = Int.random(in: 0..<good.count, using: &draws)
            let bytes = Damage.some(of: good[number], &draws)
            do throws(UnreadableNumbers) {
                _ = try work.piece(number, reading: bytes)
            } catch {
                refused += 1
                continue
            }
            try results { try work.piece($0, reading: $0 == number ? bytes : good[$0]) }
        }
        #expect(refused > 200 && refused < 2000, "\(refused)")
    }

    @Test("Cells of intervals and verdicts give what one run gives, and damaged ones are refused")
    func coverage() async throws {
        let coverage = CoverageStudy(experiments: 3, jobs: 2)
        let power = try PowerStudy(Self.scenario, experiments: 3, jobs: 2)
        let (whole, verdicts) = (await coverage.run(), await power.run())
        let work = CutCoverage(coverage, power)
        let kept = try await bytes(work)
        #expect(kept.count == whole.count + verdicts.count)
        let (intervals, situations) = try work.results { try work.piece($0, reading: kept[$0]) }
        for (cell, one) in zip(intervals, whole) {
            #expect(cell.interval == one.interval && cell.source == one.source)
            #expect(cell.count == one.count && cell.experiments == one.experiments)
            #expect(cell.undefined == one.undefined && cell.covered == one.covered)
            #expect(cell.widths == one.widths)
        }
        #expect(whole.contains { $0.undefined > 0 } && whole.contains { $0.covered > 3 })
        #expect(situations.map(\.seen) == verdicts.map(\.seen))
        #expect(situations.map(\.truth) == verdicts.map(\.truth))
        try await damage(work) { _ = try work.results($0) }
    }

    @Test("Experiments on curves give what one run gives, and damaged ones are refused")
    func optimum() async throws {
        let study = OptimumStudy(Self.scenario, experiments: 3, jobs: 2)
        let whole = try await study.run()
        for shards in [1, 2, 100] {
            let work = CutOptimumStudy(study, for: shards)
            let kept = try await bytes(work)
            #expect(kept.count == SyntheticCurve.allCases.count * [1: 1, 2: 2, 100: 3][shards]!)
            let curves = try work.results { try work.piece($0, reading: kept[$0]) }
            #expect(curves.map(\.curve) == whole.map(\.curve))
            for (curve, one) in zip(curves, whole) { #expect(curve.trials == one.trials) }
        }
        let work = CutOptimumStudy(study, for: 2)
        try await damage(work) { _ = try work.results($0) }
    }

    @Test("Whole experiments give what one run gives, and damaged ones are refused")
    func stopping() async throws {
        // One block of the truth, and a single replication, which becomes two.
        let study = StoppingStudy(Self.scenario, experiments: 4, truth: 2001, jobs: 2)
        let whole = try await study.run()
        #expect(study.blocks.count == 2 && whole.contains { $0.claimed > 0 && $0.covered > 0 })
        for shards in [1, 3, 100] {
            let work = CutStoppingStudy(study, for: shards)
            let kept = try await bytes(work)
            #expect(kept.count == 2 + [1: 1, 3: 2, 100: 4][shards]!)
            let rows = try work.results { try work.piece($0, reading: kept[$0]) }
            #expect(rows == whole, "\(shards) shards")
        }
        let small = StoppingStudy(Self.scenario, experiments: 4, truth: 5, jobs: 2)
        let work = CutStoppingStudy(small, for: 3)
        try await damage(work) { _ = try work.results($0) }
    }
}
