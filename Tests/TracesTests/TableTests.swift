import Kernel
import Testing

@testable import DeviceModel
@testable import Traces

struct TableTests {
    private static let two = [
        Packet(time: Instant(nanoseconds: 0), bytes: 120, direction: .uplink),
        Packet(time: Instant(nanoseconds: 1_500_000_001), bytes: 85, direction: .downlink),
    ]

    @Test(
        "Columns may be in any order, with extra ones, and the line ends of all systems",
        arguments: [
            "t,bytes,direction\n0,120,U\n1.500000001,85,D\n",
            "t,bytes,direction\r\n0.0,120,U\r\n1.500000001,85,D\r\n",
            "t,bytes,direction\r0,120,U\r1.500000001,85,D",
            "\u{FEFF}t,bytes,direction\n0,120,U\n1.500000001,85,D",
            "\n\r\nt,bytes,direction\n\n0,120,U\n\n\n1.500000001,85,D\n\n",
            "direction,t,bytes\nU,0,120\nD,1.500000001,85\n",
            "t, bytes, direction\n0, 120, U\n1.500000001 ,\t85,D \n",
            "\"t\",\"bytes\",\"direction\"\n\"0\",120,\"U\"\n1.500000001,\"85\",\"D\"\n",
            "a,t,bytes,n,direction\nx,0,120,\"a, b\",U\n,1.500000001,85,\"so \"\"so\"\"\",D\n",
            "t,bytes,direction,note\n0,120,U,\"two\nlines\r\nmore\"\n1.500000001,85,D,\n",
        ])
    func forms(_ text: String) {
        let reading = Reading(text)
        #expect(reading.message == "")
        #expect(reading.packets == Self.two)
        #expect(reading.summary?.packets == 2)
        #expect(reading.summary?.directionRule == .column)
        #expect(reading.traced.allSatisfy { $0.flow == nil && $0.segment == nil })
    }

    @Test(
        "Empty lines and a header alone are traces without packets",
        arguments: ["\n", "\u{FEFF}", "t,bytes,direction", "t,bytes,direction\r\n\n"])
    func empty(_ text: String) {
        let reading = Reading(text)
        #expect(reading.message == "")
        #expect(reading.packets.isEmpty)
        #expect(reading.summary?.format == .csv)
    }

    @Test("An empty file is no trace")
    func nothing() {
        #expect(Reading("").message.contains("error: the file is empty"))
    }

    @Test("Unused columns are named")
    func ignored() {
        let reading = Reading("host,t,T,bytes,direction,host,\n,0,,1,U,,\n")
        #expect(reading.message == "")
        #expect(reading.summary?.ignoredColumns == ["host", "T", "host", ""])
    }

    @Test(
        "Times are exact to the nanosecond, and more decimals are rounded",
        arguments: [
            ("0", 0), ("0.000000001", 1), (".5", 500_000_000), ("5.", 5_000_000_000),
            ("007.25", 7_250_000_000), ("0.0000000004", 0), ("0.0000000005", 1),
            ("0.9999999999", 1_000_000_000), ("0.30000000000000004", 300_000_000),
            ("1700000000.123456789", 1_700_000_000_123_456_789),
            ("4611686018.427387902", Int64.max / 2 - 1),
        ] as [(String, Int64)])
    func times(_ text: String, _ nanoseconds: Int64) {
        let reading = Reading("t,bytes,direction\n\(text),1,U\n")
        #expect(reading.message == "")
        #expect(reading.times == [nanoseconds])
    }

    @Test("The first packet can be the origin of time")
    func origin() {
        let text = "t,bytes,direction\n10.25,1,U\n10.75,1,D\n"
        #expect(Reading(text).times == [10_250_000_000, 10_750_000_000])
        let shifted = Reading(text, TraceOptions(origin: .firstPacket))
        #expect(shifted.times == [0, 500_000_000])
    }

    @Test("The smallest and the largest packet are read")
    func sizes() {
        let reading = Reading("t,bytes,direction\n0,1,U\n0,2147483648,U\n0,0001500,D\n")
        #expect(reading.sizes == [1, 2_147_483_648, 1500])
    }

    @Test("A small step back in time is corrected and counted; duplicates are valid")
    func order() {
        let reading = Reading("t,bytes,direction\n5,1,U\n5,1,U\n4.5,1,U\n4,1,U\n6,1,D\n")
        #expect(reading.message == "")
        let seconds: [Int64] = [5, 5, 5, 5, 6]
        #expect(reading.times == seconds.map { $0 * 1_000_000_000 })
        #expect(reading.summary?.clamped == 2)
        #expect(reading.summary?.largestStepBack == TimeSpan(nanoseconds: 1_000_000_000))
    }

    @Test("A file gives equal packets in blocks of any size")
    func blocks() throws {
        var text = "t,note,bytes,direction\r\n"
        for number in 0..<40 {
            let note = String(repeating: "n", count: number % 7) + "\"\"\r\n,"
            let direction = number % 2 == 0 ? "U" : "D"
            text += "\(number).5,\"\(note)\" ,\(number + 1),\(direction)"
            text += number % 3 == 0 ? "\r\n" : "\r"
        }
        let expected = (0..<40).map { (number: Int) -> Packet in
            Packet(
                time: Instant(nanoseconds: Int64(number) * 1_000_000_000 + 500_000_000),
                bytes: Int64(number + 1), direction: number % 2 == 0 ? .uplink : .downlink)
        }
        let written = TemporaryFile(Array(text.utf8))
        // The longest record has 27 bytes, and a block must hold it with the line break after it.
        for blockSize in 29...200 {
            let file = BlockFile(try TraceFile(path: written.path), blockSize: blockSize)
            try file.fill()
            var table = try PacketTable(file, origin: .zero)
            var batch: [TracedPacket] = []
            try table.read(into: &batch, limit: 1000)
            #expect(batch.map(\.packet) == expected, "blocks of \(blockSize)")
        }
    }

    @Test("A file of many blocks is read in full")
    func manyBlocks() {
        var text = "t,bytes,direction\n"
        var sizes: [Int64] = []
        var times: [Int64] = []
        for number in 0..<60_000 as Range<Int64> {
            sizes.append(number % 1500 + 1)
            times.append(number * 1_000_000_000 + 500_000_000)
            text += "\(number).5,\(number % 1500 + 1),D\n"
        }
        let reading = Reading(text)
        #expect(reading.message == "")
        #expect(reading.sizes == sizes)
        #expect(reading.times == times)
    }

    @Test("A fault far into a file is at the line that an editor shows")
    func lineNumbers() {
        var text = "t,bytes,direction,note\r\n"
        for number in 0..<40_000 { text += "\(number),1,U,\"a\r\nb\"\r\n\r\n" }
        let reading = Reading(text + "40000,1,X,\n")
        #expect(reading.packets.count == 40_000)
        #expect(reading.failure?.place?.line == 1 + 3 * 40_000 + 1)
    }
}
