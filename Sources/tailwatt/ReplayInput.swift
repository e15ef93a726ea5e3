import DeviceModel
import Kernel
import Traces

/// A trace that can be read repeatedly.
struct ReplayInput {
    let file: TraceFile
    let options: TraceOptions

    /// Emits the packets in batches, and returns an error that breaks the trace off with the
    /// summary.
    ///
    /// - Throws: If the trace cannot be opened, or changes while it is read.
    func read(to emit: ([TracedPacket]) -> Void) throws -> ReplayReading {
        var batch: [TracedPacket] = []
        return try readBatches { trace throws(TraceFailure) in
            guard try trace.read(into: &batch) else { return nil }
            emit(batch)
            return batch.first?.packet.time
        }
    }

    func readPackets(to emit: ([Packet]) -> Void) throws -> ReplayReading {
        var batch: [Packet] = []
        return try readBatches { trace throws(TraceFailure) in
            guard try trace.read(into: &batch) else { return nil }
            emit(batch)
            return batch.first?.time
        }
    }

    /// - Parameter next: Reads a batch and returns its first packet's time; `nil` at the end.
    private func readBatches(
        _ next: (inout PacketTrace) throws(TraceFailure) -> Instant?
    ) throws -> ReplayReading {
        var trace = try PacketTrace(file, options: options)
        var first: Instant?
        do throws(TraceFailure) {
            while let time = try next(&trace) { first = first ?? time }
        } catch {
            if error.fault == .changed { throw error }
            return ReplayReading(summary: trace.summary, first: first, failure: error)
        }
        return ReplayReading(summary: trace.summary, first: first, failure: nil)
    }
}

struct ReplayReading {
    let summary: TraceSummary
    let first: Instant?
    let failure: TraceFailure?
}
