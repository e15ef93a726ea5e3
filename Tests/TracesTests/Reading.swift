import Foundation
import Testing

@testable import DeviceModel
@testable import Traces

/// The reading of a trace: all packets, findings, and the error if it failed.
struct Reading {
    var traced: [TracedPacket] = []
    var summary: TraceSummary?
    var failure: TraceFailure?

    var packets: [Packet] { traced.map(\.packet) }
    var fault: InputFault? { failure?.fault }

    /// Whether the trace breaks off after this number of good packets.
    func breaks(after good: Int) -> Bool {
        let words = "the trace breaks off after \(good) good packet\(good == 1 ? "" : "s"): "
        return fault?.message.hasPrefix(words) == true
    }

    var hasNoDeviceAddress: Bool {
        fault?.message.hasPrefix("the capture does not say which address is the phone's") == true
    }
    var skipped: [String] { summary?.skipped.map { "\($0.reason.name): \($0.packets)" } ?? [] }
    /// Times in nanoseconds.
    var times: [Int64] { packets.map(\.time.nanoseconds) }
    var sizes: [Int64] { packets.map(\.bytes) }
    var directions: String {
        packets.map { $0.direction == .uplink ? "U" : "D" }.joined()
    }

    init(path: String, _ options: TraceOptions = TraceOptions()) {
        do throws(TraceFailure) {
            var trace = try PacketTrace(TraceFile(path: path), options: options)
            var batch: [TracedPacket] = []
            do throws(TraceFailure) {
                while try trace.read(into: &batch) { traced += batch }
            } catch {
                failure = error
            }
            summary = trace.summary
        } catch {
            failure = error
        }
    }

    /// Reads a file that contains `bytes`, under a name without an extension.
    init(_ bytes: [UInt8], _ options: TraceOptions = TraceOptions()) {
        let file = TemporaryFile(bytes)
        self.init(path: file.path, options)
        withExtendedLifetime(file) {}
    }

    init(_ text: String, _ options: TraceOptions = TraceOptions()) {
        self.init(Array(text.utf8), options)
    }

    /// The failure's text, with `FILE` for the path.
    var message: String {
        guard let failure else { return "" }
        return failure.description.replacingOccurrences(of: failure.path, with: "FILE")
    }
}

/// A file that is deleted with its owner.
final class TemporaryFile {
    let path: String

    init(_ bytes: [UInt8]) {
        let url = FileManager.default.temporaryDirectory.appending(
            path: "tailwatt-\(UUID().uuidString).trace")
        path = url.path
        do {
            try Data(bytes).write(to: url)
        } catch {
            Issue.record("no temporary file: \(error)")
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
