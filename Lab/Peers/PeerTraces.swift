import DeviceModel
import Foundation
import Kernel
import Profiles
import Traces

/// Other tools' answers, and the traces that they were given.
///
/// The figures in `published/peers` come from unmodified EnergyBox, ARO 4.1.1, SmartDiet and
/// libpowertutor. The traces were written for the comparison, except two captures kept as times,
/// sizes and directions: EnergyBox's example (177 packets) and a connection of SmartDiet's tests
/// (11 packets).
struct PeerTraces {
    let library: ProfileLibrary
    private let recorded: [String: [Packet]]

    init(_ library: ProfileLibrary) throws {
        self.library = library
        var recorded: [String: [Packet]] = [:]
        for row in try Self.rows("traces", in: library) {
            recorded[try row.word("trace"), default: []].append(
                Packet(
                    time: Self.instant(try row.number("t_s")),
                    bytes: Int64(try row.number("bytes")),
                    direction: try row.word("direction") == "U" ? .uplink : .downlink))
        }
        self.recorded = recorded
    }

    static func rows(_ file: String, in library: ProfileLibrary) throws -> [PeerRow] {
        let path = "\(library.root)/published/peers/\(file).csv"
        return try PeerRows(path: path, bytes: LogFile.bytes(of: path)).rows
    }

    func rows(_ file: String) throws -> [PeerRow] { try Self.rows(file, in: library) }

    /// A trace in order of time; a packet whose time steps back gets the time of the one before.
    func trace(_ name: String, fromFirstPacket: Bool = false) -> [Packet] {
        var packets = Self.regular(name) ?? recorded[name] ?? []
        var latest = Instant.start
        for index in packets.indices {
            latest = max(latest, packets[index].time)
            packets[index].time = latest
        }
        return fromFirstPacket ? Self.fromFirst(packets) : packets
    }

    static func fromFirst(_ trace: [Packet]) -> [Packet] {
        trace.map { packet in
            var packet = packet
            packet.time = packet.time - (trace[0].time - .start)
            return packet
        }
    }

    /// The trace as a peer with floating-point times sees it.
    ///
    /// After a gap of exactly `limit` that rounding lengthens, all times are a nanosecond later.
    static func rounded(_ trace: [Packet], limit: Double, scale: Double) -> [Packet] {
        let times = trace.map { Double($0.time.nanoseconds) / 1e9 * scale }
        var rounded = trace
        var shift: Int64 = 0
        for index in trace.indices.dropFirst() {
            let gap = times[index] - times[index - 1]
            if gap > limit, gap < limit * 1.000001 { shift += 1 }
            rounded[index].time.nanoseconds += shift
        }
        return rounded
    }

    /// The sum of a trace's steps back, in seconds.
    func stepsBack(_ name: String) -> Double {
        let times = (recorded[name] ?? []).map(\.time)
        return zip(times, times.dropFirst()).reduce(0) { sum, pair in
            sum + max(0, (pair.0 - pair.1).seconds.magnitude)
        }
    }

    /// Downloads of 3 MB, or 180 reads of a stream, one a second; all packets but the last are
    /// full.
    private static func regular(_ name: String) -> [Packet]? {
        switch name {
        case "chunk_20Mbps": packets(2020, gap: 600_000, last: 1420, from: 0)
        case "chunk_2Mbps": packets(2020, gap: 6_000_000, last: 1420, from: 0)
        case "trickle_2Mbps":
            (0..<180).flatMap {
                packets(12, gap: 6_000_000, last: 364, from: Int64($0) * 1_000_000_000)
            }
        default: nil
        }
    }

    private static func packets(
        _ count: Int, gap: Int64, last: Int64, from start: Int64
    ) -> [Packet] {
        (0..<count).map { number in
            Packet(
                time: Instant(nanoseconds: 10_000_000_000 + start + Int64(number) * gap),
                bytes: number == count - 1 ? last : 1500, direction: .downlink)
        }
    }

    /// - Parameter seconds: Up to 1e9.
    static func instant(_ seconds: Double) -> Instant { Instant.start + TimeSpan(Seconds(seconds)) }

    func replay(_ trace: [Packet], on radio: String, horizon: Instant?) throws -> PeerReplay {
        let profile = try library.loadRadio("\(library.root)/radios/peers/\(radio).yaml").value
        var radio = PeerRadio(profile, mode: .inferred)
        for packet in trace { radio.carry(packet) }
        let last = trace.last?.time ?? .start
        let end = radio.finish(at: horizon.map { max($0, last) })
        return PeerReplay(radio: radio, end: end)
    }
}

struct PeerReplay {
    let radio: PeerRadio
    let end: Instant

    var table: LedgerTable<Int64> { radio.books.table }
    var joules: Double { table.totalEnergy.magnitude / 1000 }

    func promotions(from state: String) -> Int64 {
        radio.promotions.filter { $0.from == state }.reduce(0) { $0 + $1.count }
    }
}

extension LedgerTable {
    func sum(_ state: String, _ kinds: EnergyKind...) -> (seconds: Double, joules: Double) {
        var (time, energy) = (0.0, 0.0)
        forEachCell { line, _, cell in
            let line = plan.lines[line]
            guard line.state == state, kinds.isEmpty || kinds.contains(line.kind) else { return }
            time += Double(cell.nanoseconds) / 1e9
            energy += cell.energy(line.cost).magnitude / 1000
        }
        return (time, energy)
    }
}
