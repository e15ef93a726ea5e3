import Experiments
import Foundation
import Profiles
import TestSupport
import Testing

@testable import DeviceModel

/// Invariants of every shipped scenario.
@Suite struct ShippedScenarioTests {
    private static let library = ProfileLibrary(
        root: Repository.profiles)

    static let names = library.names(of: .scenario)

    /// Metrics that the world alone decides.
    private static let worldly: [Metric] = [
        .cellChanges, .areaUpdates, .distanceTravelled, .visits,
    ]

    private static func result(_ name: String) async throws -> ExperimentResult {
        let loaded = try library.loadScenario(
            name, overrides: ScenarioOverrides(sampling: .init(replications: 3)))
        return await Experiment(loaded.scenario, jobs: 1).run()
    }

    @Test("Shipped scenarios exist")
    func present() {
        #expect(Self.names.contains("keep-alive") && Self.names.contains("day-in-the-life"))
    }

    @Test(
        "Time, energy and the world of a few runs are consistent", arguments: names)
    func holds(_ name: String) async throws {
        let result = try await Self.result(name)
        let horizon = result.scenario.horizon
        for policy in result.policies {
            let label = "\(name), \(policy.policy.name)"
            checkBooks(policy, horizon: horizon.nanoseconds, label)
            for values in policy.replications { checkMetrics(values, label) }
        }
        checkWorlds(result, name)
    }

    /// Checks that each component's residence adds up to the horizon, and that energy is equal by
    /// every way of adding it up.
    private func checkBooks(_ policy: PolicyResult, horizon: Int64, _ label: String) {
        let table = policy.table
        let runs = Int128(policy.replications.count)
        var residence: [Component: Int128] = [:]
        for row in table.residenceRows() {
            #expect(row.nanoseconds >= 0 && row.energy.magnitude >= 0, "\(label): \(row)")
            #expect(row.entries >= 0, "\(label): \(row)")
            residence[row.component, default: 0] += row.nanoseconds
        }
        for component in Component.allCases {
            guard let found = residence[component] else { continue }
            #expect(found == runs * Int128(horizon), "\(label): \(component)")
        }
        let total = table.totalEnergy.magnitude
        let causes = table.causeRows()
        let states = table.residenceRows()
        expectSame(states.reduce(0) { $0 + $1.energy.magnitude }, total, label)
        #expect(causes.allSatisfy { $0.energy.magnitude >= 0 }, "\(label)")
        expectSame(causes.reduce(0) { $0 + $1.energy.magnitude }, total, label)
        expectSame(table.energyByActivity().reduce(0) { $0 + $1.magnitude }, total, label)
        let reported = policy.values(of: .energy).reduce(0) { $0 + ($1 ?? .nan) }
        expectSame(reported * 1000, total, label)
    }

    private func expectSame(_ value: Double, _ total: Double, _ label: String) {
        #expect(abs(value - total) <= 1e-9 * total, "\(label): \(value) mJ of \(total) mJ")
    }

    /// Checks that a run has energy and that counts are not negative.
    private func checkMetrics(_ values: MetricValues, _ label: String) {
        #expect(values[.energy].map { $0 > 0 } == true, "\(label)")
        for metric in Metric.allCases {
            guard let value = values[metric] else { continue }
            #expect(value.isFinite, "\(label): \(metric)")
            if Self.mayBeNegative.contains(metric) { continue }
            #expect(value >= 0, "\(label): \(metric) is \(value)")
            if metric.unit == .percent {
                let limit: Double = 100 * (1 + 1e-9)
                #expect(value <= limit, "\(label): \(metric) is \(value) %")
            }
        }
    }

    /// A difference, or something that can be early.
    private static let mayBeNegative: Set<Metric> = [
        .marginalEnergy, .marginalRadioEnergy, .marginalDrain, .regionDelay,
        .energyPerSecondPlayed,
    ]

    /// Checks that policies meet identical worlds, replication by replication.
    private func checkWorlds(_ result: ExperimentResult, _ name: String) {
        for metric in Self.worldly {
            for replication in 0..<result.replicationCount {
                let seen = result.policies.compactMap { $0.replications[replication][metric] }
                #expect(Set(seen).count <= 1, "\(name): \(metric) in world \(replication)")
            }
        }
        checkCalls(result, name)
    }

    /// Checks that each app that takes calls is offered all of them.
    private func checkCalls(_ result: ExperimentResult, _ name: String) {
        for replication in 0..<result.replicationCount {
            let seen = result.policies.filter { $0.policy.options.severalApps == nil }
                .compactMap { $0.replications[replication][.callsOffered] }
            #expect(Set(seen).count <= 1, "\(name): calls offered in world \(replication)")
        }
    }
}
