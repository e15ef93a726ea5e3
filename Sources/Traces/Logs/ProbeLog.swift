import Kernel

/// Round-trip times after silences of known length, as RRC-Probe writes them.
///
/// A server waits, sends a packet and times the answer; how long that takes tells in which state
/// the radio was. CSV with a header and at least
///
/// | column | what |
/// |---|---|
/// | `interval` | the silence before the packet, in seconds |
/// | `RTT1`, or `rtt` | the round-trip time, in milliseconds |
/// | `KeepOrDrop` | optional: rows other than `YEP` are left out |
///
/// in any order; others are ignored. The form is that of the artifact of Narayanan et al.,
/// SIGCOMM 2021 (https://github.com/SIGCOMM21-5G/artifact); the minimal one is `interval,rtt`.
public struct ProbeLog: Equatable, Sendable {
    /// One packet and its answer.
    public struct Probe: Equatable, Sendable {
        /// The time without data before the packet, ≥ 0.
        public let silence: Seconds
        /// From the packet to its answer, ≥ 0.
        public let roundTrip: Seconds
        /// Where it stands in the file, the header being line 1.
        public let line: Int
    }

    /// The fewest probes that a fit is tried on.
    public static let fewest = 20

    /// In the order of the file.
    public let probes: [Probe]
    /// Why rows were left out, by the words of `KeepOrDrop` in alphabetical order.
    public let dropped: [(word: String, count: Int)]

    /// Reads the file at `path`.
    ///
    /// - Throws: ``LogError`` where the file, its header or a row is not as described, and for
    ///   fewer than ``fewest`` probes.
    public init(contentsOf path: String) throws(LogError) {
        try self.init(path: path, bytes: try LogFile.bytes(of: path))
    }

    /// Reads `bytes`, which came from `path`.
    ///
    /// - Throws: as ``init(contentsOf:)``.
    public init(path: String, bytes: [UInt8]) throws(LogError) {
        try self.init(try LogText(path: path, bytes: bytes))
    }

    private init(_ text: LogText) throws(LogError) {
        let silence = try text.column(["interval"], meaning: "the silence in seconds")
        let roundTrip = try text.column(
            ["RTT1", "rtt"], meaning: "the round-trip time in milliseconds")
        let verdict = text.column(["KeepOrDrop"])
        var probes: [Probe] = []
        var words: [String] = []
        try text.forEachLine(
            needed: max(silence, roundTrip, verdict ?? 0) + 1
        ) { (line) throws(LogError) in
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
            let fault = LogError.Fault.tooFewRows(
                found: probes.count, needed: Self.fewest, dropped: words.count)
            throw LogError(fault, path: text.path)
        }
    }

    public static func == (left: ProbeLog, right: ProbeLog) -> Bool {
        left.probes == right.probes && left.dropped.elementsEqual(right.dropped, by: ==)
    }
}
