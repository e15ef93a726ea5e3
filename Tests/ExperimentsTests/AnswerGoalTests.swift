import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel
@testable import Experiments

/// Tests that the figures of an answer decide the number of replications.
@Suite struct AnswerGoalTests {
    /// One phone in ten is behind a middlebox that forgets within the interval.
    private static let world = WorldProfile(
        network: NetworkBehaviour(
            natIdleTimeout: .mixture([
                WeightedDistribution(weight: 1, .constant(Seconds(660))),
                WeightedDistribution(weight: 9, .constant(Seconds(7200))),
            ])),
        incomingCalls: .exponential(mean: Seconds(7200)))

    private static func result(
        _ figure: Answer.Figure?, atLeast: Int = 30, atMost: Int
    ) async -> ExperimentResult {
        let policies = [
            NamedPolicy(name: "twenty", options: Fixtures.keepAlive(minutes: 20)),
            NamedPolicy(name: "ten", options: Fixtures.keepAlive(minutes: 10)),
        ]
        let scenario = Fixtures.scenario(
            world: world, policies: policies, answer: figure.map { Answer([.figure($0)]) })
        let plan = ReplicationPlan(
            atLeast: atLeast, atMost: atMost, metrics: [.energy], relativeHalfWidth: Fraction(0.05))
        return await Experiment(scenario.with(plan, seed: 1), jobs: 2).run()
    }

    private static func missed(_ policy: String) -> Answer.Figure {
        .share(policy: policy, .callsMissed, of: .callsOffered)
    }

    @Test("Energy is known after thirty runs, missed calls after more if necessary")
    func rare() async throws {
        #expect(await Self.result(nil, atMost: 3000).replicationCount == 30)
        let result = await Self.result(Self.missed("twenty"), atMost: 3000)
        let share = try #require(
            AnswerFigures(result.policies).share("twenty", .callsMissed, of: .callsOffered))
        let interval = try #require(share.interval)
        #expect(result.end == .precise && result.replicationCount > 300)
        #expect(interval.halfWidth <= 0.2 * share.value)
        // 9 of 20 minutes of one phone in ten, a little less because calls renew the connection.
        #expect(interval.contains(0.044), "\(interval)")
    }

    @Test("An event that never happens is shown to be rare: 1 − 0.025^(1/n) ≤ 1 % from 368 runs on")
    func never() async {
        let result = await Self.result(Self.missed("ten"), atMost: 3000)
        #expect(result.end == .precise && (368...552).contains(result.replicationCount))
    }

    @Test("If the maximum of replications does not suffice, the answer says so")
    func unreached() async {
        let result = await Self.result(Self.missed("twenty"), atMost: 60)
        #expect(result.end == .atMost && result.replicationCount == 60)
        #expect(result.shortfall?.metric == .callsMissed && result.shortfall?.policy == "twenty")
        #expect((result.shortfall?.needed ?? 0) > 60)
    }

    @Test("A policy does its job only if the whole interval is within the bound")
    func bounds() async {
        let result = await Self.result(nil, atLeast: 200, atMost: 200)
        func bound(_ limit: Double) -> MetricConstraint {
            MetricConstraint(
                .callsMissed, of: .callsOffered, .atMost, limit: limit, text: "bound")
        }
        let figures = AnswerFigures(result.policies)
        func least(_ limit: Double) -> AnswerExtreme {
            figures.extreme(.marginalEnergy, isLeast: true, where: [bound(limit)])
        }
        #expect(least(1).policies == ["twenty"] && least(1).undecided == [])
        #expect(least(0.05).policies == ["ten"] && least(0.05).undecided == ["twenty"])
        #expect(least(0).policies == [])
    }
}
