import Foundation
import Kernel
import Profiles
import Studies
import TestSupport
import Testing

@testable import DeviceModel

/// Tests the timeline of each shipped scenario and policy as it is emitted during the run.
@Suite struct TimelineOrderTests {
    private static let library = ProfileLibrary(
        root: Repository.profiles)
    private static let scenarios = library.names(of: .scenario)

    @Test(
        "Intervals come by end, then component, equal those posted, and only a few wait",
        arguments: scenarios)
    func timelines(name: String) throws {
        for days in [1.0, 5] {
            let overrides = ScenarioOverrides(horizon: TimeSpan(Seconds(days * 86_400)))
            let scenario = try Self.library.loadScenario(name, overrides: overrides).scenario
            for policy in scenario.policies {
                let plan = RunPlan(scenario, policy: policy.options)
                var posted: [Posting] = []
                _ = plan.run(replication: 7) { posted.append($0) }
                posted.sort {
                    let (first, second) = (plan.books.lines[$0.line], plan.books.lines[$1.line])
                    return ($0.until, first.component.index) < ($1.until, second.component.index)
                }
                let merge = TimelineMerge(plan.books)
                var timeline: [Posting] = []
                var most = 0
                _ = plan.run(replication: 7, merge: merge) {
                    timeline.append($0)
                    most = max(most, merge.waiting.count)
                }
                #expect(timeline == posted, "\(policy.name)")
                #expect(most <= 40, "\(policy.name), \(days) days: \(most) intervals waited")
            }
        }
    }
}
