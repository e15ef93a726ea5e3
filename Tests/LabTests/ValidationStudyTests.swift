import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel
@testable import Experiments
@testable import Lab

/// Small versions of `tailwatt validate coverage`.
struct ValidationStudyTests {
    /// The share of 300 trials in which the interval contains the truth.
    private static func coverage(
        _ kind: StudiedInterval, _ source: SyntheticSource, _ count: Int
    ) -> Double {
        let covered = (0..<300).count { trial in
            var stream = RandomStream(
                StreamKey(seed: 1, replication: UInt64(trial), purpose: "test"))
            return CoverageTrial(kind, source, count: count, stream: &stream).covers
        }
        return Double(covered) / 300
    }

    @Test("Intervals cover where they should, and fall short where they must")
    func coverage() {
        #expect(Self.coverage(.studentMean, .distribution(.normal), 30) > 0.9)
        #expect(Self.coverage(.hodgesLehmann, .distribution(.exponential), 30) > 0.91)
        #expect(Self.coverage(.binomial, .distribution(.rare), 10) > 0.95)
        #expect(Self.coverage(.poisson, .arrivals, 30) > 0.93)
        #expect(Self.coverage(.batchMeans, .series(0.5), 300) > 0.88)
        // Most samples of ten are all 0: the interval has no width, and misses.
        #expect(Self.coverage(.studentMean, .distribution(.rare), 10) < 0.5)
    }

    /// A lottery: one run in twelve has a loss, and carries much more.
    @Test("In whole experiments a 95 % interval contains the truth, whatever the jobs")
    func stopping() async throws {
        let scenario = Fixtures.scenario(
            hours: 2,
            policies: [
                NamedPolicy(name: "keeps", options: Fixtures.keepAlive(minutes: 10)),
                NamedPolicy(name: "none", options: .none),
            ])
        let rows = try await StoppingStudy(scenario, experiments: 3, truth: 40, jobs: 2).run()
        let again = try await StoppingStudy(scenario, experiments: 3, truth: 40, jobs: 1).run()
        #expect(rows.map(\.covered) == again.map(\.covered))
        #expect(rows.contains { $0.policy == "none" && $0.baseline == "keeps" })
        let energy = try #require(
            rows.first { $0.policy == "keeps" && $0.metric == .energy && $0.baseline == nil })
        // Nothing in this world is random, so every interval is the truth.
        #expect(energy.claimed == 3 && energy.covered == 3 && !energy.isShort)
        #expect(energy.truthError == 0)
    }

    @Test("A row falls short where its intervals cover less than they claim, by more than chance")
    func shortRows() {
        func row(covered: Int, claimed: Int) -> StoppingStudy.Row {
            var row = StoppingStudy.Row(
                scenario: "s", policy: "p", baseline: nil, metric: .energy, truth: 0,
                truthError: 0)
            (row.claimed, row.covered) = (claimed, covered)
            return row
        }
        #expect(!row(covered: 0, claimed: 0).isShort && row(covered: 0, claimed: 0).coverage == nil)
        #expect(row(covered: 270, claimed: 300).isShort)
        #expect(!row(covered: 280, claimed: 300).isShort)
    }

    @Test("False findings are rare, true differences are found, whatever the jobs")
    func power() async throws {
        let scenario = Fixtures.scenario(
            hours: 1, policies: [NamedPolicy(name: "none", options: .none)])
        let situations = try await PowerStudy(scenario, experiments: 40, jobs: 2).run()
        #expect(situations.count == 12)
        for situation in situations where situation.distribution == .normal {
            let found = situation.share(of: .changedIsHigher).value
            #expect(situation.share(of: .anyFalseFinding).value < 0.2)
            switch situation.truth {
            case .same:
                #expect(found < 0.2)
                #expect(situation.share(of: .changedIsEquivalent).value > 0.6)
            case .higher: #expect(found > 0.4)
            case .atMargin: #expect(situation.share(of: .equivalenceShown).value < 0.25)
            }
        }
    }

    @Test("Steady state: batches of one run add up to its mean power")
    func steadyState() throws {
        let scenario = Fixtures.scenario(
            hours: 200,
            policies: [NamedPolicy(name: "ten", options: Fixtures.keepAlive(minutes: 10))])
        let steady = SteadyState(
            scenario, policy: scenario.policies[0], replication: 0,
            stretch: Fixtures.seconds(3600))
        let run = SingleRun(
            scenario, policy: scenario.policies[0], replication: 0, detail: RunDetail()
        ) { _ in }
        let energy = try #require(run.result.metrics[.energy])
        let power: Double = energy * 1000 / 720_000
        let rate = steady.rates[0]
        let mean = try #require(rate.batches?.mean)
        #expect((mean / power - 1).magnitude < 0.01)
        #expect(rate.warmUp?.isSettled == true)
        let drain = try #require(steady.rates[2].batches?.mean)
        let whole = try #require(run.result.metrics[.drain])
        #expect((drain / whole - 1).magnitude < 0.01)
    }
}
