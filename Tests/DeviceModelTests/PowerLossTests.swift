import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

/// Tests that an empty battery ends what apps do, and that power does not resume it.
@Suite struct PowerLossTests {
    /// A phone that turns off after some hours, gets a charger at 12 h, and runs on from then.
    ///
    /// - Parameter start: The share of 18,914.4 J at the start; the floor draws 100 mW.
    private static func run(
        _ options: PolicyOptions, calls: Spells? = nil, listening: Listening? = nil,
        app: AppWorldProfile = AppWorldProfile(), start: Double = 0.1
    ) -> RecordedRun {
        var (system, device) = (Fixtures.system(), Fixtures.device(floor: 100))
        system.standardLocation.keepsRunning = true
        device.processor.busyBackground = Milliwatts(300)
        let night = Fixtures.valid {
            DailyWindow(from: Fixtures.seconds(43_200), until: Fixtures.seconds(86_400))
        }
        let world = WorldProfile(
            phoneCalls: calls, listening: listening, apps: [app],
            battery: BatteryCourse(start: Fraction(start)),
            charging: Charging(daily: [night], power: Milliwatts(2500)))
        let scenario = Fixtures.scenario(
            device: device, system: system, hours: 24, world: world,
            policies: [NamedPolicy(name: "app", options: options)])
        return RecordedRun(scenario, policy: options)
    }

    @Test("Work stops computing when the battery is empty")
    func work() {
        let work = Fixtures.backgroundWork(
            every: Fixtures.seconds(3600), work: Fixtures.seconds(3600))
        let result = Self.run(work)
        // Awake at 100 mW, computing at 200 mW more.
        let awake = result.table.residenceRows().filter { $0.state == "awake-background" }
        let time = awake.reduce(0) { $0 + Double($1.nanoseconds) / 1e9 }
        let energy = awake.reduce(0) { $0 + $1.energy.magnitude } / 1000
        #expect(time > 3700 && time < 5000)
        #expect(abs(energy - 0.3 * time) < 1, "\(energy) J in \(time) s")
        #expect(result.metrics[.errandsCutOff] == 1)
    }

    @Test("A player counts only the time with power")
    func player() {
        let result = Self.run(
            Fixtures.streaming(.trickle(every: Fixtures.seconds(1))),
            listening: Fixtures.listening(minutes: 1400))
        let playing = result.time(.audio, "playing")
        #expect(playing < 20_000)
        #expect(abs(result.metrics[.playedTime]! - playing) < 1)
    }

    @Test("A recorder counts only the time with power")
    func recorder() {
        let result = Self.run(
            .recording(
                RecordingOptions(
                    bitRate: BitsPerSecond(32_000), uploadEvery: nil, roundTrips: 0)),
            app: AppWorldProfile(
                recordings: Spells(
                    every: .constant(Seconds(1000)), duration: .constant(Seconds(80_000)))))
        let recording = result.time(.audio, "recording")
        #expect(recording < 20_000)
        #expect(abs(result.metrics[.recordedTime]! - recording) < 1)
    }

    @Test("SR-017: a call that ended while the phone was off interrupts nothing afterwards")
    func calls() {
        // The call from 12,000 s on blocks a player that draws about 350 mW; the battery is empty
        // before it ends at 32,000 s. On again soon after 43,200 s, next call 44,000 s.
        let calls = Spells(
            every: .constant(Seconds(12_000)), duration: .constant(Seconds(20_000)))
        let result = Self.run(
            Fixtures.streaming(.chunked(ahead: nil, lead: Fixtures.seconds(10))), calls: calls,
            listening: Fixtures.listening(minutes: 1400),
            app: AppWorldProfile(
                sessions: Spells(
                    every: .constant(Seconds(43_600)), duration: .constant(Seconds(60)))),
            start: 0.3)
        #expect(result.metrics[.timeToEmpty].map { (12_000 / 3600...32_000 / 3600) ~= $0 } == true)
        #expect(result.plays(11_990, 12_000) && result.plays(43_610, 43_990))
        #expect(!result.plays(44_001, 60_000))
    }

    @Test("Another app's player is silent while the phone is off, and heard afterwards")
    func otherPlayer() {
        let night = Fixtures.valid {
            DailyWindow(from: Fixtures.seconds(43_200), until: Fixtures.seconds(86_400))
        }
        // Empty after 5.3 h of 100 mW; the player begins at 8 h and plays for half a day.
        let world = WorldProfile(
            battery: BatteryCourse(start: Fraction(0.1)),
            charging: Charging(daily: [night], power: Milliwatts(2500)),
            sound: SoundHappenings(
                otherPlayer: Spells(
                    every: .constant(Seconds(28_800)), duration: .constant(Seconds(43_200)))))
        let run = RecordedRun(
            Fixtures.scenario(
                device: Fixtures.device(floor: 100), hours: 24, world: world,
                policies: [NamedPolicy(name: "none", options: .none)]),
            policy: .none)
        let spans = run.spans(.audio, "playing", ofApps: false)
        #expect(spans.count == 1)
        #expect(spans.allSatisfy { $0.from >= 43_200 && $0.until == 72_000 }, "\(spans)")
    }
}
