import Kernel
import ModelFixtures
import Testing

@testable import DeviceModel

/// Compares stretches of packets that a radio passes in one step with single packets.
@Suite struct StretchTests {
    @Test(
        "2 000 random replays give equal books in batches and packet by packet",
        arguments: 0..<4)
    func sameBooks(part: UInt64) {
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

    @Test("A stretch ends before the first gap that is too long")
    func endOfStretch() {
        for seed in 0..<20 as Range<UInt64> {
            var random = RandomStream(StreamKey(seed: seed, replication: 0, purpose: "stretches"))
            var batch = PacketBatch()
            batch.fill(RandomMachines.packets(&random))
            let packets = batch.packets
            let gap = Fixtures.seconds([0, 0.01, 0.1, 1, 10][Int(seed % 5)])
            for place in packets.indices {
                let expected =
                    (place + 1..<packets.count).first {
                        packets[$0].time - packets[$0 - 1].time > gap
                    } ?? packets.count
                #expect(batch.endOfStretch(from: place, gap: gap) == expected)
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
