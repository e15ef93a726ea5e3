import Kernel
import ModelFixtures
import Testing

@testable import DeviceModel
@testable import Studies

/// Tests of AirPlay: sound goes to a Wi-Fi receiver instead of the phone's own output.
@Suite struct AirPlayTests {
    private static let rate = BitsPerSecond(800_000)

    /// An hour of music over the radio's own Wi-Fi network.
    private static func run(
        airPlay: Bool, afar: Double? = nil, listens: Bool = true
    ) -> RecordedRun {
        var device = Fixtures.device()
        device.audioPlayingAfar = afar.map(Milliwatts.init)
        let options =
            listens
            ? Fixtures.streaming(.chunked(ahead: nil, lead: Fixtures.seconds(10))) : .none
        let world = WorldProfile(
            listening: Fixtures.listening(minutes: 60),
            sound: SoundHappenings(
                airPlay: airPlay
                    ? AirPlay(
                        every: .constant(Seconds(600)), duration: .constant(Seconds(1200)),
                        rate: rate) : nil))
        return RecordedRun(
            Fixtures.scenario(
                radio: Fixtures.wifi(), device: device, hours: 1, world: world,
                policies: [NamedPolicy(name: "app", options: options)]),
            policy: options)
    }

    @Test("While a receiver plays, the phone sends the stream and plays nothing itself")
    func streams() throws {
        let (near, far) = (Self.run(airPlay: false), Self.run(airPlay: true, afar: 70))
        // From 600 to 1800 s, and from 2400 to 3600 s. The radio delays other data meanwhile, so
        // the next track starts a little later.
        let time = far.time(.audio, "playing-afar")
        #expect(time > 2380 && time <= 2400)
        let bytes = try #require(far.metrics[.bytesUp]) - near.metrics[.bytesUp]!
        #expect(abs(bytes - time * 100_000) < 20 * 10_000)
        #expect(abs(near.time(.audio, "playing") - time - far.time(.audio, "playing")) < 20)
    }

    @Test("The output is booked to the device, the stream to the player")
    func booked() throws {
        func audio(_ run: RecordedRun) -> Double {
            run.table.residenceRows().filter { $0.component == .audio }
                .reduce(0) { $0 + $1.energy.magnitude }
        }
        let (same, less) = (Self.run(airPlay: true), Self.run(airPlay: true, afar: 70))
        let time = less.time(.audio, "playing-afar")
        #expect(abs(audio(same) - audio(less) - time * 50) < 1)
        let transfers = less.table.causeRows().filter { $0.component == .wifi }
        #expect(transfers.contains { $0.activity == "playback" && $0.kind == .transfer })
    }

    @Test("Nothing is sent while nothing plays")
    func nothing() {
        #expect(Self.run(airPlay: true, listens: false).metrics[.bytesUp] == 0)
    }

    @Test("A phone without a Wi-Fi radio has no receiver and is refused")
    func refused() {
        let world = WorldProfile(
            sound: SoundHappenings(
                airPlay: AirPlay(every: .constant(Seconds(1)), duration: .constant(Seconds(1)))))
        let refused = #expect(throws: ScenarioError.self) {
            try Scenario(
                name: "test", question: "?", device: Fixtures.device(), radio: Fixtures.umts(),
                system: Fixtures.system(), horizon: Fixtures.seconds(3600), world: world,
                policies: [NamedPolicy(name: "none", options: .none)], baseline: 0,
                replications: ReplicationPlan(
                    atLeast: 2, atMost: 2, metrics: [.energy], relativeHalfWidth: Fraction(0.01)),
                seed: 1)
        }
        #expect(refused?.message.contains("(air-play)") ?? false)
    }
}
