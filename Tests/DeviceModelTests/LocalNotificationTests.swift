import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

@Suite struct LocalNotificationTests {
    private func options(
        _ pending: Int, apart: Double = 3600, repeats: Double? = nil, calls: Bool = true
    ) -> PolicyOptions {
        Fixtures.localNotifications(
            pending, apart: Fixtures.seconds(apart), repeats: repeats.map(Fixtures.seconds),
            sound: calls, vibration: calls)
    }

    private func run(
        _ options: PolicyOptions, app: AppWorldProfile = AppWorldProfile(),
        sound: SoundHappenings? = nil, hours: Double = 24
    ) -> RecordedRun {
        let scenario = Fixtures.scenario(
            hours: hours, world: WorldProfile(apps: [app], sound: sound),
            policies: [NamedPolicy(name: "reminders", options: options)])
        return RecordedRun(scenario, policy: options)
    }

    @Test("SR-043: 128 may be pending, and the 129th is refused with the limit")
    func limit() {
        func check(_ pending: Int) throws(Refusal) {
            try options(pending).check(
                system: Fixtures.system(), device: Fixtures.device(), radio: Fixtures.umts(),
                world: WorldProfile())
        }
        #expect(throws: Never.self) { try check(128) }
        let fault = #expect(throws: Refusal.self) { try check(129) }
        #expect(fault?.message.contains("has 129 local notifications pending, but ios") ?? false)
        #expect(fault?.advice == "Set it to 128 or less.")
    }

    @Test("SR-043: an alert lights the display, sounds and vibrates; no code runs")
    func energy() {
        let result = run(options(10))
        #expect(result.metrics[.alerts] == 10 && result.metrics[.bytesUp] == 0)
        // Each: 5 s of display at 200 mW and of processor at 100 mW, 50 mJ to wake, 2 s of sound at
        // 120 mW, 1 s of vibration at 100 mW.
        let alert: Double = 1000 + 500 + 50 + 240 + 100
        expectClose(result.metrics[.energy]! * 1000, 10 * 86_400 + 10 * alert)
        let silent = run(options(10, calls: false))
        expectClose(silent.metrics[.energy]! * 1000, 10 * 86_400 + 10 * (alert - 340))
    }

    @Test("SR-043: each may repeat, and stays pending when the app ends")
    func repeats() {
        let app = AppWorldProfile(forceQuits: .constant(Seconds(4000)))
        // At 1, 2, 3 h, repeated each 10 h: at 11, 12, 13 and 21, 22, 23 h.
        let result = run(options(3, repeats: 36_000), app: app)
        #expect(result.metrics[.alerts] == 9)
        #expect(
            result.spans(.display, "lit").map(\.from)
                == [3600, 7200, 10_800, 39_600, 43_200, 46_800, 75_600, 79_200, 82_800])
    }

    @Test("SR-044: an app in front gets the notification instead of its user")
    func inFront() {
        // In front from 7,000 to 8,000 s, from 15,000 to 16,000 s, ...: at 2 h, not at 1 h or 3 h.
        let sessions = Spells(
            every: .constant(Seconds(7000)), duration: .constant(Seconds(1000)))
        let result = run(options(3), app: AppWorldProfile(sessions: sessions))
        #expect(result.metrics[.alerts] == 2)
        #expect(result.spans(.display, "lit").map(\.from) == [3600, 10_800])
    }

    @Test("SR-020: an alert during music adds its vibration, and no sound")
    func duringMusic() {
        let sound = SoundHappenings(
            otherPlayer: Spells(
                every: .constant(Seconds(1000)), duration: .constant(Seconds(90_000))))
        let result = run(options(10), sound: sound)
        #expect(result.spans(.audio, "alert").isEmpty)
        let quiet = run(options(10, calls: false), sound: sound)
        let more = (result.metrics[.energy]! - quiet.metrics[.energy]!) * 1000
        expectClose(more, 10 * 100)
    }
}
