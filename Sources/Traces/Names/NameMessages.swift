/// A DNS answer (RFC 1035, section 4): the requested name and its addresses.
struct NameAnswer: Equatable {
    let name: String
    private(set) var addresses: [IPAddress] = []

    /// `nil` for anything but an answer to one question.
    init?(_ bytes: [UInt8]) {
        var place = 12
        guard bytes.count > place, bytes[2] & 0x80 != 0, bytes[3] & 0x0F == 0,
            Self.half(bytes, 4) == 1, let name = Self.name(in: bytes, at: &place)
        else { return nil }
        self.name = name
        // The question's type and class.
        place += 4
        for _ in 0..<Self.half(bytes, 6) {
            guard Self.skipName(in: bytes, at: &place), place + 10 <= bytes.count else { return }
            let kind = Self.half(bytes, place)
            let length = Self.half(bytes, place + 8)
            place += 10
            guard place + length <= bytes.count else { return }
            let data = bytes[place..<place + length]
            place += length
            func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
                bytes.reduce(0) { $0 << 8 | UInt64($1) }
            }
            switch (kind, length) {
            case (1, 4): addresses.append(IPAddress(version4: UInt32(number(data))))
            case (28, 16):
                addresses.append(
                    IPAddress(high: number(data.prefix(8)), low: number(data.suffix(8))))
            default: break
            }
        }
    }

    private static func half(_ bytes: [UInt8], _ place: Int) -> Int {
        Int(bytes[place]) << 8 | Int(bytes[place + 1])
    }

    private static func name(in bytes: [UInt8], at place: inout Int) -> String? {
        var labels: [String] = []
        while place < bytes.count {
            let length = Int(bytes[place])
            place += 1
            if length == 0 { return HostText.checked(labels.joined(separator: ".")) }
            guard length < 64, place + length <= bytes.count else { return nil }
            labels.append(String(decoding: bytes[place..<place + length], as: UTF8.self))
            place += length
        }
        return nil
    }

    /// Whether the name was captured whole; it may end in a pointer to another.
    private static func skipName(in bytes: [UInt8], at place: inout Int) -> Bool {
        while place < bytes.count {
            let length = Int(bytes[place])
            if length >= 0xC0 {
                place += 2
                return place <= bytes.count
            }
            place += 1 + length
            if length == 0 { return true }
        }
        return false
    }
}

/// The server's name in a client's TLS greeting (RFC 8446, section 4.1.2; RFC 6066, section 3).
enum ServerName: Equatable {
    case found(String)
    /// Not a greeting, or one without a name.
    case absent, incomplete

    static func read(_ bytes: [UInt8]) -> ServerName {
        guard bytes.count >= 6 else {
            let start: [UInt8] = [22, 3]
            return zip(bytes, start).allSatisfy { $0 == $1 } ? .incomplete : .absent
        }
        guard bytes[0] == 22, bytes[1] == 3, bytes[5] == 1 else { return .absent }
        var cursor = Cursor(bytes)
        // The headers of record and message, version and random bytes.
        guard cursor.skip(5 + 4 + 2 + 32), cursor.skipBlock(lengthIn: 1),
            cursor.skipBlock(lengthIn: 2), cursor.skipBlock(lengthIn: 1)
        else { return .incomplete }
        guard let all = cursor.number(2) else { return .incomplete }
        let end = cursor.place + all
        while cursor.place + 4 <= end {
            guard let kind = cursor.number(2), let length = cursor.number(2) else {
                return .incomplete
            }
            guard kind == 0 else {
                guard cursor.skip(length) else { return .incomplete }
                continue
            }
            // A list of one name: its type, its length, itself.
            guard cursor.skip(2), let sort = cursor.number(1), let size = cursor.number(2),
                let name = cursor.bytes(size)
            else { return .incomplete }
            let text = String(decoding: name, as: UTF8.self)
            return sort == 0 ? HostText.checked(text).map { .found($0) } ?? .absent : .absent
        }
        return .absent
    }

    private struct Cursor {
        private let all: [UInt8]
        private(set) var place = 0

        init(_ all: [UInt8]) { self.all = all }

        mutating func skip(_ count: Int) -> Bool {
            place += count
            return place <= all.count
        }

        mutating func number(_ size: Int) -> Int? {
            bytes(size).map { $0.reduce(0) { $0 << 8 | Int($1) } }
        }

        mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
            let start = place
            return skip(count) ? all[start..<place] : nil
        }

        mutating func skipBlock(lengthIn size: Int) -> Bool {
            guard let length = number(size) else { return false }
            return skip(length)
        }
    }
}

enum HostText {
    /// In lower case; `nil` if it is not a valid host name.
    static func checked(_ text: String) -> String? {
        let name = text.lowercased()
        let isPossible = name.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || "-_.".utf8.contains(byte)
        }
        return !name.isEmpty && name.utf8.count <= 255 && isPossible ? name : nil
    }
}

/// Hosts by name or address: `api.example.com`, `*.example.com`, `203.0.113.9`.
public struct HostPattern: Hashable, Sendable, CustomStringConvertible {
    public let description: String
    private let name: String
    private let address: IPAddress?

    /// Parses a name, `*.` and a name for all below it, or an address; `nil` for anything else.
    public init?(_ text: String) {
        description = text
        address = IPAddress(text)
        let rest = text.hasPrefix("*.") ? String(text.dropFirst(2)) : text
        guard let checked = address == nil ? HostText.checked(rest) : text else { return nil }
        name = text.hasPrefix("*.") ? "." + checked : checked
    }

    public func matches(_ host: String?, _ remote: IPAddress) -> Bool {
        if let address { return address == remote }
        guard let host else { return false }
        return name.hasPrefix(".") ? host.hasSuffix(name) : host == name
    }
}
