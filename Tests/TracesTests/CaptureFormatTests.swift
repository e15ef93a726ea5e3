import Kernel
import Testing

@testable import Traces

struct CaptureFormatTests {
    private static let frame = Wire.ethernet(Wire.version4())

    /// Two packets 1.000000250 s (or .250 ms) apart, across a whole second.
    private static func writer(_ hasNanoseconds: Bool, _ isBigEndian: Bool) -> CaptureWriter {
        var writer = CaptureWriter(
            .ethernet,
            [
                .init(fraction: hasNanoseconds ? 999_999_900 : 999_900, bytes: frame),
                .init(seconds: 1_700_000_002, fraction: 150, bytes: frame),
            ])
        writer.hasNanoseconds = hasNanoseconds
        writer.isBigEndian = isBigEndian
        return writer
    }

    @Test(
        "Microseconds and nanoseconds, in both byte orders, are read to the nanosecond",
        arguments: [true, false], [true, false])
    func times(_ hasNanoseconds: Bool, _ isBigEndian: Bool) {
        let writer = Self.writer(hasNanoseconds, isBigEndian)
        let expected: [Int64] = [0, hasNanoseconds ? 1_000_000_250 : 1_000_250_000]
        for (bytes, format) in [(writer.pcap, TraceFormat.pcap), (writer.pcapng, .pcapng)] {
            let reading = Reading(bytes)
            #expect(reading.failure == nil)
            #expect(reading.times == expected)
            #expect(reading.sizes == [40, 40])
            #expect(reading.summary?.format == format)
            let first = CaptureTime(
                seconds: 1_700_000_000, nanoseconds: hasNanoseconds ? 999_999_900 : 999_900_000)
            #expect(reading.summary?.firstPacket == first)
        }
    }

    @Test("A capture without packets is a trace without packets")
    func empty() {
        let writer = CaptureWriter(.ethernet)
        for bytes in [writer.pcap, writer.pcapng] {
            let reading = Reading(bytes)
            #expect(reading.failure == nil)
            #expect(reading.packets.isEmpty)
            #expect(reading.summary?.directionRule == .nothingToDecide)
        }
    }

    @Test("Wherever a capture breaks off, its good packets come first, then the error")
    func truncated() {
        let whole = CaptureWriter(
            .cooked, frames: (0..<3).map { _ in Wire.cooked(Wire.version4(), kind: 4) })
        let bytes = whole.pcap
        let record = (bytes.count - 24) / 3
        for length in 24..<bytes.count {
            let (good, rest) = (length - 24).quotientAndRemainder(dividingBy: record)
            let reading = Reading(Array(bytes[..<length]))
            #expect(reading.packets.count == good, "\(length) bytes")
            if rest == 0 {
                #expect(reading.failure == nil, "\(length) bytes")
            } else {
                #expect(
                    reading.breaks(after: good),
                    "\(length) bytes: \(String(describing: reading.fault))")
                #expect(reading.fault?.isAboutMissingInput == false)
            }
        }
    }

    @Test("The error of a broken-off capture says how many packets were good")
    func truncationMessage() {
        let frames = (0..<2).map { _ in Wire.cooked(Wire.version4(), kind: 4) }
        let bytes = CaptureWriter(.cooked, frames: frames).pcap.dropLast(5)
        #expect(
            Reading(Array(bytes)).message.hasPrefix(
                "FILE: error: the trace breaks off after 1 good packet: the file ends within"))
    }

    @Test("A truncated capture is reported each time it is read")
    func truncatedAgain() throws {
        let file = TemporaryFile(CaptureWriter(.raw, frames: [Wire.version4()]).pcap.dropLast())
        var trace = try PacketTrace(TraceFile(path: file.path))
        var batch: [TracedPacket] = []
        for _ in 0..<2 {
            #expect(throws: TraceFailure.self) { try trace.read(into: &batch) }
            #expect(batch.isEmpty)
        }
    }

    @Test("Garbage after a capture's header is an error, not a crash")
    func garbage() {
        let header = CaptureWriter(.cooked).pcap
        let reading = Reading(header + (0..<100).map { UInt8($0 * 37 & 0xFF) })
        #expect(reading.breaks(after: 0), "\(String(describing: reading.fault))")
    }

    @Test("A fraction of a whole second or more is damage")
    func badFraction() {
        let record = CaptureWriter.Record(
            fraction: 1_000_000, bytes: Wire.cooked(Wire.version4(), kind: 4))
        #expect(Reading(CaptureWriter(.cooked, [record]).pcap).fault == .badTimestamp(packet: 1))
    }

    @Test(
        "A file that is not a trace is refused, with its kind",
        arguments: [
            ([0x28, 0xB5, 0x2F, 0xFD], .compressed(unpackBy: "unzstd")),
            (Array("snoop\0\0\0".utf8) + [0], .foreign("a capture of Solaris's snoop")),
            ([0xFF, 0xFE, 0x74, 0], .foreign("text in UTF-16")),
            ([0x7F, 0x45, 0x4C, 0x46, 2, 1, 0], .unknownFormat),
        ] as [([UInt8], InputFault)])
    func foreign(_ bytes: [UInt8], _ fault: InputFault) {
        let reading = Reading(bytes)
        #expect(reading.fault == fault)
        #expect(reading.fault?.isAboutMissingInput == false)
    }

    @Test("A file with a truncated header is no capture")
    func shortHeader() {
        let reading = Reading(Array(CaptureWriter(.raw).pcap.prefix(20)))
        #expect(reading.fault == .badCapture(reason: "it ends within its header"))
    }

    @Test(
        "A file that cannot be opened is reported as missing input",
        arguments: [
            ("/nowhere/to.pcap", .noSuchFile), ("/", .isDirectory()), ("/dev/zero", .notRegular),
        ] as [(String, InputFault)])
    func noInput(_ path: String, _ fault: InputFault) {
        let reading = Reading(path: path)
        #expect(reading.fault == fault)
        #expect(reading.fault?.isAboutMissingInput == true)
    }

    @Test("A step back within a second is corrected and counted, a larger one is an error")
    func order() {
        func reading(_ fractions: [(UInt32, UInt32)]) -> Reading {
            let frame = Wire.cooked(Wire.version4(), kind: 0)
            let records = fractions.map {
                CaptureWriter.Record(seconds: 1000 + $0.0, fraction: $0.1, bytes: frame)
            }
            return Reading(CaptureWriter(.cooked, records).pcap)
        }
        let mended = reading([(0, 0), (2, 0), (1, 5), (1, 999_999), (2, 0), (3, 0)])
        #expect(mended.failure == nil)
        let seconds: [Int64] = [0, 2, 2, 2, 2, 3]
        #expect(mended.times == seconds.map { $0 * 1_000_000_000 })
        #expect(mended.summary?.clamped == 2)
        #expect(mended.summary?.largestStepBack == TimeSpan(nanoseconds: 999_995_000))

        let atLimit = reading([(1, 0), (0, 0)])
        #expect(atLimit.failure == nil)
        #expect(atLimit.times == [0, 0])

        let unsorted = reading([(1, 1), (2, 0), (1, 1), (0, 999_999)])
        #expect(unsorted.packets.count == 3)
        #expect(
            unsorted.fault == .stepBack(TimeSpan(nanoseconds: 1_000_001_000), packet: 4))
        #expect(unsorted.message.contains("packet 4 is 1.000001 s older than the one before it"))
        #expect(unsorted.message.contains("reordercap"))
    }
}
