/// What a power meter wrote: instants and powers, at any rate.
///
/// CSV with a header and at least `t` (seconds, ascending; or `t_s`) and `mW` (milliwatts; or
/// `power_mW`), in any order; other columns are ignored. Plain doubles in two arrays: such a log
/// has millions of samples.
public struct PowerLog: Equatable, Sendable {
    /// The fewest samples that are read as a log at all.
    public static let fewest = 10

    /// Seconds, strictly ascending, from any zero.
    public let times: [Double]
    /// Milliwatts, as many as times. Meters that are set to zero may go below it.
    public let powers: [Double]

    /// Reads the file at `path`, of at most 1 GiB.
    ///
    /// - Throws: ``LogError`` where the file, its header or a row is not as described, and for
    ///   fewer than ``fewest`` samples.
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
        let time = try text.column(["t", "t_s"], meaning: "the time in seconds")
        let power = try text.column(["mW", "power_mW"], meaning: "the power in milliwatts")
        var times: [Double] = []
        var powers: [Double] = []
        // A line has at least four bytes; most have a dozen or two.
        times.reserveCapacity(text.bytes.count / 12)
        powers.reserveCapacity(text.bytes.count / 12)
        try text.forEachLine(needed: max(time, power) + 1) { (line) throws(LogError) in
            let now = try line.number(
                time, "a time", in: -1e12...1e12, possible: "any number of seconds to 1e12")
            if let last = times.last, now <= last {
                let fault = LogError.Fault.notAscending(
                    text: line.shortened(time), before: "\(last)")
                throw line.error(fault, time)
            }
            times.append(now)
            powers.append(
                try line.number(
                    power, "a power", in: -1e7...1e7, possible: "-10000000 to 10000000 mW"))
        }
        guard times.count >= Self.fewest else {
            let fault = LogError.Fault.tooFewRows(
                found: times.count, needed: Self.fewest, dropped: 0)
            throw LogError(fault, path: text.path)
        }
        (self.times, self.powers) = (times, powers)
    }
}
