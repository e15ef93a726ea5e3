import FuzzDriver
import Quantities
import Traces

// Whatever a table holds that a user hands over: it is read or refused with a message. The first
// byte picks the reader, so that one program grows one corpus for all of them.
fuzz { bytes, count in
    guard count > 0, let bytes else { return 0 }
    let content = Array(UnsafeBufferPointer(start: bytes + 1, count: count - 1))
    do throws(LogError) {
        switch bytes[0] % 9 {
        case 0:
            let log = try PowerLog(path: "f", bytes: content)
            precondition(log.times.count == log.powers.count)
        case 1: _ = try PowerLog(path: "f", bytes: content, voltage: Volts(3.7))
        case 2: precondition(try ProbeLog(path: "f", bytes: content).probes.count <= count)
        case 3: precondition(try TransferLog(path: "f", bytes: content).samples.count <= count)
        case 4: precondition(try ActivityLog(path: "f", bytes: content).moments.count <= count)
        case 5: _ = try AppMap(path: "f", bytes: content)
        case 6: precondition(try TowerList(path: "f", bytes: content).towers.count <= count)
        case 7: precondition(try PublishedRows(path: "f", bytes: content).rows.count <= count)
        default:
            let names = ["packets_per_s", "sa_ma"]
            precondition(
                try NumberColumns(path: "f", bytes: content, names: names).rows.count <= count)
        }
    } catch {
        precondition(!error.description.isEmpty && error.description.utf8.count < 4000)
    }
    return 0
}
