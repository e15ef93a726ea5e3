import DeviceModel
import Kernel
import Profiles
import Traces

/// The mean current of a radio under Poisson packets of 1 kB down and 250 B up, at equal rates.
///
/// bjoluc (master thesis, Paderborn) measured a Snapdragon X55 under this traffic.
public struct PacketCurrents {
    private let radio: RadioProfile
    private let volts: Double
    private static let seconds = 200.0

    public init(_ radio: RadioProfile, volts: Double) {
        (self.radio, self.volts) = (radio, volts)
    }

    /// - Parameter rate: Packets a second each way; from 1.
    public func milliamperes(rate: Int) -> Double {
        let books = LoneRadio.books(
            radio, Self.packets(rate, seconds: Self.seconds),
            horizon: Instant.start + TimeSpan(Seconds(Self.seconds)))
        return books.totalEnergy.magnitude / Self.seconds / volts
    }

    /// The first packets of both directions come at once, so that the radio is connected.
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
                // A sleeping radio may learn of it later.
                transfer.comesDown = bytes.down > 0
                packets.append((Instant.start + TimeSpan(Seconds(time)), transfer))
                time += gap.sample(&random).magnitude
            }
        }
        return packets.sorted { $0.0 < $1.0 }
    }
}

/// Measured currents by packet rate, from a table shipped with the published results.
public struct MeasuredCurrents: Sendable {
    /// The measured current at one packet rate.
    public struct Row: Sendable {
        /// Packets a second each way.
        public let rate: Int
        public let milliamperes: Double
    }

    public let rows: [Row]

    /// - Throws: `InputError` if the file or a column is missing or invalid.
    public init(
        shipped name: String, column: String, in library: ProfileLibrary
    ) throws(InputError) {
        let path = "\(library.root)/published/\(name)"
        let columns = try NumberColumns(
            path: path, bytes: try LogFile.bytes(of: path), names: ["packets_per_s", column])
        rows = columns.rows.map { Row(rate: Int($0[0]), milliamperes: $0[1]) }
    }
}

/// Columns of a CSV file with numbers above 0.
public struct NumberColumns: Equatable, Sendable {
    /// By line, in the order of the names.
    public let rows: [[Double]]

    /// - Throws: `InputError` if a column is missing or a cell is invalid.
    public init(path: String, bytes: [UInt8], names: [String]) throws(InputError) {
        let text = try LogText(path: path, bytes: bytes)
        var places: [Int] = []
        for name in names { places.append(try text.column([name], meaning: name)) }
        var rows: [[Double]] = []
        try text.forEachLine(of: places) { (line) throws(InputError) in
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
