/// A note in a file that stands alone, of which command wrote it, with a hash of the file: by it
/// the command knows its own file again, and that it has not changed since.
///
/// The hash is that of the whole file with zeros in the hash's own place.
public enum Seal {
    /// Where a format has room for a note that its readers pass over.
    public enum Form: Sendable {
        case xml
        /// One more member, `written-by`, of the last object of a list.
        case json
        case yaml
    }

    /// What a file says of itself.
    package enum Verdict {
        case intact
        /// There is a note of that command, but the file is another one.
        case broken
    }

    /// Longer files are not looked at.
    package static let sizeAtMost = 1 << 28

    private static let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: 64)

    private static func note(of work: String) -> String { "tailwatt \(work), sha256 " }

    /// The file with its note; as it is where it has no room for one.
    package static func sealed(_ bytes: [UInt8], _ form: Form, by work: String) -> [UInt8] {
        let blank = note(of: work) + String(decoding: zeros, as: UTF8.self)
        var file = bytes
        switch form {
        case .xml: file += Array("<!-- \(blank) -->\n".utf8)
        case .yaml: file += Array("# \(blank)\n".utf8)
        case .json:
            let end = Array("\n  }\n]\n".utf8)
            guard bytes.suffix(end.count).elementsEqual(end) else { return bytes }
            file.replaceSubrange(
                (file.count - end.count)...,
                with: Array(",\n    \"written-by\": \"\(blank)\"".utf8) + end)
        }
        guard let place = place(in: file, by: work) else { return bytes }
        file.replaceSubrange(place, with: Array(SHA256.hexadecimal(of: file).utf8))
        return file
    }

    /// What the file says of being written by `work`; `nil`: nothing.
    package static func verdict(on bytes: [UInt8], by work: String) -> Verdict? {
        guard let place = place(in: bytes, by: work) else { return nil }
        var blank = bytes
        blank.replaceSubrange(place, with: zeros)
        return SHA256.hexadecimal(of: blank) == String(decoding: bytes[place], as: UTF8.self)
            ? .intact : .broken
    }

    /// The place of the hash, which is near the end.
    private static func place(in bytes: [UInt8], by work: String) -> Range<Int>? {
        let note = Array(note(of: work).utf8)
        let first = max(0, bytes.count - 512)
        for start in stride(from: bytes.count - note.count - 64, through: first, by: -1)
        where bytes[start..<(start + note.count)].elementsEqual(note) {
            return start + note.count..<start + note.count + 64
        }
        return nil
    }
}
