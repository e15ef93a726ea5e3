import Kernel
import Studies
import Testing

@testable import DeviceModel
@testable import Profiles

@Suite struct BudgetReadingTests {
    private func loaded(
        _ file: String, _ sampling: ScenarioOverrides.Sampling = .init()
    ) throws -> LoadedBudget {
        let budget = try Corpus.library.loadBudget(Corpus.path(file), sampling: sampling)
        guard case .scenario(let loaded) = budget else { throw OtherKind() }
        return loaded
    }

    private struct OtherKind: Error {}

    private func limit(_ name: String) throws -> BudgetLimit {
        try #require(try loaded("good/budget-full.yaml").budget.limits.first { $0.name == name })
    }

    @Test("The scenario is the named one with the budget's changes")
    func theScenarioIsTheNamedOneWithWhatTheBudgetChanges() throws {
        let loaded = try loaded("good/budget-full.yaml")
        let scenario = loaded.scenario.scenario
        #expect(scenario.name == "day" && scenario.radio.name == "lte")
        #expect(scenario.device.name == "old-phone" && scenario.system.name == "ios-4")
        #expect(scenario.horizon == TimeSpan(Seconds(12 * 3600)) && scenario.seed == 7)
        #expect(scenario.replications.atLeast == 20 && scenario.replications.atMost == 20)
        #expect(loaded.budget.undecidedPasses && loaded.files.first?.role == .budget)
        #expect(
            try self.loaded("good/budget-full.yaml", .init(replications: 9)).scenario.scenario
                .replications.atMost == 9)
    }

    @Test("An omitted value is the scenario's, or the default")
    func whatIsLeftOutIsTheScenariosOrTheUsual() throws {
        let loaded = try loaded("good/budget-minimal.yaml")
        #expect(!loaded.budget.undecidedPasses && loaded.scenario.scenario.seed == 1)
        let limit = loaded.budget.limits[0]
        #expect(limit.name == "keep-alive-10 energy" && limit.confidence == 0.95)
        #expect(limit.tolerance == 0 && limit.sense == .atMost && limit.quantity == .mean)
    }

    /// In the metric's own unit, whatever the file uses.
    @Test(
        "Amounts are in the metric's unit",
        arguments: [
            ("energy", 4000, 40), ("count", 200, 2.5), ("share", 5, 2), ("drain", 1.5, 0.1),
            ("hours", 120, 0), ("bytes", 1_048_576, 10_000), ("sound", 0.5, 0), ("place", 100, 0),
            ("way", 0.9, 0), ("ring", 2.5, 0), ("ahead", -5, 0), ("more", 1.05, 0),
            ("less", 0.8, 0.01), ("times", 1.5, 0), ("difference", 12, 1), ("points", 5, 0),
            ("two", 2, 0),
        ] as [(String, Double, Double)])
    func amountsAreInTheMetricsUnit(name: String, value: Double, tolerance: Double) throws {
        let limit = try limit(name)
        #expect((limit.limit - value).magnitude < 1e-9, "\(limit.limit)")
        #expect((limit.tolerance - tolerance).magnitude < 1e-9, "\(limit.tolerance)")
    }

    @Test("Against another policy the form of the amount decides")
    func againstAnotherPolicyTheFormOfTheAmountDecides() throws {
        #expect(try limit("more").quantity == .ratio(to: "none"))
        #expect(try limit("less").quantity == .ratio(to: "keep-alive-10"))
        #expect(try limit("times").quantity == .ratio(to: "none"))
        #expect(try limit("difference").quantity == .difference(from: "none"))
        #expect(try limit("points").quantity == .difference(from: "none"))
        #expect(try limit("energy").confidence == 0.99 && limit("more").confidence == 0.9)
    }

    @Test("A trace budget has relative paths, radios, and each limit in its unit")
    func trace() throws {
        let budget = try Corpus.library.loadBudget(Corpus.path("good/budget-trace.yaml"))
        guard case .trace(let loaded) = budget else { throw OtherKind() }
        #expect(loaded.trace == Corpus.path("good/run.pcap"))
        #expect(loaded.apps == Corpus.path("good/apps.csv"))
        #expect(loaded.radios.map(\.value.name) == ["umts"])
        #expect(loaded.horizon == TimeSpan(Seconds(180)) && loaded.addresses.count == 2)
        #expect(loaded.interfaces == ["rmnet_data0", "wifi"])
        let limits = loaded.budget.limits
        #expect(limits.map(\.amount) == [2000, 0.5, 5, 3, 0.25])
        #expect(limits.map(\.unitText) == ["J", "J/h", "mAh/day", "%/h", "%"])
        #expect(limits[1].subject == .host("*.example.com") && limits[2].subject == .app("Chat"))
        #expect(limits[3].radio == "umts" && limits[1].name == "host *.example.com")
    }

    @Test(
        "An invalid amount for a trace is refused",
        arguments: ["", "5", "J", "-5 J", "0 J", "5 W", "5 J/min", "5 J/h/h", "nan J", "1e99 J"])
    func noTraceAmount(text: String) { #expect(TraceLimit.amount(text) == nil) }

    @Test("Every metric can be limited", arguments: Metric.allCases)
    func everyMetricCanBeLimited(_ metric: Metric) {
        #expect(Metric(columnName: metric.columnName) == metric)
        #expect(Metric(columnName: metric.columnNameWithUnit) == metric)
    }
}
