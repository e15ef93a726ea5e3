import DeviceModel

/// A recorded trace of a phone's packets, read piece by piece.
///
/// Packet CSV, pcap and pcapng are told apart by their content, and unpacked if they are gzip.
/// Memory does not grow with the file.
/// Whatever the format, the packets come in the order of time, in the sizes that they had on the
/// wire, without what the link layer adds.
///
/// ```swift
/// var trace = try PacketTrace(path: "phone.pcap")
/// var batch: [TracedPacket] = []
/// while try trace.read(into: &batch) {
///     for traced in batch { replay(traced.packet) }
/// }
/// print(trace.summary.packets)
/// ```
public struct PacketTrace: ~Copyable {
    /// How many packets a batch holds at most.
    public static let batchSize = 1024

    private var source: Source
    /// What is wrong with the packet after those that were handed over.
    private var failure: TraceFailure?

    fileprivate enum Source {
        case table(PacketTable)
        case capture(PacketCapture)
    }

    /// Opens the trace at `path`; of a CSV file the header is read, of a capture the first 100 000
    /// IP packets are looked at.
    ///
    /// - Parameters:
    ///   - path: A regular file.
    ///   - options: What the trace does not say itself.
    /// - Throws: if there is no such file, if it is of no format that can be read, if a CSV file's
    ///   header lacks a column, if a capture does not tell which address is the phone's, or if it
    ///   has no interface that was asked for.
    public init(path: String, options: TraceOptions = TraceOptions()) throws(TraceFailure) {
        try self.init(TraceFile(path: path), options: options)
    }

    /// Reads a trace that is open, for those who read it several times.
    ///
    /// - Throws: as ``init(path:options:)``.
    public init(
        _ trace: TraceFile, options: TraceOptions = TraceOptions()
    ) throws(TraceFailure) {
        let file = BlockFile(trace)
        try file.fill()
        let format: TraceFormat
        do throws(TraceFault) {
            if file.bytes.isEmpty, let damage = file.damage {
                throw .broken(good: 0, reason: damage)
            }
            format = try TraceFormat.recognise(file.bytes.prefix(64))
        } catch {
            throw TraceFailure(error, path: trace.path)
        }
        switch format {
        case .csv: source = .table(try PacketTable(file, origin: options.origin))
        case .pcap, .pcapng:
            source = .capture(
                try PacketCapture(CaptureFile(file, format), of: trace, format, options))
        }
    }

    /// Replaces the contents of `batch` by the next packets, at most `batchSize` of them.
    ///
    /// What is wrong with a packet is thrown when all before it have been handed over, and then
    /// every time: a trace that breaks off still gives its good packets.
    ///
    /// - Parameter batch: Its storage is used again, so hand over the same one every time.
    /// - Returns: Whether there was any; `false` at the end of the trace.
    /// - Throws: why the rest of the trace cannot be used; `batch` is empty then.
    public mutating func read(into batch: inout [TracedPacket]) throws(TraceFailure) -> Bool {
        try fill(&batch)
    }

    /// The same without what the trace says of connections, for those who do not ask: a third of
    /// the bytes to write and to read again.
    ///
    /// - Parameter batch: Its storage is used again, so hand over the same one every time.
    /// - Returns: Whether there was any packet; `false` at the end of the trace.
    /// - Throws: why the rest of the trace cannot be used; `batch` is empty then.
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

    /// What has been found so far: complete when `read` has returned `false` or thrown.
    public var summary: TraceSummary {
        switch source {
        case .table(let table): table.summary
        case .capture(let capture): capture.summary
        }
    }
}

extension PacketTrace.Source {
    fileprivate mutating func read(into batch: inout [some TraceElement]) throws(TraceFailure) {
        // The reader is taken out and put back, for a switch would work on a copy.
        switch self {
        case .table(var table):
            defer { self = .table(table) }
            try table.read(into: &batch, limit: PacketTrace.batchSize)
        case .capture(var capture):
            defer { self = .capture(capture) }
            try capture.read(into: &batch, limit: PacketTrace.batchSize)
        }
    }
}
