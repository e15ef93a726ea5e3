import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

@Suite struct SharedPositionsTests {
    private static func run(
        _ policies: [PolicyOptions], worlds: [AppWorldProfile] = [], hours: Double = 6,
        in world: WorldProfile = WorldProfile(),
        device: DeviceProfile = Fixtures.phone(Fixtures.receiver())
    ) -> RecordedRun {
        var world = world
        world.apps = [AppWorldProfile()] + worlds
        while world.apps.count <= policies.count { world.apps.append(AppWorldProfile()) }
        let options = Fixtures.together(policies)
        return RecordedRun(
            Fixtures.scenario(
                device: device, hours: hours, world: world,
                policies: [NamedPolicy(name: "apps", options: options)]),
            policy: options)
    }

    private static func tracker(for seconds: Double) -> PolicyOptions {
        Fixtures.standard(
            background: .foregroundOnly(Fixtures.seconds(seconds)),
            uploads: .every(Fixtures.seconds(600)))
    }

    /// The receiver's time on, in seconds.
    private static func on(_ run: RecordedRun) -> Double {
        run.table.residenceRows().filter { $0.component == .gnss && $0.state != "off" }
            .reduce(0) { $0 + Double($1.nanoseconds) / 1e9 }
    }

    private static func fixes(_ run: RecordedRun) -> Double { run.metrics[.fixes] ?? 0 }

    @Test(
        "The receiver is on for the union of its clients' times, whoever stops first",
        arguments: [[100.0, 200], [200, 100], [300], [70, 90, 1000]])
    func hull(spans: [Double]) {
        let run = Self.run(spans.map(Self.tracker))
        #expect(Self.on(run) == spans.max())
        // Each app gets a position each second from the first fix on, after half a minute.
        #expect(Self.fixes(run) == spans.reduce(0) { $0 + $1 - 30 })
    }

    @Test("A fix answers all apps that wait for one; a lone request is paid alone")
    func sharedFix() {
        let periodic = Fixtures.periodic(minutes: 30)
        let (one, three) = (Self.run([periodic]), Self.run([periodic, periodic, periodic]))
        #expect(Self.on(three) == Self.on(one))
        #expect(Self.fixes(three) == 3 * Self.fixes(one))
    }

    @Test("A periodic app finds the receiver on where another app keeps it on")
    func joins() {
        let tracker = Fixtures.standard(uploads: .every(Fixtures.seconds(600)))
        let (alone, both) = (
            Self.run([tracker]), Self.run([Fixtures.periodic(minutes: 5), tracker])
        )
        #expect(Self.on(both) == Self.on(alone) && Self.on(alone) == 21_600)
        #expect(Self.fixes(both) == Self.fixes(alone) + 72)
    }

    @Test("The receiver's energy is booked to the apps that need it, each for its time")
    func booked() throws {
        let run = Self.run([Self.tracker(for: 100), Self.tracker(for: 250)])
        let gnss = run.timeline.filter {
            let line = run.table.plan.lines[$0.line]
            return line.component == .gnss && line.state != "off"
        }
        let ends = try [0, 1].map { app in
            let activity = LedgerPlan.firstPolicyActivity + 2 * app
            return try #require(gnss.last { Int($0.cause.activity) == activity }).until
        }
        let expected: [Instant] = [100, 250].map { Instant.start + Fixtures.seconds($0) }
        #expect(ends == expected)
    }

    @Test("The receiver is on exactly while an app needs it, in any order of starts and stops")
    func neverForNone() {
        for seed in 0..<40 {
            var draws = RandomSource(seed: UInt64(seed), replication: 0).stream("shared positions")
            let spans = (0..<3).map { _ in (40 + 400 * draws.uniform()).rounded() }
            let sessions = (0..<3).map { _ in
                AppWorldProfile(
                    sessions: Spells(
                        every: .constant(Seconds((1000 + 3000 * draws.uniform()).rounded())),
                        duration: .constant(Seconds((20 + 300 * draws.uniform()).rounded()))))
            }
            let all = Self.run(spans.map(Self.tracker), worlds: sessions)
            let alone = (0..<3).map { app in
                Self.on(Self.run([Self.tracker(for: spans[app])], worlds: [sessions[app]]))
            }
            #expect(Self.on(all) <= alone.reduce(0, +) + 1e-9, "seed \(seed)")
            #expect(Self.on(all) >= (alone.max() ?? 0) - 1e-9, "seed \(seed)")
        }
    }

    @Test("Two apps with significant changes get them together: one wake-up")
    func significantChanges() {
        let options = Fixtures.significantChange
        let world = WorldProfile(
            movement: .profile(Places.commuter), cells: Places.cells(perKilometer: 1))
        let (one, two) = (
            Self.run([options], hours: 72, in: world, device: Fixtures.device()),
            Self.run([options, options], hours: 72, in: world, device: Fixtures.device())
        )
        #expect(Self.fixes(two) == 2 * Self.fixes(one) && Self.fixes(one) > 1)
        #expect(two.metrics[.wakeUps] == one.metrics[.wakeUps])
    }
}
