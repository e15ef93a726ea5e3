import Kernel
import Testing

@testable import DeviceModel

/// Tests of each setting of a radio profile, with two or three simulated transfers.
///
/// Times are milliseconds, and every state carries a byte each millisecond: 3 bytes take 3 ms.
@Suite struct RadioKnobTests {
    private let ms = SmallRadio.ms

    @Test("Data waits for the end of a release")
    func release() {
        let release = Release(delay: ms(4), power: Milliwatts(70))
        let profile = SmallRadio.pair(SmallRadio.state("DCH", timer: 5, release: release))
        #expect(
            TestRun(profile, [(0, 2, 0), (10, 1, 0)], horizon: 20).course
                == "IDLE promotion 0-2; DCH transfer 2-4; DCH tail 4-9; DCH tail 9-13; "
                + "IDLE promotion 13-15; DCH transfer 15-16; DCH tail 16-20")
    }

    @Test(
        "Fast dormancy: the earlier of two timers, once after each data",
        arguments: [
            (3, 0, "DCH tail 1-4; IDLE baseline 4-20"),
            (8, 0, "DCH tail 1-6; FACH tail 6-9; IDLE baseline 9-20"),
            (3, 1, "DCH tail 1-4; FACH tail 4-10; IDLE baseline 10-20"),
            (5, 0, "DCH tail 1-6; IDLE baseline 6-20"),
        ])
    func fastDormancy(after: Int, to: Int, course: String) {
        let zero = PromotionDelay(.zero)
        let profile = SmallRadio.profile(
            [
                SmallRadio.idle, SmallRadio.state("FACH", timer: 6),
                SmallRadio.state("DCH", timer: 5, to: 1),
            ], [SmallRadio.promotion(0, 2, zero), SmallRadio.promotion(1, 2, zero, over: 100)],
            fastDormancy: FastDormancy(after: ms(after), to: to))
        #expect(TestRun(profile, [(0, 1, 0)], horizon: 20).course == "DCH transfer 0-1; " + course)
    }

    @Test("The phone's timer has a release of its own")
    func fastDormancyRelease() {
        let profile = SmallRadio.profile(
            [SmallRadio.idle, SmallRadio.state("DCH", timer: 9)],
            [SmallRadio.promotion(0, 1, PromotionDelay(.zero))],
            fastDormancy: FastDormancy(
                after: ms(4), to: 0, release: Release(delay: ms(2), power: Milliwatts(1))))
        #expect(
            TestRun(profile, [(0, 1, 0), (3, 1, 0)], horizon: 12).course
                == "DCH transfer 0-1; DCH tail 1-3; DCH transfer 3-4; DCH tail 4-8; DCH tail 8-10; "
                + "IDLE baseline 10-12")
    }

    @Test("The queue drains as its bytes are carried")
    func queue() {
        // At 12 ms two of four bytes are left.
        for (bytes, isPromoted) in [(5, true), (4, false)] as [(Int64, Bool)] {
            let run = TestRun(
                SmallRadio.triple(over: 6), [(0, 0, 1), (5, 4, 0), (7, bytes, 0)], horizon: 40)
            #expect(run.course.contains("DCH") == isPromoted, "\(run.course)")
        }
    }

    @Test("A transfer is one burst of its larger direction, even when it is suspended")
    func bursts() {
        let power = BurstPower(
            uplink: BurstPower.Cost(power: Milliwatts(1_000), energy: Millijoules(3)),
            downlink: BurstPower.Cost(power: Milliwatts(500), energy: Millijoules(2)))
        let zero = PromotionDelay(.zero)
        let profile = SmallRadio.profile(
            [
                SmallRadio.idle, SmallRadio.state("FACH", timer: 6),
                SmallRadio.state("DCH", timer: 5),
            ],
            [SmallRadio.promotion(0, 1, zero), SmallRadio.promotion(1, 2, zero, over: 6)],
            bursts: power)
        func energy(_ transfers: [(Int, Int64, Int64)]) -> Double {
            TestRun(profile, transfers, horizon: 40).radio.table
                .energy { $0.kind == .transfer }.magnitude
        }
        #expect(abs(energy([(0, 4, 2)]) - (3 + 6 * 1.0)) < 1e-12)
        #expect(abs(energy([(0, 3, 3)]) - (2 + 6 * 0.5)) < 1e-12)
        // Suspended at once, and after 2 ms.
        for gap in [0, 2] {
            #expect(TestRun(profile, [(0, 4, 0), (gap, 7, 0)], horizon: 40).events == 2)
        }
    }

    @Test("A triangular delay is drawn between its minimum and its maximum")
    func triangularDelay() throws {
        let delay = PromotionDelay(least: ms(10), usual: ms(20), most: ms(60))
        let profile = SmallRadio.profile(
            [SmallRadio.idle, SmallRadio.state("DCH", timer: 5)],
            [SmallRadio.promotion(0, 1, delay)])
        let delays = try (0..<200 as Range<UInt64>).map { seed in
            let run = TestRun(profile, [(0, 1, 0)], horizon: 100, seed: seed)
            let promotion = try #require(run.radio.timeline.first)
            return Double(promotion.until.nanoseconds) / 1e6
        }
        #expect(delays.allSatisfy { 10 <= $0 && $0 <= 60 })
        // Mean 30 ms, standard deviation 10.8 ms: for 200 draws, four standard errors are 3.1 ms.
        let mean = delays.reduce(0, +) / 200
        #expect(abs(mean - 30) < 3.1)
        #expect(Set(delays).count > 150)
    }

    @Test("RRC_INACTIVE: a shorter way back, or on to idle")
    func inactive() {
        #expect(
            TestRun(SmallRadio.standalone, [(0, 1, 0), (13, 1, 0), (40, 1, 0)], horizon: 50).course
                == "RRC_IDLE promotion 0-4; NR_CONNECTED transfer 4-5; NR_CONNECTED tail 5-10; "
                + "RRC_INACTIVE tail 10-13; RRC_INACTIVE promotion 13-14; "
                + "NR_CONNECTED transfer 14-15; NR_CONNECTED tail 15-20; RRC_INACTIVE tail 20-28; "
                + "RRC_IDLE baseline 28-40; RRC_IDLE promotion 40-44; NR_CONNECTED transfer 44-45; "
                + "NR_CONNECTED tail 45-50")
    }

    @Test("A second tail, and the switch to 5G after the promotion to 4G")
    func secondTail() {
        #expect(
            TestRun(SmallRadio.secondTail, [(0, 1, 0), (11, 1, 0)], horizon: 30).course
                == "RRC_IDLE promotion 0-3; LTE promotion 3-5; NR transfer 5-6; NR tail 6-9; "
                + "LTE tail 9-11; LTE promotion 11-13; NR transfer 13-14; NR tail 14-17; "
                + "LTE tail 17-21; RRC_IDLE baseline 21-30")
    }

    @Test("The partial cycle at the end counts as it was")
    func cycles() {
        // 3 of 4 ms on; DCH lasts 1 ms of transfer and 5 ms of tail.
        let cycle = PowerCycle(
            period: ms(4), on: ms(3), onPower: Milliwatts(1_000), offPower: Milliwatts(100))
        let profile = SmallRadio.profile(
            [SmallRadio.idle, SmallRadio.state("DCH", timer: 5, draw: .cycle(cycle))],
            [SmallRadio.promotion(0, 1, PromotionDelay(.zero))])
        let table = TestRun(profile, [(0, 1, 0)], horizon: 6).radio.table
        #expect(abs(table.totalEnergy.magnitude - (5 * 1 + 1 * 0.1)) < 1e-12)
    }
}
