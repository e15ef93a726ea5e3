extension SourceText {
    /// 1 MiB, far more than any handwritten profile.
    public static let sizeLimit = 1 << 20

    /// - Throws: If the file is missing, a directory, too large, or not plain text.
    public init(contentsOf path: String) throws(ProfileFailure) {
        let bytes: [UInt8]
        do throws(Fault) {
            bytes = try readFile(path, limit: SourceText.sizeLimit)
        } catch { throw ProfileFailure(Diagnostic(error, file: path)) }
        try self.init(path: path, bytes: bytes, isQuoted: Self.namesKind(bytes))
    }

    /// - Throws: If the bytes are not UTF-8, with the place of the first invalid one.
    public init(path: String, bytes: [UInt8]) throws(ProfileFailure) {
        try self.init(path: path, bytes: bytes, isQuoted: true)
    }

    private init(path: String, bytes: [UInt8], isQuoted: Bool) throws(ProfileFailure) {
        if bytes.count > SourceText.sizeLimit {
            let fault = Fault.tooLarge(size: bytes.count, limit: SourceText.sizeLimit)
            throw ProfileFailure(Diagnostic(fault, file: path))
        }
        if let offset = firstInvalidByte(of: bytes) {
            var good = SourceText(path, bytes, String(decoding: bytes[..<offset], as: UTF8.self))
            good.isQuoted = isQuoted
            let byte = hexadecimal(UInt32(bytes[offset]), digits: 2)
            let fault = Fault(
                "the file is not UTF-8 text: byte \(offset) is \(byte)",
                advice: "Save the file as UTF-8.", about: .text)
            throw ProfileFailure(good.diagnostic(fault, at: good.end))
        }
        self.init(path, bytes, String(decoding: bytes, as: UTF8.self))
        self.isQuoted = isQuoted
        if let (place, scalar) = firstForbiddenScalar {
            throw ProfileFailure(diagnostic(.control(scalar.value), at: place))
        }
    }

    /// Whether a line is `kind:` with a known kind.
    ///
    /// A user may name any file of the machine, and messages could reveal its contents; so nothing
    /// of a foreign file is shown.
    private static func namesKind(_ bytes: [UInt8]) -> Bool {
        let key = "kind:".utf8
        return bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).contains { line in
            guard line.starts(with: key) else { return false }
            let word = line.dropFirst(key.count).split(separator: UInt8(ascii: " ")).first
            return ProfileKind(rawValue: String(decoding: word ?? [], as: UTF8.self)) != nil
        }
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

extension Fault {
    /// A control character that no text has.
    fileprivate static func control(_ character: UInt32) -> Fault {
        if character == 0 {
            return Fault(
                "the file is not text: it contains a zero byte",
                advice: "Is it a profile at all? If so, save it as UTF-8.", about: .text)
        }
        return Fault(
            "the file contains the control character U+\(hexadecimal(character, digits: 4))",
            advice: "Remove the character.", about: .text)
    }
}

private func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
}

/// The offset of the first byte that is not part of a UTF-8 character.
private func firstInvalidByte(of bytes: [UInt8]) -> Int? {
    do throws(UTF8.ValidationError) {
        _ = try UTF8Span(validating: bytes.span)
        return nil
    } catch { return error.byteOffsets.lowerBound }
}

extension Unicode.Scalar {
    /// YAML 1.1 allows no control characters except tab and line breaks.
    fileprivate var isAllowedInYAML: Bool {
        switch value {
        case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x85, 0xA0...0xFFFD, 0x10000...: true
        default: false
        }
    }
}
