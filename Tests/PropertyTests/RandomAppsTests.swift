import Kernel
import ModelFixtures
import Studies
import TestSupport
import Testing

@testable import DeviceModel

/// Invariants of several random apps on one phone: they share its services, and no service is on
/// without a client.
@Suite struct RandomAppsTests {
    /// A phone with two to five apps, in a world with every kind of event.
    private struct Crowd {
        let seed: UInt64
        var device = AnyPolicyTests.device
        var world: WorldProfile
        let system: SystemRules
        let names: [String]
        /// The apps by place, from 1.
        let apps: [AppsOptions.App]

        init(seed: UInt64) {
            self.seed = seed
            var dice = SplitMix64(seed: seed)
            world = AnyPolicyTests.world(seed: seed, battery: dice.uniform() < 0.3)
            system = AnyPolicyTests.system(timers: dice.uniform() < 0.5)
            let all = AnyPolicyTests.policies
            let count = 2 + Int(dice.next() % 4)
            let chosen = (0..<count).map { _ in all[Int(dice.next() % UInt64(all.count))] }
            names = chosen.map(\.name)
            apps = chosen.enumerated().map { index, policy in
                AppsOptions.App(
                    name: "\(policy.name) \(index)", options: policy.options, place: index + 1)
            }
            world.apps += (1...count).map {
                AnyPolicyTests.world(seed: seed &+ 1000 &* UInt64($0), battery: false).apps[0]
            }
            guard dice.uniform() < 0.5 else { return }
            device.memoryForApps = Bytes(5e6 + 4e7 * dice.uniform())
            world.otherAppsMemory = Bytes(2e7 * dice.uniform())
        }

        func run(_ apps: [AppsOptions.App]) -> RecordedRun {
            let options = PolicyOptions.apps(AppsOptions(apps: apps))
            return RecordedRun(
                Fixtures.scenario(
                    device: device, system: system, hours: 48, world: world,
                    policies: [NamedPolicy(name: "none", options: .none)], seed: seed),
                policy: options)
        }
    }

    /// Components that are on only for apps.
    private static let services: Set<Component> = [.gnss, .audio, .bluetooth]

    @Test("Books close, bookings add up to the whole, and no service is on without a client")
    func conserves() {
        for seed in 1...40 as ClosedRange<UInt64> {
            let crowd = Crowd(seed: seed)
            let run = crowd.run(crowd.apps)
            let place = "seed \(seed), \(crowd.names)"
            AnyPolicyTests.check(run, place)
            let booked = run.table.energyByActivity().reduce(0) { $0 + $1.magnitude }
            #expect(isClose(booked, run.table.totalEnergy.magnitude, relative: 1e-9), "\(place)")
            for posting in run.timeline {
                let line = run.table.plan.lines[posting.line]
                guard Self.services.contains(line.component) else { continue }
                let isIdle = posting.cause == .noActivity
                #expect(
                    (line.state == "off") == isIdle, "\(place): \(line.component) \(line.state)")
            }
        }
    }

    @Test("An app's cost alone does not depend on events of the others")
    func alone() {
        for seed in 1...40 as ClosedRange<UInt64> {
            let crowd = Crowd(seed: seed)
            var others = crowd
            // Nothing happens to the others, except that the user still opens them.
            for place in crowd.world.apps.indices.dropFirst(2) {
                others.world.apps[place] = AppWorldProfile(
                    sessions: crowd.world.apps[place].sessions)
            }
            let (one, same) = (crowd.run([crowd.apps[0]]), others.run([crowd.apps[0]]))
            #expect(one.result.table.totalEnergy == same.result.table.totalEnergy, "seed \(seed)")
            #expect(one.metrics == same.metrics, "seed \(seed), \(crowd.names)")
        }
    }
}
