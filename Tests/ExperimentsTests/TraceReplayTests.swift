import Kernel
import ModelFixtures
import Testing

@testable import DeviceModel
@testable import Experiments
@testable import Traces

/// Tests of whose energy a trace costs, and of possible savings, in cases worked out by hand.
///
/// The radio is `Fixtures.umts()`: promotion 2 s at 530 mW, CELL_DCH 5 s at 700 mW, CELL_FACH 12 s
/// at 350 mW. A lone packet costs 1.06 + 3.5 + 4.2 = 8.76 J, and its time on the air: 100 B are 0.8
/// ms in CELL_DCH, 25 ms in CELL_FACH.
@Suite struct TraceReplayTests {
    private static let wake = 8.76
    private static let air = 0.0008 * 0.7

    @Test("A tail belongs to the connection that prolonged it last, a promotion to its first user")
    func attribution() throws {
        // 10 s: wakes, carried at 12 s, CELL_DCH until 17.0008 s. 20 s: another connection, carried
        // in CELL_FACH.
        let result = replay([.at(10, flow: 1), .at(20, flow: 2)])
        let (first, second) = (result.flows[0].energy, result.flows[1].energy)
        expect(first.promotion, 2 * 0.53)
        expect(first.transfer, Self.air)
        expect(first.tail, 5 * 0.7 + (20 - 17.0008) * 0.35)
        expect(second.total, 0.025 * 0.35 + 12 * 0.35)
        expect(
            result.radio.activeEnergy, (first.total.magnitude + second.total.magnitude) / 1000)
    }

    @Test("Bursts, connections and hosts each add up to what the trace caused", arguments: 0..<40)
    func sums(seed: UInt64) {
        var random = RandomStream(StreamKey(seed: seed, replication: 0, purpose: "sums"))
        var time = 0.0
        let packets = (0..<200).map { _ -> TracedPacket in
            time += random.exponential() * (random.uniform() < 0.2 ? 20 : 0.5)
            return .at(
                time, bytes: 40 + Int64(random.uniform() * 1400),
                flow: UInt16(random.uniform() * 5), isUplink: random.uniform() < 0.5)
        }
        let result = replay(packets)
        let whole = result.radio.activeEnergy.magnitude
        for sum in [
            result.bursts.reduce(0) { $0 + $1.energy.total.magnitude },
            result.flows.reduce(0) { $0 + $1.energy.total.magnitude },
            result.hosts.reduce(0) { $0 + $1.energy.total.magnitude },
        ] { #expect(abs(sum - whole) <= 1e-9 * whole) }
        #expect(result.bursts.reduce(0) { $0 + $1.traffic.packets } == 200)
        #expect(result.flows.reduce(0) { $0 + $1.traffic.packets } == 200)
    }

    // MARK: Bursts

    @Test("A pause of more than 1.5 s begins a burst")
    func bursts() {
        let result = replay([.at(0), .at(1.5), .at(3.000_000_001), .at(4)])
        #expect(result.bursts.map(\.traffic.packets) == [2, 2])
    }

    @Test("Headers decide a burst's category")
    func categories() {
        let control = [
            TracedPacket.at(0, flow: 1, segment: segment(.syn)),
            .at(0.1, flow: 1, isUplink: false, segment: segment([.syn, .ack])),
        ]
        let data = [
            TracedPacket.at(10, flow: 1, segment: segment(.ack, at: 1, payload: 500)),
            .at(30, flow: 1, segment: segment(.ack, at: 1, payload: 500)),
        ]
        let large = (0..<80).map { number in
            TracedPacket.at(
                60 + 0.1 * Double(number), bytes: 1500, flow: 2, isUplink: false,
                segment: segment(.ack, at: 1 + 1460 * UInt32(number), payload: 1460))
        }
        let result = replay(control + data + large)
        #expect(result.bursts.map(\.category) == [.control, .other, .repeated, .large])
    }

    @Test("A sequence number that wraps around is no repetition")
    func wrappedSequence() {
        let result = replay([
            .at(0, flow: 1, segment: segment(.ack, at: .max - 99, payload: 200)),
            .at(10, flow: 1, segment: segment(.ack, at: 100, payload: 200)),
            .at(20, flow: 1, segment: segment(.ack, at: 0, payload: 100)),
        ])
        #expect(result.bursts.map(\.category) == [.other, .other, .repeated])
    }

    @Test(
        "Three bursts of one host at equal distances of at least 10 s are periodic",
        arguments: [
            ([0, 60, 120], true), ([0, 60, 120.9], true), ([0, 60, 121.1], false),
            ([0, 60], false), ([0, 9, 18, 27], false), ([0, 10, 20], true),
        ] as [([Double], Bool)])
    func periodic(times: [Double], expected: Bool) {
        let result = replay(times.map { .at($0, flow: 1) })
        #expect(result.bursts.allSatisfy { ($0.category == .periodic) == expected })
        #expect(PeriodicSeries.all(in: result.bursts).isEmpty == !expected)
    }

    @Test("Bursts of different hosts make no series")
    func periodicHosts() {
        let result = replay([.at(0, flow: 1), .at(60, flow: 2), .at(120, flow: 3)])
        #expect(result.bursts.allSatisfy { $0.category == .other })
    }

    // MARK: Advice

    @Test("A connection that is closed after the radio has slept costs a whole wake")
    func lateClosing() throws {
        let packets: [TracedPacket] = [
            .at(10, flow: 1, segment: segment(.ack, at: 1, payload: 100)),
            .at(100, flow: 1, segment: segment([.fin, .ack], at: 101)),
            .at(100.1, flow: 1, isUplink: false, segment: segment([.fin, .ack])),
            .at(100.2, flow: 1, segment: segment(.ack, at: 102)),
        ]
        let advice = advice(on: packets)
        try #require(advice.count == 1)
        guard case .closeEarlier(let connections, let delay) = advice[0].kind else {
            Issue.record("\(advice[0].kind)")
            return
        }
        #expect(connections == 1 && delay == Fixtures.seconds(90))
        // All three waited for the promotion; moved, they take equally long on the air.
        expect(advice[0].saving, Self.wake)
    }

    @Test("A moved closing passes after the data that it closes")
    func closingComesAfterData() throws {
        // A burst costs 7 mJ up and 1 mJ down, by its first packet; 0.1 s awake at 100 mW.
        let profile = Fixtures.valid {
            try RadioProfile(
                name: "bursts", technology: .wifi,
                states: [
                    RadioState(name: "SLEEP", draw: .constant(.zero)),
                    RadioState(
                        name: "AWAKE", draw: .constant(Milliwatts(100)),
                        demotion: Demotion(to: 0, after: Fixtures.seconds(0.1))),
                ],
                initial: 0,
                promotions: [
                    Promotion(from: 0, to: 1, delay: .zero, power: .zero, trigger: .data)
                ],
                roundTrip: nil, transferPower: nil,
                bursts: BurstPower(
                    uplink: .init(power: Milliwatts(100), energy: Millijoules(7)),
                    downlink: .init(power: Milliwatts(100), energy: Millijoules(1))),
                peer: PeerRules(burstGap: Fixtures.seconds(0.01)))
        }
        let packets: [TracedPacket] = [
            .at(10, flow: 1, isUplink: false, segment: segment(.ack, at: 1, payload: 100)),
            .at(100, flow: 1, segment: segment([.fin, .ack], at: 1)),
        ]
        var replay = TraceReplay(profile, settings: ReplaySettings())
        replay.carry(packets)
        let result = replay.finish()
        let question = try #require(AdviceQuestion.all(about: result).first)
        let changed = ChangedReplay(result, change: question.change)
        changed.carry(packets)
        // One burst is left, in the data's direction: the closing's 7 mJ and its time are saved.
        expect(changed.saving(), 0.007 + 0.1 * 0.1)
    }

    @Test("A connection that continues after a pause was not closed late")
    func halfClosed() {
        let packets: [TracedPacket] = [
            .at(10, flow: 1, segment: segment(.ack, at: 1, payload: 100)),
            .at(100, flow: 1, segment: segment([.fin, .ack], at: 101)),
            .at(200, flow: 1, isUplink: false, segment: segment(.ack, at: 1, payload: 100)),
        ]
        #expect(advice(on: packets).isEmpty)
    }

    @Test("Ten bursts a minute apart, sent together, cost one wake")
    func batching() throws {
        let advice = advice(on: (0..<10).map { .at(60 * Double($0), flow: 1) })
        try #require(advice.count == 1)
        guard case .batch(let series, let every) = advice[0].kind else {
            Issue.record("\(advice[0].kind)")
            return
        }
        #expect(series.bursts.count == 10 && series.cycle == Fixtures.seconds(60))
        #expect(every == Fixtures.seconds(600))
        expect(advice[0].energy ?? .zero, 10 * (Self.wake + Self.air))
        expect(advice[0].saving, 9 * Self.wake)
    }

    @Test("A changed trace without any change costs the original energy", arguments: 0..<10)
    func unchanged(seed: UInt64) {
        var random = RandomStream(StreamKey(seed: seed, replication: 0, purpose: "unchanged"))
        var time = 0.0
        let packets = (0..<100).map { _ -> TracedPacket in
            time += random.exponential() * 6
            return .at(time, flow: UInt16(random.uniform() * 3))
        }
        let result = replay(packets)
        let changed = ChangedReplay(result, change: .delayBursts([:]))
        changed.carry(packets)
        #expect(changed.saving() == .zero)
    }

    @Test("A changed trace equals the trace with its bursts moved by hand", arguments: 0..<60)
    func moved(seed: UInt64) throws {
        var random = RandomStream(StreamKey(seed: seed, replication: 0, purpose: "moved"))
        var time = 0.0
        let packets = (0..<80).map { _ -> TracedPacket in
            time += random.exponential() * (random.uniform() < 0.3 ? 30 : 0.6)
            return .at(time, bytes: 40 + Int64(random.uniform() * 900))
        }
        let settings = ReplaySettings(
            mode: PromotionMode.allCases[Int(seed % 3)],
            horizon: seed % 2 == 0 ? nil : .start + Fixtures.seconds(time * 2 + 100))
        let result = replay(packets, settings)
        var delays: [Int32: TimeSpan] = [:]
        for number in result.bursts.indices where random.uniform() < 0.5 {
            delays[Int32(number)] = Fixtures.seconds(random.uniform() * (time + 50))
        }
        let changed = ChangedReplay(result, change: .delayBursts(delays))
        let size = 1 + Int(random.uniform() * 40)
        for start in stride(from: 0, to: packets.count, by: size) {
            changed.carry(Array(packets[start..<min(start + size, packets.count)]))
        }
        // By hand: every packet with its delay, in the order of time, both to one late horizon.
        var cut = BurstCut()
        let byHand = packets.map { traced -> TracedPacket in
            var moved = traced
            let delay = delays[cut.burst(at: traced.packet.time)] ?? .zero
            moved.packet.time = traced.packet.time + delay
            return moved
        }
        let sorted = byHand.enumerated().sorted {
            ($0.element.packet.time, $0.offset) < ($1.element.packet.time, $1.offset)
        }
        let late = ReplaySettings(
            mode: settings.mode,
            horizon: settings.horizon ?? .start + Fixtures.seconds(time * 2 + 100))
        let before = replay(packets, late).radio.energy
        let after = replay(sorted.map(\.element), late).radio.energy
        expect(changed.saving(), (before - after).magnitude / 1000)
    }

    @Test("The saving does not depend on which burst is the longest")
    func lastTail() throws {
        // Fifty-one packets in 50 s, then two single ones: all wait for the last.
        let long = (0...50).map { TracedPacket.at(Double($0), flow: 1) }
        let packets = long + [.at(110, flow: 1), .at(220, flow: 1)]
        let short = advice(on: packets)
        try #require(short.count == 1)
        let settings = ReplaySettings(horizon: .start + Fixtures.seconds(1000))
        expect(advice(on: packets, settings)[0].saving, short[0].saving.magnitude / 1000)
    }

    @Test("A burst that would not end before the horizon does not wait")
    func horizonOfDelays() throws {
        let long = (0...50).map { TracedPacket.at(Double($0), flow: 1) }
        let packets = long + [.at(110, flow: 1), .at(220, flow: 1)]
        let settings = ReplaySettings(horizon: .start + Fixtures.seconds(230))
        let question = try #require(
            AdviceQuestion.all(about: replay(packets, settings)).first)
        guard case .delayBursts(let shifts) = question.change else { return }
        // The long burst would end at 270 s; the middle one can wait.
        #expect(shifts == [1: Fixtures.seconds(110)])
    }

    // MARK: Addresses used again

    @Test("A SYN after data or an end is another connection, whatever its numbers")
    func reusedAddresses() {
        let result = replay([
            .at(0, flow: 1, segment: segment(.syn, at: 5000)),
            .at(1, flow: 1, segment: segment(.ack, at: 5001, payload: 100)),
            .at(20, flow: 1, segment: segment(.syn, at: 100)),
            .at(40, flow: 1, segment: segment(.ack, at: 101, payload: 100)),
        ])
        #expect(result.flows.map(\.traffic.packets) == [2, 2])
        #expect(result.bursts.map(\.category) == [.other, .control, .other])
    }

    @Test("A SYN that is sent again before any data belongs to its connection")
    func repeatedSYN() {
        let result = replay([
            .at(0, flow: 1, segment: segment(.syn)), .at(1, flow: 1, segment: segment(.syn)),
            .at(2, flow: 1, isUplink: false, segment: segment([.syn, .ack])),
        ])
        #expect(result.flows.count == 1)
    }

    @Test("The next connection's handshake is no part of a late closing")
    func closingBeforeReuse() throws {
        let closing: [TracedPacket] = [
            .at(10, flow: 1, segment: segment(.ack, at: 1, payload: 100)),
            .at(100, flow: 1, segment: segment([.fin, .ack], at: 101)),
        ]
        let next = [
            TracedPacket.at(100.5, flow: 1, segment: segment(.syn, at: 9)),
            .at(101, flow: 1, segment: segment(.ack, at: 10, payload: 100)),
        ]
        let result = replay(closing + next)
        #expect(result.lateClosings.map { $0.packets.map(\.number) } == [[1]])
    }

    // MARK: The whole

    @Test("Packets at the horizon and beyond are left out and counted")
    func horizon() {
        let settings = ReplaySettings(horizon: .start + Fixtures.seconds(20))
        let result = replay([.at(10), .at(20), .at(21)], settings)
        #expect(result.beyondHorizon == 2)
        #expect(result.bursts.count == 1)
        #expect(result.radio.duration == Fixtures.seconds(20))
    }

    @Test("An empty trace costs nothing, or the rest until the horizon")
    func empty() {
        #expect(replay([]).radio.duration == .zero)
        #expect(replay([]).radio.radioOnShare == nil)
        let settings = ReplaySettings(horizon: .start + Fixtures.seconds(20))
        #expect(replay([], settings).radio.radioOnShare == 0)
        #expect(replay([]).hosts.isEmpty)
    }

    @Test("Many radios at once give what each gives alone")
    func comparison() {
        let packets = (0..<50).map { TracedPacket.at(7 * Double($0)) }
        var comparison = RadioComparison(
            [Fixtures.umts(), Fixtures.lte()], settings: ReplaySettings())
        comparison.carry(packets.map(\.packet))
        let radios = comparison.finish()
        for (radio, profile) in zip(radios, [Fixtures.umts(), Fixtures.lte()]) {
            var alone = TraceReplay(profile, settings: ReplaySettings())
            alone.carry(packets)
            #expect(alone.finish().radio.table == radio.table)
        }
        // A promotion from DRX is instant, from a state that its timer would have ended.
        #expect(radios[1].promotionCount == 1)
    }

    // MARK: Packets for the tests

    private func replay(
        _ packets: [TracedPacket], _ settings: ReplaySettings = ReplaySettings()
    ) -> TraceReplayResult {
        var replay = TraceReplay(Fixtures.umts(), settings: settings)
        replay.carry(packets)
        return replay.finish()
    }

    private func advice(
        on packets: [TracedPacket], _ settings: ReplaySettings = ReplaySettings()
    ) -> [ReplayAdvice] {
        let result = replay(packets, settings)
        return AdviceQuestion.all(about: result).map { question in
            let changed = ChangedReplay(result, change: question.change)
            changed.carry(packets)
            return question.answered(by: changed)
        }
    }

    private func segment(
        _ flags: TCPSegment.Flags, at number: UInt32 = 0, payload: UInt32 = 0
    ) -> TCPSegment {
        TCPSegment(sequenceNumber: number, payloadBytes: payload, flags: flags)
    }

    private func expect(_ energy: Millijoules, _ joules: Double) {
        #expect(abs(energy.magnitude / 1000 - joules) <= 1e-9 * max(joules, 1), "\(energy)")
    }
}

extension TracedPacket {
    /// A TCP packet with host 203.0.113.`flow`, or one without a known connection.
    fileprivate static func at(
        _ seconds: Double, bytes: Int64 = 100, flow: UInt16? = nil, isUplink: Bool = true,
        segment: TCPSegment? = nil
    ) -> TracedPacket {
        TracedPacket(
            packet: Packet(
                time: .start + TimeSpan(Seconds(seconds)), bytes: bytes,
                direction: isUplink ? .uplink : .downlink),
            flow: flow.map {
                FlowKey(
                    device: IPAddress("192.168.1.7")!, remote: IPAddress("203.0.113.\($0)")!,
                    devicePort: 40_000, remotePort: 443, protocolNumber: 6)
            },
            segment: segment)
    }
}
