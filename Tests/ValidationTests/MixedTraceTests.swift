import Kernel
import Profiles
import TestSupport
import Testing

@testable import DeviceModel
@testable import Lab

/// Tests on traces with both directions mixed and close together, as in real captures, where a
/// peer's rule is more than its first sentence. The figures follow from the rules by hand; a second
/// evaluator of ARO's UMTS rule checks random traces.
@Suite struct MixedTraceTests {
    private static let library = ProfileLibrary(root: Repository.profiles)

    /// Time in ms, bytes, and whether the phone sends.
    typealias Row = (time: Int64, bytes: Int64, isUp: Bool)

    private static func packets(_ rows: [Row]) -> [Packet] {
        rows.map { row in
            Packet(
                time: Instant(nanoseconds: row.time * 1_000_000), bytes: row.bytes,
                direction: row.isUp ? .uplink : .downlink)
        }
    }

    private static func instant(_ seconds: Int64) -> Instant {
        Instant(nanoseconds: seconds * 1_000_000_000)
    }

    struct Case: CustomStringConvertible, Sendable {
        var description: String
        var rows: [Row]
        var expected: [String: Double]
        var promotionsFromFACH = 0
    }

    /// All begin with a lone uplink packet at 0, whose promotion takes 2 s or is cut.
    static let aroCases = [
        Case(
            description: "little data resets the timer while the other direction's sum stands",
            rows: [(0, 100, true), (2000, 400, true), (2200, 60, false), (2400, 60, false)],
            expected: [
                "PROMO_IDLE_DCH": 2, "STATE_DCH": 0.2, "TAIL_DCH": 4, "TAIL_FACH": 10,
                "STATE_IDLE": 13.8,
            ]),
        Case(
            description: "the first packet in CELL_DCH resets its timer, however small",
            rows: [(0, 100, true), (5000, 50, false)],
            expected: [
                "PROMO_IDLE_DCH": 2, "STATE_DCH": 3, "TAIL_DCH": 4, "TAIL_FACH": 10,
                "STATE_IDLE": 11,
            ]),
        Case(
            description: "what the promotion was for is in no sum",
            rows: [(0, 300, true), (1600, 50, true), (1800, 50, true)],
            expected: [
                "PROMO_IDLE_DCH": 1.6, "TAIL_DCH": 4, "TAIL_FACH": 10, "STATE_IDLE": 14.4,
            ]),
        Case(
            description: "a downlink promotion without room does not happen",
            rows: [(0, 100, true), (7000, 100, true), (7500, 476, false)],
            expected: [
                "PROMO_IDLE_DCH": 2, "TAIL_DCH": 8, "STATE_FACH": 1.5, "TAIL_FACH": 10,
                "STATE_IDLE": 8.5,
            ]),
        Case(
            description: "a downlink promotion behind an earlier uplink packet, its least time",
            rows: [(0, 100, true), (7000, 100, true), (7900, 100, false), (7950, 476, false)],
            expected: [
                "PROMO_IDLE_DCH": 2, "STATE_DCH": 0.15, "TAIL_DCH": 8, "STATE_FACH": 1,
                "PROMO_FACH_DCH": 0.8, "TAIL_FACH": 10, "STATE_IDLE": 8.05,
            ], promotionsFromFACH: 1),
        Case(
            description: "a downlink promotion behind an earlier uplink packet, its usual time",
            rows: [(0, 100, true), (7000, 100, true), (8900, 100, false), (8950, 476, false)],
            expected: [
                "PROMO_IDLE_DCH": 2, "STATE_DCH": 0.45, "TAIL_DCH": 8, "STATE_FACH": 1,
                "PROMO_FACH_DCH": 1.5, "TAIL_FACH": 10, "STATE_IDLE": 7.05,
            ], promotionsFromFACH: 1),
        Case(
            description: "a downlink promotion of its least time",
            rows: [(0, 100, true), (7000, 100, false), (8200, 476, false)],
            expected: [
                "PROMO_IDLE_DCH": 2, "TAIL_DCH": 8, "STATE_FACH": 1.4, "PROMO_FACH_DCH": 0.8,
                "TAIL_FACH": 10, "STATE_IDLE": 7.8,
            ], promotionsFromFACH: 1),
        Case(
            description: "the first packet in CELL_FACH cuts back to the one before it",
            rows: [(0, 100, true), (2000, 50, true), (5900, 50, true), (6200, 476, false)],
            expected: [
                "PROMO_IDLE_DCH": 2, "TAIL_DCH": 7.9, "PROMO_FACH_DCH": 0.3, "TAIL_FACH": 10,
                "STATE_IDLE": 9.8,
            ], promotionsFromFACH: 1),
    ]

    private static let aroStates: [(AroRule.State, String, EnergyKind)] = [
        (.idle, "IDLE", .baseline), (.idlePromotion, "IDLE", .promotion),
        (.dch, "CELL_DCH", .transfer), (.dchTail, "CELL_DCH", .tail),
        (.fachPromotion, "CELL_FACH", .promotion), (.fach, "CELL_FACH", .transfer),
        (.fachTail, "CELL_FACH", .tail),
    ]

    @Test("ARO's rule for UMTS, by hand", arguments: aroCases)
    func byHand(_ one: Case) throws {
        let packets = Self.packets(one.rows)
        let again = AroRule(packets, until: 30_000_000_000)
        let result = try PeerStudy(Self.library).traces.replay(
            packets, on: "aro-i997", horizon: Self.instant(30))
        for (state, ours, kind) in Self.aroStates {
            let expected = one.expected[state.rawValue] ?? 0
            #expect(abs(again.seconds(in: state) - expected) < 1e-9, "\(state), by the evaluator")
            let seconds = result.table.sum(ours, kind).seconds
            #expect(abs(seconds - expected) < 1e-9, "\(state): \(seconds) s, not \(expected) s")
        }
        #expect(result.promotions(from: "CELL_FACH") == Int64(one.promotionsFromFACH))
        #expect(again.count(.fachPromotion) == one.promotionsFromFACH)
    }

    @Test("ARO's rule for UMTS agrees with a second evaluator on 4 000 random mixed traces")
    func random() throws {
        var counts: [AroRule.State: Int] = [:]
        for seed in 0..<4_000 as Range<UInt64> {
            let packets = Self.mixed(seed: seed)
            let again = AroRule(packets, until: 200_000_000_000)
            let result = try PeerStudy(Self.library).traces.replay(
                packets, on: "aro-i997", horizon: Self.instant(200))
            for (state, ours, kind) in Self.aroStates {
                let (theirs, seconds) = (
                    again.seconds(in: state), result.table.sum(ours, kind).seconds
                )
                let isSame = abs(seconds - theirs) < 1e-9
                try #require(isSame, "seed \(seed), \(state): \(seconds) s, not \(theirs) s")
                counts[state, default: 0] += theirs > 0 ? 1 : 0
            }
            let promotions = result.promotions(from: "CELL_FACH")
            try #require(again.count(.fachPromotion) == Int(promotions), "seed \(seed)")
        }
        #expect(AroRule.State.allCases.allSatisfy { counts[$0, default: 0] > 400 }, "\(counts)")
    }

    /// Up to sixty packets of both directions: within milliseconds, a promotion or a timer, and
    /// after all of them. Half of the traces are on a grid of 100 ms, where times equal the limits.
    static func mixed(seed: UInt64) -> [Packet] {
        var random = RandomStream(StreamKey(seed: seed, replication: 0, purpose: "mixed traces"))
        func below(_ count: Int64) -> Int64 { Int64(random.next() % UInt64(count)) }
        let grid: Int64 = below(2) == 0 ? 1 : 100
        var time: Int64 = 0
        return Self.packets(
            (0..<(1 + below(60))).map { _ in
                let spans: [Int64] = [0, 30, 120, 400, 1_000, 2_500, 5_000, 16_000]
                let span = spans[Int(below(Int64(spans.count)))]
                time += (span == 0 ? 0 : below(span) / grid * grid)
                let sizes: [Int64] = [40, 68, 120, 200, 303, 323, 476, 544, 1500]
                return (time, sizes[Int(below(Int64(sizes.count)))], below(2) == 0)
            })
    }

    @Test("ARO's promotion on LTE ends where the tail ends")
    func promotionBehindTail() throws {
        // 10.12 s of tail, and 0.1 s of rest: less than a promotion.
        let packets = Self.packets([(0, 100, true), (10_220, 90, false)])
        let result = try PeerStudy(Self.library).traces.replay(
            packets, on: "aro-lte", horizon: Self.instant(30))
        let expected: [(String, EnergyKind, Double)] = [
            ("RRC_IDLE", .promotion, 0.1), ("LONG_DRX", .tail, 20),
            ("SHORT_DRX", .tail, 0.04), ("CONTINUOUS_RECEPTION", .tail, 0.2),
            ("RRC_IDLE", .baseline, 9.66),
        ]
        for (state, kind, seconds) in expected {
            let found = result.table.sum(state, kind).seconds
            #expect(abs(found - seconds) < 1e-9, "\(state) \(kind): \(found) s, not \(seconds) s")
        }
    }

    @Test("EnergyBox's windows are those of the trace")
    func windows() throws {
        // 4,500 B within 50 ms of the wake, but 3,000 and 1,500 in the windows of the trace; then
        // 4,500 B in one; then 4,500 B in one in the middle of which the radio wakes.
        let packets = Self.packets([
            (0, 100, true), (530, 1500, false), (545, 1500, true), (552, 1500, false),
            (700, 100, true), (800, 1500, false), (810, 1500, true), (840, 1500, false),
            (900, 100, true), (2030, 1500, true), (2035, 1500, false), (2040, 1500, true),
            (2100, 100, false),
        ])
        let result = try PeerStudy(Self.library).traces.replay(
            packets, on: "energybox-wifi", horizon: nil)
        for (state, seconds) in [("PSM", 1.22), ("CAM", 1.028), ("CAMH", 0.072)] {
            let found = result.table.sum(state).seconds
            #expect(abs(found - seconds) < 1e-9, "\(state): \(found) s, not \(seconds) s")
        }
        #expect(abs(result.joules - 0.326) < 1e-9)
    }

    @Test("SmartDiet's bursts have the direction with more bytes")
    func burstDirections() throws {
        let packets = Self.packets([
            (0, 100, true), (2, 1500, false), (4, 50, true), (50, 40, false), (53, 1500, true),
            (1000, 200, true), (1005, 200, false),
        ])
        let result = try PeerStudy(Self.library).traces.replay(
            packets, on: "smartdiet-wlan", horizon: nil)
        // Received for 4 ms, sent for 3 ms, received for 5 ms, each with 0.375 ms more.
        let busy = 4.375 * 1.181 + 3.375 * 1.258 + 5.375 * 1.181
        let expected = busy + (46 + 100 + 100) * 0.884 + 847 * 0.042
        #expect(abs(result.joules * 1000 - expected) < 1e-9)
    }
}
