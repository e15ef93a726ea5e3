import FuzzDriver
import Kernel
import Lab
import Traces

let words = [
    "t", "t_s", "mW", "power_mw", "Timestamp", "Timestamp(ms)", "Current(uA)", "Time (s)",
    "Main Avg Power (mW)", "Main Avg Current (mA)", "Main Avg Voltage (V)", "#time", "current",
    "voltage", "power", "interval", "rtt", "KeepOrDrop", "YEP", "NOPE", "throughput", "avg_power",
    "direction", "uplink", "downlink", "provider", "network type", "time_since_start", "time", "up",
    "down", "work", "what", "app", "host", "port", "lat", "lon", "range", "area", "cell", "radio",
    "mcc", "net", "LTE", "UMTS", "GSM", "NR", "ids", "source", "result", "unit", "published",
    "bound", "evidence", "because", "measure", "with", "validation", "check of arithmetic",
    "calibration", "10 %", "0 to 8", "radio=w1; of=tail", "burst", "line", "packets_per_s", "sa_ma",
    "answer",
]

/// The number of rows that a reader finds.
func rows(of content: [UInt8], reader: UInt8) throws(InputError) -> Int {
    switch reader {
    case 0: return try PowerLog(path: "f", bytes: content).times.count
    case 1: return try PowerLog(path: "f", bytes: content, voltage: Volts(3.7)).times.count
    case 2: return try ProbeLog(path: "f", bytes: content).probes.count
    case 3: return try TransferLog(path: "f", bytes: content).samples.count
    case 4: return try ActivityLog(path: "f", bytes: content).moments.count
    case 5:
        _ = try AppMap(path: "f", bytes: content)
        return 0
    case 6: return try TowerList(path: "f", bytes: content).towers.count
    case 7: return try PublishedRows(path: "f", bytes: content).rows.count
    case 8: return try answers(in: content)
    default:
        return try NumberColumns(
            path: "f", bytes: content, names: ["packets_per_s", "sa_ma"]
        ).rows.count
    }
}

/// The number of answers of another tool, each asked for a number.
func answers(in content: [UInt8]) throws(InputError) -> Int {
    let rows = try PeerRows(path: "f", bytes: content).rows
    for row in rows {
        if let value = try row.figure("answer") { precondition(value.magnitude <= 1e9) }
    }
    return rows.count
}

// Any table of a user is read or refused with a message. The first byte picks the reader, so that
// one program grows one corpus for all readers.
fuzz(TableForm(words: words, head: 1)) { bytes, count in
    guard count > 0, let bytes else { return 0 }
    let content = Array(UnsafeBufferPointer(start: bytes + 1, count: count - 1))
    do throws(InputError) {
        let found = try rows(of: content, reader: (bytes[0] &- UInt8(ascii: "0")) % 10)
        precondition(found <= count, "more rows than bytes")
    } catch {
        precondition(!error.description.isEmpty && error.description.utf8.count < 4000)
    }
    return 0
}
