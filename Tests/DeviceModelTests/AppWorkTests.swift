import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

@Suite struct AppWorkTests {
    /// An app that works 12 s of every 15 s for an hour, nearly always behind another app.
    ///
    /// - Returns: The number of finished pieces, their extra cost, and the cost of each, in joules.
    private static func slowed(to speed: Double) -> (done: Double, cost: Double, each: Double) {
        var (system, device) = (Fixtures.system(), Fixtures.device())
        system.standardLocation.keepsRunning = true
        system.lifeCycle.backgroundSpeed = Fraction(speed)
        device.processor.busyBackground = Milliwatts(300)
        let work = Fixtures.backgroundWork(
            every: Fixtures.seconds(15), work: Fixtures.seconds(12))
        let world = WorldProfile(
            otherApps: Spells(every: .constant(Seconds(1)), duration: .constant(Seconds(100))))
        let with = run(work, world, device, system).metrics
        let without = run(.none, world, device, system).metrics
        let done = with[.errandsDone] ?? 0
        let cost = (with[.energy] ?? 0) - (without[.energy] ?? 0)
        return (done, cost, cost / done)
    }

    private static func run(
        _ options: PolicyOptions, _ world: WorldProfile, _ device: DeviceProfile,
        _ system: SystemRules
    ) -> RunResult {
        Fixtures.scenario(
            device: device, system: system, hours: 1, world: world,
            policies: [NamedPolicy(name: "app", options: options)]
        ).run(options)
    }

    @Test("SR-009: work at share s takes t/s, and draws the same")
    func share() {
        let results = [1, 0.5, 0.1].map { Self.slowed(to: $0) }
        // 12 s of every 15 s; then 24 s, which leaves out a piece that falls due; then 120 s,
        // nearly all of them behind another app.
        #expect(results.map(\.done) == [239, 120, 29])
        // The end of the hour cuts one more piece, which is paid in part.
        #expect(results.allSatisfy { $0.cost <= results[0].each * ($0.done + 1) && $0.cost > 0 })
    }

    @Test("SR-008: computing for an accessory is throttled like other work")
    func accessory() {
        var system = Fixtures.system()
        system.bluetooth = TimedModeRules(runTime: Fixtures.seconds(10), perHourLimit: nil)
        func run(_ rules: BackgroundWorkRules?) -> MetricValues {
            system.backgroundWork = rules
            let options = PolicyOptions.accessory(
                AccessoryOptions(
                    link: .central, every: Fixtures.seconds(10), work: Fixtures.seconds(9.9)))
            return Self.run(options, WorldProfile(), Fixtures.device(), system).metrics
        }
        let limit = BackgroundWorkRules(
            share: Fraction(0.8), over: Fixtures.seconds(60), throttled: Fraction(0.5),
            endsAfter: Fixtures.seconds(60))
        #expect(run(nil)[.tasksThrottled] == 0)
        #expect((run(limit)[.tasksThrottled] ?? 0) > 50)
        // So slow that a piece does not finish in time.
        var strict = limit
        (strict.throttled, strict.endsAfter) = (Fraction(0.01), Fixtures.seconds(20))
        #expect((run(strict)[.appEndings] ?? 0) > 0)
        #expect((run(strict)[.energy] ?? 0) < (run(nil)[.energy] ?? 0))
    }

    @Test("An app's pieces of work run one after another, with the processor awake throughout")
    func inTurn() {
        var phone = AppLifeTests.phone()
        var life = AppLife(beginningIn: .background)
        let cause = Cause(activity: LedgerPlan.firstPolicyActivity)
        let first = life.work(Fixtures.seconds(3), cause: cause, on: &phone)
        let second = life.work(Fixtures.seconds(2), cause: cause, on: &phone)
        #expect(second.begin == first.end && second.end == first.end + Fixtures.seconds(2))
        let table = phone.finish()
        #expect(table.residence(of: "awake-background", in: .processor) == Fixtures.seconds(5))
    }

    @Test("The processor is released when an app ends in the middle of its work")
    func letGo() {
        var phone = AppLifeTests.phone()
        var life = AppLife(beginningIn: .background)
        let cause = Cause(activity: LedgerPlan.firstPolicyActivity)
        life.work(Fixtures.seconds(600), canStop: true, cause: cause, on: &phone)
        life.end(.exited, on: &phone)
        let table = phone.finish()
        #expect(table.residence(of: "awake-background", in: .processor) == .zero)
    }
}
