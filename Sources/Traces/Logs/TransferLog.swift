/// Power against throughput, second by second, for one or more networks.
///
/// CSV with a header and these columns in any order; others are ignored:
///
/// | column | what |
/// |---|---|
/// | `throughput` | in Mbit/s |
/// | `avg_power`, or `power_mW` | in mW, of the whole phone or of the radio |
/// | `direction` | `uplink` or `downlink` |
/// | `network type`, `provider` | optional: rows of different ones are fitted apart |
/// | `time_since_start` | optional: seconds; where it falls, another run begins |
///
/// The form is that of the artifact of Narayanan et al., SIGCOMM 2021
/// (https://github.com/SIGCOMM21-5G/artifact).
public struct TransferLog: Equatable, Sendable {
    /// One averaging interval of the meter, usually a second.
    public struct Sample: Equatable, Sendable {
        /// At least 0.
        public let throughput: BitsPerSecond
        public let power: Milliwatts
        public let direction: Packet.Direction
        /// For example `Verizon LTE`; empty without these columns.
        public let network: String
        /// The run's number, from 0; `nil` where the data do not tell runs apart.
        public let run: Int?

        public init(
            throughput: BitsPerSecond, power: Milliwatts, direction: Packet.Direction,
            network: String, run: Int?
        ) {
            (self.throughput, self.power, self.direction) = (throughput, power, direction)
            (self.network, self.run) = (network, run)
        }
    }

    public static let fewest = 5

    public let samples: [Sample]

    /// Throws ``InputError`` where the file, its header or a row is invalid, and for too few
    /// samples.
    public init(path: String, bytes: [UInt8]) throws(InputError) {
        let text = try LogText(path: path, bytes: bytes)
        let columns = try Columns(text)
        var samples: [Sample] = []
        var (run, time) = (0, -Double.infinity)
        var before = ""
        try text.forEachLine(of: columns.all) { (line) throws(InputError) in
            let network = columns.names.map { line.word($0) }.joined(separator: " ")
            let direction = try columns.direction(of: line)
            if let column = columns.time {
                let now = try line.number(
                    column, "a time", in: 0...1e9, possible: "0 to 1000000000 seconds")
                let place = "\(network) \(direction)"
                if !samples.isEmpty && (now <= time || place != before) { run += 1 }
                (time, before) = (now, place)
            }
            let rate = try line.number(
                columns.throughput, "a throughput", in: 0...1e6, possible: "0 to 1000000 Mbit/s")
            let power = try line.number(
                columns.power, "a power", in: -1e6...1e6, possible: "-1000000 to 1000000 mW")
            samples.append(
                Sample(
                    throughput: BitsPerSecond(rate * 1e6), power: Milliwatts(power),
                    direction: direction, network: network, run: columns.time == nil ? nil : run))
        }
        self.samples = samples
        guard samples.count >= Self.fewest else {
            let fault = InputFault.tooFewRows(found: samples.count, needed: Self.fewest, dropped: 0)
            throw InputError(fault, path: path)
        }
    }

    private struct Columns {
        let throughput: Int
        let power: Int
        let direction: Int
        let names: [Int]
        let time: Int?

        init(_ text: LogText) throws(InputError) {
            throughput = try text.column(["throughput"], meaning: "the throughput in Mbit/s")
            power = try text.column(["avg_power", "power_mW"], meaning: "the power in mW")
            direction = try text.column(["direction"], meaning: "the direction")
            names = [text.column(["provider"]), text.column(["network type"])].compactMap { $0 }
            time = text.column(["time_since_start"])
        }

        var all: [Int?] { [throughput, power, direction, time] + names }

        func direction(of line: LogLine) throws(InputError) -> Packet.Direction {
            switch line.word(direction) {
            case "uplink": return .uplink
            case "downlink": return .downlink
            default:
                let fault = InputFault.unknownWord(
                    text: line.shortened(direction), meaning: "direction",
                    possible: ["uplink", "downlink"])
                throw line.error(fault, direction)
            }
        }
    }
}
