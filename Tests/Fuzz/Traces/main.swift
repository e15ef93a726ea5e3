import FuzzDriver
import Kernel
import Traces

// Any trace is read or refused with a message, and what is read is consistent.
fuzz(TraceForm()) { bytes, count in
    do throws(TraceFailure) {
        let path = file(of: bytes, count: count)
        if let tally = try PhoneTally(TraceFile(path: path)) {
            for part in tally.series.flatMap(\.parts) {
                precondition(part.amount.isFinite && part.hours.isFinite && part.hours >= 0)
            }
            return 0
        }
        var trace = try PacketTrace(TraceFile(path: path))
        var batch: [TracedPacket] = []
        var last = Instant.start
        var packets = 0
        while try trace.read(into: &batch) {
            for traced in batch {
                precondition(traced.packet.time >= last && traced.packet.bytes > 0)
                last = traced.packet.time
            }
            packets += batch.count
            // A record tells of traffic, and need not list its packets.
            let isList = trace.summary.format == .csv || trace.summary.format.isCapture
            precondition(packets <= (isList ? count : 1_000_000), "more packets than bytes")
        }
        precondition(trace.summary.packets == packets)
        _ = try ConnectionNames(TraceFile(path: path), trace.summary)
    } catch {
        precondition(!error.description.isEmpty)
    }
    return 0
}
