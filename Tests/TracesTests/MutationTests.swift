import Kernel
import Testing

@testable import DeviceModel
@testable import Traces

/// Tests of randomly damaged traces, as disks, editors and broken transfers damage them.
struct MutationTests {
    /// Small traces with everything that the readers look at.
    static let seeds: [(String, [UInt8])] = {
        let ethernet: [[UInt8]] = [
            Wire.ethernet(Wire.version4(protocol: 6, Wire.tcp(data: 20))),
            Wire.ethernet(
                Wire.version6(
                    next: 0, [44, 0] + Wire.zeros(6) + [6, 0] + Wire.zeros(6) + Wire.tcp()),
                type: 0x86DD, tags: [0x81, 0, 0, 1]),
            Wire.ethernet(Wire.zeros(28), type: 0x0806),
        ]
        let payload = Wire.snap + [8, 0] + Wire.version4()
        let wireless = [Wire.radiotap(Wire.wireless(payload)), Wire.radiotap(Wire.wireless([]))]
        let cooked = [Wire.cooked2(Wire.version4(), kind: 4), Wire.cooked2(payload, kind: 0)]
        var ordered = CaptureWriter(.ethernet, frames: ethernet)
        ordered.isBigEndian = true
        ordered.hasNanoseconds = true
        return [
            ("pcap", CaptureWriter(.ethernet, frames: ethernet).pcap),
            ("pcap, the other order", ordered.pcap),
            ("pcap, radiotap", CaptureWriter(.radiotap, frames: wireless).pcap),
            (
                "pcap, loopback",
                CaptureWriter(.null, frames: [[2, 0, 0, 0] + Wire.version4()]).pcap
            ),
            (
                "pcap, PKTAP",
                CaptureWriter(
                    .tap,
                    frames: [
                        Wire.tap(ethernet[0], interface: "en0", flags: 2, link: 1),
                        Wire.tap(Wire.version4(), interface: "pdp_ip0", flags: 1),
                    ]
                ).pcap
            ),
            ("pcap, packed", GzipTests.gzip(CaptureWriter(.ethernet, frames: ethernet).pcap)),
            ("pcapng", CaptureWriter(.cooked2, frames: cooked).pcapng),
            ("pcapng, the other order", ordered.pcapng),
            (
                "CSV",
                Array(
                    "\u{FEFF}t,n,bytes,direction\r\n0.5,\"a,\"\"b\"\"\",120,U\n1.25,,85,D\n".utf8)
            ),
        ]
    }()

    @Test(
        "A damaged trace is read or refused, quickly, and the result is consistent",
        .timeLimit(.minutes(5)), arguments: seeds.indices)
    func damaged(_ index: Int) {
        let (name, good) = Self.seeds[index]
        var refused = 0
        for seed in 0..<1500 {
            var dice = Dice(state: UInt64(seed))
            let bytes = damage(good, &dice)
            let reading = Reading(bytes)
            #expect(reading.packets.count <= bytes.count, "\(name), seed \(seed)")
            if reading.failure != nil {
                refused += 1
                #expect(!reading.message.isEmpty, "\(name), seed \(seed)")
            }
            var last = Instant.start
            for packet in reading.packets {
                #expect(packet.time >= last && packet.time < .never, "\(name), seed \(seed)")
                #expect(packet.bytes > 0, "\(name), seed \(seed)")
                last = packet.time
            }
        }
        #expect(refused > 150, "\(name): most damage to a header should be noticed")
    }

    /// One to four changes: a byte, a bit, a repeated or removed stretch, a cut end.
    private func damage(_ good: [UInt8], _ dice: inout Dice) -> [UInt8] {
        var bytes = good
        for _ in 0...dice.below(4) where !bytes.isEmpty {
            let place = dice.below(bytes.count)
            let end = min(bytes.count, place + 1 + dice.below(40))
            switch dice.below(7) {
            case 0: bytes[place] = UInt8(dice.below(256))
            case 1: bytes[place] ^= 1 << UInt8(dice.below(8))
            case 2: bytes.removeSubrange(place..<end)
            case 3: bytes.insert(contentsOf: bytes[place..<end], at: dice.below(bytes.count))
            case 4: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF][dice.below(5)]
            case 5: bytes.insert(UInt8(dice.below(256)), at: place)
            default: bytes.removeSubrange(place...)
            }
        }
        return bytes
    }
}

/// Reproducible random numbers: SplitMix64 (Steele, Lea and Flood, 2014).
private struct Dice {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((z ^ (z >> 31)) % UInt64(bound))
    }
}
