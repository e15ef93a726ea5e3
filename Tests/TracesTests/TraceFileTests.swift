import Foundation
import Testing

@testable import Show
@testable import Traces

/// Tests that all readings of a trace get the hashed bytes.
@Suite struct TraceFileTests {
    /// A table of packets of at least `size` bytes.
    private static func table(_ size: Int, direction: String = "U") -> [UInt8] {
        var text = "t,bytes,direction\n"
        var time = 0
        while text.utf8.count < size {
            text += "\(time),100,\(direction)\n"
            time += 1
        }
        return Array(text.utf8)
    }

    /// A capture of raw IP packets from 10.0.0.2.
    private static func capture(packets: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        func add(_ values: UInt32...) {
            for value in values { withUnsafeBytes(of: value.littleEndian) { bytes += $0 } }
        }
        add(0xA1B2_C3D4, 0x0004_0002, 0, 0, 65_535, 101)
        for packet in 0..<packets {
            add(UInt32(packet), 0, 1000, 1000)
            bytes += [0x45, 0, 3, 232, 0, 0, 0, 0, 64, 17, 0, 0, 10, 0, 0, 2, 93, 184, 216, 34]
            bytes += [UInt8](repeating: UInt8(packet % 251), count: 980)
        }
        return bytes
    }

    private func packets(_ trace: borrowing PacketTrace) -> Int { Int(trace.summary.packets) }

    private func count(_ file: TraceFile) throws -> Int {
        var trace = try PacketTrace(file)
        var batch: [TracedPacket] = []
        while try trace.read(into: &batch) {}
        return packets(trace)
    }

    private static let traces = [table(1000), capture(packets: 10)]

    /// Opens a trace kept in memory, or read like a large one.
    private func opened(_ path: String, isSmall: Bool) throws -> TraceFile {
        isSmall
            ? try TraceFile(path: path, isHashed: true)
            : try TraceFile(path: path, isHashed: true, smallSize: 100)
    }

    @Test(
        "The hash is the file's, whether it is kept in memory, read twice or cut short",
        arguments: traces, [true, false])
    func hash(bytes: [UInt8], isSmall: Bool) throws {
        let written = TemporaryFile(bytes)
        let file = try opened(written.path, isSmall: isSmall)
        let first = try count(file)
        #expect(first > 0)
        #expect(try count(file) == first)
        #expect(try file.sha256() == SHA256.hexadecimal(of: bytes))
        let unread = try opened(written.path, isSmall: isSmall)
        #expect(try unread.sha256() == SHA256.hexadecimal(of: bytes))
        // A trace that breaks off is hashed to its end, too.
        let damaged = TemporaryFile(bytes + Array("x".utf8))
        let broken = try opened(damaged.path, isSmall: isSmall)
        #expect(throws: TraceFailure.self) { try count(broken) }
        #expect(try broken.sha256() == SHA256.hexadecimal(of: bytes + Array("x".utf8)))
    }

    @Test(
        "A replaced file is read on as it was opened",
        arguments: traces, [true, false])
    func replaced(bytes: [UInt8], isSmall: Bool) throws {
        let written = TemporaryFile(bytes)
        let file = try opened(written.path, isSmall: isSmall)
        let first = try count(file)
        let other = TemporaryFile(Self.table(300))
        try #require(rename(other.path, written.path) == 0)
        #expect(try count(file) == first)
        #expect(try file.sha256() == SHA256.hexadecimal(of: bytes))
    }

    @Test(
        "An overwritten small file is read as it was opened; a large one is refused",
        arguments: traces, [true, false])
    func changed(bytes: [UInt8], isSmall: Bool) throws {
        let written = TemporaryFile(bytes)
        let file = try opened(written.path, isSmall: isSmall)
        let first = try count(file)
        var other = bytes
        other[bytes.count - 3] ^= 1
        // Some systems give two writes in 10 ms one time.
        usleep(30_000)
        let handle = try FileHandle(forWritingTo: URL(filePath: written.path))
        try handle.write(contentsOf: Data(other))
        try handle.close()
        if isSmall {
            #expect(try count(file) == first)
            #expect(try file.sha256() == SHA256.hexadecimal(of: bytes))
        } else {
            for body in [{ _ = try count(file) }, { _ = try file.sha256() }] as [() throws -> Void]
            {
                do {
                    try body()
                    Issue.record("a changed file was read")
                } catch let failure as TraceFailure {
                    #expect(failure.fault == .changed && !failure.fault.isAboutMissingInput)
                }
            }
        }
    }
}
