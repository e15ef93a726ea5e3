import CZlib
import Testing

@testable import DeviceModel
@testable import Traces

struct GzipTests {
    static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        deflateInit2_(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
        var (source, packed) = (bytes, [UInt8](repeating: 0, count: bytes.count / 2 + 1000))
        let count = source.count
        let room = packed.count
        source.withUnsafeMutableBufferPointer { source in
            packed.withUnsafeMutableBufferPointer { packed in
                (stream.next_in, stream.avail_in) = (source.baseAddress, UInt32(count))
                (stream.next_out, stream.avail_out) = (packed.baseAddress, UInt32(room))
                deflate(&stream, Z_FINISH)
            }
        }
        let used = room - Int(stream.avail_out)
        deflateEnd(&stream)
        return Array(packed[..<used])
    }

    private static let capture = CaptureWriter(
        .cooked, frames: (0..<3000).map { _ in Wire.cooked(Wire.version4(), kind: 4) })

    private static let table =
        "t,bytes,direction\n" + (0..<30_000).map { "\($0),\(100 + $0 % 900),U\n" }.joined()

    private static var traces: [[UInt8]] { [capture.pcap, capture.pcapng, Array(table.utf8)] }

    @Test("A packed trace is read as if unpacked, in one part or several, whatever follows")
    func packed() {
        for bytes in Self.traces {
            let plain = Reading(bytes)
            let half = bytes.count / 2
            let parts = Self.gzip(Array(bytes[..<half])) + Self.gzip(Array(bytes[half...]))
            for packed in [Self.gzip(bytes), parts, parts + Wire.zeros(300)] {
                let reading = Reading(packed)
                #expect(reading.failure == nil, "\(reading.message)")
                #expect(reading.traced == plain.traced && reading.summary == plain.summary)
            }
        }
    }

    @Test("A damaged or broken-off packed trace gives its good packets, and the reason")
    func damaged() {
        for bytes in Self.traces {
            let whole = Reading(bytes)
            let packed = Self.gzip(bytes)
            for length in stride(from: 40, to: packed.count, by: max(1, packed.count / 20)) {
                let reading = Reading(Array(packed[..<length]))
                #expect(whole.traced.starts(with: reading.traced))
                #expect(reading.message.contains("gzip"), "\(reading.message)")
            }
            var wrong = packed
            wrong[packed.count - 6] ^= 0x55
            let reading = Reading(wrong)
            #expect(reading.message.contains("the gzip file is damaged"), "\(reading.message)")
        }
        #expect(Reading([0x1F, 0x8B, 8, 0]).message.contains("the gzip file ends too early"))
    }
}
