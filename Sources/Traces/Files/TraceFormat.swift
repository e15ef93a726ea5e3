/// The trace formats, told apart by a file's first bytes.
public enum TraceFormat: String, CaseIterable, Hashable, Sendable {
    /// Text: a header `t,bytes,direction` and one line per packet.
    case csv = "CSV"
    /// tcpdump's format, with microseconds or nanoseconds, in either byte order.
    case pcap, pcapng
    /// A browser's requests (W3C draft "HTTP Archive").
    case har = "HAR"
    case netlog = "Chrome netlog"
    /// `dumpsys batterystats`, as text or in checkin form.
    case history = "Android battery history"

    /// Bytes of a packet of a history, which has no sizes: an assumption.
    static let historyPacket: Int64 = 1000

    public var isCapture: Bool { self == .pcap || self == .pcapng }

    /// Gaps of the format, and the assumptions that fill them; `nil` for formats of packets.
    public var limits: String? {
        switch self {
        case .csv, .pcap, .pcapng: nil
        case .har:
            "a HAR file shows one page: no push connections, other apps or system traffic, so the "
                + "energy is a lower bound; its packets are spread over the times of each request"
        case .netlog: "a netlog shows one browser: no other apps or system traffic"
        case .history:
            "a history shows when the radio carried data, and no sizes: each second of activity "
                + "counts as a packet of \(Self.historyPacket) bytes"
        }
    }

    /// Needs the first 64 KiB, or all of a shorter file; throws what else it is.
    static func recognise(_ bytes: some Collection<UInt8>) throws(InputFault) -> TraceFormat {
        if bytes.isEmpty { throw .empty }
        for (magic, format) in captures where bytes.starts(with: magic) { return format }
        for (magic, tool) in compressed where bytes.starts(with: magic) {
            throw .compressed(unpackBy: tool)
        }
        switch PhoneRecord.recognise(bytes) {
        case .webArchive: return .har
        case .netLog: return .netlog
        case .history, .checkin, .bugreport: return .history
        case let other?: throw .foreign(other)
        case nil: break
        }
        for (magic, name) in foreign where bytes.starts(with: magic) { throw .foreign(name) }
        // Text has no zero bytes; CSV files in any language are text.
        if bytes.contains(0) { throw .unknownFormat }
        return .csv
    }

    static let captures: [([UInt8], TraceFormat)] = [
        ([0xD4, 0xC3, 0xB2, 0xA1], .pcap), ([0xA1, 0xB2, 0xC3, 0xD4], .pcap),
        ([0x4D, 0x3C, 0xB2, 0xA1], .pcap), ([0xA1, 0xB2, 0x3C, 0x4D], .pcap),
        // Kuznetsov's variant, with longer record headers.
        ([0x34, 0xCD, 0xB2, 0xA1], .pcap), ([0xA1, 0xB2, 0xCD, 0x34], .pcap),
        ([0x0A, 0x0D, 0x0D, 0x0A], .pcapng),
    ]

    private static let compressed: [([UInt8], String)] = [
        ([0x1F, 0x8B], "gunzip"), ([0x28, 0xB5, 0x2F, 0xFD], "unzstd"),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "unxz"), (Array("BZh".utf8), "bunzip2"),
        (Array("PK\u{3}\u{4}".utf8), "unzip"), ([0x04, 0x22, 0x4D, 0x18], "unlz4"),
    ]

    private static let foreign: [([UInt8], String)] = [
        (Array("snoop\0\0\0".utf8), "a capture of Solaris's snoop"),
        (Array("GMBU".utf8), "a capture of Microsoft Network Monitor"),
        (Array("RTSS".utf8), "a capture of Microsoft Network Monitor"),
        ([0xFF, 0xFE], "text in UTF-16"), ([0xFE, 0xFF], "text in UTF-16"),
    ]
}
