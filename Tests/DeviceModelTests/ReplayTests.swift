import Kernel
import Testing

@testable import DeviceModel

/// Tests of a radio's states under recorded packets: time, horizon, modes, placements.
///
/// Unless a test says otherwise: IDLE, and DCH with a timer of 5 ms after a promotion of 2 ms.
@Suite struct ReplayTests {
    @Test(
        "The simplest radio follows its packets",
        arguments: [
            ("none at all", [], ""),
            ("one at time 0: its promotion is cut short to nothing", [0], "DCH tail 0-5"),
            ("one at 1 ms: its promotion began at 0", [1], "IDLE promotion 0-1; DCH tail 1-6"),
            (
                "one later", [10],
                "IDLE baseline 0-8; IDLE promotion 8-10; DCH tail 10-15"
            ),
            (
                "three in the same nanosecond", [10, 10, 10],
                "IDLE baseline 0-8; IDLE promotion 8-10; DCH tail 10-15"
            ),
            (
                "one at the very expiry finds the old state", [10, 15],
                "IDLE baseline 0-8; IDLE promotion 8-10; DCH transfer 10-15; DCH tail 15-20"
            ),
            (
                "one just after: what was before its promotion is cut short", [10, 16],
                "IDLE baseline 0-8; IDLE promotion 8-10; DCH tail 10-14; IDLE promotion 14-16; "
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
            ([10], 15, "IDLE baseline 0-8; IDLE promotion 8-10; DCH tail 10-15"),
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

    @Test("With shift, one promotion can wait for another")
    func shiftedTwice() {
        // The second packet passes at 12 ms in FACH, and exceeds its threshold.
        let states = [
            SmallRadio.idle, SmallRadio.state("FACH", timer: 6),
            SmallRadio.state("DCH", timer: 5, to: 0),
        ]
        let profile = SmallRadio.profile(
            states, [SmallRadio.promotion(0, 1), SmallRadio.promotion(1, 2, over: 100)])
        let replay = TestReplay(profile, [.up(10), .up(11, 101), .up(12)], .shift)
        #expect(
            replay.course
                == "IDLE baseline 0-10; IDLE promotion 10-12; FACH promotion 12-14; DCH tail 14-19")
    }

    // MARK: Placements

    @Test(
        "A promotion after its packet takes at least 1, usually 2, at most 4 ms",
        arguments: [
            ([10], "IDLE promotion 10-12; DCH tail 12-17"),
            ([10, 10, 11], "IDLE promotion 10-12; DCH tail 12-17"),
            ([10, 12], "IDLE promotion 10-12; DCH tail 12-17"),
            ([10, 13], "IDLE promotion 10-13; DCH tail 13-18"),
            ([10, 14], "IDLE promotion 10-14; DCH tail 14-19"),
            ([10, 15], "IDLE promotion 10-12; DCH transfer 12-15; DCH tail 15-20"),
            ([10, 17], "IDLE promotion 10-12; DCH transfer 12-17; DCH tail 17-22"),
        ] as [([Int], String)])
    func after(packets: [Int], course: String) {
        let delay = PromotionDelay(
            least: SmallRadio.ms(1), usual: SmallRadio.ms(2), most: SmallRadio.ms(4))
        let profile = SmallRadio.profile(
            [SmallRadio.idle, SmallRadio.state("DCH", timer: 5)],
            [SmallRadio.promotion(0, 1, delay, placement: SmallRadio.placed(.after))])
        let replay = TestReplay(profile, packets.map { .up($0) })
        #expect(replay.course == "IDLE baseline 0-10; " + course)
    }

    @Test(
        "A promotion of 2 ms happens unless another packet follows",
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
        let profile = SmallRadio.pair(placement: SmallRadio.placed(.unlessFollowed))
        let replay = TestReplay(profile, packets.map { .up($0) })
        #expect(replay.course == "IDLE baseline 0-10; " + course)
    }

    @Test("A promotion without duration is over before another packet of its nanosecond")
    func noTime() {
        let zero = PromotionDelay(.zero)
        let profile = SmallRadio.profile(
            [
                SmallRadio.idle, SmallRadio.state("FACH", timer: 6),
                SmallRadio.state("DCH", timer: 5),
            ],
            [
                SmallRadio.promotion(0, 1, zero, placement: SmallRadio.placed(.after)),
                SmallRadio.promotion(1, 2, zero, over: 100),
            ])
        #expect(TestReplay(profile, [.up(0), .up(0, 101)]).course == "DCH tail 0-5")
    }

    @Test("A timer that expires during the promotion ends the stay at once")
    func lateTimer() {
        let profile = SmallRadio.pair(
            SmallRadio.state("DCH", timer: 1), placement: SmallRadio.placed(.unlessFollowed))
        let replay = TestReplay(profile, [.up(10)], horizon: 20)
        #expect(replay.course == "IDLE baseline 0-10; IDLE promotion 10-12; IDLE baseline 12-20")
    }

    @Test("Each direction has a placement, and so has the trace's first packet")
    func directions() {
        let placement = PacketPlacement(uplink: .after, downlink: .before, first: .before)
        let profile = SmallRadio.pair(placement: placement)
        #expect(
            TestReplay(profile, [.up(10), .up(20), .down(40)]).course
                == "IDLE baseline 0-8; IDLE promotion 8-10; DCH tail 10-15; IDLE baseline 15-20; "
                + "IDLE promotion 20-22; DCH tail 22-27; IDLE baseline 27-38; "
                + "IDLE promotion 38-40; DCH tail 40-45")
    }

    @Test("A promotion before its packet does not cut the one after the packet before")
    func beforeMeetsAfter() {
        let placement = PacketPlacement(uplink: .after, downlink: .before)
        let long = SmallRadio.promotion(
            0, 1, PromotionDelay(SmallRadio.ms(4)), placement: placement)
        let profile = SmallRadio.profile(
            [SmallRadio.idle, SmallRadio.state("DCH", timer: 1)], [long])
        // 10 to 14 ms, and the last two of four.
        #expect(
            TestReplay(profile, [.up(10), .down(16)]).course
                == "IDLE baseline 0-10; IDLE promotion 10-16; DCH tail 16-17")
    }

    @Test(
        "Promotions can lead through a state that carries nothing",
        arguments: [
            (.before, [10], "IDLE baseline 0-7; IDLE promotion 7-9; WAKING promotion 9-10"),
            (.before, [2], "IDLE promotion 0-1; WAKING promotion 1-2"),
            (.before, [1], "WAKING promotion 0-1"),
            (.after, [10], "IDLE baseline 0-10; IDLE promotion 10-12; WAKING promotion 12-13"),
            (
                .unlessFollowed, [10, 11],
                "IDLE baseline 0-10; WAKING promotion 10-11"
            ),
        ] as [(PacketPlacement.Place, [Int], String)])
    func chains(place: PacketPlacement.Place, packets: [Int], course: String) {
        let waking = SmallRadio.state("WAKING", carries: false)
        let profile = SmallRadio.profile(
            [SmallRadio.idle, waking, SmallRadio.state("DCH", timer: 5)],
            [
                SmallRadio.promotion(0, 1, placement: SmallRadio.placed(place)),
                SmallRadio.promotion(1, 2, PromotionDelay(SmallRadio.ms(1))),
            ])
        let replay = TestReplay(profile, packets.map { .up($0) })
        let last = packets[packets.count - 1]
        let begin = place == .after ? 13 : last
        #expect(replay.course == course + "; DCH tail \(begin)-\(begin + 5)")
        #expect(replay.radio.promotions.map(\.count) == [1, 1])
    }

    @Test("RRC_INACTIVE: a shorter way back, or on to idle")
    func inactive() {
        #expect(
            TestReplay(SmallRadio.standalone, [.up(10), .up(20), .up(40)]).course
                == "RRC_IDLE baseline 0-6; RRC_IDLE promotion 6-10; NR_CONNECTED tail 10-15; "
                + "RRC_INACTIVE tail 15-19; RRC_INACTIVE promotion 19-20; NR_CONNECTED tail 20-25; "
                + "RRC_INACTIVE tail 25-33; RRC_IDLE baseline 33-36; RRC_IDLE promotion 36-40; "
                + "NR_CONNECTED tail 40-45; RRC_INACTIVE tail 45-53")
    }

    @Test("A second tail, and the switch to 5G after the promotion to 4G")
    func secondTail() {
        #expect(
            TestReplay(SmallRadio.secondTail, [.up(10), .up(15)]).course
                == "RRC_IDLE baseline 0-5; RRC_IDLE promotion 5-8; LTE promotion 8-10; "
                + "NR tail 10-13; LTE promotion 13-15; NR tail 15-18; LTE tail 18-22")
    }

    @Test("With shift, packets wait for all of a chain")
    func shiftedChain() {
        let profile = SmallRadio.profile(
            [
                SmallRadio.idle, SmallRadio.state("WAKING", carries: false),
                SmallRadio.state("DCH", timer: 5),
            ],
            [
                SmallRadio.promotion(0, 1),
                SmallRadio.promotion(1, 2, PromotionDelay(SmallRadio.ms(1))),
            ])
        #expect(
            TestReplay(profile, [.up(10), .up(12)], .shift).course
                == "IDLE baseline 0-10; IDLE promotion 10-12; WAKING promotion 12-13; "
                + "DCH tail 13-18")
    }

    @Test("The end may cut a promotion, and the bytes on their way count")
    func horizonInPromotion() {
        let power = TransferPower(
            base: nil, uplink: MilliwattsPerMegabit(400), downlink: MilliwattsPerMegabit(50))
        let profile = SmallRadio.profile(
            [SmallRadio.idle, SmallRadio.state("DCH", timer: 5)],
            [SmallRadio.promotion(0, 1, placement: SmallRadio.placed(.after))],
            transferPower: power)
        let replay = TestReplay(profile, [.up(10), .up(11)], horizon: 12)
        #expect(replay.course == "IDLE baseline 0-10; IDLE promotion 10-12")
        #expect(replay.bytes.rated == 20)
        #expect(replay.radio.books.table.residenceRows().map(\.state) == ["IDLE", "DCH"])
    }
}
