import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

@Suite struct SharedSoundTests {
    private static let music = Fixtures.streaming(
        .chunked(ahead: nil, lead: Fixtures.seconds(10)))

    private static let voip = PolicyOptions.keepAlive(
        KeepAliveRuns.options(
            every: 86_400,
            .init(
                call: KeepAliveOptions.CallAudio(
                    bitRate: BitsPerSecond(40_000), every: Fixtures.seconds(0.06)))))

    /// Two hours of music; calls are answered after four seconds and last two minutes.
    private static func world(calls every: Double?, phoneCalls: Spells? = nil) -> WorldProfile {
        var world = WorldProfile(
            incomingCalls: every.map { .constant(Seconds($0)) }, phoneCalls: phoneCalls,
            listening: Fixtures.listening(minutes: 120),
            callAnswers: CallAnswers(
                share: Fraction(1), after: .constant(Seconds(4)),
                duration: .constant(Seconds(120))))
        world.apps = Array(repeating: AppWorldProfile(), count: 4)
        return world
    }

    private static func run(
        _ policies: [PolicyOptions], _ world: WorldProfile,
        _ change: (inout SystemRules) -> Void = { _ in }
    ) -> RecordedRun {
        var system = Fixtures.system()
        change(&system)
        let options = Fixtures.together(policies)
        return RecordedRun(
            Fixtures.scenario(
                system: system, hours: 2, world: world,
                policies: [NamedPolicy(name: "apps", options: options)]),
            policy: options)
    }

    /// When an app's sound is heard.
    private static func sounds(_ run: RecordedRun, of activity: String) -> [Range<Instant>] {
        run.timeline.filter {
            run.table.plan.lines[$0.line].component == .audio
                && run.table.plan.activities[Int($0.cause.activity)] == activity
        }.map { $0.from..<$0.until }
    }

    @Test("Music falls silent during an answered internet call, and plays on after it")
    func musicAndCall() {
        let alone = Self.run([Self.music], Self.world(calls: nil))
        let both = Self.run([Self.music, Self.voip], Self.world(calls: 3000))
        let (heard, missed) = (alone.metrics[.playedTime] ?? 0, both.metrics[.playedTime] ?? 0)
        #expect(both.metrics[.talkTime] == 240)
        // Two calls; after each it takes a moment until there is sound again.
        #expect(missed <= heard - 240 && missed > heard - 260)
        let (music, talk) = (
            Self.sounds(both, of: "app 0: playback"), Self.sounds(both, of: "app 1: call")
        )
        #expect(!music.isEmpty && !talk.isEmpty)
        for call in talk { #expect(!music.contains { $0.overlaps(call) }) }
    }

    @Test("SR-017: unless the system lets it resume, music waits for its listener")
    func waits() {
        let stays = Self.run([Self.music, Self.voip], Self.world(calls: 3000)) {
            $0.audio.resumesAfterCall = false
        }
        // Until the first call's talk begins.
        let played = stays.metrics[.playedTime] ?? 0
        #expect(played > 2900 && played <= 3005)
    }

    @Test("A telephone call during an internet call: music returns after both")
    func callInTalk() {
        let world = Self.world(
            calls: 3000,
            phoneCalls: Spells(
                every: .constant(Seconds(3060)), duration: .constant(Seconds(600))))
        let run = Self.run([Self.music, Self.voip], world)
        let music = Self.sounds(run, of: "app 0: playback")
        // Rung and answered by 3010 s, talked to 3060 s, 600 s on the telephone, and the rest of
        // the talk, which is more than a minute.
        let silent = Instant.start + Fixtures.seconds(3010)
        let again = Instant.start + Fixtures.seconds(3660 + 60)
        #expect(!music.contains { $0.overlaps(silent..<again) })
        #expect(music.contains { $0.lowerBound >= again })
        #expect(run.metrics[.talkTime] == 240)
    }

    @Test("The later of two players plays; the other one resumes by rule")
    func twoPlayers() {
        for resumes in [false, true] {
            let run = Self.run([Self.music, Self.music], Self.world(calls: nil)) {
                $0.player.resumesAfterOtherPlayer = resumes
            }
            let (first, second) = (
                Self.sounds(run, of: "app 0: playback"), Self.sounds(run, of: "app 1: playback")
            )
            #expect(first.isEmpty && !second.isEmpty)
        }
    }

    @Test("An app that plays silence stays running, pays for it, and silences no other")
    func silence() throws {
        let silent = Fixtures.backgroundWork(
            every: Fixtures.seconds(600), work: Fixtures.seconds(1), playsSilence: true)
        let (alone, both) = (
            Self.run([Self.music], Self.world(calls: nil)),
            Self.run([Self.music, silent], Self.world(calls: nil))
        )
        #expect(both.metrics[.playedTime] == alone.metrics[.playedTime])
        let run = Self.run([silent], Self.world(calls: nil))
        #expect(run.metrics[.errandsDone] == 11)
        // Two hours of sound at 120 mW.
        let sound = run.table.energy { $0.component == .audio }.magnitude / 1000
        #expect(abs(sound - 7200 * 0.12) < 1e-6)
    }
}
