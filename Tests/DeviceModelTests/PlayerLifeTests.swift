import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

@Suite struct PlayerLifeTests {
    private static let trickle = StreamingOptions.Fetch.trickle(every: Fixtures.seconds(1))

    private func run(
        _ life: StreamingOptions.Life = StreamingOptions.Life(),
        fetch: StreamingOptions.Fetch = trickle, app: AppWorldProfile = AppWorldProfile(),
        sound: SoundHappenings? = nil, calls: Spells? = nil,
        memoryPressure: MemoryPressure? = nil, listening: Listening = Fixtures.listening(),
        system: SystemRules = Fixtures.system()
    ) -> RecordedRun {
        let options = Fixtures.streaming(fetch, life: life)
        let world = WorldProfile(
            phoneCalls: calls, listening: listening, apps: [app], memoryPressure: memoryPressure,
            sound: sound)
        let scenario = Fixtures.scenario(
            system: system, hours: 2, world: world,
            policies: [NamedPolicy(name: "player", options: options)])
        return RecordedRun(scenario, policy: options)
    }

    private func spells(_ every: Double, _ duration: Double) -> Spells {
        Spells(every: .constant(Seconds(every)), duration: .constant(Seconds(duration)))
    }

    private func life(
        foreground: Double = 0, background: StreamingOptions.Background = .audio,
        meters: StreamingOptions.LevelMeters = .absent, resumes: Bool = true
    ) -> StreamingOptions.Life {
        StreamingOptions.Life(
            foregroundFor: Fixtures.seconds(foreground), background: background,
            levelMeters: meters, resumes: resumes)
    }

    @Test(
        "SR-014, IM-094: a pause suspends the player, which plays and fetches nothing until it ends"
    )
    func pause() {
        let result = run(app: AppWorldProfile(pauses: spells(1000, 300)))
        #expect(result.isQuiet(1001, 1300) && result.isQuiet(2301, 2600))
        #expect(result.plays(999, 1000) && result.plays(1301, 1302) && result.plays(2601, 2602))
        // Pauses at 1,000 to 1,300 and 2,300 to 2,600 s of the hour; a wake-up takes no time here.
        let metrics = result.metrics
        let waited = metrics[.startUpTime]! + metrics[.rebufferingTime]!
        #expect(abs(metrics[.playedTime]! + waited - 3000) < 1e-6)
    }

    @Test("SR-014: a paused player costs nothing: its phone draws the floor")
    func pausedCostsNothing() {
        let result = run(app: AppWorldProfile(pauses: spells(1000, 3000)))
        let plan = result.table.plan
        let drawn = result.timeline.filter {
            $0.from.seconds.magnitude > 1020 && $0.until.seconds.magnitude < 3900
        }.reduce(0) { $0 + $1.energy(plan).magnitude }
        #expect(drawn == 0)
    }

    @Test("SR-015: a player draws the power of playing while it plays, and its processor nothing")
    func onlyPlays() {
        let result = run(fetch: .downloaded(tracks: 100))
        let plan = result.table.plan
        let played = result.metrics[.playedTime]!
        let sound = result.table.energy { $0.component == .audio }.magnitude / 1000
        let power = Fixtures.device().audioPlaying.magnitude / 1000
        #expect(played > 1000 && abs(sound - played * power) < 1e-6 * sound)
        let playing = result.timeline.filter { plan.lines[$0.line].state == "playing" }
        let awake = result.timeline.filter {
            plan.lines[$0.line].component == .processor && $0.energy(plan) > .zero
        }
        #expect(!playing.isEmpty)
        for posting in awake {
            #expect(!playing.contains { $0.from < posting.from && posting.from < $0.until })
        }
    }

    @Test("SR-014: a player without the audio mode plays only in front")
    func withoutMode() {
        let sessions = Spells(
            every: .constant(Seconds(1000)), duration: .constant(Seconds(60)))
        let result = run(
            life(foreground: 100, background: .suspended), app: AppWorldProfile(sessions: sessions))
        #expect(result.plays(90, 100) && result.isQuiet(101, 1000))
        #expect(result.plays(1001, 1060) && result.isQuiet(1061, 2060))
        #expect(result.plays(2070, 2110) && result.isQuiet(2121, 3120))
    }

    @Test("SR-006: level meters left running end the app; stopped in time they do not")
    func levelMeters() {
        let running = run(life(foreground: 100, meters: .running))
        #expect(running.isQuiet(101, 7200) && running.metrics[.appEndings] == 1)
        #expect(running.metrics[.playedTime]! < 100)
        let stopped = run(life(foreground: 100, meters: .stopped))
        #expect(stopped.metrics[.playedTime]! > 3500)
        let harmless = run(
            life(foreground: 100, meters: .running),
            system: Fixtures.system(player: Fixtures.player(drawingEndsApp: false)))
        #expect(harmless.metrics[.playedTime]! > 3500 && harmless.metrics[.appEndings] == 0)
    }

    @Test("SR-017: after a call a player may play on; otherwise it waits for its listener")
    func calls() {
        let calls = Spells(
            every: .constant(Seconds(1000)), duration: .constant(Seconds(300)))
        let plain = run(calls: calls)
        #expect(plain.isQuiet(1001, 1300) && plain.plays(1301, 1302))
        #expect(run(life(resumes: false), calls: calls).isQuiet(1001, 7200))
        let strict = run(calls: calls, system: Fixtures.system(resumesAfterCall: false))
        #expect(strict.isQuiet(1001, 7200))
        // The listener presses play at 1,400 s.
        let sound = SoundHappenings(remoteControl: .constant(Seconds(1400)))
        #expect(run(life(resumes: false), sound: sound, calls: calls).plays(1401, 1402))
    }

    @Test("SR-017, SR-020: another player ends it for good; its sound is booked to other apps")
    func otherPlayer() {
        let sound = SoundHappenings(otherPlayer: spells(1000, 60))
        let result = run(sound: sound)
        #expect(result.isQuiet(1001, 7200))
        let all = result.time(.audio, "playing", ofApps: false)
        // At 1,000, 2,060, ..., 6,300 s.
        #expect(abs(all - result.time(.audio, "playing") - 6 * 60) < 1e-6)
        let lenient = Fixtures.system(player: Fixtures.player(resumesAfterOtherPlayer: true))
        let resumed = run(sound: sound, system: lenient)
        #expect(resumed.isQuiet(1001, 1060) && resumed.plays(1061, 1062))
        let sessions = Spells(
            every: .constant(Seconds(1500)), duration: .constant(Seconds(10)))
        #expect(run(app: AppWorldProfile(sessions: sessions), sound: sound).plays(1501, 1502))
    }

    @Test(
        "SR-018: a press wakes the last player, which runs on if it plays; else it stays suspended")
    func remoteControl() {
        let sound = SoundHappenings(
            remoteControl: .constant(Seconds(1500)), headsetRemoved: .constant(Seconds(1000)))
        let result = run(sound: sound)
        #expect(result.isQuiet(1001, 1500) && result.plays(1501, 1999))
        #expect(result.isQuiet(2001, 3000))
        let deaf = run(
            sound: sound, system: Fixtures.system(player: Fixtures.player(remoteControlTime: nil)))
        #expect(deaf.isQuiet(1001, 7200))
    }

    @Test("SR-018: a press pauses a player that plays")
    func pressPauses() {
        let result = run(sound: SoundHappenings(remoteControl: .constant(Seconds(1000))))
        #expect(result.plays(900, 1000) && result.isQuiet(1001, 2000) && result.plays(2001, 2999))
    }

    @Test("SR-018: next leaves the track, previous restarts it; fetched sound is kept")
    func skips() {
        // Tracks of 180 s, 2,880,000 B, fetched whole, for an hour.
        let whole = StreamingOptions.Fetch.chunked(ahead: nil, lead: Fixtures.seconds(10))
        let plain = run(fetch: whole)
        let next = run(
            fetch: whole, sound: SoundHappenings(nextTrack: .constant(Seconds(100))))
        #expect(next.metrics[.bytesDown]! > 1.5 * plain.metrics[.bytesDown]!)
        #expect(next.metrics[.bytesWasted]! > 35 * 70 * 16_000)
        // With previous every 100 s it never reaches the end of the first track.
        let back = run(
            fetch: whole, sound: SoundHappenings(previousTrack: .constant(Seconds(100))))
        #expect(back.metrics[.bytesDown] == 2_880_000)
        let unheard = 2_880_000 - back.metrics[.bytesWasted]!
        #expect(unheard > 99 * 16_000 && unheard <= 100 * 16_000)
        #expect(abs(back.metrics[.playedTime]! - plain.metrics[.playedTime]!) < 10)
    }

    @Test("SR-018: pressed while it is paused, next wakes the player, which stays silent")
    func skipsPaused() {
        let sound = SoundHappenings(
            nextTrack: .constant(Seconds(1500)), headsetRemoved: .constant(Seconds(1000)))
        let result = run(sound: sound)
        #expect(!result.plays(1001, 7200))
        let silent = run(sound: SoundHappenings(headsetRemoved: .constant(Seconds(1000))))
        #expect(result.metrics[.wakeUps]! > silent.metrics[.wakeUps]!)
    }

    @Test("SR-018: while another player plays, that player gets the presses")
    func pressOfAnother() {
        let sound = SoundHappenings(
            remoteControl: .constant(Seconds(1500)), otherPlayer: spells(1200, 1000))
        let result = run(sound: sound)
        // Pressed at 1,500 s for the other, at 3,000 s for this one.
        #expect(result.isQuiet(1201, 3000) && result.plays(3001, 3002))
    }

    @Test("SR-004, SR-018: a player not playing within the time of a press is suspended again")
    func pressTooShort() {
        // Purged at 1,200 s, launched by the press at 1,500 s with nothing in memory: 2 s of
        // promotion, and more, until there is sound.
        var lifeCycle = Fixtures.lifeCycle()
        lifeCycle.launches.append(.remoteControl)
        func result(_ time: Double) -> RecordedRun {
            run(
                sound: SoundHappenings(
                    remoteControl: .constant(Seconds(1500)),
                    headsetRemoved: .constant(Seconds(1000))),
                memoryPressure: MemoryPressure(
                    every: .constant(Seconds(1200)), leaves: .constant(Bytes(0))),
                system: Fixtures.system(
                    lifeCycle: lifeCycle, player: Fixtures.player(remoteControlTime: time)))
        }
        let short = result(1)
        #expect(!short.plays(1001, 2999) && short.metrics[.appEndings]! >= 1)
        let long = result(30)
        #expect(!long.plays(1001, 1503) && long.plays(1504, 1999))
    }

    @Test("Sound downloaded beforehand costs no radio while it plays, and outlives the app")
    func downloaded() {
        var listening = Fixtures.listening(minutes: 60, track: 1800)
        listening.begins = .constant(Seconds(1000))
        listening.tracks = 1
        let result = run(fetch: .downloaded(tracks: 1), listening: listening)
        #expect(result.metrics[.playedTime] == 1800 && result.metrics[.bytesWasted] == 0)
        #expect(result.spans(.audio, "playing").map(\.from) == [1000])
        let carried = result.spans(.cellular, "CELL_DCH").map(\.until).max() ?? 0
        // 28.8 MB at 1 Mbit/s are 230.4 s, after 2 s of promotion and a round trip, and before 5 s
        // of tail.
        #expect(abs(carried - (2 + 0.15 + 230.4 + 5)) < 1e-6, "\(carried)")
        // A purge at 500 s deletes nothing.
        let purged = run(
            fetch: .downloaded(tracks: 1),
            memoryPressure: MemoryPressure(
                every: .constant(Seconds(500)), leaves: .constant(Bytes(0))),
            listening: listening)
        #expect(purged.metrics[.bytesDown] == 28_800_000)
    }

    @Test("SR-011: a download in the background ends with the time for finishing tasks")
    func downloadLimit() {
        // 90 minutes at 128 kbit/s are 86.4 MB: 691 s at 1 Mbit/s, of which 600 are allowed.
        var listening = Fixtures.listening(minutes: 100, track: 5400)
        listening.begins = .constant(Seconds(1000))
        let result = run(fetch: .downloaded(tracks: 1), listening: listening)
        let plan = result.table.plan
        let app = Int32(LedgerPlan.firstPolicyActivity)
        let last = result.timeline.filter {
            plan.lines[$0.line].kind == .transfer && $0.cause.activity == app
                && $0.from.seconds.magnitude < 1000
        }.map(\.until.seconds.magnitude).max()!
        // The request that is on the air then finishes: 64 KiB, half a second.
        #expect(last >= 600 && last < 601, "\(last)")
        #expect(result.metrics[.startUpTime]! > 90)
    }
}
