import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

struct UseTests {
    /// In hand for 1 h, with pauses of 1 h, beginning with a pause.
    private static let hourly = Spells(
        every: .constant(Seconds(3600)), duration: .constant(Seconds(3600)))

    private static func world(_ user: UserProfile?, opened: Double = 0) -> WorldProfile {
        var world = WorldProfile(user: user)
        world.apps[0].opened = Fraction(opened)
        return world
    }

    private static func run(_ world: WorldProfile, hours: Double = 24) -> RecordedRun {
        let policy = NamedPolicy(name: "none", options: .none)
        return RecordedRun(
            Fixtures.scenario(hours: hours, world: world, policies: [policy]), policy: .none)
    }

    @Test("A phone in hand draws only the device's power for display and processor")
    func closedForm() throws {
        let lying = try #require(Self.run(Self.world(nil)).metrics[.energy])
        let used = Self.run(Self.world(UserProfile(pickUps: Self.hourly)))
        let metrics = used.metrics
        // Twelve hours at 100 mW + 50 % of 200 mW and 150 mW, and twelve wake-ups, each with the
        // processor's time to wake.
        let device = Fixtures.device()
        let wakeUp = device.processor.wakeUpEnergy.magnitude / 1000
        let waking = device.processor.wakeUpTime.seconds.magnitude
        let expected = 12 * 3600 * 0.2 + 12 * ((3600 - waking) * 0.15 + wakeUp)
        #expect(abs(try #require(metrics[.energy]) - lying - expected) < 1e-6)
        #expect(metrics[.pickUps] == 12)
        #expect(metrics[.inHandShare] == 50)
        #expect(metrics[.wakeUps] == 12)
    }

    @Test("The system's own work keeps the processor awake as long as it lasts, but not if bare")
    func ownWork() throws {
        var system = Fixtures.system()
        system.ownWork = Spells(every: .constant(Seconds(90)), duration: .constant(Seconds(10)))
        func run(_ hasOwnWork: Bool) -> RecordedRun {
            let policy = NamedPolicy(name: "none", options: .none)
            let world = WorldProfile(hasOwnWork: hasOwnWork)
            return RecordedRun(
                Fixtures.scenario(system: system, world: world, policies: [policy]), policy: .none)
        }
        // From 90 s on, each 100 s for 10 s, after the processor's time to wake.
        let (bare, working) = (run(false), run(true))
        #expect(bare.metrics[.wakeUps] == 0 && working.metrics[.wakeUps] == 864)
        let processor = Fixtures.device().processor
        let each =
            processor.wakeUpEnergy.magnitude / 1000
            + 10 * processor.awakeBackground.magnitude / 1000
        let before = try #require(bare.metrics[.energy])
        let after = try #require(working.metrics[.energy])
        // The last one begins ten seconds before the end, so its time to wake is cut off.
        let waking = processor.wakeUpTime.seconds.magnitude
        let cut = waking * processor.awakeBackground.magnitude / 1000
        #expect(abs(after - before - 864 * each + cut) < 1e-6)
    }

    @Test("A user who plays draws more while the phone is in hand, and nothing otherwise")
    func moreInFront() throws {
        func energy(_ more: Double) throws -> Double {
            let user = UserProfile(pickUps: Self.hourly, moreInFront: Milliwatts(more))
            return try #require(Self.run(Self.world(user)).metrics[.energy])
        }
        let waking = Fixtures.device().processor.wakeUpTime.seconds.magnitude
        let expected = 12 * (3600 - waking) * 0.19
        #expect(abs(try energy(190) - energy(0) - expected) < 1e-6)
    }

    @Test("Sessions and outages at a time of day begin then, each day, the first at a start too")
    func atATime() throws {
        let eight = DayRhythm(at: Fixtures.seconds(8 * 3600))
        let midnight = DayRhythm(at: .zero)
        func begins(_ rhythm: DayRhythm) -> [Double] {
            var world = WorldProfile(user: UserProfile())
            world.otherApps = Spells(
                every: .constant(Seconds(86_400)), duration: .constant(Seconds(600)),
                byHour: rhythm)
            let run = Self.run(world, hours: 48)
            return run.timeline.filter { run.table.plan.lines[$0.line].state == "lit" }
                .map(\.from.seconds.magnitude)
        }
        #expect(begins(eight) == [8 * 3600, 32 * 3600])
        #expect(begins(midnight) == [0, 86_400])
    }

    @Test("The energy shares add up to the whole")
    func shares() throws {
        let metrics = Self.run(Self.world(UserProfile(pickUps: Self.hourly))).metrics
        let shares: [Metric] = [.displayShare, .foregroundShare, .backgroundShare, .standbyShare]
        let sum = try shares.map { try #require(metrics[$0]) }.reduce(0, +)
        #expect(abs(sum - 100) < 1e-9)
    }

    @Test("A brighter display draws more, and a phone in standby has no shares")
    func brightness() throws {
        let energies = try [0, 0.5, 1].map { brightness in
            let user = UserProfile(pickUps: Self.hourly, brightness: Fraction(brightness))
            return try #require(Self.run(Self.world(user)).metrics[.energy])
        }
        #expect(abs(energies[1] - energies[0] - 12 * 360) < 1e-6)
        #expect(abs(energies[2] - energies[1] - 12 * 360) < 1e-6)
        #expect(Self.run(Self.world(nil)).metrics[.displayShare] == nil)
    }

    @Test("One app is in front at a time, and another session replaces it")
    func oneInFront() {
        var world = Self.world(UserProfile(pickUps: Self.hourly))
        // From the middle of each time in hand to the middle of the next pause.
        world.otherApps = Spells(
            every: .constant(Seconds(5400)), duration: .constant(Seconds(1800)))
        let run = Self.run(world, hours: 48)
        let lit = run.timeline.filter { $0.cause == Cause(activity: 3) }
        #expect(!lit.isEmpty)
        // Whichever app is in front, no two intervals of the display overlap.
        let table = run.table
        let display = lit.filter { table.plan.lines[$0.line].component == .display }
        for (before, after) in zip(display, display.dropFirst()) {
            #expect(before.until <= after.from)
        }
    }

    @Test("The user's day is identical under every policy, and moves nothing else's draws")
    func commonRandomNumbers() throws {
        let user = UserProfile(
            pickUps: Spells(
                every: .exponential(mean: Seconds(1200)), duration: .constant(Seconds(60))))
        var standby = WorldProfile(phoneCalls: Self.hourly)
        standby.otherTraffic = [
            TrafficSource(
                every: .exponential(mean: Seconds(600)), uplink: .constant(Bytes(1000)),
                downlink: .constant(Bytes(1000)), roundTrips: 1)
        ]
        var used = standby
        used.user = user
        let (before, after) = (Self.run(standby).metrics, Self.run(used).metrics)
        #expect(before[.bytesDown] == after[.bytesDown])
        #expect(try #require(after[.pickUps]) > 20)
    }

    // MARK: Hours of the day

    @Test("An hour passes at its weight, and a day remains a day")
    func rhythm() throws {
        var weights = [Double](repeating: 0, count: 24)
        (weights[8], weights[20]) = (3, 1)
        let rhythm = try #require(DayRhythm(weights: weights))
        let hour = Fixtures.seconds(3600)
        // The hour from 8 has a weight of 18 hours, the one from 20 the other six.
        #expect(rhythm.clockTime(hour, from: .start) == Fixtures.seconds(8 * 3600 + 200))
        #expect(
            rhythm.clockTime(Fixtures.seconds(18 * 3600 + 600), from: .start)
                == Fixtures.seconds(20 * 3600 + 100))
        #expect(
            rhythm.clockTime(Fixtures.seconds(86_400), from: .start + hour)
                == Fixtures.seconds(86_400))
    }

    @Test("A rhythm keeps the number of events in a day")
    func rate() throws {
        let weights = (0..<24).map { Double($0 % 7) }
        let rhythm = try #require(DayRhythm(weights: weights))
        var recurrence = Recurrence(
            every: .exponential(mean: Seconds(1800)), byHour: rhythm,
            stream: RandomStream(StreamKey(seed: 3, replication: 0, purpose: "test")))
        var (time, count) = (Instant.start, 0.0)
        var byHour = [Double](repeating: 0, count: 24)
        while time < .start + Fixtures.seconds(1000 * 86_400) {
            time = time + recurrence.gap(at: time)
            count += 1
            byHour[Int(time.seconds.magnitude / 3600) % 24] += 1
        }
        // 48 a day: a count of 48,000, whose standard deviation is 219.
        #expect(abs(count - 48_000) < 4 * 219)
        for hour in 0..<24 {
            let expected = 2000 * rhythm.byHour[hour]
            #expect(abs(byHour[hour] - expected) <= 5 * expected.squareRoot())
        }
    }

    @Test("Invalid weights give no rhythm")
    func noRhythm() {
        #expect(DayRhythm(weights: [Double](repeating: 0, count: 24)) == nil)
        #expect(DayRhythm(weights: [1, 2, 3]) == nil)
        #expect(DayRhythm(weights: [-1] + [Double](repeating: 1, count: 23)) == nil)
    }
}
