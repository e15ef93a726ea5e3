import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

@Suite struct NavigationTests {
    /// Half an hour of driving from the start, then parked.
    private static let way = Fixtures.valid {
        try RecordedTrack(pieces: [
            (0...30).map { minute in
                TrackPoint(
                    time: Instant.start + Fixtures.seconds(60 * Double(minute)),
                    position: Places.munich.destination(
                        bearing: Degrees(0), distance: Meters(600 * Double(minute))))
            }
        ])
    }

    private func options(
        _ stops: NavigationOptions.Stops = .atDestination, prompts: Bool = true
    ) -> NavigationOptions {
        NavigationOptions(
            prompt: prompts
                ? NavigationOptions.Prompt(
                    every: Fixtures.seconds(60), duration: Fixtures.seconds(4)) : nil,
            stops: stops,
            route: TransferShape(roundTrips: 0, uplink: Bytes(0), downlink: Bytes(10_000)))
    }

    private func run(
        _ options: PolicyOptions, app: AppWorldProfile = AppWorldProfile(),
        sound: SoundHappenings? = nil, calls: Spells? = nil, listening: Listening? = nil,
        hours: Double = 2
    ) -> RecordedRun {
        let world = WorldProfile(
            phoneCalls: calls, listening: listening, movement: .track(Self.way),
            apps: [app, AppWorldProfile(), AppWorldProfile()], sound: sound)
        let scenario = Fixtures.scenario(
            hours: hours, world: world, policies: [NamedPolicy(name: "way", options: options)])
        return RecordedRun(scenario, policy: options)
    }

    @Test("SR-021, SR-022: on while driving, off at the destination, then suspended")
    func stops() {
        let result = run(.navigation(options()))
        // 30 s to the first fix.
        #expect(result.time(.gnss, "acquiring") == 30)
        #expect(result.time(.gnss, "tracking") == 1770)
        #expect(result.spans(.gnss, "tracking").map(\.until) == [1800])
        #expect(result.time(.processor, "awake-background") == 1800)
        #expect(result.metrics[.guidedTime] == 1770 && result.metrics[.fixes] == 1770)
        // At 60, 120, ..., 1 740 s.
        #expect(result.metrics[.prompts] == 29)
        #expect(result.time(.audio, "playing") == 29 * 4)
        // Receiver, processor with one wake-up, prompts, and the route with its promotion and
        // tails: 2 s at 530 mW, 80 ms and 5 s at 700 mW, 12 s at 350 mW.
        let route: Double = 1060 + 5.08 * 700 + 4200
        let receiver: Double = 30 * 400 + 1770 * 300
        let rest: Double = 1800 * 100 + 50 + 116 * 120 + 10 * 7200
        expectClose(result.metrics[.energy]! * 1000, route + receiver + rest)
    }

    @Test("SR-022: if the app is forgotten, the receiver stays on until the user looks")
    func forgotten() {
        let result = run(.navigation(options(.forgotten)))
        #expect(result.time(.gnss, "tracking") == 7170)
        #expect(result.time(.processor, "awake-background") == 7200)
        #expect(result.metrics[.guidedTime] == 1770 && result.metrics[.prompts] == 29)
        let sessions = Spells(
            every: .constant(Seconds(5000)), duration: .constant(Seconds(10)))
        let seen = run(
            .navigation(options(.forgotten)), app: AppWorldProfile(sessions: sessions))
        #expect(seen.spans(.gnss, "tracking").map(\.until) == [5000])
    }

    @Test("SR-023: prompts duck other audio, and sound is paid once, by its first player")
    func ducking() {
        let sound = SoundHappenings(
            otherPlayer: Spells(
                every: .constant(Seconds(300)), duration: .constant(Seconds(9000))))
        let result = run(.navigation(options()), sound: sound)
        // The app pays prompts at 60, 120, 180 and 240 s; from 300 s on the music plays.
        #expect(result.time(.audio, "playing") == 16)
        #expect(abs(result.time(.audio, "playing", ofApps: false) - 6916) < 1e-6)
        #expect(result.metrics[.prompts] == 29)
    }

    @Test("SR-020, SR-023: with another app's player, causes and residence times stay right")
    func besideMusic() {
        let music = Fixtures.streaming(.trickle(every: Fixtures.seconds(1)))
        let both = AppsOptions(apps: [
            AppsOptions.App(name: "music", options: music, place: 1),
            AppsOptions.App(name: "way", options: .navigation(options()), place: 2),
        ])
        let listening = Fixtures.listening(minutes: 20)
        let alone = run(music, listening: listening)
        let result = run(.apps(both), listening: listening)
        #expect(result.metrics[.playedTime] == alone.metrics[.playedTime])
        // Ten prompts lie after the music's end.
        let sounding = result.time(.audio, "playing")
        #expect(abs(sounding - alone.time(.audio, "playing") - 40) < 1e-6)
        let books = result.table.plan
        let energy = result.timeline.reduce(0) { $0 + $1.energy(books).magnitude }
        expectClose(energy, result.metrics[.energy]! * 1000)
    }

    @Test("Prompts are silent during a call")
    func calls() {
        let calls = Spells(
            every: .constant(Seconds(500)), duration: .constant(Seconds(5000)))
        let result = run(.navigation(options()), calls: calls)
        #expect(result.metrics[.prompts] == 8)
        #expect(result.time(.gnss, "tracking") == 1770)
    }

    @Test("A drive continues over halts, and ends with a stay of five minutes")
    func drives() {
        func time(_ seconds: Double) -> Instant { Instant.start + Fixtures.seconds(seconds) }
        func place(_ meters: Double) -> Position {
            Places.munich.destination(bearing: Degrees(90), distance: Meters(meters))
        }
        let way = Itinerary([
            (time(0), place(0), .stay), (time(100), place(0), .walk),
            (time(200), place(100), .drive),
            (time(300), place(900), .stay), (time(330), place(900), .drive),
            (time(400), place(1500), .stay), (time(700), place(1500), .drive),
            (time(800), place(2000), .stay),
        ])
        #expect(way.drive(from: .start) == Drive(begin: time(200), end: time(400)))
        #expect(way.drive(from: time(400)) == Drive(begin: time(700), end: time(800)))
        #expect(way.drive(from: time(800)) == nil)
    }

    @Test("A movement without driving, and prompts without pauses, are refused with what is valid")
    func refused() {
        func fault(_ options: NavigationOptions, _ movement: Movement) -> Refusal? {
            do throws(Refusal) {
                try PolicyOptions.navigation(options).check(
                    system: Fixtures.system(), device: Fixtures.device(), radio: Fixtures.umts(),
                    world: WorldProfile(movement: movement))
                return nil
            } catch {
                return error
            }
        }
        #expect(fault(options(), .track(Self.way)) == nil)
        let parked = fault(options(), .still(at: .origin))
        #expect(parked?.message.contains("no trips by car") ?? false)
        var endless = options()
        endless.prompt?.duration = Fixtures.seconds(60)
        #expect(
            fault(endless, .track(Self.way))?.message
                == "a prompt lasts 1 min, but the next one follows after 1 min")
    }
}
