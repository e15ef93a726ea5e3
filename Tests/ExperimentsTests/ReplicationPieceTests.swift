import Kernel
import ModelFixtures
import Statistics
import Studies
import TestSupport
import Testing

@testable import DeviceModel
@testable import Experiments

@Suite struct ReplicationPieceTests {
    /// Missed calls, measured waits, and rules of an app.
    private static func scenario(_ plan: ReplicationPlan) -> Scenario {
        let world = WorldProfile(
            network: NetworkBehaviour(natIdleTimeout: .exponential(mean: Seconds(1500))),
            incomingCalls: .exponential(mean: Seconds(7200)))
        return Fixtures.scenario(
            hours: 6, world: world,
            policies: [
                NamedPolicy(name: "ten", options: Fixtures.keepAlive(minutes: 10)),
                NamedPolicy(name: "twenty-nine", options: Fixtures.keepAlive(minutes: 29)),
                NamedPolicy(
                    name: "app",
                    options: Fixtures.backgroundWork(
                        every: Fixtures.seconds(900), work: Fixtures.seconds(2))),
                NamedPolicy(name: "none", options: .none),
            ]
        ).with(plan, seed: 3)
    }

    private static func plan(
        _ least: Int, _ most: Int, within share: Double = 0.001
    ) -> ReplicationPlan {
        ReplicationPlan(
            atLeast: least, atMost: most, metrics: [.energy], relativeHalfWidth: Fraction(share))
    }

    /// The whole content of a result.
    private func bytes(_ result: ExperimentResult) -> [[UInt8]] {
        result.policies.map { policy in
            var writer = NumberWriter()
            policy.put(into: &writer)
            return writer.bytes
        }
    }

    private func merged(_ scenario: Scenario, shards: Int) async throws -> ExperimentResult {
        let pieces = Experiment(scenario, jobs: 1).pieces(for: shards)
        var kept: [[UInt8]] = []
        for (index, piece) in pieces.enumerated() {
            let done = try await Experiment(scenario, jobs: 1 + index % 3).run(piece)
            kept.append(try #require(done).bytes)
        }
        let reader = Experiment(scenario, jobs: 1)
        return try await reader.result(of: pieces) { index in
            try reader.piece(pieces[index], reading: kept[index])
        }
    }

    @Test(
        "Pieces give what one run gives, whatever the plan",
        arguments: [
            plan(40, 40), plan(20, 200, within: 0.02), plan(20, 90).paired(true),
            plan(2, 2), plan(20, 60),
        ])
    func together(plan: ReplicationPlan) async throws {
        let scenario = Self.scenario(plan)
        let whole = await Experiment(scenario, jobs: 2).run()
        for shards in [1, 2, 7] {
            let merged = try await merged(scenario, shards: shards)
            #expect(merged.end == whole.end)
            #expect(merged.replicationCount == whole.replicationCount)
            #expect(bytes(merged) == bytes(whole), "\(shards) shards")
            #expect(!whole.policies[2].errands.isEmpty && !whole.policies[0].durations.isEmpty)
        }
    }

    @Test("Pieces stop where one run is precise enough, before the plan's maximum")
    func stopping() async throws {
        var early = 0
        for share in [0.1, 0.05, 0.02, 0.01, 0.005] {
            let plan = Self.plan(4, 400, within: share)
            let scenario = Self.scenario(plan)
            let whole = await Experiment(scenario, jobs: 2).run()
            if whole.end == .precise, plan.atLeast + 1..<plan.atMost ~= whole.replicationCount {
                early += 1
            }
            let merged = try await merged(scenario, shards: 3)
            #expect(merged.replicationCount == whole.replicationCount, "within \(share)")
            #expect(merged.end == whole.end && bytes(merged) == bytes(whole), "within \(share)")
        }
        #expect(early >= 2, "\(early) stop in between")
    }

    @Test("Each replication is in one piece, and each shard has some if there are enough")
    func partition() {
        for most in [2, 30, 500, 20_000] {
            let experiment = Experiment(Self.scenario(Self.plan(2, most)), jobs: 1)
            for shards in [1, 3, 8, 100] {
                let pieces = experiment.pieces(for: shards)
                #expect(pieces.flatMap(Array.init) == Array(0..<most))
                #expect(pieces.allSatisfy { !$0.isEmpty })
                let own = (1...shards).map { number in
                    pieces.indices.count { $0 % shards == number - 1 }
                }
                #expect(own.allSatisfy { $0 > 0 } || most < shards)
            }
        }
    }

    @Test("Invalid pieces of these replications are refused, and are never a trap")
    func damaged() async throws {
        let experiment = Experiment(Self.scenario(Self.plan(12, 12)), jobs: 1)
        let good = try #require(try await experiment.run(3..<9)).bytes
        _ = try experiment.piece(3..<9, reading: good)
        for other in [2..<8, 3..<8, 0..<6] {
            #expect(throws: UnreadableNumbers.self) {
                try experiment.piece(other, reading: good)
            }
        }
        #expect(throws: UnreadableNumbers.self) { try experiment.piece(3..<9, reading: []) }
        #expect(throws: UnreadableNumbers.self) {
            try experiment.piece(3..<9, reading: good + [0])
        }
        var draws = SplitMix64(seed: 1)
        var refused = 0
        for _ in 0..<6000 {
            let bytes = Damage.some(of: good, &draws)
            guard let piece = try? experiment.piece(3..<9, reading: bytes) else {
                refused += 1
                continue
            }
            // Accepted pieces can be added up and read.
            var sum = piece.results
            for index in sum.indices {
                for _ in 0..<3 { sum[index].add(piece.results[index]) }
                _ = sum[index].summary(of: .energy)
                _ = sum[index].table.residenceRows()
                _ = sum[index].table.causeRows()
                for pool in sum[index].durations {
                    for percent in [1, 50, 99] { _ = pool.interval(percent) }
                }
            }
        }
        #expect(refused > 1000 && refused < 6000)
    }

    @Test("Numbers come back as they were written, and only within their bounds")
    func numbers() throws {
        var writer = NumberWriter()
        let wide: [Int128] = [0, 1, -1, 63, 64, -64, -65, 1 << 100, -1 << 100]
        for number in wide { writer.put(number) }
        for number in [0.1, -0.0, 1e140, .leastNonzeroMagnitude, .nan] as [Double] {
            writer.put(number)
        }
        #expect(Array(writer.bytes.prefix(4)) == [0, 2, 1, 126])
        var reader = NumberReader(writer.bytes)
        for number in wide { #expect(try reader.whole(StoredBounds.sum) == number) }
        #expect(try reader.double() == 0.1)
        #expect(try reader.double()?.sign == .minus)
        #expect(try reader.double() == 1e140)
        #expect(try reader.double() == .leastNonzeroMagnitude)
        #expect(try reader.double() == nil)
        #expect(reader.isAtEnd)
        #expect(throws: UnreadableNumbers.self) { try reader.whole(0...1) }
        #expect(throws: UnreadableNumbers.self) { try reader.double() }
        for bytes in [[4], [128], [UInt8](repeating: 255, count: 30)] as [[UInt8]] {
            var reader = NumberReader(bytes)
            #expect(throws: UnreadableNumbers.self) { try reader.whole(0...1) }
        }
        for number in [Double.infinity, -1e141] {
            var beyond = NumberWriter()
            beyond.put(number)
            var end = NumberReader(beyond.bytes)
            #expect(throws: UnreadableNumbers.self) { try end.double() }
        }
    }
}
