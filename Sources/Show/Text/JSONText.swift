import Kernel

/// Writes JSON (RFC 8259): UTF-8, two spaces for each level, members in their order, and a line
/// feed at the end. The same value gives the same bytes everywhere.
public enum JSONText {
    public static func bytes(_ value: JSONValue) -> [UInt8] {
        var bytes: [UInt8] = []
        append(value, level: 0, to: &bytes)
        bytes.append(Ascii.lineFeed)
        return bytes
    }

    private static func append(_ value: JSONValue, level: Int, to bytes: inout [UInt8]) {
        switch value {
        case .object(let members):
            appendObject(members, level: level, to: &bytes)
        case .array(let elements):
            appendList(elements, between: "[", "]", level: level, to: &bytes) { element, bytes in
                append(element, level: level + 1, to: &bytes)
            }
        case .string(let text):
            appendString(text, to: &bytes)
        case .number(let number):
            precondition(number.isFinite, "JSON has no \(number); an undefined value is null")
            NumberText.append(number, to: &bytes)
        case .integer(let number):
            NumberText.append(number, to: &bytes)
        case .boolean(let truth):
            bytes.append(contentsOf: (truth ? "true" : "false").utf8)
        case .null:
            bytes.append(contentsOf: "null".utf8)
        }
    }

    private static func appendObject(
        _ members: [JSONValue.Member], level: Int, to bytes: inout [UInt8]
    ) {
        var names: Set<String> = []
        for member in members {
            precondition(names.insert(member.name).inserted, "'\(member.name)' stands twice")
        }
        appendList(members, between: "{", "}", level: level, to: &bytes) { member, bytes in
            appendString(member.name, to: &bytes)
            bytes.append(contentsOf: ": ".utf8)
            append(member.value, level: level + 1, to: &bytes)
        }
    }

    /// Appends one element a line; a list without elements takes no lines.
    private static func appendList<Element>(
        _ elements: [Element], between open: String, _ close: String, level: Int,
        to bytes: inout [UInt8], _ write: (Element, inout [UInt8]) -> Void
    ) {
        bytes.append(contentsOf: open.utf8)
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(Ascii.comma) }
            appendLineBreak(level: level + 1, to: &bytes)
            write(element, &bytes)
        }
        if !elements.isEmpty { appendLineBreak(level: level, to: &bytes) }
        bytes.append(contentsOf: close.utf8)
    }

    private static func appendLineBreak(level: Int, to bytes: inout [UInt8]) {
        bytes.append(Ascii.lineFeed)
        bytes.append(contentsOf: repeatElement(Ascii.space, count: 2 * level))
    }

    /// Appends a string with `"`, `\` and all that is not printable escaped, so that nothing is
    /// lost and the file can be shown; the rest stays UTF-8.
    private static func appendString(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(Ascii.quote)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": bytes.append(contentsOf: "\\\"".utf8)
            case "\\": bytes.append(contentsOf: "\\\\".utf8)
            case "\n": bytes.append(contentsOf: "\\n".utf8)
            case "\r": bytes.append(contentsOf: "\\r".utf8)
            case "\t": bytes.append(contentsOf: "\\t".utf8)
            default:
                if PrintableText.isUnsafe(scalar) {
                    appendEscape(scalar, to: &bytes)
                } else {
                    bytes.append(contentsOf: String(scalar).utf8)
                }
            }
        }
        bytes.append(Ascii.quote)
    }

    /// Appends `\uXXXX` for each UTF-16 unit, as RFC 8259 has it.
    private static func appendEscape(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        for unit in String(scalar).utf16 {
            bytes.append(contentsOf: "\\u".utf8)
            bytes.append(contentsOf: Ascii.hexadecimal(UInt8(truncatingIfNeeded: unit >> 8)))
            bytes.append(contentsOf: Ascii.hexadecimal(UInt8(truncatingIfNeeded: unit)))
        }
    }
}
