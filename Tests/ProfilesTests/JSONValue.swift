import Foundation
import Yams

/// A YAML or JSON text as tools without knowledge of profiles read it, by the core schema of YAML
/// 1.2. JSON is a part of it.
enum JSONValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// - Throws: The YAML parser's error.
    static func parse(_ text: String) throws -> JSONValue? {
        try Yams.compose(yaml: text, .basic).map(JSONValue.init)
    }

    static func file(_ path: String) throws -> JSONValue? {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        return try parse(text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text)
    }

    private init(_ node: Node) {
        switch node {
        case .scalar(let scalar):
            self = scalar.style == .plain ? .plain(scalar.string) : .string(scalar.string)
        case .sequence(let sequence): self = .array(sequence.map(JSONValue.init))
        case .mapping(let mapping):
            let pairs = mapping.map { ($0.key.string ?? "", JSONValue($0.value)) }
            self = .object(Dictionary(pairs) { first, _ in first })
        case .alias: self = .null
        }
    }

    private static func plain(_ text: String) -> JSONValue {
        switch text {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .boolean(true)
        case "false", "False", "FALSE": return .boolean(false)
        case ".inf", "+.inf": return .number(.infinity)
        case "-.inf": return .number(-.infinity)
        case ".nan": return .number(.nan)
        default: break
        }
        let isNumber = text.wholeMatch(of: /[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?/) != nil
        guard isNumber, let number = Double(text) else { return .string(text) }
        return .number(number)
    }

    var object: [String: JSONValue]? {
        if case .object(let members) = self { members } else { nil }
    }

    var array: [JSONValue]? {
        if case .array(let items) = self { items } else { nil }
    }

    var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    var number: Double? {
        if case .number(let number) = self { number } else { nil }
    }
}
