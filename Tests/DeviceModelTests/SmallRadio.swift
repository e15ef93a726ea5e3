import Kernel
import ModelFixtures

@testable import DeviceModel

/// Radios of two or three states with small whole milliseconds. Their course is text: `IDLE
/// baseline 0-8; IDLE promotion 8-10; DCH tail 10-15`.
enum SmallRadio {
    static func ms(_ count: Int) -> TimeSpan { TimeSpan(nanoseconds: Int64(count) * 1_000_000) }

    static func at(_ count: Int) -> Instant { Instant.start + ms(count) }

    /// A state at one power that demotes to the first state, and carries a byte each millisecond.
    static func state(
        _ name: String, timer: Int? = nil, to: Int = 0, power: Double = 100,
        draw: PowerDraw? = nil, carries: Bool = true, release: Release? = nil
    ) -> RadioState {
        let rate = carries ? BitsPerSecond(8_000) : nil
        return RadioState(
            name: name, draw: draw ?? .constant(Milliwatts(power)), uplink: rate, downlink: rate,
            demotion: timer.map { Demotion(to: to, after: ms($0), release: release) })
    }

    static let idle = state("IDLE", power: 10, carries: false)

    static func promotion(
        _ from: Int, _ to: Int, _ delay: PromotionDelay = PromotionDelay(ms(2)),
        over: Double? = nil
    ) -> Promotion {
        Promotion(
            from: from, to: to, delay: delay, power: Milliwatts(50),
            trigger: over.map { .queueOver(uplink: Bytes($0), downlink: Bytes($0)) } ?? .data)
    }

    static func profile(
        _ states: [RadioState], _ promotions: [Promotion], transferPower: TransferPower? = nil,
        bursts: BurstPower? = nil, fastDormancy: FastDormancy? = nil
    ) -> RadioProfile {
        Fixtures.valid {
            try RadioProfile(
                name: "small", technology: .umts, states: states, initial: 0,
                promotions: promotions, roundTrip: .zero, transferPower: transferPower,
                bursts: bursts, fastDormancy: fastDormancy)
        }
    }

    /// IDLE and DCH: a timer of 5 ms, a promotion of 2 ms.
    static func pair(_ dch: RadioState = state("DCH", timer: 5)) -> RadioProfile {
        profile([idle, dch], [promotion(0, 1)])
    }

    /// RRC_IDLE, NR_CONNECTED with a timer of 5 ms, RRC_INACTIVE with one of 8 ms. From there the
    /// way back takes 1 ms, from RRC_IDLE 4 ms.
    static var standalone: RadioProfile {
        profile(
            [
                state("RRC_IDLE", power: 10, carries: false),
                state("NR_CONNECTED", timer: 5, to: 2),
                state("RRC_INACTIVE", timer: 8, power: 20, carries: false),
            ],
            [promotion(0, 1, PromotionDelay(ms(4))), promotion(2, 1, PromotionDelay(ms(1)))])
    }

    /// RRC_IDLE, LTE with a timer of 4 ms, NR with one of 3 ms. Without a core of its own NR falls
    /// back to LTE first. The switch to NR takes 2 ms after 3 ms of promotion.
    static var secondTail: RadioProfile {
        profile(
            [
                state("RRC_IDLE", power: 10, carries: false),
                state("LTE", timer: 4, power: 60, carries: false),
                state("NR", timer: 3, to: 1),
            ],
            [promotion(0, 1, PromotionDelay(ms(3))), promotion(1, 2, PromotionDelay(ms(2)))])
    }

    /// IDLE, FACH and DCH: timers of 6 ms and 5 ms, instant promotions.
    static func triple(
        fach: RadioState = state("FACH", timer: 6), dch: RadioState = state("DCH", timer: 5, to: 1),
        over: Double = 100, fastDormancy: FastDormancy? = nil
    ) -> RadioProfile {
        profile(
            [idle, fach, dch],
            [
                promotion(0, 1, PromotionDelay(.zero)),
                promotion(1, 2, PromotionDelay(.zero), over: over),
            ],
            fastDormancy: fastDormancy)
    }
}

/// A packet of a test's trace: milliseconds, bytes and its flow.
struct TestPacket {
    var time: Int
    var bytes: Int64
    var direction = Packet.Direction.uplink
    var flow: Int32 = 0

    static func up(_ time: Int, _ bytes: Int64 = 10, flow: Int32 = 0) -> Self {
        TestPacket(time: time, bytes: bytes, flow: flow)
    }

    static func down(_ time: Int, _ bytes: Int64 = 10, flow: Int32 = 0) -> Self {
        TestPacket(time: time, bytes: bytes, direction: .downlink, flow: flow)
    }
}

extension RadioProfile {
    /// The radio without rates, and with a peer's rules.
    func following(_ rules: PeerRules) -> RadioProfile {
        Fixtures.valid {
            try RadioProfile(
                name: name, technology: technology,
                states: states.map {
                    RadioState(name: $0.name, draw: $0.draw, demotion: $0.demotion)
                }, initial: initial, promotions: promotions, roundTrip: nil,
                transferPower: transferPower, bursts: bursts, peer: rules)
        }
    }
}

/// A replay of a few packets by a peer's rules.
struct TestReplay {
    let radio: PeerRadio
    let end: Instant

    init(
        _ profile: RadioProfile, _ packets: [TestPacket], _ mode: PromotionMode = .inferred,
        horizon: Int? = nil, rules: PeerRules = PeerRules()
    ) {
        var radio = PeerRadio(profile.following(rules), mode: mode, isRecording: true)
        for packet in packets {
            radio.carry(
                Packet(
                    time: SmallRadio.at(packet.time), bytes: packet.bytes,
                    direction: packet.direction),
                owner: PacketOwner(flow: packet.flow, burst: 0))
        }
        end = radio.finish(at: horizon.map(SmallRadio.at))
        self.radio = radio
    }

    private var plan: LedgerPlan { radio.books.table.plan }

    /// Every interval with its state, kind and milliseconds; adjacent intervals of one line are
    /// merged.
    var course: String { text { _ in "" } }

    /// Like `course`, with the flow that each interval belongs to.
    var owners: String { text { $0.owner.flow < 0 ? "" : " of \($0.owner.flow)" } }

    private func text(_ suffix: (ReplayPosting) -> String) -> String {
        var intervals: [(line: Int, from: Int64, until: Int64, suffix: String)] = []
        for posting in radio.books.postings where posting.until > posting.from {
            let (from, until) = (posting.from.milliseconds, posting.until.milliseconds)
            let suffix = suffix(posting)
            if let last = intervals.last, last.line == posting.line, last.suffix == suffix {
                intervals[intervals.count - 1].until = until
            } else {
                intervals.append((posting.line, from, until, suffix))
            }
        }
        return intervals.map { interval in
            let line = plan.lines[interval.line]
            return "\(line.state) \(line.kind) \(interval.from)-\(interval.until)\(interval.suffix)"
        }
        .joined(separator: "; ")
    }

    /// The total energy in millijoules, with the extra cost of bytes and bursts.
    var energy: Double { radio.books.table.totalEnergy.magnitude }

    /// All bytes, those of them that cost energy, and the number of events.
    var bytes: (all: Int64, rated: Int64, events: Int64) {
        var sums: (all: Int64, rated: Int64, events: Int64) = (0, 0, 0)
        radio.books.table.forEachCell { line, _, cell in
            let bytes = cell.uplinkBytes + cell.downlinkBytes
            sums.all += bytes
            if plan.lines[line].cost.perUplinkByte > .zero { sums.rated += bytes }
            sums.events += cell.events
        }
        return sums
    }
}

extension Instant {
    fileprivate var milliseconds: Int64 { nanoseconds / 1_000_000 }
}

/// A radio's run with simulated transfers, each of bytes up and down at a millisecond.
struct TestRun {
    let radio: RadioAlone

    init(
        _ profile: RadioProfile, _ transfers: [(time: Int, up: Int64, down: Int64)],
        horizon: Int, seed: UInt64 = 1
    ) {
        let key = StreamKey(seed: seed, replication: 0, purpose: "promotions")
        radio = RadioAlone(
            profile,
            transfers.map { time, up, down in
                let transfer = Transfer(
                    roundTrips: 0, uplink: up, downlink: down, cause: Cause(activity: 2))
                return (SmallRadio.at(time), transfer)
            },
            horizon: SmallRadio.at(horizon), delays: RandomStream(key))
    }

    /// Every interval with its state, kind and milliseconds; adjacent intervals of one line are
    /// merged.
    var course: String {
        var intervals: [(line: Int, from: Int64, until: Int64)] = []
        for posting in radio.timeline {
            if let last = intervals.last, last.line == posting.line {
                intervals[intervals.count - 1].until = posting.until.milliseconds
            } else {
                intervals.append(
                    (posting.line, posting.from.milliseconds, posting.until.milliseconds))
            }
        }
        return intervals.map { interval in
            let line = radio.table.plan.lines[interval.line]
            return "\(line.state) \(line.kind) \(interval.from)-\(interval.until)"
        }
        .joined(separator: "; ")
    }

    var events: Int64 {
        var sum: Int64 = 0
        radio.table.forEachCell { _, _, cell in sum += cell.events }
        return sum
    }
}
