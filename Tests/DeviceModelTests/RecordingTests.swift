import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

@Suite struct RecordingTests {
    private func run(
        uploadEvery: Double? = nil, recordings: (every: Double, duration: Double) = (1000, 600),
        app: AppWorldProfile = AppWorldProfile(), sound: SoundHappenings? = nil,
        calls: Spells? = nil, system: SystemRules = Fixtures.system(),
        radio: RadioProfile = Fixtures.umts()
    ) -> RecordedRun {
        let options = PolicyOptions.recording(
            RecordingOptions(
                bitRate: BitsPerSecond(32_000), uploadEvery: uploadEvery.map(Fixtures.seconds)))
        var app = app
        app.recordings = Spells(
            every: .constant(Seconds(recordings.every)),
            duration: .constant(Seconds(recordings.duration)))
        let world = WorldProfile(phoneCalls: calls, apps: [app], sound: sound)
        let scenario = Fixtures.scenario(
            radio: radio, system: system, hours: 1, world: world,
            policies: [NamedPolicy(name: "recorder", options: options)])
        return RecordedRun(scenario, policy: options)
    }

    @Test("SR-019: a recorder continues in the background and draws 80 mW, and nothing else")
    func inMemory() {
        let result = run()
        // 1,000 to 1,600 and 2,600 to 3,200 s.
        #expect(result.spans(.audio, "recording").map(\.from) == [1000, 2600])
        #expect(result.metrics[.recordedTime] == 1200 && result.metrics[.tasksDone] == 2)
        #expect(result.metrics[.itemsSent] == nil)
        let floor = 10.0 * 3600
        expectClose(result.metrics[.energy]! * 1000, floor + 80 * 1200)
    }

    @Test("SR-019: a system that suspends recorders, and a phone without a microphone, are refused")
    func refused() {
        let options = PolicyOptions.recording(RecordingOptions(bitRate: BitsPerSecond(32_000)))
        let world = WorldProfile(
            apps: [
                AppWorldProfile(
                    recordings: Spells(
                        every: .constant(Seconds(1)), duration: .constant(Seconds(1))))
            ])
        func fault(
            _ system: SystemRules, _ device: DeviceProfile, _ world: WorldProfile
        ) -> Refusal? {
            do throws(Refusal) {
                try options.check(
                    system: system, device: device, radio: Fixtures.umts(), world: world)
                return nil
            } catch {
                return error
            }
        }
        let strict = Fixtures.system(player: Fixtures.player(keepsRecording: false))
        var deaf = Fixtures.device()
        deaf.audioRecording = nil
        #expect(fault(Fixtures.system(), Fixtures.device(), world) == nil)
        #expect(
            fault(strict, Fixtures.device(), world)?.message
                == "ios suspends an app that records in the background")
        #expect(
            fault(Fixtures.system(), deaf, world)?.message
                == "phone states no power for recording")
        #expect(
            fault(Fixtures.system(), Fixtures.device(), WorldProfile())?.message
                == "the policy records, but this world has no recordings")
    }

    @Test("SR-017: a call takes the microphone, and returns it where the system says so")
    func call() {
        let calls = Spells(
            every: .constant(Seconds(1200)), duration: .constant(Seconds(100)))
        let result = run(calls: calls)
        #expect(
            result.spans(.audio, "recording").map { [$0.from, $0.until] }
                == [[1000, 1200], [1300, 1600], [2600, 3200]])
        let strict = run(calls: calls, system: Fixtures.system(resumesAfterCall: false))
        #expect(
            strict.spans(.audio, "recording").map { [$0.from, $0.until] }
                == [[1000, 1200], [2600, 3200]])
    }

    @Test("SR-017: another player ends a recording")
    func otherPlayer() {
        let sound = SoundHappenings(
            otherPlayer: Spells(
                every: .constant(Seconds(1200)), duration: .constant(Seconds(10))))
        let result = run(sound: sound)
        #expect(
            result.spans(.audio, "recording").map { [$0.from, $0.until] }
                == [[1000, 1200], [2600, 3200]])
    }

    @Test("A recording uploaded in pieces arrives whole, the last piece after its end")
    func pieces() {
        let result = run(uploadEvery: 70)
        #expect(result.metrics[.bytesUp] == 4_800_000)
        // Eight pieces of 70 s and one of 40 s, twice.
        #expect(result.metrics[.itemsSent] == 18)
        #expect(result.metrics[.tasksDone] == 2 && result.metrics[.tasksLost] == 0)
    }

    @Test("SR-011, SR-014: a recording not uploaded within the time after its end is lost")
    func uploadTooSlow() {
        let slow = Fixtures.valid {
            try RadioProfile(
                name: "slow", technology: .umts,
                states: [
                    RadioState(
                        name: "ON", draw: .constant(Milliwatts(700)),
                        uplink: BitsPerSecond(8_000), downlink: BitsPerSecond(8_000))
                ],
                initial: 0, promotions: [], roundTrip: Seconds(0.1), transferPower: nil)
        }
        // 600 s at 32 kbit/s take 2,400 s at 8 kbit/s; some were uploaded before the end.
        let result = run(uploadEvery: 60, recordings: (1000, 600), radio: slow)
        #expect(result.metrics[.tasksLost]! >= 1 && result.metrics[.tasksDone] == 0)
    }

    @Test("SR-033: a force quit stops a recorder, which keeps what is in memory")
    func forceQuit() {
        let result = run(
            app: AppWorldProfile(forceQuits: .constant(Seconds(1100))))
        #expect(
            result.spans(.audio, "recording").map { [$0.from, $0.until] }
                == [[1000, 1100], [2600, 3200]])
        #expect(result.metrics[.tasksDone] == 2)
    }
}
