/// Writes captures byte by byte, by their specifications.
struct CaptureWriter {
    /// LINKTYPE_ numbers of the registry of tcpdump.org.
    enum LinkType: UInt32 {
        case null = 0
        case ethernet = 1
        case raw = 101
        case wireless = 105
        case loop = 108
        case cooked = 113
        case radiotap = 127
        case prism = 119
        case cooked2 = 276
        case tap = 258
        case user2 = 149
    }

    struct Record {
        var seconds: UInt32 = 1_700_000_000
        /// In the file's unit.
        var fraction: UInt32 = 0
        var bytes: [UInt8]
        /// More than `bytes` if the capture cuts packets off.
        var wireBytes: Int?
        /// The index of its interface in a pcapng section.
        var interface: UInt32 = 0
    }

    /// An additional interface of a pcapng file.
    struct Interface {
        var link: LinkType
        var name = ""
        var longest: UInt32 = 65535
        /// Encoded options other than the name.
        var options: [UInt8] = []
    }

    var link = LinkType.ethernet
    var hasNanoseconds = false
    var isBigEndian = false
    var records: [Record] = []
    /// In a pcapng file, these interfaces replace the one for `link`.
    var interfaces: [Interface]?

    init(_ link: LinkType, _ records: [Record] = []) {
        self.link = link
        self.records = records
    }

    /// One record for each frame, a second apart.
    init(_ link: LinkType, frames: [[UInt8]]) {
        self.init(
            link,
            zip(0..., frames).map { Record(seconds: 1_700_000_000 + $0, bytes: $1) })
    }

    /// draft-ietf-opsawg-pcap.
    var pcap: [UInt8] {
        var bytes = word(hasNanoseconds ? 0xA1B2_3C4D : 0xA1B2_C3D4) + half(2) + half(4)
        bytes += word(0) + word(0) + word(65535) + word(link.rawValue)
        for record in records {
            bytes += word(record.seconds) + word(record.fraction)
            bytes += word(UInt32(record.bytes.count))
            bytes += word(UInt32(record.wireBytes ?? record.bytes.count)) + record.bytes
        }
        return bytes
    }

    /// draft-ietf-opsawg-pcapng: a section header, one or more interfaces, an enhanced packet each.
    var pcapng: [UInt8] {
        var bytes = block(
            0x0A0D_0D0A, word(0x1A2B_3C4D) + half(1) + half(0) + word(.max) + word(.max))
        for interface in interfaces ?? [Interface(link: link)] { bytes += block(interface) }
        for record in records {
            let unit: UInt64 = hasNanoseconds ? 1_000_000_000 : 1_000_000
            let time = UInt64(record.seconds) * unit + UInt64(record.fraction)
            let padding = [UInt8](repeating: 0, count: (4 - record.bytes.count % 4) % 4)
            bytes += block(
                6,
                word(record.interface) + word(UInt32(time >> 32))
                    + word(UInt32(truncatingIfNeeded: time))
                    + word(UInt32(record.bytes.count))
                    + word(UInt32(record.wireBytes ?? record.bytes.count)) + record.bytes + padding)
        }
        return bytes
    }

    private func block(_ interface: Interface) -> [UInt8] {
        // Option 9 gives times in units of 10 to the power of minus this many seconds.
        var options = interface.options + (hasNanoseconds ? option(9, [9]) : [])
        if !interface.name.isEmpty { options += option(2, Array(interface.name.utf8)) }
        if !options.isEmpty { options += word(0) }
        return block(
            1, half(UInt16(interface.link.rawValue)) + half(0) + word(interface.longest) + options)
    }

    func option(_ code: UInt16, _ value: [UInt8]) -> [UInt8] {
        half(code) + half(UInt16(value.count)) + value
            + [UInt8](repeating: 0, count: (4 - value.count % 4) % 4)
    }

    func block(_ type: UInt32, _ body: [UInt8]) -> [UInt8] {
        let length = word(UInt32(body.count + 12))
        return word(type) + length + body + length
    }

    func word(_ value: UInt32) -> [UInt8] {
        isBigEndian ? big32(value) : big32(value).reversed()
    }

    func half(_ value: UInt16) -> [UInt8] {
        isBigEndian ? big16(value) : big16(value).reversed()
    }
}

func big16(_ value: UInt16) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 0xFF)] }
func big32(_ value: UInt32) -> [UInt8] {
    big16(UInt16(value >> 16)) + big16(UInt16(value & 0xFFFF))
}
