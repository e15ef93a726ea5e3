import Kernel
import ModelFixtures
import Profiles
import Studies
import TestSupport
import Testing

@testable import DeviceModel

/// How long shipped versions of Android let apps run, and what becomes of those that take longer.
@Suite struct AndroidProcessTests {
    private static let library = ProfileLibrary(root: Repository.profiles).remembering

    /// A system without Doze and buckets, which would hold back what is looked at here.
    private static func system(_ number: Int) throws -> SystemRules {
        var system = try library.loadSystem("android-\(number)").value
        (system.doze, system.standby) = (nil, nil)
        return system
    }

    private static func app(
        _ triggers: [RuleTrigger], _ steps: [RuleStep], kept: KeptRunning = .nothing,
        isUnrestricted: Bool = false
    ) -> PolicyOptions {
        let rules = triggers.enumerated().map { AppRule(name: "r\($0)", on: $1, do: steps) }
        var options = PolicyOptions.app(OwnAppOptions(rules: rules, kept: kept))
        options.traits.isUnrestricted = isUnrestricted
        return options
    }

    private static func every(
        _ seconds: Double, _ clock: RuleClock, tolerance: Double = 0
    ) -> RuleTrigger {
        .every(
            Fixtures.seconds(seconds), by: clock, tolerance: Fixtures.seconds(tolerance),
            jitter: .zero)
    }

    private static func run(
        _ app: PolicyOptions, on system: SystemRules, hours: Double,
        world: WorldProfile = WorldProfile(apps: [AppWorldProfile()])
    ) -> RecordedRun {
        RecordedRun(
            Fixtures.scenario(
                system: system, hours: hours, world: world,
                policies: [NamedPolicy(name: "app", options: app)]), policy: app)
    }

    /// Stretches in which the processor was awake, in seconds.
    private static func awake(_ run: RecordedRun) -> [(from: Double, until: Double)] {
        run.timeline.filter { posting in
            let line = run.table.plan.lines[posting.line]
            return line.component == .processor && line.state == "awake-background"
        }.map { ($0.from.seconds.magnitude, $0.until.seconds.magnitude) }
    }

    private static let holds: [RuleStep] = [.asTask([.wait(Fixtures.seconds(300))])]

    @Test(
        """
        R001, R003: the wake lock of an idle app loses its effect, nothing is ended, and the app \
        goes on when an alarm wakes it again
        """, arguments: 8...16)
    func losesLocks(number: Int) throws {
        let system = try Self.system(number)
        let run = Self.run(
            Self.app([Self.every(3600, .alarm)], Self.holds), on: system, hours: 24.5)
        #expect(run.metrics[.appEndings] == 0)
        // The first alarm begins a task of 300 s of uptime; each wake-up gives it 70 s.
        let lengths = Self.awake(run).map { $0.until - $0.from }
        #expect(lengths.allSatisfy { $0 < 70.5 }, "\(lengths)")
        #expect(lengths.filter { $0 > 69.5 }.count >= 16, "\(lengths)")
        #expect((3...5).contains(run.metrics[.errandsDone] ?? 0), "\(run.metrics)")
        var doubled = system
        doubled.taskCompletion.limit = Fixtures.seconds(120)
        let longer = Self.run(
            Self.app([Self.every(3600, .alarm)], Self.holds), on: doubled, hours: 24.5)
        #expect(longer.metrics[.errandsDone]! > run.metrics[.errandsDone]!)
        var ends = system
        ends.taskCompletion.endsApp = true
        let ended = Self.run(
            Self.app([Self.every(3600, .alarm)], Self.holds), on: ends, hours: 24.5)
        #expect(ended.metrics[.errandsDone] == 0 && ended.metrics[.appEndings] == 24)
    }

    @Test(
        "R073: an app that is not optimised finishes whatever an alarm began", arguments: 8...16)
    func hasNoLimit(number: Int) throws {
        let system = try Self.system(number)
        let run = Self.run(
            Self.app([Self.every(3600, .alarm)], Self.holds, isUnrestricted: true), on: system,
            hours: 24.5)
        #expect(run.metrics[.errandsDone] == 24 && run.metrics[.appEndings] == 0)
        let time = Self.awake(run).reduce(0) { $0 + $1.until - $1.from }
        #expect(isClose(time, 24 * 300, relative: 0.01), "\(time)")
    }

    @Test(
        """
        R006, R007: an exact alarm gives an app ten seconds before its limit begins, an inexact \
        one a minute
        """, arguments: [8, 11, 14, 16])
    func allowances(number: Int) throws {
        var system = try Self.system(number)
        func longest(_ tolerance: Double) -> Double {
            let app = Self.app([Self.every(3600, .alarm, tolerance: tolerance)], Self.holds)
            let stretches = Self.awake(Self.run(app, on: system, hours: 6.5))
            return stretches.map { $0.until - $0.from }.max() ?? 0
        }
        #expect(abs(longest(0) - 70) < 0.5 && abs(longest(60) - 60) < 0.5)
        system.taskCompletion.allowance = Fixtures.seconds(40)
        system.taskCompletion.inexactAlarm = Fixtures.seconds(20)
        #expect(abs(longest(0) - 100) < 0.5 && abs(longest(60) - 20) < 0.5)
    }

    @Test(
        """
        R025, R026: single positions come as seldom in the background as others: later, or not at \
        all in 11
        """, arguments: [8, 10, 11, 12, 16])
    func seldomLocated(number: Int) throws {
        var system = try Self.system(number)
        let receiver = GNSSProfile(
            acquiring: Milliwatts(400), tracking: Milliwatts(300),
            starts: GNSSProfile.StartTimes(cold: .constant(.zero)), error: Meters(1))
        func run(
            _ kept: KeptRunning = .nothing, within: Double = 20
        ) -> (fixes: Double, cut: Double) {
            let app = Self.app(
                [Self.every(60, .alarm)], [.locate(.tenMeters, within: Fixtures.seconds(within))],
                kept: kept)
            let run = RecordedRun(
                Fixtures.scenario(
                    device: Fixtures.phone(receiver), system: system, hours: 24,
                    world: WorldProfile(
                        movement: .still(at: Places.munich), apps: [AppWorldProfile()]),
                    policies: [NamedPolicy(name: "app", options: app)]), policy: app)
            return (run.metrics[.fixes] ?? 0, run.metrics[.errandsCutOff] ?? 0)
        }
        #expect((46...48).contains(run().fixes), "\(run())")
        #expect(run().cut > 1000)
        #expect(run(.location).fixes > 1400)
        system.standardLocation.refusesSeldom.toggle()
        #expect((46...48).contains(run().fixes))
        system.standardLocation.backgroundEvery = nil
        #expect(run().fixes > 1400)
    }

    @Test("R015: an app that is not optimised is not frozen", arguments: [12, 14])
    func isNotFrozen(number: Int) throws {
        let system = try Self.system(number)
        // A charger keeps the processor's clock going, and every alarm begins the app anew.
        var world = WorldProfile(apps: [AppWorldProfile()])
        world.charging = Charging(daily: [.wholeDay])
        func timers(isUnrestricted: Bool) -> Double {
            let app = Self.app(
                [Self.every(600, .timer), Self.every(7000, .alarm)], [],
                isUnrestricted: isUnrestricted)
            return Self.run(app, on: system, hours: 8, world: world).metrics[.errandsBegun] ?? 0
        }
        let frozen = timers(isUnrestricted: false)
        #expect(timers(isUnrestricted: true) > frozen + 20, "\(frozen)")
    }

    @Test(
        """
        R021, R022: own timers and waits count the time that the processor is awake, whatever \
        keeps the app running; alarms do not
        """, arguments: [6, 9, 14])
    func uptime(number: Int) throws {
        let system = try Self.system(number)
        let service = Self.app([Self.every(30, .timer)], [], kept: .connectedDevice)
        #expect(Self.run(service, on: system, hours: 8).metrics[.errandsBegun] == 0)
        let alarm = Self.app([Self.every(30, .alarm)], [], kept: .connectedDevice)
        #expect(Self.run(alarm, on: system, hours: 8).metrics[.errandsBegun] == 959)
        var runs = system
        runs.timers.runWhileAsleep = true
        #expect(Self.run(service, on: runs, hours: 8).metrics[.errandsBegun] == 959)

        // Another app holds the processor for 95 s of each 1000 s: three timers in each.
        let holds: [RuleStep] = [.asTask([.wait(Fixtures.seconds(95))])]
        let holder = Self.app([Self.every(1000, .alarm)], holds, isUnrestricted: true)
        let both = Fixtures.together([service, holder])
        let run = Self.run(
            both, on: system, hours: 8,
            world: WorldProfile(apps: Array(repeating: AppWorldProfile(), count: 3)))
        let begun = run.result.errands[0].begun
        let time = Self.awake(run).reduce(0) { $0 + $1.until - $1.from }
        #expect(begun > 80 && Double(begun) <= time / 30, "\(begun) in \(time) s")
    }
}
