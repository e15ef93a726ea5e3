#if os(Linux)
    import Foundation
    import Testing

    @Suite(.serialized) struct ReplayMemoryTests {
        /// The most that a replay may hold, in MB.
        private static let most = 50.0

        @Test(
            "A large trace takes less than 50 MB of memory, and little more than a small one",
            arguments: [["--compare", "umts-att-2010,wifi-psm"], ["--radio", "umts-att-2010"]],
            [LargeTrace.capture, .table])
        func memory(options: [String], trace: LargeTrace) throws {
            let scratch = try ScratchFolder()
            let small = try trace.write(megabytes: 1, in: scratch)
            let large = try trace.write(megabytes: trace.megabytes, in: scratch)
            let least = try Tool.peakMemory(["replay", small.path] + options)
            let peak = try Tool.peakMemory(["replay", large.path] + options)
            #expect(least > 1 && peak < Self.most, "\(peak) MB")
            #expect(peak < least + 10, "\(least) MB for 1 MB, \(peak) MB for \(trace.megabytes) MB")
        }
    }

    /// Large traces with few packets, so that slow builds read them fast.
    enum LargeTrace: String, CustomTestStringConvertible {
        /// A pcap file with whole frames of 1454 bytes.
        case capture
        /// A CSV file with a long column that no reader uses.
        case table

        var testDescription: String { rawValue }

        /// The size of the large trace. Slow builds look at each byte of a table, so the table is
        /// smaller.
        var megabytes: Int { self == .capture ? 100 : 30 }

        private static let packetsPerMegabyte = 680

        func write(megabytes: Int, in folder: ScratchFolder) throws -> URL {
            let url = try folder.file("\(rawValue)-\(megabytes)", header)
            let file = try FileHandle(forWritingTo: url)
            try file.seekToEnd()
            for block in 0..<megabytes { try file.write(contentsOf: self.block(number: block)) }
            try file.close()
            return url
        }

        private var header: Data {
            switch self {
            case .capture:
                little(0xA1B2_C3D4) + little(0x0004_0002) + little(0) + little(0) + little(65_535)
                    + little(101)
            case .table: Data("t,bytes,direction,payload\n".utf8)
            }
        }

        /// One megabyte, covering one second: packets 1.4 ms apart.
        private func block(number: Int) -> Data {
            var block = Data()
            for packet in 0..<Self.packetsPerMegabyte {
                let microseconds = UInt32(packet * 1_400)
                switch self {
                case .capture:
                    block += little(UInt32(number)) + little(microseconds) + little(1_454)
                    block += little(1_454) + frame
                case .table:
                    let fraction = String(String(1_000_000 + microseconds).dropFirst())
                    block += Data("\(number).\(fraction),1454,D,\(Self.payload)\n".utf8)
                }
            }
            return block
        }

        private static let payload = String(repeating: "x", count: 1_440)

        /// Raw IP: 5 · 256 + 174 bytes of UDP from a server to a phone.
        private var frame: Data {
            let header: [UInt8] = [
                0x45, 0, 5, 174, 0, 0, 0, 0, 64, 17, 0, 0, 203, 0, 113, 5, 192,
                168, 1, 7, 1, 187, 156, 64, 5, 154, 0, 0,
            ]
            return Data(header) + Data(count: 1_454 - header.count)
        }

        private func little(_ value: UInt32) -> Data {
            withUnsafeBytes(of: value.littleEndian) { Data($0) }
        }
    }
#endif
