/// A log of an app's sending, receiving and computing, line by line.
///
/// CSV with a header and these columns in any order; others, such as `what`, are ignored:
///
/// | column | what |
/// |---|---|
/// | `time` | in seconds since the beginning, not descending |
/// | `up`, `down` | bytes sent and received |
/// | `work` | optional: seconds of the processor, before that |
public struct ActivityLog: Equatable, Sendable {
    public let moments: [RecordedBehaviour.Moment]

    /// The most lines of a log: each becomes an errand.
    public static let most = 100_000

    /// Throws ``InputError`` where the file, its header or a row is invalid.
    public init(path: String, bytes: [UInt8]) throws(InputError) {
        let text = try LogText(path: path, bytes: bytes)
        let time = try text.column(["time"], meaning: "the time in seconds")
        let up = try text.column(["up"], meaning: "the bytes sent")
        let down = try text.column(["down"], meaning: "the bytes received")
        let work = text.column(["work"])
        var moments: [RecordedBehaviour.Moment] = []
        try text.forEachLine(of: [time, up, down, work]) { (line) throws(InputError) in
            let at = try line.number(
                time, "a time", in: 0...1e9, possible: "0 to 1000000000 seconds")
            if let before = moments.last?.at, TimeSpan(Seconds(at)) < before {
                let fault = InputFault.notAscending(
                    text: line.shortened(time), before: "\(before.seconds)")
                throw line.error(fault, time)
            }
            let sent = try Self.bytes(line, up)
            let received = try Self.bytes(line, down)
            var span = 0.0
            if let work {
                span = try line.number(work, "work", in: 0...1e6, possible: "0 to 1000000 seconds")
            }
            moments.append(
                RecordedBehaviour.Moment(
                    at: TimeSpan(Seconds(at)), uplink: sent, downlink: received,
                    work: TimeSpan(Seconds(span))))
        }
        self.moments = moments
        guard !moments.isEmpty else {
            throw InputError(.tooFewRows(found: 0, needed: 1, dropped: 0), path: path)
        }
        guard moments.count <= Self.most else {
            let fault = InputFault(
                "the file has \(moments.count) rows, but the limit of a run is \(Self.most)",
                "Cut the log into parts.")
            throw InputError(fault, path: path)
        }
    }

    private static func bytes(_ line: LogLine, _ column: Int) throws(InputError) -> Int64 {
        Int64(
            try line.number(
                column, "a number of bytes", in: 0...1e12, possible: "0 to 1000000000000"))
    }

    /// Throws if the capture cannot be read, has no packet, or too many.
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
            if moments.count > most { throw TraceFailure(.tooManyPackets(most: most), path: path) }
        }
        if moments.isEmpty { throw TraceFailure(.noPackets, path: path) }
        return moments
    }
}

/// Round-trip times after silences of known length, as RRC-Probe writes them.
///
/// A server waits, sends a packet and times the answer, which tells the radio's state. CSV with a
/// header and these columns in any order; others are ignored:
///
/// | column | what |
/// |---|---|
/// | `interval` | the silence before the packet, in seconds |
/// | `RTT1`, or `rtt` | the round-trip time, in milliseconds |
/// | `KeepOrDrop` | optional: rows other than `YEP` are left out |
///
/// The form is that of the artifact of Narayanan et al., SIGCOMM 2021
/// (https://github.com/SIGCOMM21-5G/artifact); the minimal one is `interval,rtt`.
public struct ProbeLog: Equatable, Sendable {
    public struct Probe: Equatable, Sendable {
        /// Without data before the packet; ≥ 0.
        public let silence: Seconds
        public let roundTrip: Seconds
        /// Its line in the file, from 1; `nil` without a file.
        public let line: Int?

        public init(silence: Seconds, roundTrip: Seconds, line: Int? = nil) {
            (self.silence, self.roundTrip, self.line) = (silence, roundTrip, line)
        }
    }

    public static let fewest = 20

    public let probes: [Probe]
    /// The number of rows left out, by the value of `KeepOrDrop`, alphabetically.
    public let dropped: [(word: String, count: Int)]

    /// Throws ``InputError`` where the file, its header or a row is invalid, and for too few
    /// probes.
    public init(path: String, bytes: [UInt8]) throws(InputError) {
        let text = try LogText(path: path, bytes: bytes)
        let silence = try text.column(["interval"], meaning: "the silence in seconds")
        let roundTrip = try text.column(
            ["RTT1", "rtt"], meaning: "the round-trip time in milliseconds")
        let verdict = text.column(["KeepOrDrop"])
        var probes: [Probe] = []
        var words: [String] = []
        try text.forEachLine(of: [silence, roundTrip, verdict]) { (line) throws(InputError) in
            if let verdict, line.word(verdict) != "YEP" {
                words.append(line.shortened(verdict))
                return
            }
            probes.append(
                Probe(
                    silence: Seconds(
                        try line.number(
                            silence, "a silence", in: 0...1e6, possible: "0 to 1000000 seconds")),
                    roundTrip: Seconds(
                        try line.number(
                            roundTrip, "a round-trip time", in: 0...1e7,
                            possible: "0 to 10000000 milliseconds") / 1000), line: line.number))
        }
        self.probes = probes
        dropped = Set(words).sorted().map { word in (word, words.count { $0 == word }) }
        guard probes.count >= Self.fewest else {
            let fault = InputFault.tooFewRows(
                found: probes.count, needed: Self.fewest, dropped: words.count)
            throw InputError(fault, path: text.path)
        }
    }

    public static func == (left: ProbeLog, right: ProbeLog) -> Bool {
        left.probes == right.probes && left.dropped.elementsEqual(right.dropped, by: ==)
    }
}
