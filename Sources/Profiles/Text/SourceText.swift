/// A text with its lines, so that faults can be shown in place.
public struct SourceText: Sendable {
    /// As it was opened; shown in diagnostics.
    public let path: String
    /// As read, for hashing.
    public let bytes: [UInt8]
    /// Without a byte order mark.
    public let text: String
    /// Without line breaks; lines end where YAML ends them.
    let lines: [ArraySlice<Unicode.Scalar>]
    /// Whether messages may quote the text; `false` for a file without a kind.
    var isQuoted = true
    /// Edits of its values, in order of application.
    var edits: [EditText] = []

    /// Drops a byte order mark, which some editors write.
    init(_ path: String, _ bytes: [UInt8], _ text: String) {
        let isMarked = text.unicodeScalars.first == "\u{FEFF}"
        (self.path, self.bytes) = (path, bytes)
        self.text = isMarked ? String(text.unicodeScalars.dropFirst()) : text
        self.lines = Array(self.text.unicodeScalars).splitIntoLines()
    }

    func rest(at place: SourcePlace) -> ArraySlice<Unicode.Scalar> {
        guard lines.indices.contains(place.line - 1) else { return [] }
        return lines[place.line - 1].dropFirst(place.column - 1)
    }

    func edit(at place: SourcePlace) -> EditText? {
        place.edit.flatMap { edits.indices.contains($0) ? edits[$0] : nil }
    }

    /// Just after the last character.
    var end: SourcePlace {
        SourcePlace(line: lines.count, column: lines[lines.count - 1].count + 1)
    }
}

struct EditText: Sendable {
    /// The text of the path and the value.
    let source: SourceText
    /// `nil` if another file gives the value and has recorded it.
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
    /// At least one line; a carriage return and its line feed are one break.
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
