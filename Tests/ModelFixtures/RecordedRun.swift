import Studies
import TestSupport

@testable import DeviceModel

/// A run and its timeline.
public struct RecordedRun: Sendable {
    public let result: RunResult
    /// In the order in which the intervals were over.
    public let timeline: [Posting]

    public init(_ scenario: Scenario, policy: PolicyOptions, replication: Int = 0) {
        var intervals: [Posting] = []
        result = RunPlan(scenario, policy: policy).run(replication: replication) {
            intervals.append($0)
        }
        timeline = intervals
    }

    public var table: LedgerTable<Int64> { result.table }
    public var metrics: MetricValues { result.metrics }
}

extension Scenario {
    /// One run.
    ///
    /// - Parameters:
    ///   - policy: one that can run in the scenario.
    ///   - replication: from 0.
    ///   - budget: what it may take.
    public func run(
        _ policy: PolicyOptions, replication: Int = 0, budget: RunBudget = .usual
    ) -> RunResult {
        RunPlan(self, policy: policy, budget: budget).run(replication: replication)
    }
}

extension Fixtures {
    /// Several apps on one phone, at the places from 1 on.
    public static func together(_ policies: [PolicyOptions]) -> PolicyOptions {
        .apps(
            AppsOptions(
                apps: policies.enumerated().map { index, options in
                    AppsOptions.App(name: "app \(index)", options: options, place: index + 1)
                }))
    }
}

extension Fingerprint {
    /// What was drawn, from when until when, and for which activity.
    ///
    /// - Parameter activity: the number that stands for it here.
    public mutating func mix(_ posting: Posting, activity: Int64) {
        mix(Int64(posting.line))
        mix(posting.from.nanoseconds)
        mix(posting.until.nanoseconds)
        mix(activity)
    }
}
