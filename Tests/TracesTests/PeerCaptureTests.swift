import Foundation
import TestSupport
import Testing

@testable import DeviceModel
@testable import Traces

/// Compares a real capture from EnergyBox (rtslab) with its packets as a CSV file.
struct PeerCaptureTests {
    /// The data for comparisons with other tools, if present next to the package.
    private static let data = Repository.sharedData
    private static let capture = data.appending(path: "pcap/energybox-test1.pcap").path
    private static let table = data.appending(path: "peers/inputs/energybox_test1.csv").path
    private static let isThere =
        FileManager.default.fileExists(atPath: capture)
        && FileManager.default.fileExists(atPath: table)

    @Test(
        "A real capture and its CSV file give equal packets",
        .enabled(if: isThere, "shared/data is not there"))
    func energyBox() {
        let capture = Reading(path: Self.capture)
        let table = Reading(path: Self.table)
        #expect(capture.failure == nil && table.failure == nil)
        #expect(capture.packets.count == 177)
        #expect(capture.times == table.times)
        #expect(capture.directions == table.directions)
        // EnergyBox counts the 16 bytes of the cooked header, which were never on the air.
        #expect(capture.sizes.map { $0 + 16 } == table.sizes)
        // Seven packets were captured out of order by less than a millisecond, in both files.
        #expect(capture.summary?.clamped == 7)
        #expect(capture.summary?.largestStepBack == table.summary?.largestStepBack)
        #expect(capture.summary?.directionRule == .linkLayer)
        #expect(capture.traced.allSatisfy { $0.flow != nil })
    }
}
