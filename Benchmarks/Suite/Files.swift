import Benchmark
import DeviceModel
import Experiments
import Foundation
import Kernel
import Profiles
import Show
import Traces

/// YAML to valid values.
func profileBenchmarks() {
    Benchmark("Profiles: a radio") { benchmark in
        for _ in benchmark.scaledIterations { blackHole(try library.loadRadio("lte-huang-2012")) }
    }
    Benchmark("Profiles: a scenario with all that it names") { benchmark in
        for _ in benchmark.scaledIterations { blackHole(try library.loadScenario("keep-alive")) }
    }
    let apps = root.appendingPathComponent("Benchmarks/measure/apps-5.yaml").path
    Benchmark("Profiles: a scenario with five apps of twenty rules") { benchmark in
        for _ in benchmark.scaledIterations { blackHole(try library.loadScenario(apps)) }
    }
}

/// A made-up trace, from the file to the energy.
func replayBenchmarks() {
    Benchmark("Replay: 20 000 packets of CSV, read only") { benchmark in
        try withTrace { path in
            benchmark.startMeasurement()
            for _ in benchmark.scaledIterations { blackHole(try packets(path) { _ in }) }
            benchmark.stopMeasurement()
        }
    }
    Benchmark("Replay: 20 000 packets of CSV on a radio") { benchmark in
        let radio = try library.loadRadio("umts-att-2010").value
        try withTrace { path in
            benchmark.startMeasurement()
            for _ in benchmark.scaledIterations {
                var replay = TraceReplay(radio, settings: ReplaySettings())
                _ = try packets(path) { replay.carry($0) }
                blackHole(replay.finish().radio.energy)
            }
            benchmark.stopMeasurement()
        }
    }
    Benchmark("Replay: the example's capture on a radio") { benchmark in
        let radio = try library.loadRadio("umts-att-2010").value
        let path = root.appendingPathComponent("Examples/traces/phone.pcap").path
        for _ in benchmark.scaledIterations {
            var replay = TraceReplay(radio, settings: ReplaySettings())
            _ = try packets(path) { replay.carry($0) }
            blackHole(replay.finish().radio.energy)
        }
    }
    for name in ["umts-att-2010", "lte-huang-2012"] {
        Benchmark("Replay: packets in memory on \(name)", configuration: small) { benchmark in
            var radio = try library.loadRadio(name).value.replaying(.inferred)
            var stream = RandomStream(StreamKey(seed: 1, replication: 0, purpose: "benchmark"))
            let gaps = (0..<4096).map { _ in TimeSpan(rounding: 1e9 * stream.exponential()) }
            var time = Instant.start
            benchmark.startMeasurement()
            for step in benchmark.scaledIterations {
                time = time + gaps[step & 4095]
                let direction: Packet.Direction = step % 3 == 0 ? .uplink : .downlink
                radio.carry(Packet(time: time, bytes: 800, direction: direction))
            }
            benchmark.stopMeasurement()
            blackHole(radio.finish(at: nil))
        }
    }
}

/// Numbers as text and tables as files.
func fileBenchmarks() {
    var stream = RandomStream(StreamKey(seed: 1, replication: 0, purpose: "benchmark"))
    let values = (0..<4096).map { _ in 1e5 * stream.uniform() }
    Benchmark("CSV: a number as text", configuration: small) { benchmark in
        var bytes: [UInt8] = []
        for step in benchmark.scaledIterations {
            bytes.removeAll(keepingCapacity: true)
            NumberText.append(values[step & 4095], to: &bytes)
            blackHole(bytes.count)
        }
    }
    Benchmark("CSV: a table of 1 000 rows of 4 numbers") { benchmark in
        let columns: [Column<Double>] = (1...4).map { number in
            .number("column_\(number)", "A number.") { $0 * Double(number) }
        }
        let table = Table(name: "numbers", columns: columns, rows: Array(values.prefix(1_000)))
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations { blackHole(table.csv().count) }
        benchmark.stopMeasurement()
    }
}

/// Hands the batches of the trace at `path` to `body`, and returns how many packets there were.
private func packets(_ path: String, _ body: ([TracedPacket]) -> Void) throws -> Int {
    var trace = try PacketTrace(path: path)
    var batch: [TracedPacket] = []
    var count = 0
    while try trace.read(into: &batch) {
        count += batch.count
        body(batch)
    }
    return count
}

/// Writes a trace of 20 000 packets for as long as `body` runs.
private func withTrace(_ body: (String) throws -> Void) throws {
    var stream = RandomStream(StreamKey(seed: 1, replication: 0, purpose: "trace"))
    var text = "t,bytes,direction\n"
    var microseconds: UInt64 = 0
    for number in 0..<20_000 {
        microseconds += stream.next() % (number % 50 == 0 ? 60_000_000 : 40_000)
        let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        let digits = String(rest + 1_000_000).dropFirst()
        let bytes = 40 + stream.next() % 1_461
        text += "\(seconds).\(digits),\(bytes),\(number % 3 == 0 ? "U" : "D")\n"
    }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).csv")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try body(file.path)
}
