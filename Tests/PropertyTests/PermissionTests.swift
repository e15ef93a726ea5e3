import Kernel
import ModelFixtures
import Profiles
import Studies
import TestSupport
import Testing

@testable import DeviceModel

/// Tests that everything an app does ends with its permission to run.
@Suite struct PermissionTests {
    /// When a lone app may not run, and when the processor was awake.
    private struct Course {
        var barred: [AppInterval] = []
        var awake: [Posting] = []

        init(_ scenario: Scenario, _ policy: PolicyOptions) {
            let plan = RunPlan(scenario, policy: policy)
            _ = plan.run(replication: 0, detail: RunDetail(hasTimeline: true)) { event in
                switch event {
                case .state(let state):
                    if state.state == .suspended || state.state == .notRunning {
                        barred.append(state)
                    }
                case .interval(let posting):
                    let line = plan.books.lines[posting.line]
                    let isAwake = line.component == .processor && line.state == "awake-background"
                    // Doze itself wakes the phone.
                    let isApps = plan.books.policyActivities.contains(Int(posting.cause.activity))
                    if isAwake, isApps, posting.from < posting.until { awake.append(posting) }
                case .moment: break
                }
            }
        }

        /// The processor's awake intervals while the app could not run.
        var trespasses: [Posting] {
            var (found, next) = ([Posting](), 0)
            for posting in awake {
                while next < barred.count, barred[next].until <= posting.from { next += 1 }
                if next < barred.count, barred[next].from < posting.until { found.append(posting) }
            }
            return found
        }
    }

    /// A scenario in which only the app needs the processor: no alerts, no other traffic.
    private static func scenario(
        _ system: SystemRules, _ world: WorldProfile, seed: UInt64
    ) -> Scenario {
        var world = world
        (world.otherTraffic, world.phoneCalls, world.incomingCalls) = ([], nil, nil)
        var device = AnyPolicyTests.device
        device.display.alertTime = .zero
        device.alert = nil
        return Fixtures.scenario(
            device: device, system: system, hours: 12, world: world,
            policies: [NamedPolicy(name: "none", options: .none)], seed: seed)
    }

    @Test("A suspended or ended app holds no processor, whatever its steps, and what ends them")
    func steps() {
        var (compared, barred, awake) = (0, 0, 0)
        for seed in 0..<400 as Range<UInt64> {
            var random = RandomApps(seed: seed)
            let system = random.system(alarms: random.happens(0.5))
            guard let app = Self.app(&random, for: system) else { continue }
            let course = Course(
                Self.scenario(system, random.world(), seed: seed), .app(app))
            #expect(course.trespasses.isEmpty, "seed \(seed): \(course.trespasses.prefix(2))")
            compared += 1
            barred += course.barred.count
            awake += course.awake.count
        }
        #expect(
            compared >= 250 && barred >= 4000 && awake >= 1000,
            "\(compared), \(barred), \(awake)")
    }

    /// An app alone, without the system's deliveries and transfers, which need no running app.
    private static func app(_ random: inout RandomApps, for system: SystemRules) -> OwnAppOptions? {
        let app = random.app(for: system, isKept: false, moves: false)
        let rules = app.rules.filter { rule in
            !rule.triggers.contains(where: \.isOfServer)
                && !rule.steps.flattened.contains(where: \.isCarriedBySystem)
        }
        guard !rules.isEmpty, !rules.contains(where: \.followsAnother) else { return nil }
        return OwnAppOptions(declares: app.declares, rules: rules)
    }

    private static let library = ProfileLibrary(root: Repository.profiles).remembering

    @Test(
        "On every shipped system an app that may not run holds no processor, for 2 000 random apps",
        arguments: library.names(of: .system))
    func shipped(name: String) throws {
        var system = try Self.library.loadSystem(name).value
        // Doze's own search would go on in a wake-up that is booked to the app.
        system.doze?.deep?.locating = .zero
        var (compared, barred, awake, seed) = (0, 0, 0, UInt64(0))
        while compared < 100, seed < 2000 {
            seed += 1
            var random = RandomApps(seed: seed)
            guard let app = Self.app(&random, for: system) else { continue }
            let world = random.world()
            var options = PolicyOptions.app(app)
            // An app that has to end takes no time for it.
            options.traits.cleanUp = .zero
            guard
                (try? options.check(
                    system: system, device: AnyPolicyTests.device, radio: Fixtures.umts(),
                    world: world)) as Void? != nil
            else { continue }
            let course = Course(Self.scenario(system, world, seed: seed), options)
            #expect(course.trespasses.isEmpty, "seed \(seed): \(course.trespasses.prefix(2))")
            compared += 1
            barred += course.barred.count
            awake += course.awake.count
        }
        #expect(
            compared == 100 && barred >= 100 && awake >= 100, "\(compared), \(barred), \(awake)")
    }

    @Test("An app with a ready-made behaviour holds no processor either")
    func behaviours() {
        let names: Set = [
            "poll", "fetch", "central", "scan", "finish", "resume", "start over", "ignore", "work",
        ]
        for (name, policy) in AnyPolicyTests.policies where names.contains(name) {
            for seed in 1...20 as ClosedRange<UInt64> {
                let course = Course(
                    Self.scenario(
                        AnyPolicyTests.system(timers: seed % 2 == 0),
                        AnyPolicyTests.world(seed: seed, battery: seed % 3 == 0), seed: seed),
                    policy)
                #expect(
                    course.trespasses.isEmpty, "\(name), seed \(seed): \(course.trespasses.first!)")
            }
        }
    }
}

extension RuleTrigger {
    fileprivate var isOfServer: Bool {
        switch self {
        case .message, .received: true
        default: false
        }
    }
}

extension RuleStep {
    fileprivate var isCarriedBySystem: Bool {
        if case .handOver = self { true } else { false }
    }
}

extension AppRule {
    fileprivate var followsAnother: Bool {
        triggers.contains { if case .after = $0 { true } else { false } }
    }
}
