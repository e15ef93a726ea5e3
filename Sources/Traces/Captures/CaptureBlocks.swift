/// The blocks of a pcapng file (draft-ietf-opsawg-pcapng, sections 3 and 4).
extension CaptureFile {
    /// The longest accepted packet block, with options and comments.
    private static let longestBlock = 1 << 24

    private enum Block {
        static let section: UInt32 = 0x0A0D_0D0A
        static let interface: UInt32 = 1
        static let oldPacket: UInt32 = 2
        static let simplePacket: UInt32 = 3
        static let packet: UInt32 = 6
    }

    /// The next packet, or `nil` after the last.
    func nextBlock() throws(TraceFailure) -> Record? {
        while true {
            guard try file.has(12) else { return try end() }
            if word(0) == Block.section { try readByteOrder() }
            let (type, length) = (word(0), Int(word(4)))
            guard length >= 12, length % 4 == 0 else {
                throw broken("a block has an impossible length, \(length) bytes")
            }
            switch type {
            case Block.section, Block.interface, Block.oldPacket, Block.simplePacket, Block.packet:
                if let record = try record(in: type, length) { return record }
            default:
                guard try file.pass(length - 4), try file.has(4) else { throw cut }
                try checkEnd(at: 0, length)
                file.skip(4)
            }
        }
    }

    /// `nil` if the block is not a packet.
    private func record(in type: UInt32, _ length: Int) throws(TraceFailure) -> Record? {
        guard length <= Self.longestBlock else {
            throw broken("a block of \(length) bytes is longer than any packet's")
        }
        guard try file.has(length) else { throw cut }
        try checkEnd(at: length - 4, length)
        defer { file.skip(length) }
        switch type {
        case Block.section: try readSection(length)
        case Block.interface: try readInterface(length)
        case Block.simplePacket: return try simplePacket(length)
        case Block.oldPacket: return try packet(of: Int(half(8)), length)
        default: return try packet(of: Int(word(8)), length)
        }
        return nil
    }

    private func checkEnd(at place: Int, _ length: Int) throws(TraceFailure) {
        guard Int(word(place)) == length else {
            throw broken("a block has two lengths, \(length) and \(word(place)) bytes")
        }
    }

    private func readByteOrder() throws(TraceFailure) {
        isBigEndian = file.start[8] == 0x1A
        guard word(8) == 0x1A2B_3C4D else { throw broken("a section has no byte order") }
    }

    private func readSection(_ length: Int) throws(TraceFailure) {
        guard length >= 28, half(12) == 1 else {
            throw broken("a section has the unknown version \(half(12))")
        }
        firstOfSection = interfaces.count
    }

    private func readInterface(_ length: Int) throws(TraceFailure) {
        guard length >= 20 else { throw broken("an interface's block is too short") }
        var interface = Interface(UInt32(half(8)))
        interface.longest = Int(word(12))
        var place = 16
        while place + 4 <= length - 4 {
            let (code, size) = (half(place), Int(half(place + 2)))
            guard place + 4 + size <= length - 4 else {
                throw broken("an interface's option is longer than its block")
            }
            if code == 0 { break }
            try read(code, at: place + 4, size, into: &interface)
            place += 4 + (size + 3) / 4 * 4
        }
        try add(interface)
    }

    private func read(
        _ code: UInt16, at place: Int, _ size: Int, into interface: inout Interface
    ) throws(TraceFailure) {
        switch code {
        case 2: interface.name = text(at: place, size)
        case 3: interface.description = text(at: place, size)
        case 9 where size >= 1:
            guard let ticks = Self.ticks(file.start[place]) else {
                throw broken("an interface's time resolution is too fine")
            }
            interface.ticks = ticks
        case 14 where size >= 8:
            let halves = (UInt64(word(place)), UInt64(word(place + 4)))
            let (high, low) = isBigEndian ? halves : (halves.1, halves.0)
            interface.offset = Int64(bitPattern: high << 32 | low)
        default: break
        }
    }

    private func text(at place: Int, _ size: Int) -> String? {
        let bytes = UnsafeBufferPointer(start: file.start + place, count: size)
        return size == 0 ? nil : String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Ticks per second: a power of ten, or of two if the highest bit is set.
    private static func ticks(_ resolution: UInt8) -> UInt64? {
        let power = Int(resolution & 0x7F)
        if resolution & 0x80 != 0 { return power < 64 ? 1 << UInt64(power) : nil }
        return power < 20 ? (0..<power).reduce(1) { ticks, _ in ticks * 10 } : nil
    }

    /// Enhanced and old packet blocks have time, lengths and packet at equal places.
    private func packet(of number: Int, _ length: Int) throws(TraceFailure) -> Record {
        guard length >= 32 else { throw broken("a packet's block is too short") }
        let place = firstOfSection + number
        guard place < interfaces.count else {
            throw broken("a packet names interface \(number), which is not described")
        }
        let captured = Int(word(20))
        guard captured <= length - 32 else { throw broken("a packet is longer than its block") }
        let time = try time(UInt64(word(12)) << 32 | UInt64(word(16)), interfaces[place])
        return record(time, wireBytes: Int(word(24)), of: place, at: 28, length: captured)
    }

    /// Belongs to the section's first interface and has no time.
    private func simplePacket(_ length: Int) throws(TraceFailure) -> Record {
        guard length >= 16, firstOfSection < interfaces.count else {
            throw broken("a packet names an interface that is not described")
        }
        let wireBytes = Int(word(8))
        let longest = interfaces[firstOfSection].longest
        let captured = min(wireBytes, longest == 0 ? wireBytes : longest, length - 16)
        return record(nil, wireBytes: wireBytes, of: firstOfSection, at: 12, length: captured)
    }

    private func time(_ count: UInt64, _ interface: Interface) throws(TraceFailure) -> CaptureTime {
        let (whole, rest) = count.quotientAndRemainder(dividingBy: interface.ticks)
        let product = rest.multipliedFullWidth(by: 1_000_000_000)
        // The rest is below one second, so the quotient is below 10^9.
        let nanoseconds = interface.ticks.dividingFullWidth(product).quotient
        guard let seconds = Int64(exactly: whole) else { throw tooLate }
        let (sum, isTooLate) = seconds.addingReportingOverflow(interface.offset)
        if isTooLate { throw tooLate }
        return CaptureTime(seconds: sum, nanoseconds: Int64(nanoseconds))
    }

    private var tooLate: TraceFailure { broken("a packet's time is too large") }
}
