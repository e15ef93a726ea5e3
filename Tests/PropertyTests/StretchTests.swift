import Kernel
import Testing

@testable import DeviceModel

/// Compares stretches of packets that a radio passes in one step with single packets.
@Suite struct StretchTests {
    @Test(
        "4 000 random replays give equal books in batches and packet by packet",
        arguments: 0..<4)
    func sameBooks(part: UInt64) {
        for seed in stride(from: part, to: 4_000, by: 4) {
            let long = LongReplay(seed: seed)
            var single = PacketRadio(long.profile, mode: long.mode)
            for packet in long.packets { single.carry(packet) }
            var batched = PacketRadio(long.profile, mode: long.mode)
            for batch in long.batches { batched.carry(batch) }
            let ends = (single.finish(at: long.horizon), batched.finish(at: long.horizon))
            let agree =
                ends.0 == ends.1 && single.books.table == batched.books.table
                && single.promotions == batched.promotions
                && single.unbilledPromotion == batched.unbilledPromotion
            guard agree else {
                Issue.record("seed \(seed), \(long.packets.count) packets\n\(long.profile)")
                return
            }
        }
    }

    @Test("Radios with rates do too, and their postings add up to their books", arguments: 0..<4)
    func sameBooksWithRates(part: UInt64) {
        for seed in stride(from: part, to: 2_000, by: 4) {
            var random = RandomStream(StreamKey(seed: seed, replication: 1, purpose: "stretches"))
            let (profile, mode) = (
                RandomMachines.profile(&random), PromotionMode.allCases[Int(seed % 3)]
            )
            let packets = RandomMachines.packets(&random)
            let horizon = seed % 2 == 0 ? nil : packets[packets.count - 1].time
            let single = CarryingRadio(profile, mode: mode, until: horizon, isRecording: true)
            for (index, packet) in packets.enumerated() {
                single.carry(packet, owner: PacketOwner(flow: Int32(index / 3), burst: 0))
            }
            let batched = CarryingRadio(profile, mode: mode, until: horizon)
            var batch = PacketBatch()
            for start in stride(from: 0, to: packets.count, by: 50) {
                batch.fill(packets[start..<min(start + 50, packets.count)])
                batched.carry(batch)
            }
            let ends = (single.finish(at: horizon), batched.finish(at: horizon))
            let agree =
                ends.0 == ends.1 && single.table == batched.table
                && single.promotions == batched.promotions
            let whole = single.table.totalEnergy.magnitude
            guard agree, abs(Self.posted(single) - whole) <= 1e-9 * max(whole, 1) else {
                Issue.record("seed \(seed), \(mode)\n\(profile)")
                return
            }
        }
    }

    /// The energy of all postings; each that a packet caused has an owner.
    private static func posted(_ radio: CarryingRadio) -> Double {
        var sum = 0.0
        for posting in radio.takePostings() {
            let line = radio.plan.lines[posting.line]
            sum += (posting.cell(radio.plan).energy(line.cost) + posting.extra).magnitude
            if line.kind == .transfer || line.kind == .promotion {
                #expect(posting.owner != .nobody)
            }
        }
        return sum
    }

    @Test("Many of these packets pass in long and short stretches, in every mode")
    func variety() {
        var stretches: [String: Int] = [:]
        for seed in 0..<4_000 as Range<UInt64> {
            let long = LongReplay(seed: seed)
            var radio = PacketRadio(long.profile, mode: long.mode)
            for batch in long.batches {
                var place = 0
                while place < batch.packets.count {
                    let length = radio.endOfStretch(from: place, in: batch) - place
                    if length > 0 {
                        let size = length > 64 ? "many" : length > 1 ? "some" : "one"
                        stretches["\(size) \(long.mode)", default: 0] += 1
                    }
                    let next = max(place + 1, place + length)
                    for packet in batch.packets[place..<next] { radio.carry(packet) }
                    place = next
                }
            }
        }
        #expect(stretches.count == 9 && stretches.values.allSatisfy { $0 >= 20 }, "\(stretches)")
    }

    @Test("A stretch ends before the first gap that is too long")
    func endOfStretch() {
        for seed in 0..<200 as Range<UInt64> {
            for batch in LongReplay(seed: seed).batches {
                let packets = batch.packets
                let gap = TimeSpan(nanoseconds: Int64(seed % 5))
                for place in packets.indices {
                    let expected =
                        (place + 1..<packets.count).first {
                            packets[$0].time - packets[$0 - 1].time > gap
                        } ?? packets.count
                    #expect(batch.endOfStretch(from: place, gap: gap) == expected)
                }
            }
        }
    }

    @Test("A batch that is not in the order of time stops the program")
    func order() async {
        await #expect(processExitsWith: .failure) {
            var batch = PacketBatch()
            let times: [Int64] = [5, 4]
            batch.fill(
                times.map {
                    Packet(time: Instant(nanoseconds: $0), bytes: 1, direction: .uplink)
                })
        }
    }
}

/// A random replay whose trace is repeated, often in less time, and cut into batches.
private struct LongReplay {
    let profile: RadioProfile
    let mode: PromotionMode
    let horizon: Instant?
    private(set) var packets: [Packet] = []
    private(set) var batches: [PacketBatch] = []

    init(seed: UInt64) {
        let replay = RandomReplay(seed: seed)
        profile = replay.profile
        mode = replay.mode
        var random = RandomStream(StreamKey(seed: seed, replication: 0, purpose: "stretches"))
        let shorter = [1, 4, 16, 64][Int(random.next() % 4)] as Int64
        var start: Int64 = 0
        for _ in 0..<(1 + random.next() % 30) {
            for var packet in replay.packets {
                packet.time = Instant(nanoseconds: start + packet.time.nanoseconds / shorter)
                packets.append(packet)
            }
            start = packets.last?.time.nanoseconds ?? 0
        }
        // A packet at the horizon is not replayed.
        let end = Instant(nanoseconds: start + 1 + Int64(random.next() % 40))
        horizon = replay.horizon == nil ? nil : end
        var place = 0
        while place < packets.count {
            let next = min(packets.count, place + 1 + Int(random.next() % 300))
            var batch = PacketBatch()
            batch.fill(packets[place..<next])
            batches.append(batch)
            place = next
        }
    }
}
