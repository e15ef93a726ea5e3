import DeviceModel
import Kernel
import Profiles
import Traces

/// The mean current of a radio under Poisson packets of 1 kB down and 250 B up, at the same rate
/// each: the traffic under which bjoluc (master thesis, Paderborn) measured a Snapdragon X55.
public struct PacketCurrents {
    private let radio: RadioProfile
    private let volts: Double
    private static let seconds = 200.0

    public init(_ radio: RadioProfile, volts: Double) {
        (self.radio, self.volts) = (radio, volts)
    }

    /// - Parameter rate: packets a second each way, from 1.
    public func milliamperes(rate: Int) -> Double {
        let run = RadioAlone(
            radio, Self.packets(rate, seconds: Self.seconds),
            horizon: Instant.start + TimeSpan(Seconds(Self.seconds)))
        return run.table.totalEnergy.magnitude / Self.seconds / volts
    }

    /// The first of both directions come at once, so that the radio is connected.
    static func packets(_ rate: Int, seconds: Double) -> [(Instant, Transfer)] {
        var packets: [(Instant, Transfer)] = []
        let sizes: [(up: Int64, down: Int64)] = [(250, 0), (0, 1000)]
        for (direction, bytes) in sizes.enumerated() {
            var random = RandomStream(
                StreamKey(seed: UInt64(rate), replication: UInt64(direction), purpose: "x55"))
            let gap = Distribution<Seconds>.exponential(mean: Seconds(1 / Double(rate)))
            var time = 0.0
            while time < seconds {
                var transfer = Transfer(
                    roundTrips: 0, uplink: bytes.up, downlink: bytes.down,
                    cause: Cause(activity: 2))
                // A radio that is asleep may hear of it later.
                transfer.comesDown = bytes.down > 0
                packets.append((Instant.start + TimeSpan(Seconds(time)), transfer))
                time += gap.sample(&random).magnitude
            }
        }
        return packets.sorted { $0.0 < $1.0 }
    }
}

/// Measured currents by packet rate, of a table that is shipped beside the published results.
public struct MeasuredCurrents: Sendable {
    /// Of one rate.
    public struct Row: Sendable {
        /// Packets a second each way.
        public let rate: Int
        public let milliamperes: Double
    }

    public let rows: [Row]

    /// - Throws: `LogError` where there is no such file or column, or it holds something else.
    public init(
        shipped name: String, column: String, in library: ProfileLibrary
    ) throws(LogError) {
        let path = "\(library.root)/published/\(name)"
        let columns = try NumberColumns(
            path: path, bytes: try LogFile.bytes(of: path), names: ["packets_per_s", column])
        rows = columns.rows.map { Row(rate: Int($0[0]), milliamperes: $0[1]) }
    }
}

/// Some columns of a CSV file, of numbers above zero.
public struct NumberColumns: Equatable, Sendable {
    /// By line, in the order of the names.
    public let rows: [[Double]]

    /// - Throws: `LogError` where a column is missing or a cell is no such number.
    public init(path: String, bytes: [UInt8], names: [String]) throws(LogError) {
        let text = try LogText(path: path, bytes: bytes)
        var places: [Int] = []
        for name in names { places.append(try text.column([name], meaning: name)) }
        var rows: [[Double]] = []
        try text.forEachLine(needed: (places.max() ?? 0) + 1) { (line) throws(LogError) in
            var row: [Double] = []
            for (place, name) in zip(places, names) {
                row.append(
                    try line.number(place, name, in: 1e-9...1e9, possible: "1e-9 to 1e9"))
            }
            rows.append(row)
        }
        self.rows = rows
    }
}
