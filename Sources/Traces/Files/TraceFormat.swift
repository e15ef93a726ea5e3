/// The trace formats, told apart by a file's first bytes.
public enum TraceFormat: String, CaseIterable, Hashable, Sendable {
    /// Text: a header `t,bytes,direction` and one line per packet.
    case csv = "CSV"
    /// tcpdump's format, with microseconds or nanoseconds, in either byte order.
    case pcap
    case pcapng

    /// Needs the first 64 bytes, or all of a shorter file; throws what else the file is.
    static func recognise(_ bytes: some Collection<UInt8>) throws(InputFault) -> TraceFormat {
        if bytes.isEmpty { throw .empty }
        for (magic, format) in captures where bytes.starts(with: magic) { return format }
        for (magic, tool) in compressed where bytes.starts(with: magic) {
            throw .compressed(unpackBy: tool)
        }
        for (magic, name) in foreign where bytes.starts(with: magic) { throw .foreign(name) }
        // Text has no zero bytes; CSV files in any language are text.
        if bytes.contains(0) { throw .unknownFormat }
        return .csv
    }

    private static let captures: [([UInt8], TraceFormat)] = [
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
