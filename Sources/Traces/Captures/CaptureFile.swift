import CPcap

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A capture file as libpcap reads it, one packet after another.
///
/// libpcap keeps one packet in memory. It alone reads 27 million packets a second of a cached file,
/// which is two thirds of a replay's time.
final class CaptureFile {
    let path: String
    private let handle: OpaquePointer
    /// What the C library reads ahead. Its own buffer holds 4 KiB, and a system call for each of
    /// them is a tenth of the time.
    private let readAhead: UnsafeMutablePointer<CChar>
    private static let readAheadSize = 1 << 16
    /// How many packets have been read.
    private(set) var packets = 0

    /// - Throws: if libpcap cannot open the file.
    init(path: String) throws(TraceFailure) {
        guard let stream = fopen(FileOpening.systemPath(of: path), "rb") else {
            throw TraceFailure(.unreadable(reason: String(cString: strerror(errno))), path: path)
        }
        readAhead = .allocate(capacity: Self.readAheadSize)
        setvbuf(stream, readAhead, Int32(_IOFBF), Self.readAheadSize)
        var words = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
        let handle = pcap_fopen_offline_with_tstamp_precision(
            stream, UInt32(PCAP_TSTAMP_PRECISION_NANO), &words)
        guard let handle else {
            fclose(stream)
            readAhead.deallocate()
            throw TraceFailure(.badCapture(reason: reason(words, without: path)), path: path)
        }
        self.path = path
        self.handle = handle
    }

    deinit {
        // It closes the file, and only then is its buffer free.
        pcap_close(handle)
        readAhead.deallocate()
    }

    /// What its packets are wrapped in.
    ///
    /// - Throws: if that is nothing that can be unwrapped.
    func linkLayer() throws(TraceFailure) -> LinkLayer {
        guard let layer = LinkLayer(pcap_datalink(handle)) else {
            throw TraceFailure(
                .linkLayer(linkLayerName, possible: LinkLayer.names), path: path)
        }
        return layer
    }

    /// In libpcap's words.
    var linkLayerName: String {
        let type = pcap_datalink(handle)
        return pcap_datalink_val_to_description(type).map { String(cString: $0) }
            ?? "link type \(type)"
    }

    /// A packet as it was captured.
    struct Record {
        let time: CaptureTime
        /// As it was on the wire, which may be more than was captured.
        let wireBytes: Int
        /// Valid until the next packet is read.
        let captured: UnsafeBufferPointer<UInt8>
    }

    /// The next packet, or `nil` after the last.
    ///
    /// - Throws: if the rest of the file cannot be read.
    @inline(__always)
    func next() throws(TraceFailure) -> Record? {
        var header: UnsafeMutablePointer<pcap_pkthdr>?
        var bytes: UnsafePointer<UInt8>?
        switch pcap_next_ex(handle, &header, &bytes) {
        case 1:
            guard let header, let bytes else { return nil }
            packets += 1
            // The handle was opened for nanoseconds, whatever the field is called.
            let time = CaptureTime(
                seconds: Int64(header.pointee.ts.tv_sec),
                nanoseconds: Int64(header.pointee.ts.tv_usec))
            guard time.nanoseconds >= 0, time.nanoseconds < 1_000_000_000 else {
                throw TraceFailure(.badTimestamp(packet: packets), path: path)
            }
            return Record(
                time: time, wireBytes: Int(header.pointee.len),
                captured: UnsafeBufferPointer(start: bytes, count: Int(header.pointee.caplen)))
        case PCAP_ERROR_BREAK: return nil
        default:
            let reason = String(cString: pcap_geterr(handle))
            throw TraceFailure(.broken(good: packets, reason: reason), path: path)
        }
    }
}

/// libpcap's words, without the path that it begins some of them with: the message has it already.
private func reason(_ words: [CChar], without path: String) -> String {
    let all = String(decoding: words.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return all.hasPrefix("\(path): ") ? String(all.dropFirst(path.count + 2)) : all
}
