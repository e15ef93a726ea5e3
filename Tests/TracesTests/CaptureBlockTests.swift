import Testing

@testable import DeviceModel
@testable import Traces

struct CaptureBlockTests {
    private static let frame = Wire.cooked(Wire.version4(), kind: 4)

    private func writer(_ isBigEndian: Bool = false) -> CaptureWriter {
        var writer = CaptureWriter(.cooked, frames: [Self.frame])
        writer.isBigEndian = isBigEndian
        return writer
    }

    private func broken(_ bytes: [UInt8], good: Int = 0, _ words: String) {
        let reading = Reading(bytes)
        #expect(reading.breaks(after: good), "\(words): \(String(describing: reading.fault))")
        #expect(reading.fault?.message.contains(words) == true)
    }

    @Test("Sections in either byte order follow each other, with interfaces of their own")
    func sections() {
        let ether = CaptureWriter(
            .ethernet,
            [.init(seconds: 1_700_000_005, bytes: Wire.ethernet(Wire.version4(), from: 1, to: 2))])
        let all = writer().pcapng + writer(true).pcapng + ether.pcapng
        let reading = Reading(all)
        #expect(reading.failure == nil, "\(reading.message)")
        #expect(reading.directions == "UUU")
        #expect(reading.times == [0, 0, 5_000_000_000])
        #expect(reading.summary?.linkLayer == "Linux cooked v1 and Ethernet")
    }

    @Test(
        "Blocks without a packet are left out, however long they are", arguments: [true, false])
    func unknown(_ isBigEndian: Bool) {
        let writer = writer(isBigEndian)
        let long = writer.block(0x0BAD, Wire.zeros(20 << 20))
        let reading = Reading(
            writer.pcapng + writer.block(4, Wire.zeros(8)) + long + writer.pcapng)
        #expect(reading.directions == "UU", "\(reading.message)")
    }

    @Test("Old and simple packet blocks are read; a simple one has no time")
    func otherPackets() {
        let writer = writer()
        let lengths = writer.word(UInt32(Self.frame.count)) + writer.word(UInt32(Self.frame.count))
        let old = writer.block(
            2,
            writer.half(0) + writer.half(7) + writer.word(0) + writer.word(9) + lengths + Self.frame
        )
        let simple = writer.block(3, writer.word(UInt32(Self.frame.count)) + Self.frame)
        let empty = CaptureWriter(.cooked).pcapng
        let reading = Reading(empty + simple + old + simple)
        #expect(reading.directions == "U" && reading.failure == nil)
        #expect(reading.skipped == ["without a time: 2"])
        #expect(reading.summary?.firstPacket == CaptureTime(seconds: 0, nanoseconds: 9000))
    }

    @Test("Times may count in powers of ten or two, from any origin")
    func times() {
        /// The second packet's time, whose count is `count`.
        func span(_ options: [UInt8], _ count: UInt64, isBigEndian: Bool = false) -> CaptureTime? {
            var writer = CaptureWriter(.cooked)
            writer.isBigEndian = isBigEndian
            writer.interfaces = [.init(link: .cooked, options: options)]
            let lengths = writer.word(UInt32(Self.frame.count))
            let body =
                writer.word(0) + writer.word(UInt32(count >> 32))
                + writer.word(UInt32(truncatingIfNeeded: count)) + lengths + lengths + Self.frame
            return Reading(writer.pcapng + writer.block(6, body)).summary?.firstPacket
        }
        let plain = CaptureWriter(.cooked)
        #expect(
            span(plain.option(9, [3]), 1_500) == CaptureTime(seconds: 1, nanoseconds: 500_000_000))
        #expect(span(plain.option(9, [0]), 7) == CaptureTime(seconds: 7, nanoseconds: 0))
        #expect(
            span(plain.option(9, [0x80 | 20]), 3 << 19)
                == CaptureTime(seconds: 1, nanoseconds: 500_000_000))
        #expect(
            span(plain.option(9, [12]), 2_000_000_001_999)
                == CaptureTime(seconds: 2, nanoseconds: 1))
        #expect(
            span(plain.option(9, [0x80 | 63]), 1 << 62)
                == CaptureTime(seconds: 0, nanoseconds: 500_000_000))
        let back = [UInt8](repeating: 0xFF, count: 8)
        #expect(span(plain.option(14, back), 5_000_000) == CaptureTime(seconds: 4, nanoseconds: 0))
        var big = plain
        big.isBigEndian = true
        let later: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 0]
        #expect(
            span(big.option(14, later), 0, isBigEndian: true)
                == CaptureTime(seconds: 1 << 32, nanoseconds: 0))
    }

    @Test("Damaged blocks end the trace, with a reason")
    func damaged() {
        let writer = writer()
        let good = writer.pcapng
        let word = writer.word
        broken(good + word(6) + word(13) + Wire.zeros(5), good: 1, "impossible length")
        broken(good + word(6) + word(0) + word(0), good: 1, "impossible length")
        broken(good + word(6) + word(32) + Wire.zeros(20) + word(36), good: 1, "two lengths")
        broken(good + word(77) + word(16) + word(0) + word(20), good: 1, "two lengths")
        broken(good + word(77) + word(400) + Wire.zeros(50), good: 1, "ends within")
        broken(good + word(6) + word(1 << 30) + Wire.zeros(50), good: 1, "longer than any")
        broken(good + writer.block(6, word(3) + Wire.zeros(16)), good: 1, "interface 3")
        let tooLong = word(0) + word(0) + word(0) + word(99) + word(99)
        broken(good + writer.block(6, tooLong), good: 1, "longer than its block")
        broken(good + writer.block(6, word(0)), good: 1, "too short")
        broken(good + writer.block(1, word(1)), good: 1, "too short")
        let option = writer.half(2) + writer.half(90) + word(0)
        broken(good + writer.block(1, word(1) + word(0) + option), good: 1, "option")
        let fine = writer.option(9, [99])
        broken(good + writer.block(1, word(1) + word(0) + fine), good: 1, "too fine")
        let section = word(0x0A0D_0D0A) + word(28)
        broken(good + section + Wire.zeros(20), good: 1, "byte order")
        broken(
            writer.block(0x0A0D_0D0A, word(0x1A2B_3C4D) + word(2) + word(0) + word(0)), "version")
    }

    @Test("Wherever the file ends, its good packets come first")
    func truncated() {
        let writer = CaptureWriter(.cooked, frames: [Self.frame, Self.frame])
        let bytes = writer.pcapng
        let first = CaptureWriter(.cooked, frames: [Self.frame]).pcapng.count
        for length in 49..<bytes.count where length != first {
            let reading = Reading(Array(bytes[..<length]))
            #expect(reading.packets.count == (length < first ? 0 : 1), "\(length) bytes")
            #expect(
                reading.breaks(after: reading.packets.count),
                "\(length) bytes: \(String(describing: reading.fault))")
        }
    }
}
