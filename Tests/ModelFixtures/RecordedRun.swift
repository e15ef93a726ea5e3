import Studies
import TestSupport

@testable import DeviceModel

public struct RecordedRun: Sendable {
    public let result: RunResult
    /// The postings in the order in which their intervals ended.
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
    /// Runs a policy once.
    ///
    /// - Parameters:
    ///   - policy: A policy that can run in the scenario.
    ///   - replication: The replication's number, from 0.
    ///   - budget: The limits on the run.
    public func run(
        _ policy: PolicyOptions, replication: Int = 0, budget: RunBudget = .usual
    ) -> RunResult {
        RunPlan(self, policy: policy, budget: budget).run(replication: replication)
    }
}

extension Fixtures {
    /// Several apps on one phone, numbered from 1.
    public static func together(_ policies: [PolicyOptions]) -> PolicyOptions {
        .apps(
            AppsOptions(
                apps: policies.enumerated().map { index, options in
                    AppsOptions.App(name: "app \(index)", options: options, place: index + 1)
                }))
    }
}

extension Fingerprint {
    /// Mixes in a posting's line, times and activity.
    ///
    /// - Parameter activity: The number that replaces the posting's activity.
    public mutating func mix(_ posting: Posting, activity: Int64) {
        mix(Int64(posting.line))
        mix(posting.from.nanoseconds)
        mix(posting.until.nanoseconds)
        mix(activity)
    }
}
