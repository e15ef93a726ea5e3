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
    /// What takes the place of some of its values, in the order of application.
    var edits: [EditText] = []

    /// No profile that a person writes comes near it: 1 MiB.
    public static let sizeLimit = 1 << 20

    /// Reads the file at `path`.
    ///
    /// - Throws: if there is no such file, or it is a directory, too large, or no plain text.
    public init(contentsOf path: String) throws(ProfileFailure) {
        let bytes: [UInt8]
        do throws(FileFault) {
            bytes = try readFile(path, limit: SourceText.sizeLimit)
        } catch {
            throw ProfileFailure(Diagnostic(.file(error), file: path))
        }
        try self.init(path: path, bytes: bytes)
    }

    /// The text in `bytes`, which came from `path`.
    ///
    /// - Throws: if the bytes are not UTF-8 text, naming the place of the first that is not.
    public init(path: String, bytes: [UInt8]) throws(ProfileFailure) {
        if bytes.count > SourceText.sizeLimit {
            let fault = FileFault.tooLarge(size: bytes.count, limit: SourceText.sizeLimit)
            throw ProfileFailure(Diagnostic(.file(fault), file: path))
        }
        if let offset = firstInvalidByte(of: bytes) {
            let good = SourceText(path, bytes, String(decoding: bytes[..<offset], as: UTF8.self))
            throw ProfileFailure(
                good.diagnostic(.file(.notUTF8(offset: offset, byte: bytes[offset])), at: good.end))
        }
        self.init(path, bytes, String(decoding: bytes, as: UTF8.self))
        if let (place, scalar) = firstForbiddenScalar {
            throw ProfileFailure(diagnostic(.file(.controlCharacter(scalar.value)), at: place))
        }
    }

    /// A byte order mark, which some editors write in front, is no part of the text.
    private init(_ path: String, _ bytes: [UInt8], _ text: String) {
        var scalars = Array(text.unicodeScalars)
        if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
        self.path = path
        self.bytes = bytes
        self.text = String(String.UnicodeScalarView(scalars))
        self.lines = scalars.splitIntoLines()
    }

    /// What follows `place` in its line, `place` included.
    func rest(at place: SourcePlace) -> ArraySlice<Unicode.Scalar> {
        guard lines.indices.contains(place.line - 1) else { return [] }
        return lines[place.line - 1].dropFirst(place.column - 1)
    }

    /// A fault at a place in this text.
    func diagnostic(_ kind: Diagnostic.Kind, at place: SourcePlace) -> Diagnostic {
        if let edit = edit(at: place) {
            let inEdit = SourcePlace(line: place.line, column: place.column, length: place.length)
            return edit.source.diagnostic(kind, at: inEdit)
        }
        let line = lines.indices.contains(place.line - 1) ? lines[place.line - 1] : []
        return Diagnostic(
            kind, file: path, place: place, excerpt: Excerpt(of: line, around: place))
    }

    /// The edit that a place is in, if it is in one.
    func edit(at place: SourcePlace) -> EditText? {
        place.edit.flatMap { edits.indices.contains($0) ? edits[$0] : nil }
    }

    /// Just after the last character.
    var end: SourcePlace {
        SourcePlace(line: lines.count, column: lines[lines.count - 1].count + 1)
    }

    private var firstForbiddenScalar: (SourcePlace, Unicode.Scalar)? {
        for (number, line) in lines.enumerated() {
            guard let index = line.firstIndex(where: { !$0.isAllowedInYAML }) else { continue }
            let column = index - line.startIndex + 1
            return (SourcePlace(line: number + 1, column: column), line[index])
        }
        return nil
    }
}

/// A value that takes the place of one in a text.
struct EditText: Sendable {
    /// The path and the value.
    let source: SourceText
    let change: ValueChange
}

/// The offset of the first byte that is not part of a UTF-8 character.
private func firstInvalidByte(of bytes: [UInt8]) -> Int? {
    do throws(UTF8.ValidationError) {
        _ = try UTF8Span(validating: bytes.span)
        return nil
    } catch {
        return error.byteOffsets.lowerBound
    }
}

extension Unicode.Scalar {
    /// YAML 1.1 refuses control characters other than tab and line breaks.
    fileprivate var isAllowedInYAML: Bool {
        switch value {
        case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x85, 0xA0...0xFFFD, 0x10000...: true
        default: false
        }
    }

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
