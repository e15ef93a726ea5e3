import Show

/// Parts that are kept as one file: a line with their lengths and a hash, then one after the other.
public enum SealedParts {
    /// `mark` is the line's first word, which says what the parts are and in which form.
    public static func bytes(_ mark: String, _ parts: [[UInt8]]) -> [UInt8] {
        let body = parts.flatMap { $0 }
        let words = [mark] + parts.map { "\($0.count)" } + [SHA256.hexadecimal(of: body)]
        return Array((words.joined(separator: " ") + "\n").utf8) + body
    }

    /// - Returns: `nil` if the bytes were not written so, to the last one.
    public static func parts(of bytes: [UInt8], _ mark: String) -> [[UInt8]]? {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let lengths = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
            .dropFirst().dropLast()
        var parts: [[UInt8]] = []
        var rest = bytes[(end + 1)...]
        for word in lengths {
            guard let length = Int(word), (0...rest.count).contains(length) else { return nil }
            parts.append(Array(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        // A length can be written in more than one way, and be missing where it is 0.
        return Self.bytes(mark, parts) == bytes ? parts : nil
    }
}
