import Kernel
import ModelFixtures
import Studies
import TestSupport
import Testing

@testable import DeviceModel

/// Tests of the rule interpreter on random apps: against an obvious interpreter, and for invariants
/// of any app.
@Suite struct AppRulePropertyTests {
    /// An app whose rules the obvious interpreter runs.
    private struct Obvious: BehaviourOptions {
        let app: OwnAppOptions

        var needs: AppNeeds { app.needs }
        var activities: [String] { app.activities }
        func makePolicy() -> any Policy { ObviousApp(app) }
    }

    /// A random app, and a phone in a world with every kind of event.
    private func draw(
        _ seed: UInt64
    ) -> (app: OwnAppOptions, traits: AppTraits, scenario: Scenario) {
        var random = RandomApps(seed: seed)
        let system = random.system(alarms: random.happens(0.5))
        let moves = random.happens(0.3)
        let app = random.app(for: system, isKept: random.happens(0.3), moves: moves)
        var device = moves ? Fixtures.phone(Fixtures.receiver()) : Fixtures.device()
        device.processor.wakeUpTime = Fixtures.seconds(0.1)
        device.bluetooth = AnyPolicyTests.device.bluetooth
        let scenario = Fixtures.scenario(
            device: device, system: system, hours: 6, world: random.world(),
            policies: [NamedPolicy(name: "none", options: .none)], seed: seed)
        return (app, AppTraits(isUnrestricted: seed % 4 == 0), scenario)
    }

    /// Metrics that only some apps have, each with a metric that is defined then.
    private static let asked: [Metric: Metric] = [
        .itemsSent: .itemsSent, .itemDelay: .itemsSent, .messagesDelivered: .messagesDelivered,
        .messageDelay: .messagesDelivered, .fixes: .fixes,
    ]

    @Test("Errands and postings equal those of an obvious interpreter")
    func againstTheObviousOne() {
        var (compared, errands) = (0, [String: Int]())
        var steps = ["positions of tracks": 0, "things carried by the system": 0]
        for seed in 0..<10_000 as Range<UInt64> {
            let (app, traits, scenario) = draw(seed)
            var (fastApp, slowApp) = (
                PolicyOptions.app(app), PolicyOptions(Obvious(app: app))
            )
            (fastApp.traits, slowApp.traits) = (traits, traits)
            let fast = RecordedRun(scenario, policy: fastApp)
            let slow = RecordedRun(scenario, policy: slowApp)
            for metric in Metric.allCases {
                guard let value = slow.metrics[metric], metric != .alerts else { continue }
                // An app is asked only for what it does.
                if let asked = Self.asked[metric], fast.metrics[asked] == nil { continue }
                #expect(fast.metrics[metric] == value, "\(metric), seed \(seed)")
            }
            #expect(fast.timeline == slow.timeline, "seed \(seed)")
            if fast.timeline != slow.timeline { return }
            compared += 1
            let all = app.rules.flatMap(\.steps.flattened)
            if fast.metrics[.fixes] ?? 0 > 0, all.contains(where: \.isTrack),
                !all.contains(where: \.isLocate)
            {
                steps["positions of tracks", default: 0] += 1
            }
            if fast.metrics[.itemsSent] ?? 0 > 0, all.contains(where: \.isHandOver),
                !all.contains(where: \.isFlush)
            {
                steps["things carried by the system", default: 0] += 1
            }
            for (rule, book) in zip(app.rules, fast.result.errands) {
                for trigger in rule.triggers { errands[trigger.name, default: 0] += book.begun }
            }
        }
        #expect(compared == 10_000)
        // The random apps cover the whole language.
        #expect(errands.count == 25, "\(errands)")
        for (step, count) in steps { #expect(count >= 100, "\(step)") }
        for (trigger, count) in errands { #expect(count >= 100, "\(trigger)") }
    }

    @Test(
        "In any app, errands started are done, cut off or running, energies add up, and runs repeat"
    )
    func conservation() {
        for seed in 100_000..<103_000 as Range<UInt64> {
            let (own, _, scenario) = draw(seed)
            let app = PolicyOptions.app(own)
            let run = scenario.run(app)
            let underWay = run.metrics.durations[.errandDelay]?.unended ?? 0
            let ended = run.metrics[.errandsDone]! + run.metrics[.errandsCutOff]!
            #expect(run.metrics[.errandsBegun]! == ended + Double(underWay), "seed \(seed)")
            #expect(run.excess == nil, "seed \(seed)")
            addUp(run, app, seed)
            #expect(scenario.run(app).metrics == run.metrics, "seed \(seed)")
        }
    }

    /// Checks that the rules' own figures add up to the totals.
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

extension RuleStep {
    fileprivate var isTrack: Bool { if case .track = self { true } else { false } }
    fileprivate var isLocate: Bool { if case .locate = self { true } else { false } }
    fileprivate var isHandOver: Bool { if case .handOver = self { true } else { false } }
    fileprivate var isFlush: Bool { if case .flush = self { true } else { false } }
}

extension RuleTrigger {
    /// The trigger's name without its values.
    fileprivate var name: String {
        if case .every(_, .refresh, _, _) = self { return "refresh" }
        return String("\(self)".prefix { $0 != "(" })
    }
}
