import Foundation
import Kernel
import TestSupport
import Testing

@testable import DeviceModel
@testable import Traces

struct ExampleCaptureTests {
    private static let folder = Repository.url("Examples/traces")
    private static let capture = folder.appending(path: "phone.pcap")

    /// The output of `python3 ARGUMENTS`, or nil if it cannot run or fails.
    private static func python(_ arguments: [String]) -> Data? {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3"] + arguments
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? data : nil
    }

    @Test(
        "The script writes the committed bytes",
        .enabled(if: python(["-c", ""]) != nil, "python3 is not there"))
    func generator() throws {
        let written = Self.python([Self.folder.appending(path: "make-phone.py").path])
        #expect(written == (try Data(contentsOf: Self.capture)))
    }

    @Test("The capture contains what its description says")
    func contents() throws {
        let reading = Reading(path: Self.capture.path)
        #expect(reading.failure == nil)
        #expect(reading.packets.count == 176)
        #expect(reading.skipped == ["ARP: 2"])
        #expect(reading.summary?.directionRule == .linkLayer)
        #expect(reading.packets.reduce(0) { $0 + $1.bytes } == 134_941)

        let download = reading.traced.filter { $0.flow?.devicePort == 40_001 }
        let data = try #require(download.last { ($0.segment?.payloadBytes ?? 0) > 0 })
        let end = try #require(download.first { $0.segment?.flags.contains(.fin) ?? false })
        #expect(end.packet.direction == .uplink)
        #expect(end.packet.time - data.packet.time == TimeSpan(nanoseconds: 12_000_000_000))

        // A keep-alive's 41 bytes go up once a minute, and once again with an equal number.
        let keepAlives = reading.traced.compactMap(\.segment).filter { $0.payloadBytes == 41 }
        #expect(keepAlives.count == 10)
        let numbers = Set(keepAlives.map(\.sequenceNumber))
        #expect(numbers.count == 9)
        let push = reading.traced.filter { $0.flow?.device.isVersion4 == false }
        #expect(push.map(\.packet.direction) == [.downlink, .uplink])
    }
}
