import EventKernel
import ModelFixtures
import Quantities
import Studies
import TestSupport
import Testing

@testable import DeviceModel

/// The interpreter of rules on random apps: against an obvious one, and for what must hold of any.
@Suite struct AppRulePropertyTests {
    /// An app whose rules the obvious interpreter carries out.
    private struct Obvious: BehaviourOptions {
        let app: OwnAppOptions

        var needs: AppNeeds { app.needs }
        var activities: [String] { app.activities }
        func makePolicy() -> any Policy {
            ObviousApp(
                app.rules, isKept: app.kept != .nothing,
                isSilent: app.declares.contains(.remoteNotification))
        }
    }

    private func scenario(_ random: inout RandomApps, alarms: Bool) -> Scenario {
        Fixtures.scenario(
            device: Fixtures.device(wakeUpTime: 0.1), system: random.system(alarms: alarms),
            hours: 6, world: random.world(), policies: [NamedPolicy(name: "none", options: .none)])
    }

    @Test("The same errands and the same postings as an obvious interpreter's")
    func againstTheObviousOne() {
        var (compared, errands) = (0, 0.0)
        for seed in 0..<10_000 as Range<UInt64> {
            var random = RandomApps(seed: seed)
            let alarms = random.happens(0.5)
            let app = random.app(alarms: alarms, isKept: random.happens(0.3), isPlain: true)
            let scenario = scenario(&random, alarms: alarms)
            let fast = RecordedRun(scenario, policy: .app(app))
            let slow = RecordedRun(scenario, policy: PolicyOptions(Obvious(app: app)))
            for metric in Metric.allCases {
                guard let value = slow.metrics[metric], metric != .alerts else { continue }
                if metric == .itemsSent || metric == .itemDelay {
                    guard fast.metrics[.itemsSent] != nil else { continue }
                }
                #expect(fast.metrics[metric] == value, "\(metric), seed \(seed)")
            }
            #expect(fast.timeline == slow.timeline, "seed \(seed)")
            if fast.timeline != slow.timeline { return }
            compared += 1
            errands += fast.metrics[.errandsBegun] ?? 0
        }
        #expect(compared == 10_000 && errands > 100_000)
    }

    @Test("Of any app: errands begun are done, cut off or under way; energies add up; runs repeat")
    func conservation() {
        for seed in 100_000..<103_000 as Range<UInt64> {
            var random = RandomApps(seed: seed)
            let alarms = random.happens(0.5)
            let app = PolicyOptions.app(
                random.app(alarms: alarms, isKept: random.happens(0.3), isPlain: false))
            let scenario = scenario(&random, alarms: alarms)
            let run = scenario.run(app)
            let underWay = run.metrics.durations[.errandDelay]?.unended ?? 0
            let ended = run.metrics[.errandsDone]! + run.metrics[.errandsCutOff]!
            #expect(run.metrics[.errandsBegun]! == ended + Double(underWay), "seed \(seed)")
            #expect(run.excess == nil, "seed \(seed)")
            addUp(run, app, seed)
            #expect(scenario.run(app).metrics == run.metrics, "seed \(seed)")
        }
    }

    /// What the rules came to one by one is what they came to together.
    private func addUp(_ run: RunResult, _ app: PolicyOptions, _ seed: UInt64) {
        #expect(run.errands.count == app.errandRules.count, "seed \(seed)")
        func sum(_ count: (ErrandBook) -> Int) -> Double {
            Double(run.errands.reduce(0) { $0 + count($1) })
        }
        #expect(run.metrics[.errandsBegun] == sum(\.begun), "seed \(seed)")
        #expect(run.metrics[.errandsDone] == sum(\.done), "seed \(seed)")
        #expect(run.metrics[.errandsCutOff] == sum(\.cutOff), "seed \(seed)")
        #expect(run.metrics[.errandsRefused] == sum(\.refused), "seed \(seed)")
        #expect(run.metrics[.bytesWasted] == sum { Int($0.wasted) }, "seed \(seed)")
        for book in run.errands {
            let ended = book.done + book.cutOff + book.delays.unended
            #expect(book.begun == ended && book.delays.count == book.done, "seed \(seed)")
        }
    }
}
