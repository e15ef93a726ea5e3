import ModelFixtures
import Profiles
import Studies
import TestSupport
import Testing

@testable import DeviceModel
@testable import Experiments
@testable import Reports
@testable import Show

/// Pictures of families and of searches: no text on another, at either width.
@Suite struct SearchPictureTests {
    @Test("A frontier of many policies keeps the names apart, and its data have all of them")
    func frontier() async throws {
        let loaded = try ProfileLibrary(root: Repository.profiles).loadScenario(
            "location", overrides: ScenarioOverrides(sampling: .init(replications: 3)))
        let frontier = try loaded.requiredFrontier().frontier
        let days = try await FrontierExperiment(frontier, jobs: 2).run()
        let chart = FrontierChart(days).chart
        #expect(PictureTests.faults(chart) == [])
        let placed = days.flatMap(\.standings).count { $0.verdict != nil }
        #expect(chart.vegaRows.count { $0[1] == "policy" } == placed && placed > 20)
        // Better is to the left and down.
        let panel = chart.draw(width: ChartCanvas.wide)
        #expect(panel.labels.contains { $0.words == days[0].day })
    }

    /// Metrics of which more is better turn their axes, whose values then fall.
    @Test("An axis may run either way, and shows the same values")
    func axes() {
        let scale = ChartScale(showing: [1, 1000])
        func texts(_ start: Double, _ end: Double) -> [String] {
            var canvas = ChartCanvas(width: 400)
            ChartAxis(scale: scale, start: start, end: end).drawBelow(
                from: 0, to: 100, in: &canvas)
            return canvas.labels.map(\.words)
        }
        #expect(texts(40, 380) == texts(380, 40).reversed() && texts(40, 380).count > 2)
    }

    @Test("A trade-off keeps its texts apart, wherever the limit lies", arguments: 0..<40 as Range)
    func tradeOff(seed: Int) async throws {
        let limits = [
            "unreachable-share <= 5 %", "unreachable-share <= 0.001 %",
            "unreachable-share <= 900 %", "calls-missed >= 3", "energy <= 1e300",
        ]
        let problem = OptimisationProblem(
            OptimisationGoal([.init(metric: .energy)]),
            constraints: try limits.prefix(seed % 6).map { try MetricConstraint($0) },
            domain: .range(seed % 2 == 0 ? 60...3600 : 1...4), points: 7, replications: 4)
        let scenario = Fixtures.scenario(
            hours: 1, policies: [NamedPolicy(name: "none", options: .none)])
        let result = try await OptimisationExperiment(problem) { x, replications in
            SampledRuns(
                scenario: scenario, policy: "none", value: "\(x) of a unit with a long name",
                runs: replications.map { replication in
                    var run = MetricValues()
                    run[.energy] = 1e5 / x + Double((replication * 7 + seed) % 5)
                    run[.unreachableShare] = x / 40 + Double(replication % 3)
                    run[.callsMissed] = Double(replication % 4) * x / 900
                    return run
                })
        }.run()
        let chart = try #require(
            OptimumReport(result, path: "policies.p.interval", unit: "s", policy: "p").tradeOff)
        #expect(PictureTests.faults(chart) == [])
        #expect(chart.vegaRows.count >= result.points.count)
        let json = JSONText.bytes(chart.vega)
        #expect(String(decoding: json, as: UTF8.self).contains("policies.p.interval [s]"))
    }
}
