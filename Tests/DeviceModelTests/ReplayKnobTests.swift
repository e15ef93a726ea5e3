import Kernel
import Testing

@testable import DeviceModel

/// Tests of each setting of a radio profile, with two or three recorded packets; in milliseconds.
@Suite struct ReplayKnobTests {
    private let ms = SmallRadio.ms

    // MARK: Timers

    @Test(
        "Packets below the activity threshold reset no timer",
        arguments: [
            ([.up(0, 100), .up(3, 99)], "DCH tail 0-5"),
            ([.up(0, 100), .up(3, 100)], "DCH transfer 0-3; DCH tail 3-8"),
            // 60 and 60 within 2 ms of each other are enough; 3 ms are too long.
            ([.up(0, 1), .up(1, 60), .up(3, 60)], "DCH transfer 0-3; DCH tail 3-8"),
            ([.up(0, 1), .up(1, 60), .up(4, 60)], "DCH tail 0-5"),
            // Each direction adds up separately.
            ([.up(0, 1), .up(1, 60), .down(2, 60)], "DCH tail 0-5"),
            // The packet that triggered the promotion counts after the sums were emptied.
            ([.up(0, 60), .up(2, 60)], "DCH transfer 0-2; DCH tail 2-7"),
            // An insufficient packet at the expiry does not stop it.
            ([.up(0, 100), .up(5, 99)], "DCH tail 0-5"),
        ] as [([TestPacket], String)])
    func activity(packets: [TestPacket], course: String) {
        let rule = ActivityRule(bytes: Bytes(100), within: ms(2))
        let profile = SmallRadio.pair(SmallRadio.state("DCH", timer: 5, activity: rule))
        #expect(TestReplay(profile, packets).course == course)
        // Whichever flow they belong to.
        let flows = zip(packets, 0...).map { packet, flow in
            TestPacket(
                time: packet.time, bytes: packet.bytes, direction: packet.direction, flow: flow)
        }
        #expect(TestReplay(profile, flows).course == course)
    }

    @Test("Entering a state empties its activity sums")
    func emptiedActivity() {
        let rule = ActivityRule(bytes: Bytes(100), within: ms(9))
        let profile = SmallRadio.pair(SmallRadio.state("DCH", timer: 5, activity: rule))
        #expect(
            TestReplay(profile, [.up(0, 60), .up(6, 60), .up(7, 30)], .none).course
                == "DCH tail 0-5; IDLE baseline 5-6; DCH tail 6-11")
    }

    @Test("Data of a promotion after its packet counts as activity when the promotion ends")
    func activityBehindPromotion() {
        let rule = ActivityRule(bytes: Bytes(100), within: ms(2))
        let profile = SmallRadio.pair(
            SmallRadio.state("DCH", timer: 5, activity: rule),
            placement: SmallRadio.placed(.after))
        #expect(
            TestReplay(profile, [.up(0, 60), .up(4, 60)]).course
                == "IDLE promotion 0-2; DCH transfer 2-4; DCH tail 4-9")
    }

    @Test("A release lasts until its end or the next packet, which finds the new state")
    func release() {
        let release = Release(delay: ms(4), power: Milliwatts(70))
        let profile = SmallRadio.pair(SmallRadio.state("DCH", timer: 5, release: release))
        #expect(TestReplay(profile, [.up(0)]).course == "DCH tail 0-5; DCH tail 5-9")
        #expect(
            TestReplay(profile, [.up(0), .up(7)], .none).course
                == "DCH tail 0-5; DCH tail 5-7; DCH tail 7-12; DCH tail 12-16")
        #expect(
            TestReplay(profile, [.up(0), .up(9)], .none).course
                == "DCH tail 0-5; DCH tail 5-9; DCH tail 9-14; DCH tail 14-18")
        #expect(
            TestReplay(profile, [.up(0), .up(8)]).course
                == "DCH tail 0-5; DCH tail 5-6; IDLE promotion 6-8; DCH tail 8-13; DCH tail 13-17")
    }

    @Test(
        "Fast dormancy: the earlier of two timers, once after each data",
        arguments: [
            // Straight from DCH.
            (3, 0, [.up(0, 101)], "DCH tail 0-3"),
            // The network's is earlier in DCH, the phone's in FACH.
            (8, 0, [.up(0, 101)], "DCH tail 0-5; FACH tail 5-8"),
            // To FACH, where it does not run.
            (3, 1, [.up(0, 101)], "DCH tail 0-3; FACH tail 3-9"),
            // Both at 5 ms: the network's fires, and the phone's ends the next state at once.
            (5, 0, [.up(0, 101)], "DCH tail 0-5"),
            // Data restarts it.
            (8, 0, [.up(0, 101), .up(7)], "DCH tail 0-5; FACH transfer 5-7; FACH tail 7-13"),
        ] as [(Int, Int, [TestPacket], String)])
    func fastDormancy(after: Int, to: Int, packets: [TestPacket], course: String) {
        let dormancy = FastDormancy(after: ms(after), to: to)
        let zero = PromotionDelay(.zero)
        let profile = SmallRadio.profile(
            [
                SmallRadio.idle, SmallRadio.state("FACH", timer: 6),
                SmallRadio.state("DCH", timer: 5, to: 1),
            ],
            [
                SmallRadio.promotion(0, 2, zero, over: 100), SmallRadio.promotion(0, 1, zero),
                SmallRadio.promotion(1, 2, zero, over: 100),
            ], fastDormancy: dormancy)
        #expect(TestReplay(profile, packets).course == course)
    }

    @Test("If both timers expire in one nanosecond, the network's decides the next state")
    func fastDormancyTie() {
        let zero = PromotionDelay(.zero)
        let profile = SmallRadio.profile(
            [
                SmallRadio.idle, SmallRadio.state("FACH", timer: 6),
                SmallRadio.state("DCH", timer: 5),
            ],
            [SmallRadio.promotion(0, 2, zero)], fastDormancy: FastDormancy(after: ms(5), to: 1))
        #expect(TestReplay(profile, [.up(0)]).course == "DCH tail 0-5")
    }

    @Test("A phone's timer that expires during a release fires at its end")
    func fastDormancyInRelease() {
        let zero = PromotionDelay(.zero)
        let release = Release(delay: ms(4), power: Milliwatts(70))
        let profile = SmallRadio.profile(
            [
                SmallRadio.idle, SmallRadio.state("FACH", timer: 6),
                SmallRadio.state("DCH", timer: 5, to: 1, release: release),
            ], [SmallRadio.promotion(0, 2, zero)],
            fastDormancy: FastDormancy(
                after: ms(7), to: 0, release: Release(delay: ms(2), power: Milliwatts(1))))
        #expect(
            TestReplay(profile, [.up(0)]).course
                == "DCH tail 0-5; DCH tail 5-9; FACH tail 9-11")
    }

    @Test("Once fast dormancy has fired, only the network's timers run until there is data")
    func fastDormancyOnce() {
        let zero = PromotionDelay(.zero)
        let profile = SmallRadio.profile(
            [
                SmallRadio.idle, SmallRadio.state("PCH", timer: 9),
                SmallRadio.state("FACH", timer: 6, to: 1), SmallRadio.state("DCH", timer: 5, to: 2),
            ], [SmallRadio.promotion(0, 3, zero)],
            fastDormancy: FastDormancy(after: ms(3), to: 2))
        #expect(
            TestReplay(profile, [.up(0)]).course
                == "DCH tail 0-3; FACH tail 3-9; PCH tail 9-18")
    }

    @Test("Fast dormancy counts from any data, even from a promotion's own")
    func fastDormancyOfAnyData() {
        let rule = ActivityRule(bytes: Bytes(100), within: ms(2))
        let dch = SmallRadio.state("DCH", timer: 9, activity: rule)
        for (place, course) in [
            (PacketPlacement.Place.before, "DCH tail 0-4"),
            (.after, "IDLE promotion 0-2; DCH tail 2-6"),
        ] {
            let profile = SmallRadio.profile(
                [SmallRadio.idle, dch],
                [SmallRadio.promotion(0, 1, placement: SmallRadio.placed(place))],
                fastDormancy: FastDormancy(after: ms(4), to: 0))
            #expect(TestReplay(profile, [.up(0, 1)]).course == course)
        }
        let profile = SmallRadio.profile(
            [SmallRadio.idle, dch], [SmallRadio.promotion(0, 1)],
            fastDormancy: FastDormancy(after: ms(4), to: 0))
        #expect(TestReplay(profile, [.up(0, 1), .up(3, 1)]).course == "DCH tail 0-7")
    }

    @Test("Fast dormancy has a release of its own")
    func fastDormancyRelease() {
        let profile = SmallRadio.profile(
            [SmallRadio.idle, SmallRadio.state("DCH", timer: 9)], [SmallRadio.promotion(0, 1)],
            fastDormancy: FastDormancy(
                after: ms(4), to: 0, release: Release(delay: ms(3), power: Milliwatts(1))))
        let replay = TestReplay(profile, [.up(0)])
        #expect(replay.course == "DCH tail 0-4; DCH tail 4-7")
        #expect(abs(replay.energy - (0.4 + 0.003)) < 1e-12)
    }

    // MARK: Queues

    @Test(
        "Thresholds count the bytes that have not drained",
        arguments: [
            // At a byte each millisecond.
            (nil, [.up(0), .up(1, 60), .up(2, 41)], false),
            (nil, [.up(0), .up(1, 60), .up(2, 42)], true),
            // Each direction separately; a threshold must be exceeded.
            (nil, [.up(0), .up(1, 60), .down(1, 60)], false),
            (nil, [.up(0), .up(1, 100)], false),
            // The packet that woke the radio is in no queue.
            (nil, [.up(0, 60), .up(0, 60)], false),
            // A law of 2 ms and 50 us for each byte: 5 ms for 60 bytes, which are still there at 5
            // ms.
            (law, [.up(0), .up(1, 60), .up(6, 41)], true),
            (law, [.up(0), .up(1, 60), .up(7, 41)], false),
            // The law counts from the last packet.
            (law, [.up(0), .up(1, 30), .up(4, 30), .up(9, 41)], true),
        ] as [(QueueLaws?, [TestPacket], Bool)])
    func queues(laws: QueueLaws?, packets: [TestPacket], isPromoted: Bool) {
        let fach = SmallRadio.state("FACH", timer: 20, queue: laws)
        let replay = TestReplay(SmallRadio.triple(fach: fach), packets)
        #expect(replay.course.contains("DCH") == isPromoted, "\(replay.course)")
    }

    private static let law: QueueLaws = {
        let law = DrainLaw(
            perSquare: .zero, perByte: TimeSpan(nanoseconds: 50_000), constant: SmallRadio.ms(2))
        return QueueLaws(uplink: law, downlink: law)
    }()

    @Test("Entering a state empties its queues")
    func emptiedQueue() {
        let law = DrainLaw(perSquare: .zero, perByte: .zero, constant: ms(100))
        let fach = SmallRadio.state(
            "FACH", timer: 20, queue: QueueLaws(uplink: law, downlink: law))
        let replay = TestReplay(
            SmallRadio.triple(fach: fach), [.up(0), .up(1, 60), .up(2, 50), .up(8, 60)])
        #expect(
            replay.course
                == "FACH transfer 0-2; DCH tail 2-7; FACH transfer 7-8; FACH tail 8-28")
    }

    @Test("The packet that ended a promotion waits in no queue")
    func endedPromotion() {
        let delay = PromotionDelay(least: ms(1), usual: ms(2), most: ms(4))
        let profile = SmallRadio.profile(
            [
                SmallRadio.idle, SmallRadio.state("FACH", timer: 6),
                SmallRadio.state("DCH", timer: 5),
            ],
            [
                SmallRadio.promotion(0, 1, delay, placement: SmallRadio.placed(.after)),
                SmallRadio.promotion(1, 2, over: 100),
            ])
        for (bytes, isPromoted) in [(100, false), (101, true)] as [(Int64, Bool)] {
            let replay = TestReplay(profile, [.up(0, 60), .up(3, 60), .up(3, bytes)])
            #expect(replay.course.contains("DCH") == isPromoted, "\(replay.course)")
        }
    }

    @Test("A packet at the expiry that triggers a promotion counts the whole stay as activity")
    func expiryAndNeed() {
        let replay = TestReplay(SmallRadio.triple(), [.up(0), .up(6, 101)])
        #expect(replay.course == "FACH transfer 0-6; DCH tail 6-11; FACH tail 11-17")
        let later = TestReplay(SmallRadio.triple(), [.up(0), .up(7, 101)])
        #expect(later.course == "FACH tail 0-6; IDLE baseline 6-7; FACH tail 7-13")
    }

    @Test("A law with a square: 1 us for each byte squared")
    func squareLaw() {
        let law = DrainLaw(
            perSquare: TimeSpan(nanoseconds: 1_000), perByte: .zero, constant: .zero)
        // 60 bytes squared are 3.6 ms.
        for (time, isPromoted) in [(4, true), (5, false)] {
            let fach = SmallRadio.state(
                "FACH", timer: 20, queue: QueueLaws(uplink: law, downlink: nil))
            let replay = TestReplay(
                SmallRadio.triple(fach: fach), [.up(0), .up(1, 60), .up(time, 41)])
            #expect(replay.course.contains("DCH") == isPromoted)
        }
    }

    @Test("A slow queue drains by parts of bytes")
    func partsOfBytes() {
        // Half a byte each millisecond: 5.5 of 11 that come one by one.
        let slow = BitsPerSecond(4_000)
        let fach = RadioState(
            name: "FACH", draw: .constant(Milliwatts(100)), uplink: slow, downlink: slow,
            demotion: Demotion(to: 0, after: ms(50)))
        let often = (2...12).map { TestPacket.up($0, 1) }
        let profile = SmallRadio.triple(fach: fach, over: 17)
        for (bytes, isPromoted) in [(12, true), (11, false)] as [(Int64, Bool)] {
            let replay = TestReplay(profile, [.up(0), .up(1, bytes)] + often)
            #expect(replay.course.contains("DCH") == isPromoted)
        }
    }

    @Test("A state without rates keeps no queue")
    func noRates() {
        let fach = RadioState(
            name: "FACH", draw: .constant(Milliwatts(100)), carriesPackets: true,
            demotion: Demotion(to: 0, after: ms(6)))
        let replay = TestReplay(SmallRadio.triple(fach: fach), [.up(0), .up(1, 60), .up(1, 60)])
        #expect(!replay.course.contains("DCH"))
    }
}
