import DeviceModel
import Kernel
import Traces

/// A trace that can be read as often as there are questions about it.
struct ReplayInput {
    let file: TraceFile
    let options: TraceOptions

    /// Emits the packets, batch by batch. What breaks the trace off is returned with what was read
    /// before; a trace that
    /// cannot be opened at all, or that changes while it is read, is thrown.
    func read(to emit: ([TracedPacket]) -> Void) throws -> ReplayReading {
        var batch: [TracedPacket] = []
        return try readBatches { trace throws(TraceFailure) in
            guard try trace.read(into: &batch) else { return nil }
            emit(batch)
            return batch.first?.packet.time
        }
    }

    /// The same without connections, for those who do not ask.
    func readPackets(to emit: ([Packet]) -> Void) throws -> ReplayReading {
        var batch: [Packet] = []
        return try readBatches { trace throws(TraceFailure) in
            guard try trace.read(into: &batch) else { return nil }
            emit(batch)
            return batch.first?.time
        }
    }

    /// - Parameter next: Reads a batch and returns when its first packet passed; `nil` at the end.
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

/// What was read of a trace, and why not more.
struct ReplayReading {
    let summary: TraceSummary
    /// When the first packet passed.
    let first: Instant?
    let failure: TraceFailure?
}
