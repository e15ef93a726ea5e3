/// A text that somebody wrote, with its lines, so that faults can be shown where they are.
public struct SourceText: Sendable {
    /// As it was opened; shown in diagnostics.
    public let path: String
    /// Exactly as read, for hashing.
    public let bytes: [UInt8]
    /// The same without a byte order mark.
    public let text: String
    /// Without their line breaks. Lines break where YAML breaks them.
    let lines: [ArraySlice<Unicode.Scalar>]
    /// Whether messages may show what stands in it: `false` for a file that names no kind.
    var isQuoted = true
    /// What takes the place of some of its values, in the order of application.
    var edits: [EditText] = []

    /// A byte order mark, which some editors write in front, is no part of the text.
    init(_ path: String, _ bytes: [UInt8], _ text: String) {
        let isMarked = text.unicodeScalars.first == "\u{FEFF}"
        self.path = path
        self.bytes = bytes
        self.text = isMarked ? String(text.unicodeScalars.dropFirst()) : text
        self.lines = Array(self.text.unicodeScalars).splitIntoLines()
    }

    /// What follows `place` in its line, `place` included.
    func rest(at place: SourcePlace) -> ArraySlice<Unicode.Scalar> {
        guard lines.indices.contains(place.line - 1) else { return [] }
        return lines[place.line - 1].dropFirst(place.column - 1)
    }

    /// The edit that a place is in, if it is in one.
    func edit(at place: SourcePlace) -> EditText? {
        place.edit.flatMap { edits.indices.contains($0) ? edits[$0] : nil }
    }

    /// Just after the last character.
    var end: SourcePlace {
        SourcePlace(line: lines.count, column: lines[lines.count - 1].count + 1)
    }
}

/// A value that takes the place of one in a text.
struct EditText: Sendable {
    /// The path and the value.
    let source: SourceText
    /// `nil`: the value is another file's, which has noted it.
    let change: ValueChange?
}

extension Unicode.Scalar {
    fileprivate var isLineBreak: Bool {
        switch value {
        case 0x0A, 0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }
}

extension [Unicode.Scalar] {
    /// At least one line; a carriage return and the line feed after it are one break.
    fileprivate func splitIntoLines() -> [ArraySlice<Unicode.Scalar>] {
        var lines: [ArraySlice<Unicode.Scalar>] = []
        var start = 0
        for (position, scalar) in enumerated() where scalar.isLineBreak && position >= start {
            lines.append(self[start..<position])
            let isPair = scalar == "\r" && position + 1 < count && self[position + 1] == "\n"
            start = position + (isPair ? 2 : 1)
        }
        return lines + [self[start...]]
    }
}
