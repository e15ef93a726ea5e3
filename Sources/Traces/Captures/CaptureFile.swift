/// Reads the packets of a pcap (draft-ietf-opsawg-pcap) or pcapng file, in either byte order.
///
/// Holds one packet or block in memory besides the read-ahead.
final class CaptureFile {
    let file: BlockFile
    var path: String { file.path }
    /// All described until now, over all sections; a pcap file has one.
    private(set) var interfaces: [Interface] = []
    private(set) var packets = 0
    var isBigEndian = false
    var firstOfSection = 0
    /// The length of a pcap record header; `nil` in a pcapng file.
    private var recordHeader: Int?
    private var hasNanoseconds = false

    /// The longest packet of any capture, as in libpcap and Wireshark.
    static let longestPacket = 262_144
    /// The most interfaces of a file, as all stay in memory.
    static let mostInterfaces = 1 << 16

    struct Interface {
        /// A number of tcpdump.org's registry.
        let linkType: UInt32
        /// `nil` if its packets cannot be unwrapped.
        let layer: LinkLayer?
        var name: String?
        var description: String?
        var ticks: UInt64 = 1_000_000
        /// Seconds to add to its times.
        var offset: Int64 = 0
        /// The most bytes kept of a packet; 0 for all.
        var longest = 0

        init(_ linkType: UInt32) {
            self.linkType = linkType
            layer = LinkLayer(linkType)
        }
    }

    struct Record {
        /// `nil` if recorded without a time.
        let time: CaptureTime?
        /// The length on the wire, which may exceed what was captured.
        let wireBytes: Int
        let interface: Int
        /// Valid until the next packet is read.
        let captured: UnsafeBufferPointer<UInt8>
    }

    convenience init(_ trace: TraceFile, _ format: TraceFormat) throws(TraceFailure) {
        try self.init(BlockFile(trace), format)
    }

    init(_ file: BlockFile, _ format: TraceFormat) throws(TraceFailure) {
        self.file = file
        if format == .pcap { try readHeader() }
    }

    private func readHeader() throws(TraceFailure) {
        guard try file.has(24) else {
            throw failure(.badCapture(reason: file.damage ?? "it ends within its header"))
        }
        isBigEndian = file.start[0] == 0xA1
        let magic = word(0)
        guard half(4) == 2 else {
            throw failure(.badCapture(reason: "it has the unknown version \(half(4))"))
        }
        // The highest bits hold the length of checksums.
        try add(Interface(word(20) & 0x03FF_FFFF))
        hasNanoseconds = magic == 0xA1B2_3C4D
        recordHeader = magic == 0xA1B2_CD34 ? 24 : 16
        file.skip(24)
    }

    /// The next packet, or `nil` after the last.
    @inline(__always)
    func next() throws(TraceFailure) -> Record? {
        guard let header = recordHeader else { return try nextBlock() }
        guard try file.has(header) else { return try end() }
        let (seconds, fraction, length) = (word(0), word(4), Int(word(8)))
        guard length <= Self.longestPacket else {
            throw broken("a packet of \(length) bytes is longer than any possible packet")
        }
        let wireBytes = Int(word(12))
        guard try file.has(header + length) else { throw cut }
        packets += 1
        let nanoseconds = Int64(fraction) * (hasNanoseconds ? 1 : 1000)
        guard nanoseconds < 1_000_000_000 else { throw failure(.badTimestamp(packet: packets)) }
        let captured = UnsafeBufferPointer(start: file.start + header, count: length)
        file.skip(header + length)
        return Record(
            time: CaptureTime(seconds: Int64(seconds), nanoseconds: nanoseconds),
            wireBytes: wireBytes, interface: 0, captured: captured)
    }

    func record(
        _ time: CaptureTime?, wireBytes: Int, of interface: Int, at place: Int, length: Int
    ) -> Record {
        packets += 1
        return Record(
            time: time, wireBytes: wireBytes, interface: interface,
            captured: UnsafeBufferPointer(start: file.start + place, count: length))
    }

    func add(_ interface: Interface) throws(TraceFailure) {
        guard interfaces.count < Self.mostInterfaces else {
            throw broken("there are more than \(Self.mostInterfaces) interfaces")
        }
        interfaces.append(interface)
    }

    @inline(__always)
    func word(_ place: Int) -> UInt32 {
        let value = UnsafeRawPointer(file.start)
            .loadUnaligned(fromByteOffset: place, as: UInt32.self)
        return isBigEndian ? UInt32(bigEndian: value) : UInt32(littleEndian: value)
    }

    func half(_ place: Int) -> UInt16 {
        let value = UnsafeRawPointer(file.start)
            .loadUnaligned(fromByteOffset: place, as: UInt16.self)
        return isBigEndian ? UInt16(bigEndian: value) : UInt16(littleEndian: value)
    }

    /// `nil` between two packets; throws within one.
    func end() throws(TraceFailure) -> Record? {
        if file.bytes.isEmpty, file.damage == nil { return nil }
        throw cut
    }

    var cut: TraceFailure { broken(file.damage ?? "the file ends within the next record") }

    func broken(_ reason: String) -> TraceFailure {
        failure(.broken(good: packets, reason: reason))
    }

    private func failure(_ fault: InputFault) -> TraceFailure { TraceFailure(fault, path: path) }
}
