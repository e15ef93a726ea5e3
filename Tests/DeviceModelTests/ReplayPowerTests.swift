import Kernel
import Testing

@testable import DeviceModel

/// Tests of recorded packets' power and its owner: dense traffic, bursts, rates, cycles, flows.
@Suite struct ReplayPowerTests {
    private let ms = SmallRadio.ms

    // MARK: Dense traffic

    private func wifi(
        bytesOver: Double? = nil, packetsOver: Int64? = nil, lingers: Int = 0,
        judgesOpenWindow: Bool = true, activity: ActivityRule? = nil
    ) -> RadioProfile {
        let rule = RaiseRule(
            to: 2, window: ms(4), bytesOver: bytesOver.map { Bytes($0) }, packetsOver: packetsOver,
            lingers: ms(lingers), judgesOpenWindow: judgesOpenWindow)
        return SmallRadio.profile(
            [
                SmallRadio.idle, SmallRadio.state("CAM", timer: 9, activity: activity, raise: rule),
                SmallRadio.state("HIGH", power: 900),
            ], [SmallRadio.promotion(0, 1, PromotionDelay(.zero))])
    }

    @Test(
        "A window of 4 ms with more than 20 bytes is spent in the raised state",
        arguments: [
            ([.up(0), .up(1)], "CAM transfer 0-1; CAM tail 1-10"),
            ([.up(0), .up(1, 11)], "HIGH transfer 0-4; CAM tail 4-10"),
            // Windows count from the entry: 3 ms is in the first, 4 ms in the second.
            ([.up(0), .down(3, 11)], "HIGH transfer 0-4; CAM tail 4-12"),
            ([.up(0), .up(4, 11)], "CAM transfer 0-4; CAM tail 4-13"),
            ([.up(0), .up(5), .up(7, 11)], "CAM transfer 0-4; HIGH transfer 4-8; CAM tail 8-16"),
            // Empty windows between.
            (
                [.up(0, 21), .up(9, 1)],
                "HIGH transfer 0-4; CAM transfer 4-9; CAM tail 9-18"
            ),
        ] as [([TestPacket], String)])
    func raise(packets: [TestPacket], course: String) {
        #expect(TestReplay(wifi(bytesOver: 20), packets).course == course)
    }

    @Test("More than two packets raise the state too, and the raised state lingers")
    func packetsAndLinger() {
        let packets: [TestPacket] = [.up(0), .up(1), .up(2)]
        #expect(
            TestReplay(wifi(packetsOver: 2), packets).course == "HIGH transfer 0-4; CAM tail 4-11")
        #expect(
            TestReplay(wifi(packetsOver: 2), Array(packets.dropLast())).course
                == "CAM transfer 0-1; CAM tail 1-10")
        #expect(
            TestReplay(wifi(packetsOver: 2, lingers: 3), packets).course
                == "HIGH transfer 0-7; CAM tail 7-11")
        // It does not outlast the stay.
        #expect(
            TestReplay(wifi(packetsOver: 2, lingers: 30), packets).course == "HIGH transfer 0-11")
    }

    @Test("A window that the end cuts off counts for its elapsed part")
    func cutWindow() {
        let replay = TestReplay(wifi(bytesOver: 20), [.up(0, 21)], horizon: 3)
        #expect(replay.course == "HIGH transfer 0-3")
    }

    @Test("A profile can ignore an open window, which no later packet follows")
    func openWindow() {
        let profile = wifi(bytesOver: 20, judgesOpenWindow: false)
        #expect(TestReplay(profile, [.up(0, 21)]).course == "CAM tail 0-9")
        #expect(
            TestReplay(profile, [.up(0, 21), .up(30)]).course
                == "HIGH transfer 0-4; CAM tail 4-9; IDLE baseline 9-30; CAM tail 30-39")
    }

    @Test(
        "A packet that resets no timer still raises the state, without making earlier time activity"
    )
    func raiseWithActivity() {
        let profile = wifi(
            bytesOver: 20, activity: ActivityRule(bytes: Bytes(100), within: ms(1)))
        // 30 bytes in the second window raise it, and the timer still counts from 0.
        #expect(
            TestReplay(profile, [.up(0), .up(5, 30)]).course
                == "CAM tail 0-4; HIGH transfer 4-8; CAM tail 8-9")
        #expect(
            TestReplay(profile, [.up(0), .up(5, 30), .up(8, 100)]).course
                == "CAM transfer 0-4; HIGH transfer 4-12; CAM tail 12-17")
    }

    @Test("Raised time belongs to the flow that reset the timer, even within a window")
    func raisedOwners() {
        let packets: [TestPacket] = [.up(0, flow: 1), .up(1, flow: 2), .up(2, flow: 3)]
        #expect(
            TestReplay(wifi(packetsOver: 2), packets).owners
                == "HIGH transfer 0-1 of 1; HIGH transfer 1-2 of 2; HIGH transfer 2-4 of 3; "
                + "CAM tail 4-11 of 3")
    }

    // MARK: Owners

    @Test("Energy belongs to the last packet that reset the timer, a promotion to its own packet")
    func owners() {
        let replay = TestReplay(
            SmallRadio.pair(),
            [.up(10, flow: 1), .up(12, flow: 2), .up(13, flow: 2), .up(30, flow: 3)]
        )
        #expect(
            replay.owners
                == "IDLE baseline 0-8; IDLE promotion 8-10 of 1; DCH transfer 10-12 of 1; "
                + "DCH transfer 12-13 of 2; DCH tail 13-18 of 2; IDLE baseline 18-28; "
                + "IDLE promotion 28-30 of 3; DCH tail 30-35 of 3")
    }

    @Test("A promotion behind its packet, and the time after it, belong to the packet")
    func ownerBehind() {
        let profile = SmallRadio.pair(placement: SmallRadio.placed(.after))
        let replay = TestReplay(profile, [.up(0, flow: 1), .up(1, flow: 2), .up(20, flow: 3)])
        #expect(
            replay.owners
                == "IDLE promotion 0-2 of 1; DCH tail 2-7 of 1; IDLE baseline 7-20; "
                + "IDLE promotion 20-22 of 3; DCH tail 22-27 of 3")
    }

    @Test("A packet that resets nothing owns nothing")
    func idleOwner() {
        let rule = ActivityRule(bytes: Bytes(100), within: ms(2))
        let profile = SmallRadio.pair(SmallRadio.state("DCH", timer: 5, activity: rule))
        let replay = TestReplay(profile, [.up(0, 5, flow: 1), .up(3, 5, flow: 2)])
        #expect(replay.owners == "DCH tail 0-5 of 1")
    }

    // MARK: Bursts

    private func bursts(_ gap: Int, timer: Int = 5) -> RadioProfile {
        SmallRadio.profile(
            [SmallRadio.idle, SmallRadio.state("DCH", timer: timer)],
            [SmallRadio.promotion(0, 1, PromotionDelay(.zero))],
            bursts: BurstPower(
                gap: ms(gap),
                uplink: BurstPower.Cost(power: Milliwatts(1_000), energy: Millijoules(3)),
                downlink: BurstPower.Cost(power: Milliwatts(500), energy: Millijoules(2))))
    }

    @Test(
        "A burst has the power and the energy of its first packet's direction",
        arguments: [
            ([.up(0)], "DCH tail 0-5", 3 + 0.5),
            ([.up(0), .down(2), .up(4)], "DCH transfer 0-4; DCH tail 4-9", 3 + 4 + 0.5),
            ([.down(0), .up(2)], "DCH transfer 0-2; DCH tail 2-7", 2 + 1 + 0.5),
            ([.down(0), .up(3)], "DCH tail 0-8", 2 + 3 + 0.8),
        ] as [([TestPacket], String, Double)])
    func bursts(packets: [TestPacket], course: String, energy: Double) {
        let replay = TestReplay(bursts(2), packets)
        #expect(replay.course == course)
        #expect(abs(replay.energy - energy) < 1e-12, "\(replay.energy) mJ")
    }

    @Test("A burst continues over a promotion and an expired timer, where it is not transfer")
    func longBurst() {
        #expect(
            TestReplay(bursts(9, timer: 2), [.up(0), .up(5)]).course
                == "DCH transfer 0-2; IDLE baseline 2-5; DCH tail 5-7")
        #expect(TestReplay(bursts(9, timer: 2), [.up(0), .up(5)]).bytes.events == 1)
    }

    @Test("A packet that waits for a promotion begins its burst when it passes")
    func burstInPromotion() {
        let profile = SmallRadio.profile(
            [SmallRadio.idle, SmallRadio.state("DCH", timer: 5)],
            [SmallRadio.promotion(0, 1, placement: SmallRadio.placed(.after))],
            bursts: BurstPower(
                gap: ms(3),
                uplink: BurstPower.Cost(power: Milliwatts(1_000), energy: Millijoules(3)),
                downlink: BurstPower.Cost(power: Milliwatts(500), energy: Millijoules(2))))
        let replay = TestReplay(profile, [.up(0), .up(3)])
        #expect(replay.course == "IDLE promotion 0-2; DCH transfer 2-3; DCH tail 3-8")
        #expect(replay.bytes.events == 1)
    }

    // MARK: Rates and cycles

    private func rated(
        _ counted: TransferPower.Counted, activity: ActivityRule? = nil,
        placement: PacketPlacement = .before
    ) -> RadioProfile {
        SmallRadio.profile(
            [SmallRadio.idle, SmallRadio.state("DCH", timer: 5, activity: activity)],
            [SmallRadio.promotion(0, 1, placement: placement)],
            transferPower: TransferPower(
                base: Milliwatts(700), uplink: MilliwattsPerMegabit(400),
                downlink: MilliwattsPerMegabit(50), counted: counted))
    }

    @Test("Every packet's bytes cost energy, and transfer draws the base")
    func everyPacket() {
        let replay = TestReplay(rated(.everyPacket), [.up(0, 100), .down(2, 200)])
        #expect(replay.course == "DCH transfer 0-2; DCH tail 2-7")
        let bytes = 100 * 8e-6 * 400 + 200 * 8e-6 * 50
        #expect(abs(replay.energy - (0.7 * 2 + 0.1 * 5 + bytes)) < 1e-12)
    }

    @Test(
        "Between packets: only bytes before further activity count",
        arguments: [
            ([.up(0, 1)], 0),
            ([.up(0, 1), .up(2, 2)], 1),
            ([.up(0, 1), .up(0, 4), .up(2, 2)], 5),
            ([.up(0, 1), .up(6, 2), .up(7, 4)], 2),
            // The second resets nothing, but the third does.
            ([.up(0, 100), .up(2, 1), .up(4, 100)], 101),
            ([.up(0, 100), .up(2, 1)], 0),
        ] as [([TestPacket], Int64)])
    func betweenPackets(packets: [TestPacket], rated bytes: Int64) {
        let isSmall = packets[0].bytes < 100
        let rule = ActivityRule(bytes: Bytes(50), within: ms(1))
        let replay = TestReplay(
            rated(.betweenPackets, activity: isSmall ? nil : rule), packets)
        #expect(replay.bytes.rated == bytes)
        #expect(replay.bytes.all == packets.reduce(0) { $0 + $1.bytes })
    }

    @Test("Between packets: a triggered promotion is activity, if some time is left")
    func betweenPacketsAndNeed() {
        for (delay, bytes) in [(1, 5), (3, 0)] as [(Int, Int64)] {
            let profile = SmallRadio.profile(
                [
                    SmallRadio.idle, SmallRadio.state("FACH", timer: 6),
                    SmallRadio.state("DCH", timer: 5),
                ],
                [
                    SmallRadio.promotion(0, 1),
                    SmallRadio.promotion(1, 2, PromotionDelay(ms(delay)), over: 100),
                ],
                transferPower: TransferPower(
                    base: nil, uplink: MilliwattsPerMegabit(400),
                    downlink: MilliwattsPerMegabit(50), counted: .betweenPackets))
            #expect(TestReplay(profile, [.up(0, 5), .up(3, 101)]).bytes.rated == bytes)
        }
    }

    @Test("Between packets: a promotion's packets count together, from the entry")
    func betweenPacketsBehindPromotion() {
        let profile = rated(.betweenPackets, placement: SmallRadio.placed(.after))
        #expect(TestReplay(profile, [.up(0, 1), .up(1, 2)]).bytes.rated == 0)
        #expect(TestReplay(profile, [.up(0, 1), .up(1, 2), .up(3, 4)]).bytes.rated == 3)
    }

    @Test(
        "A cycle runs from the entry through transfer and tail; its last part is exact or averaged")
    func cycles() {
        // 3 of 4 ms on; the stay is 6 ms: 1 ms of transfer, 5 ms of tail.
        for (remainder, on) in [(PowerCycle.Remainder.exact, 5.0), (.averaged, 4.5)] {
            let cycle = PowerCycle(
                period: ms(4), on: ms(3), onPower: Milliwatts(1_000), offPower: Milliwatts(100),
                remainder: remainder)
            let profile = SmallRadio.pair(SmallRadio.state("DCH", timer: 5, draw: .cycle(cycle)))
            let replay = TestReplay(profile, [.up(0), .up(1)])
            #expect(replay.course == "DCH transfer 0-1; DCH tail 1-6")
            #expect(abs(replay.energy - (on * 1 + (6 - on) * 0.1)) < 1e-12)
        }
    }
}
