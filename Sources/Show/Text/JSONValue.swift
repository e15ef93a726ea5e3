/// A JSON value whose members keep their order, as result files are compared byte for byte.
public enum JSONValue: Equatable, Sendable, Decodable {
    public struct Member: Equatable, Sendable {
        public let name: String
        public let value: JSONValue

        public init(_ name: String, _ value: JSONValue) { (self.name, self.value) = (name, value) }
    }

    case object([Member])
    case array([JSONValue])
    case string(String)
    /// A finite number, printed with twelve significant digits.
    case number(Double)
    /// An integer. Use a string beyond 2⁵³, as many readers use doubles.
    case integer(Int64)
    case boolean(Bool)
    case null

    /// Members of an object are sorted by name, as decoders do not report their order.
    public init(from decoder: any Decoder) throws {
        if let members = try? decoder.container(keyedBy: MemberName.self) {
            self = .object(
                try members.allKeys.sorted { $0.stringValue < $1.stringValue }.map { key in
                    Member(key.stringValue, try members.decode(JSONValue.self, forKey: key))
                })
            return
        }
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if let truth = try? value.decode(Bool.self) {
            self = .boolean(truth)
        } else if let number = try? value.decode(Int64.self) {
            self = .integer(number)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else {
            self = .array(try value.decode([JSONValue].self))
        }
    }

    private struct MemberName: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
    ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral
{
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(members.map { Member($0.0, $0.1) })
    }

    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    public init(stringLiteral value: String) { self = .string(value) }
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
}

/// Writes JSON (RFC 8259) in UTF-8: with two spaces a level and a final line feed, or without any
/// space.
///
/// Equal values give equal bytes on every machine.
public enum JSONText {
    public static func bytes(_ value: JSONValue) -> [UInt8] {
        var bytes: [UInt8] = []
        append(value, level: 0, to: &bytes)
        bytes.append(Ascii.lineFeed)
        return bytes
    }

    /// Without spaces and line feeds; `<` is escaped, so that it can be part of a page.
    package static func compact(_ value: JSONValue) -> String {
        var bytes: [UInt8] = []
        append(value, level: nil, to: &bytes)
        let escaped = Array("\\u003c".utf8)
        return String(
            decoding: bytes.flatMap { $0 == UInt8(ascii: "<") ? escaped : [$0] }, as: UTF8.self)
    }

    private static func append(_ value: JSONValue, level: Int?, to bytes: inout [UInt8]) {
        switch value {
        case .object(let members): appendObject(members, level: level, to: &bytes)
        case .array(let elements):
            appendList(elements, between: "[", "]", level: level, to: &bytes) { element, bytes in
                append(element, level: level.map { $0 + 1 }, to: &bytes)
            }
        case .string(let text): appendString(text, to: &bytes)
        case .number(let number):
            precondition(number.isFinite, "JSON has no \(number); an undefined value is null")
            NumberText.append(number, to: &bytes)
        case .integer(let number): NumberText.append(number, to: &bytes)
        case .boolean(let truth): bytes.append(contentsOf: (truth ? "true" : "false").utf8)
        case .null: bytes.append(contentsOf: "null".utf8)
        }
    }

    private static func appendObject(
        _ members: [JSONValue.Member], level: Int?, to bytes: inout [UInt8]
    ) {
        var names: Set<String> = []
        for member in members {
            precondition(names.insert(member.name).inserted, "'\(member.name)' appears twice")
        }
        appendList(members, between: "{", "}", level: level, to: &bytes) { member, bytes in
            appendString(member.name, to: &bytes)
            bytes.append(contentsOf: (level == nil ? ":" : ": ").utf8)
            append(member.value, level: level.map { $0 + 1 }, to: &bytes)
        }
    }

    /// Appends one element a line; an empty list takes no lines.
    private static func appendList<Element>(
        _ elements: [Element], between open: String, _ close: String, level: Int?,
        to bytes: inout [UInt8], _ write: (Element, inout [UInt8]) -> Void
    ) {
        bytes.append(contentsOf: open.utf8)
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(Ascii.comma) }
            appendLineBreak(level: level.map { $0 + 1 }, to: &bytes)
            write(element, &bytes)
        }
        if !elements.isEmpty { appendLineBreak(level: level, to: &bytes) }
        bytes.append(contentsOf: close.utf8)
    }

    private static func appendLineBreak(level: Int?, to bytes: inout [UInt8]) {
        guard let level else { return }
        bytes.append(Ascii.lineFeed)
        bytes.append(contentsOf: repeatElement(Ascii.space, count: 2 * level))
    }

    /// Appends a string, escaping `"`, `\` and non-printable characters so that the file can be
    /// shown.
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

    /// Appends `\uXXXX` for each UTF-16 unit (RFC 8259).
    private static func appendEscape(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        for unit in String(scalar).utf16 {
            bytes.append(contentsOf: "\\u".utf8)
            bytes.append(contentsOf: Ascii.hexadecimal(UInt8(truncatingIfNeeded: unit >> 8)))
            bytes.append(contentsOf: Ascii.hexadecimal(UInt8(truncatingIfNeeded: unit)))
        }
    }
}
