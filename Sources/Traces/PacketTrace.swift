/// A recorded packet trace of a phone, read in batches with constant memory.
///
/// Detects the format by content, see ``TraceFormat``, and unpacks gzip. Packets come in order of
/// time, with their size on the wire less the link layer's overhead.
///
/// ```swift
/// var trace = try PacketTrace(TraceFile(path: "phone.pcap"))
/// var batch: [TracedPacket] = []
/// while try trace.read(into: &batch) {
///     for traced in batch { replay(traced.packet) }
/// }
/// print(trace.summary.packets)
/// ```
public struct PacketTrace: ~Copyable {
    public static let batchSize = 1024

    private var source: Source
    /// The fault of the packet after those handed over.
    private var failure: TraceFailure?

    fileprivate enum Source {
        case table(PacketTable)
        case capture(PacketCapture)
        case list(ListedPackets)
    }

    /// Reads a CSV header, or examines a capture's first 100,000 IP packets.
    ///
    /// - Throws: For an unknown format, a missing CSV column, an unknown phone address, or a
    ///   capture without a requested interface.
    public init(_ trace: TraceFile, options: TraceOptions = TraceOptions()) throws(TraceFailure) {
        let file = BlockFile(trace)
        try file.fill()
        let format: TraceFormat
        do throws(InputFault) {
            if file.bytes.isEmpty, let damage = file.damage {
                throw .broken(good: 0, reason: damage)
            }
            format = try TraceFormat.recognise(file.bytes.prefix(PhoneRecord.headBytes))
        } catch { throw TraceFailure(error, path: trace.path) }
        switch format {
        case .csv: source = .table(try PacketTable(file, origin: options.origin))
        case .pcap, .pcapng:
            source = .capture(
                try PacketCapture(CaptureFile(file, format), of: trace, format, options))
        case .har, .netlog: source = .list(try .web(file, format))
        case .history: source = .list(try .history(file, options.preferred))
        }
    }

    /// Replaces `batch` by the next packets, at most `batchSize`; `false` at the end of the trace.
    ///
    /// A fault is thrown only after the packets before it were handed over, and at every later
    /// call.
    /// - Parameter batch: Pass the same array each time to reuse its storage.
    /// - Throws: Why the rest of the trace cannot be used; `batch` is then empty.
    public mutating func read(into batch: inout [TracedPacket]) throws(TraceFailure) -> Bool {
        try fill(&batch)
    }

    /// Reads packets without connection data, which saves a third of the bytes.
    ///
    /// Otherwise as the overload for `TracedPacket`.
    public mutating func read(into batch: inout [Packet]) throws(TraceFailure) -> Bool {
        try fill(&batch)
    }

    private mutating func fill(_ batch: inout [some TraceElement]) throws(TraceFailure) -> Bool {
        batch.removeAll(keepingCapacity: true)
        if let failure { throw failure }
        batch.reserveCapacity(Self.batchSize)
        do throws(TraceFailure) {
            try source.read(into: &batch)
        } catch {
            failure = error
            if batch.isEmpty { throw error }
        }
        return !batch.isEmpty
    }

    /// The findings until now; complete once `read` has returned `false` or thrown.
    public var summary: TraceSummary {
        switch source {
        case .table(let table): table.summary
        case .capture(let capture): capture.summary
        case .list(let list): list.summary
        }
    }
}

extension PacketTrace.Source {
    fileprivate mutating func read(into batch: inout [some TraceElement]) throws(TraceFailure) {
        // Take the reader out and put it back, because a switch would change a copy.
        switch self {
        case .table(var table):
            defer { self = .table(table) }
            try table.read(into: &batch, limit: PacketTrace.batchSize)
        case .capture(var capture):
            defer { self = .capture(capture) }
            try capture.read(into: &batch, limit: PacketTrace.batchSize)
        case .list(var list):
            defer { self = .list(list) }
            list.read(into: &batch, limit: PacketTrace.batchSize)
        }
    }
}
