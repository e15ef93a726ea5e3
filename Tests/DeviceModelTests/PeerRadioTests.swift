import Kernel
import Testing

@testable import DeviceModel

/// Tests of each rule of other tools, with a few recorded packets; in milliseconds.
///
/// Unless a test says otherwise: IDLE, and DCH with a timer of 5 ms after a promotion of 2 ms.
@Suite struct PeerRadioTests {
    private let ms = SmallRadio.ms

    @Test(
        "The simplest radio follows its packets",
        arguments: [
            ("none at all", [], ""),
            ("one at time 0: its promotion is cut short to nothing", [0], "DCH tail 0-5"),
            ("one at 1 ms: its promotion began at 0", [1], "IDLE promotion 0-1; DCH tail 1-6"),
            (
                "three in the same nanosecond", [10, 10, 10],
                "IDLE baseline 0-8; IDLE promotion 8-10; DCH tail 10-15"
            ),
            (
                "one at the very expiry finds the old state", [10, 15],
                "IDLE baseline 0-8; IDLE promotion 8-10; DCH transfer 10-15; DCH tail 15-20"
            ),
            (
                "one just after: its promotion leaves the tail whole", [10, 16],
                "IDLE baseline 0-8; IDLE promotion 8-10; DCH tail 10-15; IDLE promotion 15-16; "
                    + "DCH tail 16-21"
            ),
        ] as [(String, [Int], String)])
    func times(_ name: String, packets: [Int], course: String) {
        let replay = TestReplay(SmallRadio.pair(), packets.map { .up($0) })
        #expect(replay.course == course)
        #expect(replay.bytes.all == Int64(10 * packets.count))
    }

    @Test(
        "The last stay is cut at the horizon",
        arguments: [
            ([], 10, "IDLE baseline 0-10"),
            (
                [10], 30,
                "IDLE baseline 0-8; IDLE promotion 8-10; DCH tail 10-15; IDLE baseline 15-30"
            ),
            ([10], 12, "IDLE baseline 0-8; IDLE promotion 8-10; DCH tail 10-12"),
            ([], 0, ""),
        ] as [([Int], Int, String)])
    func horizon(packets: [Int], horizon: Int, course: String) {
        let replay = TestReplay(SmallRadio.pair(), packets.map { .up($0) }, horizon: horizon)
        #expect(replay.course == course)
        #expect(replay.end == SmallRadio.at(horizon))
    }

    @Test("A replay ends when the radio is at rest, or with the last packet")
    func end() {
        #expect(TestReplay(SmallRadio.pair(), []).end == .start)
        #expect(TestReplay(SmallRadio.pair(), [.up(10)]).end == SmallRadio.at(15))
        let kept = SmallRadio.pair(SmallRadio.state("DCH"))
        #expect(TestReplay(kept, [.up(10), .up(30)]).end == SmallRadio.at(30))
    }

    // MARK: Promotions

    @Test(
        "--promotion places a promotion of 2 ms",
        arguments: [
            (.none, [10], nil, "IDLE baseline 0-10; DCH tail 10-15"),
            (.shift, [10], nil, "IDLE baseline 0-10; IDLE promotion 10-12; DCH tail 12-17"),
            // Both pass at 12 ms.
            (.shift, [10, 11], nil, "IDLE baseline 0-10; IDLE promotion 10-12; DCH tail 12-17"),
            (
                .shift, [10, 14], nil,
                "IDLE baseline 0-10; IDLE promotion 10-12; DCH transfer 12-14; DCH tail 14-19"
            ),
            (.shift, [10], 11, "IDLE baseline 0-10; IDLE promotion 10-11"),
            (.shift, [10, 11], 12, "IDLE baseline 0-10; IDLE promotion 10-12"),
        ] as [(PromotionMode, [Int], Int?, String)])
    func modes(mode: PromotionMode, packets: [Int], horizon: Int?, course: String) {
        let replay = TestReplay(
            SmallRadio.pair(), packets.map { .up($0) }, mode, horizon: horizon)
        #expect(replay.course == course)
        #expect(replay.radio.promotions.map(\.count) == [1])
    }

    @Test("With shift, bytes that wait at the horizon have not passed")
    func shiftedBytes() {
        let packets: [TestPacket] = [.up(10, 3), .up(11, 40)]
        #expect(TestReplay(SmallRadio.pair(), packets, .shift, horizon: 12).bytes.all == 3)
        #expect(TestReplay(SmallRadio.pair(), packets, .shift, horizon: 13).bytes.all == 43)
    }

    @Test(
        "By direction, an uplink promotion takes at least 1, usually 2, at most 4 ms",
        arguments: [
            ([10], "IDLE promotion 10-12; DCH tail 12-17"),
            ([10, 10, 11], "IDLE promotion 10-12; DCH tail 12-17"),
            ([10, 13], "IDLE promotion 10-13; DCH tail 13-18"),
            ([10, 14], "IDLE promotion 10-14; DCH tail 14-19"),
            ([10, 15], "IDLE promotion 10-12; DCH transfer 12-15; DCH tail 15-20"),
        ] as [([Int], String)])
    func uplinkPromotion(packets: [Int], course: String) {
        let delay = PromotionDelay(least: ms(1), usual: ms(2), most: ms(4))
        let profile = SmallRadio.profile(
            [SmallRadio.idle, SmallRadio.state("DCH", timer: 5)],
            [SmallRadio.promotion(0, 1, delay)])
        let replay = TestReplay(
            profile, packets.map { .up($0) }, rules: PeerRules(promotions: .byDirection))
        #expect(replay.course == "IDLE baseline 0-10; " + course)
    }

    @Test("By direction, the first packet begins a promotion, and a later downlink one ends one")
    func directions() {
        #expect(
            TestReplay(
                SmallRadio.pair(), [.down(10), .up(20), .down(40), .down(46)],
                rules: PeerRules(promotions: .byDirection)
            ).course
                == "IDLE baseline 0-10; IDLE promotion 10-12; DCH tail 12-17; IDLE baseline 17-20; "
                + "IDLE promotion 20-22; DCH tail 22-27; IDLE baseline 27-38; "
                + "IDLE promotion 38-40; DCH tail 40-44; IDLE promotion 44-46; DCH tail 46-51")
    }

    @Test(
        "By direction, a downlink packet's promotion fits between packets, or behind an uplink one",
        arguments: [
            // FACH carries packets from 0 on; DCH takes 2 to 3 ms.
            ([.up(0), .up(1), .down(9, 101)], "FACH transfer 0-6; FACH promotion 6-9"),
            ([.up(0), .up(1), .down(5, 101)], "FACH transfer 0-2; FACH promotion 2-5"),
            ([.up(0), .down(2), .down(5, 101)], "FACH transfer 0-3; FACH promotion 3-5"),
            ([.up(0), .down(4), .down(5, 101)], "FACH promotion 0-3; DCH"),
            ([.down(0), .down(4), .down(5, 101)], "FACH transfer 0-5; DCH tail 5-10"),
        ] as [([TestPacket], String)])
    func fitted(packets: [TestPacket], course: String) {
        let delay = PromotionDelay(least: ms(2), usual: ms(3), most: ms(4))
        let profile = SmallRadio.profile(
            [
                SmallRadio.idle, SmallRadio.state("FACH", timer: 9),
                SmallRadio.state("DCH", timer: 5),
            ],
            [
                SmallRadio.promotion(0, 1, PromotionDelay(.zero)),
                SmallRadio.promotion(1, 2, delay, over: 100),
            ])
        let replay = TestReplay(profile, packets, rules: PeerRules(promotions: .byDirection))
        #expect(replay.course.hasPrefix(course), "\(replay.course)")
    }

    @Test(
        "A promotion of 2 ms comes unless another packet follows",
        arguments: [
            ([10], "IDLE promotion 10-12; DCH tail 12-15"),
            ([10, 10], "DCH tail 10-15"),
            ([10, 12], "DCH transfer 10-12; DCH tail 12-17"),
            ([10, 13], "IDLE promotion 10-12; DCH transfer 12-13; DCH tail 13-18"),
            // The timer has counted from 10 ms.
            (
                [10, 16],
                "IDLE promotion 10-12; DCH tail 12-15; IDLE baseline 15-16; IDLE promotion 16-18; "
                    + "DCH tail 18-21"
            ),
        ] as [([Int], String)])
    func unlessFollowed(packets: [Int], course: String) {
        let replay = TestReplay(
            SmallRadio.pair(), packets.map { .up($0) },
            rules: PeerRules(promotions: .unlessFollowed))
        #expect(replay.course == "IDLE baseline 0-10; " + course)
    }

    // MARK: Timers

    @Test(
        "Packets below the activity threshold reset no timer, but the first",
        arguments: [
            ([.up(0, 1)], "DCH tail 0-5"),
            ([.up(0, 100), .up(3, 99)], "DCH tail 0-5"),
            ([.up(0, 100), .up(3, 100)], "DCH transfer 0-3; DCH tail 3-8"),
            // 60 and 60 within 2 ms of each other are enough; 3 ms are too long.
            ([.up(0, 1), .up(1, 60), .up(3, 60)], "DCH transfer 0-3; DCH tail 3-8"),
            ([.up(0, 1), .up(1, 60), .up(4, 60)], "DCH tail 0-5"),
            // Each direction adds up separately, and a sum stands for 2 ms.
            ([.up(0, 1), .up(1, 60), .down(2, 60)], "DCH tail 0-5"),
            ([.up(0, 1), .up(1, 100), .down(3, 1)], "DCH transfer 0-3; DCH tail 3-8"),
            ([.up(0, 1), .up(1, 100), .down(4, 1)], "DCH transfer 0-1; DCH tail 1-6"),
        ] as [([TestPacket], String)])
    func activity(packets: [TestPacket], course: String) {
        let activity = PeerRules.Activity(state: 1, bytes: Bytes(100), within: ms(2))
        let replay = TestReplay(
            SmallRadio.pair(), packets, .none, rules: PeerRules(activity: activity))
        #expect(replay.course == course)
    }

    // MARK: Queues

    @Test(
        "Thresholds count the bytes that have not drained",
        arguments: [
            // 2 ms and 50 us for each byte: 5 ms for 60 bytes, which are still there at 6 ms.
            ([.up(0), .up(1, 60), .up(6, 41)], true),
            ([.up(0), .up(1, 60), .up(7, 41)], false),
            // The law counts from the last packet.
            ([.up(0), .up(1, 30), .up(4, 30), .up(9, 41)], true),
            // Each direction separately; a threshold must be exceeded.
            ([.up(0), .up(1, 60), .down(1, 60)], false),
            ([.up(0), .up(1, 100)], false),
            // The packet that woke the radio is in no queue.
            ([.up(0, 60), .up(0, 60)], false),
        ] as [([TestPacket], Bool)])
    func queues(packets: [TestPacket], isPromoted: Bool) {
        let law = DrainLaw(perByte: TimeSpan(nanoseconds: 50_000), constant: ms(2))
        let fach = SmallRadio.state("FACH", timer: 20)
        let replay = TestReplay(
            SmallRadio.triple(fach: fach), packets,
            rules: PeerRules(queues: PeerRules.Queues(uplink: law, downlink: law)))
        #expect(replay.course.contains("DCH") == isPromoted, "\(replay.course)")
        #expect(!TestReplay(SmallRadio.triple(fach: fach), packets).course.contains("DCH"))
    }

    @Test("A law with a square: 1 us for each byte squared, so 3.6 ms for 60")
    func squareLaw() {
        let law = DrainLaw(perSquare: TimeSpan(nanoseconds: 1_000))
        for (time, isPromoted) in [(4, true), (5, false)] {
            let replay = TestReplay(
                SmallRadio.triple(fach: SmallRadio.state("FACH", timer: 20)),
                [.up(0), .up(1, 60), .up(time, 41)],
                rules: PeerRules(queues: PeerRules.Queues(uplink: law)))
            #expect(replay.course.contains("DCH") == isPromoted)
        }
    }

    // MARK: Dense traffic

    @Test(
        "A window of 4 ms with more than 20 bytes is spent in the raised state, and 1 ms more",
        arguments: [
            ([.up(1), .up(5)], "CAM transfer 1-5; CAM tail 5-14"),
            // Windows count from the start of the trace: 3 ms is in the first, 4 ms in the second.
            ([.up(1), .down(3, 11), .up(6)], "HIGH transfer 1-5; CAM transfer 5-6; CAM tail 6-15"),
            ([.up(1), .up(4, 11), .up(6)], "CAM transfer 1-6; CAM tail 6-15"),
            ([.up(1), .up(4, 11), .up(6, 10), .up(9)], "CAM transfer 1-4; HIGH transfer 4-9"),
            // A last window that no packet follows does not count.
            ([.up(1, 21)], "CAM tail 1-10"),
            ([.up(1, 21), .up(30)], "HIGH transfer 1-5; CAM tail 5-10"),
        ] as [([TestPacket], String)])
    func dense(packets: [TestPacket], course: String) {
        let replay = TestReplay(wifi, packets, rules: dense)
        #expect(replay.course.hasPrefix("IDLE baseline 0-1; " + course), "\(replay.course)")
    }

    private var wifi: RadioProfile {
        SmallRadio.profile(
            [
                SmallRadio.idle, SmallRadio.state("CAM", timer: 9),
                SmallRadio.state("HIGH", power: 900),
            ],
            [
                SmallRadio.promotion(0, 1, PromotionDelay(.zero)),
                SmallRadio.promotion(1, 2, PromotionDelay(.zero), over: 9_999),
            ])
    }

    private var dense: PeerRules {
        PeerRules(
            dense: PeerRules.DenseTraffic(
                state: 1, to: 2, window: ms(4), bytesOver: Bytes(20), lingers: ms(1)))
    }

    @Test("Raised time belongs to the flow that reset the timer, even within a window")
    func raisedOwners() {
        let packets: [TestPacket] = [
            .up(0, flow: 1), .up(1, flow: 2), .up(2, flow: 3), .up(30, flow: 4),
        ]
        let owners = TestReplay(wifi, packets, rules: dense).owners
        #expect(
            owners.hasPrefix(
                "HIGH transfer 0-1 of 1; HIGH transfer 1-2 of 2; HIGH transfer 2-5 of 3; "
                    + "CAM tail 5-11 of 3"), "\(owners)")
    }

    // MARK: Owners

    @Test("Energy belongs to the last packet that reset the timer, a promotion to its own packet")
    func owners() {
        let packets: [TestPacket] = [
            .up(10, flow: 1), .up(12, flow: 2), .up(13, flow: 2), .up(30, flow: 3),
        ]
        #expect(
            TestReplay(SmallRadio.pair(), packets).owners
                == "IDLE baseline 0-8; IDLE promotion 8-10 of 1; DCH transfer 10-12 of 1; "
                + "DCH transfer 12-13 of 2; DCH tail 13-18 of 2; IDLE baseline 18-28; "
                + "IDLE promotion 28-30 of 3; DCH tail 30-35 of 3")
        let behind = TestReplay(
            SmallRadio.pair(), [.up(0, flow: 1), .up(1, flow: 2)],
            rules: PeerRules(promotions: .byDirection))
        #expect(behind.owners == "IDLE promotion 0-2 of 1; DCH tail 2-7 of 1")
    }

    // MARK: Bursts and bytes

    @Test(
        "A burst has the power and the energy of the direction with more bytes",
        arguments: [
            ([.up(0)], "DCH tail 0-5", 3 + 0.5),
            ([.up(0, 30), .down(2), .up(4)], "DCH transfer 0-4; DCH tail 4-9", 3 + 4 + 0.5),
            ([.down(0), .up(2)], "DCH transfer 0-2; DCH tail 2-7", 2 + 1 + 0.5),
            ([.down(0), .up(3)], "DCH tail 0-8", 2 + 3 + 0.8),
        ] as [([TestPacket], String, Double)])
    func bursts(packets: [TestPacket], course: String, energy: Double) {
        let profile = SmallRadio.profile(
            [SmallRadio.idle, SmallRadio.state("DCH", timer: 5)],
            [SmallRadio.promotion(0, 1, PromotionDelay(.zero))],
            bursts: BurstPower(
                uplink: BurstPower.Cost(power: Milliwatts(1_000), energy: Millijoules(3)),
                downlink: BurstPower.Cost(power: Milliwatts(500), energy: Millijoules(2))))
        let replay = TestReplay(profile, packets, rules: PeerRules(burstGap: ms(2)))
        #expect(replay.course == course)
        #expect(abs(replay.energy - energy) < 1e-12, "\(replay.energy) mJ")
    }

    private var rated: RadioProfile {
        SmallRadio.profile(
            [SmallRadio.idle, SmallRadio.state("DCH", timer: 5)], [SmallRadio.promotion(0, 1)],
            transferPower: TransferPower(
                base: Milliwatts(700), uplink: MilliwattsPerMegabit(400),
                downlink: MilliwattsPerMegabit(50)))
    }

    @Test("Every packet's bytes cost energy, and transfer draws the base")
    func everyPacket() {
        let replay = TestReplay(rated, [.up(0, 100), .down(2, 200)])
        #expect(replay.course == "DCH transfer 0-2; DCH tail 2-7")
        let bytes = 100 * 8e-6 * 400 + 200 * 8e-6 * 50
        #expect(abs(replay.energy - (0.7 * 2 + 0.1 * 5 + bytes)) < 1e-12)
    }

    @Test(
        "A free last packet: only bytes before further activity cost energy",
        arguments: [
            ([.up(0, 1)], 0),
            ([.up(0, 1), .up(2, 2)], 1),
            ([.up(0, 1), .up(0, 4), .up(2, 2)], 5),
            ([.up(0, 1), .up(6, 2), .up(7, 4)], 2),
        ] as [([TestPacket], Int64)])
    func freeLastPacket(packets: [TestPacket], rated bytes: Int64) {
        let replay = TestReplay(rated, packets, rules: PeerRules(lastPacket: .free))
        #expect(replay.bytes.rated == bytes)
        #expect(replay.bytes.all == packets.reduce(0) { $0 + $1.bytes })
    }

    @Test("The end may cut a promotion, and the bytes on their way count")
    func horizonInPromotion() {
        let rules = PeerRules(promotions: .byDirection)
        let replay = TestReplay(rated, [.up(10), .up(11)], horizon: 12, rules: rules)
        #expect(replay.course == "IDLE baseline 0-10; IDLE promotion 10-12")
        #expect(replay.bytes.rated == 20)
        #expect(replay.radio.books.table.residenceRows().map(\.state) == ["IDLE", "DCH"])
    }
}
