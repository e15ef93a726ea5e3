import DeviceModel
import Kernel

/// What an app did, line by line: what it sent, received and computed, and when.
///
/// CSV with a header and
///
/// | column | what |
/// |---|---|
/// | `time` | in seconds since the beginning, not descending |
/// | `up`, `down` | bytes sent and received |
/// | `work` | optional: seconds of the processor, before that |
///
/// in any order; others, such as `what`, are ignored.
public struct ActivityLog: Equatable, Sendable {
    /// In the order of the file.
    public let moments: [RecordedBehaviour.Moment]

    /// More lines than a log may have: each becomes an errand.
    public static let most = 100_000

    /// Reads `bytes`, which came from `path`.
    ///
    /// - Throws: ``LogError`` where the file, its header or a row is not as described.
    public init(path: String, bytes: [UInt8]) throws(LogError) {
        let text = try LogText(path: path, bytes: bytes)
        let time = try text.column(["time"], meaning: "the time in seconds")
        let up = try text.column(["up"], meaning: "the bytes sent")
        let down = try text.column(["down"], meaning: "the bytes received")
        let work = text.column(["work"])
        let needed = max(time, up, down, work ?? 0) + 1
        var moments: [RecordedBehaviour.Moment] = []
        try text.forEachLine(needed: needed) { (line) throws(LogError) in
            let at = try line.number(
                time, "a time", in: 0...1e9, possible: "0 to 1000000000 seconds")
            if let before = moments.last?.at, TimeSpan(Seconds(at)) < before {
                let fault = LogError.Fault.notAscending(
                    text: line.shortened(time), before: "\(before.seconds)")
                throw line.error(fault, time)
            }
            let sent = try Self.bytes(line, up)
            let received = try Self.bytes(line, down)
            var span = 0.0
            if let work {
                span = try line.number(
                    work, "work", in: 0...1e6, possible: "0 to 1000000 seconds")
            }
            moments.append(
                RecordedBehaviour.Moment(
                    at: TimeSpan(Seconds(at)), uplink: sent, downlink: received,
                    work: TimeSpan(Seconds(span))))
        }
        self.moments = moments
        guard !moments.isEmpty else {
            throw LogError(.tooFewRows(found: 0, needed: 1, dropped: 0), path: path)
        }
        guard moments.count <= Self.most else {
            throw LogError(.tooManyRows(found: moments.count, most: Self.most), path: path)
        }
    }

    private static func bytes(_ line: LogLine, _ column: Int) throws(LogError) -> Int64 {
        Int64(
            try line.number(
                column, "a number of bytes", in: 0...1e12, possible: "0 to 1000000000000"))
    }
}

extension ActivityLog {
    /// The packets of a capture, each as what an app sent or received.
    ///
    /// - Parameters:
    ///   - path: of the capture, for messages.
    ///   - bytes: of the capture.
    /// - Throws: why the capture cannot be read, or has no packet, or too many.
    public static func moments(
        ofCapture path: String, bytes: [UInt8]
    ) throws(TraceFailure) -> [RecordedBehaviour.Moment] {
        var trace = try PacketTrace(TraceFile(path: path, bytes: bytes))
        var (batch, moments): ([Packet], [RecordedBehaviour.Moment]) = ([], [])
        while try trace.read(into: &batch) {
            for packet in batch {
                let isUp = packet.direction == .uplink
                moments.append(
                    RecordedBehaviour.Moment(
                        at: packet.time - .start, uplink: isUp ? packet.bytes : 0,
                        downlink: isUp ? 0 : packet.bytes))
            }
            if moments.count > most {
                throw TraceFailure(.tooManyPackets(most: most), path: path)
            }
        }
        if moments.isEmpty { throw TraceFailure(.noPackets, path: path) }
        return moments
    }
}
