import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

@Suite struct StreamingTests {
    private func run(
        _ fetch: StreamingOptions.Fetch, listening: Listening = Fixtures.listening(),
        world: WorldProfile = WorldProfile(), hours: Double = 2,
        radio: RadioProfile = Fixtures.umts(), resumes: Bool = true, startBuffer: Double = 2
    ) -> RecordedRun {
        let options = Fixtures.streaming(fetch, startBuffer: startBuffer)
        var world = world
        world.listening = listening
        let scenario = Fixtures.scenario(
            radio: radio, system: Fixtures.system(resumesAfterCall: resumes), hours: hours,
            world: world,
            policies: [NamedPolicy(name: "player", options: options)])
        return RecordedRun(scenario, policy: options)
    }

    private static let fetches: [StreamingOptions.Fetch] = [
        .trickle(every: Fixtures.seconds(1)),
        .chunked(ahead: nil, lead: Fixtures.seconds(10)),
        .chunked(ahead: Fixtures.seconds(60), lead: Fixtures.seconds(10)),
        .buffered(low: Fixtures.seconds(10), high: Fixtures.seconds(60)),
    ]

    @Test("On a fast radio an hour plays without a gap, after the start", arguments: fetches)
    func playsThrough(fetch: StreamingOptions.Fetch) {
        let metrics = run(fetch).metrics
        #expect(metrics[.rebufferings] == 0)
        #expect(metrics[.rebufferingTime] == 0)
        let start = metrics[.startUpTime]!
        // At least the promotion, one round trip and two seconds of sound at 1 Mbit/s.
        #expect(start > 2 + 0.15 + 0.256 - 1e-9 && start < 4, "\(start)")
        #expect(abs(metrics[.playedTime]! + start - 3600) < 1e-9)
    }

    @Test("Played, wasted and buffered bytes account for every byte", arguments: fetches)
    func bytes(fetch: StreamingOptions.Fetch) {
        let metrics = run(fetch, listening: Fixtures.listening(skipped: 0.5)).metrics
        let played = metrics[.playedTime]! * 128_000 / 8
        let fetched = metrics[.bytesDown]!
        // Each track's last byte is rounded up.
        #expect(abs(fetched - played - metrics[.bytesWasted]!) < 200, "\(fetched) \(played)")
    }

    @Test("Skipping wastes most if most is fetched ahead")
    func waste() {
        let skipper = Fixtures.listening(skipped: 1)
        let wasted = Self.fetches.map { run($0, listening: skipper).metrics[.bytesWasted]! }
        #expect(wasted[0] < wasted[3] && wasted[3] < wasted[1], "\(wasted)")
        // 30 s heard of each 180 s track; a request of 64 KiB holds 4 s.
        #expect(wasted[1] > 10 * wasted[0])
    }

    @Test("Trickling never lets the radio rest; chunks do")
    func tails() {
        let shares = Self.fetches.map { run($0).metrics[.radioOnShare]! }
        // The user listens for one hour of two.
        #expect(shares[0] > 50 && shares[0] < 51, "\(shares)")
        #expect(shares[1] < 25, "\(shares)")
    }

    @Test("SR-016: a whole track is one burst: one promotion from rest for each track")
    func oneBurstPerTrack() {
        // Twenty tracks of 180 s fetched in 23 s each, and the one after the last: the radio is at
        // rest before each of them.
        #expect(run(Self.fetches[1]).metrics[.promotions] == 21)
    }

    @Test("A read longer than a request continues until it is complete")
    func longReads() {
        let metrics = run(.trickle(every: Fixtures.seconds(10)), startBuffer: 5).metrics
        #expect(metrics[.rebufferings] == 0)
        // An hour in reads of ten seconds. The radio is in CELL_FACH before each but the first.
        #expect(abs(metrics[.promotions]! - 360) <= 1)
    }

    @Test("A start buffer above the high mark is refused")
    func startBufferAboveHigh() {
        let options = PolicyOptions.streaming(
            StreamingOptions(
                bitRate: BitsPerSecond(128_000),
                fetch: .buffered(low: Fixtures.seconds(10), high: Fixtures.seconds(60)),
                startBuffer: Fixtures.seconds(90), request: Bytes(65_536)))
        let refused = #expect(throws: Refusal.self) {
            try options.check(
                system: Fixtures.system(), device: Fixtures.device(), radio: Fixtures.umts(),
                world: WorldProfile(listening: Fixtures.listening()))
        }
        #expect(
            refused?.message
                == "the start buffer, 1.5 min, is above the high mark, 1 min, so playback would "
                + "never begin")
    }

    @Test("Reads and requests so small that a run would hardly end are refused")
    func tooSmall() {
        func check(_ every: Double, _ request: Double) throws {
            try PolicyOptions.streaming(
                StreamingOptions(
                    bitRate: BitsPerSecond(128_000),
                    fetch: .trickle(every: Fixtures.seconds(every)),
                    startBuffer: Fixtures.seconds(2), request: Bytes(request))
            ).check(
                system: Fixtures.system(), device: Fixtures.device(), radio: Fixtures.umts(),
                world: WorldProfile(listening: Fixtures.listening()))
        }
        #expect(throws: Never.self) { try check(0.1, 1000) }
        #expect(
            throws: Refusal.tooSmall(option: "every", found: "1 ms", least: "100 ms")
        ) { try check(0.001, 1000) }
        #expect(
            throws: Refusal.tooSmall(option: "request", found: "1 B", least: "1 kB")
        ) { try check(1, 1) }
    }

    @Test("On a radio slower than the sound the player waits in gaps and does not fail")
    func slowRadio() {
        let slow = Fixtures.valid {
            try RadioProfile(
                name: "slow", technology: .umts,
                states: [
                    RadioState(
                        name: "ON", draw: .constant(Milliwatts(700)),
                        uplink: BitsPerSecond(64_000), downlink: BitsPerSecond(64_000))
                ],
                initial: 0, promotions: [], roundTrip: Seconds(0.1), transferPower: nil)
        }
        for fetch in Self.fetches {
            let metrics = run(fetch, radio: slow).metrics
            let played = metrics[.playedTime]!
            // Half the rate: at most half the time is sound.
            #expect(played < 1800 && played > 1500, "\(fetch): \(played)")
            let waited = metrics[.startUpTime]! + metrics[.rebufferingTime]!
            #expect(abs(played + waited - 3600) < 1e-6, "\(fetch)")
            #expect(metrics[.rebufferings]! > 10, "\(fetch)")
        }
    }

    @Test("A call silences the player and stops its fetching; afterwards it plays on")
    func phoneCall() throws {
        let world = WorldProfile(
            phoneCalls: Spells(
                every: .constant(Seconds(1000)), duration: .constant(Seconds(300)))
        )
        let result = run(.trickle(every: Fixtures.seconds(1)), world: world)
        // Calls at 1,000-1,300, 2,300-2,600 s.
        let plan = result.table.plan
        func isQuiet(_ from: Double, _ until: Double) -> Bool {
            !result.timeline.contains {
                let line = plan.lines[$0.line]
                return line.state == "playing" || line.kind == .transfer
                    ? $0.from.seconds.magnitude < until && $0.until.seconds.magnitude > from
                    : false
            }
        }
        #expect(isQuiet(1001, 1300) && isQuiet(2301, 2600) && !isQuiet(1400, 1401))
        let metrics = result.metrics
        let waited = metrics[.startUpTime]! + metrics[.rebufferingTime]!
        #expect(abs(metrics[.playedTime]! + waited - 3000) < 1e-6)
    }

    @Test("If the system does not let the player resume, it stays silent")
    func noResume() {
        let world = WorldProfile(
            phoneCalls: Spells(
                every: .constant(Seconds(1000)), duration: .constant(Seconds(300)))
        )
        let metrics = run(.trickle(every: Fixtures.seconds(1)), world: world, resumes: false)
            .metrics
        #expect(metrics[.playedTime]! < 1000)
    }
}
