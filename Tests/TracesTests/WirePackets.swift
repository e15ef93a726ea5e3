import Traces

/// IP packets of a phone, 192.168.1.7 and 2001:db8::7, and a server, with their link layers.
enum Wire {
    static let phone: [UInt8] = [192, 168, 1, 7]
    static let server: [UInt8] = [203, 0, 113, 9]
    static let phone6: [UInt8] = [0x20, 1, 0x0D, 0xB8] + zeros(11) + [7]
    static let server6: [UInt8] = [0x20, 1, 0x0D, 0xB8] + zeros(10) + [1, 9]

    static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    /// RFC 791; `totalLength` and `fragment` (flags and offset) can be anything.
    static func version4(
        from source: [UInt8] = phone, to destination: [UInt8] = server, protocol number: UInt8 = 17,
        totalLength: UInt16? = nil, fragment: UInt16 = 0, options: [UInt8] = [],
        _ payload: [UInt8] = udp()
    ) -> [UInt8] {
        let header = 20 + options.count
        let length = totalLength ?? UInt16(header + payload.count)
        return [0x40 | UInt8(header / 4), 0] + big16(length) + [0, 1] + big16(fragment)
            + [64, number, 0, 0] + source + destination + options + payload
    }

    /// RFC 8200; `next` is the number of the first header in `payload`.
    static func version6(
        from source: [UInt8] = phone6, to destination: [UInt8] = server6, next: UInt8 = 17,
        payloadLength: UInt16? = nil, _ payload: [UInt8] = udp()
    ) -> [UInt8] {
        let length = payloadLength ?? UInt16(payload.count)
        return [0x60, 0, 0, 0] + big16(length) + [next, 64] + source + destination + payload
    }

    /// RFC 768.
    static func udp(_ source: UInt16 = 40_000, _ destination: UInt16 = 53, data: Int = 12)
        -> [UInt8]
    {
        big16(source) + big16(destination) + big16(UInt16(8 + data)) + [0, 0] + zeros(data)
    }

    /// RFC 9293, with `options` bytes of options.
    static func tcp(
        _ source: UInt16 = 40_001, _ destination: UInt16 = 443, sequence: UInt32 = 1,
        flags: UInt8 = 0x10, options: Int = 0, data: Int = 0
    ) -> [UInt8] {
        big16(source) + big16(destination) + big32(sequence) + big32(0)
            + [UInt8((20 + options) * 4), flags] + zeros(6) + zeros(options) + zeros(data)
    }

    static func ethernet(_ payload: [UInt8], type: UInt16 = 0x0800, tags: [UInt8] = []) -> [UInt8] {
        [UInt8](repeating: 2, count: 12) + tags + big16(type) + payload
    }

    /// From host `source` of one network to host `destination`; host 0 is broadcast.
    static func ethernet(_ packet: [UInt8], from source: UInt8, to destination: UInt8) -> [UInt8] {
        func address(_ host: UInt8) -> [UInt8] {
            host == 0 ? [UInt8](repeating: 0xFF, count: 6) : [2, 0, 0, 0, 0, host]
        }
        return address(destination) + address(source)
            + (packet[0] >> 4 == 4 ? [8, 0] : [0x86, 0xDD])
            + packet
    }

    /// `kind`: 0 to us, 1 broadcast, 2 multicast, 3 to others, 4 from us.
    static func cooked(
        _ payload: [UInt8], kind: UInt16, type: UInt16 = 0x0800, hardware: UInt16 = 1
    ) -> [UInt8] {
        big16(kind) + big16(hardware) + big16(6) + zeros(8) + big16(type) + payload
    }

    static func cooked2(
        _ payload: [UInt8], kind: UInt8, type: UInt16 = 0x0800, hardware: UInt16 = 1,
        interface: UInt32 = 3
    ) -> [UInt8] {
        big16(type) + zeros(2) + big32(interface) + big16(hardware) + [kind, 6] + zeros(8) + payload
    }

    /// Apple's PKTAP: 108 bytes, little-endian; `flags`: 1 came in, 2 went out.
    static func tap(
        _ frame: [UInt8], interface: String, flags: UInt8, link: UInt8 = 12,
        program: String = "App",
        length: UInt8 = 108, kind: UInt8 = 1
    ) -> [UInt8] {
        func padded(_ text: String, _ count: Int) -> [UInt8] {
            Array(text.utf8) + zeros(count - text.utf8.count)
        }
        func little(_ value: UInt8) -> [UInt8] { [value, 0, 0, 0] }
        let head =
            little(length) + little(kind) + little(link) + padded(interface, 24) + little(flags)
        let process = little(2) + little(0) + little(0) + little(7) + padded(program, 20)
        return head + process + zeros(Int(length) - head.count - process.count) + frame
    }

    static let snap: [UInt8] = [0xAA, 0xAA, 3, 0, 0, 0]

    /// An 802.11 data frame with quality of service, two bytes longer than one without.
    static func wireless(
        _ payload: [UInt8], control: UInt8 = 0x88, flags: UInt8 = 1, header: Int = 26,
        sequence: UInt8 = 0, service: UInt8 = 0
    ) -> [UInt8] {
        var bytes = [control, flags] + zeros(header - 2)
        if header >= 24 { bytes[22] = sequence }
        if header >= 26 { bytes[24] = service }
        return bytes + payload
    }

    /// With a clock and, at offset 16, flags.
    static func radiotap(_ frame: [UInt8], flags: UInt8 = 0) -> [UInt8] {
        [0, 0, 18, 0, 3, 0, 0, 0] + zeros(8) + [flags, 0] + frame
    }
}
