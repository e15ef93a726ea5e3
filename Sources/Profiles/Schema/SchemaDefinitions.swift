/// Definitions common to all schemas; each schema has those that it refers to.
struct SchemaDefinitions {
    /// Whether a value may be a distribution, where it is known only roughly.
    let mayBeUncertain: Bool

    /// By the names that schemas have for it.
    var byName: [String: JSONValue] {
        let quantities = QuantitySchema.kinds.flatMap {
            QuantitySchema(quantity: $0, mayBeUncertain: mayBeUncertain).definitions
        }
        let all = [Self.texts, Self.sources, Self.plain].flatMap(\.members) + quantities
        return Dictionary(all.map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// Descriptions, for pages, of definitions without a form.
    static let words = [
        "number": "a number", "bareNumber": "a number", "scalar": "a value", "anything": "a value",
        "metric": "a [metric](columns.md)", "position": "a position, as `[48.137 °, 11.575 °]`",
        "source": "a source", "assumption": "a text", "policy": "a [policy](behaviours.md)",
        "app": "an [app](behaviours.md)", "appRule": "a [rule](apps.md)",
        "appBehaviour": "a behaviour of this page", "appTrigger": "a [trigger](apps.md)",
        "appCondition": "a [condition](apps.md)", "appStep": "a [step](apps.md)",
        "appLog": "a [log](apps.md)",
        "policyFamily": "a [policy](behaviours.md) with lists of values",
        "limitAmount": "an amount, as `2 kJ` or `5 % more`",
        "toleranceAmount": "an amount, as `100 J` or `1 %`",
    ]

    static let namePattern = "^[A-Za-z0-9]([A-Za-z0-9._+-]*[A-Za-z0-9])?$"

    private static let texts: JSONValue = [
        "words": text("\\S").described("Text that is not empty."),
        "name": [
            "description": "Letters, digits, and . _ + - between them.", "type": "string",
            "maxLength": 64, "pattern": .string(namePattern),
        ],
    ]

    private static func text(_ pattern: String) -> JSONValue { QuantitySchema.text(pattern) }

    private static let sources: JSONValue = [
        "assumption": JSONValue.reference("words").described(
            "Reason why this value is plausible without a measurement."),
        "source": [
            "description": "Key of sources, or a source written out.",
            "anyOf": [.reference("words"), .reference("sourceDetails")],
        ],
        "sourceDetails": [
            "description": "Publication or page that contains a number.", "type": "object",
            "required": ["citation"], "properties": details, "additionalProperties": false,
        ],
    ]

    private static let details: JSONValue = [
        "citation": JSONValue.reference("words").described(
            "Authors, title, place, table or figure."),
        "url": JSONValue.reference("words").described("Address at which it can be read."),
        "measured": ["description": "Date, usually a year.", "type": ["string", "number"]],
        "confidence": [
            "description": "Distance of the source from the first publication of the number.",
            "enum": .words(Source.Confidence.allCases.map(\.rawValue)),
        ],
    ]

    /// Values without a unit, and positions.
    private static let plain: JSONValue = [
        "flag": either("boolean", "true or false, or a mapping with the source of the rule."),
        "number": either("number", "A number without a unit."),
        "scalar": [
            "description": "A text, a number, true or false.",
            "type": ["string", "number", "boolean"],
        ],
        "bareNumber": ["description": "A number.", "type": "number"],
        "anything": ["description": "Any value that the key allows."],
        "metric": [
            "description": "Number that a run yields; see docs/reference/columns.md.",
            "enum": .words(Metric.allCases.map(\.rawValue)),
        ],
        "position": [
            "description": "North and east: [48.137 °, 11.575 °].", "type": "array",
            "items": .reference("angleText"), "minItems": 2, "maxItems": 2,
        ],
    ]

    private static func either(_ type: String, _ about: String) -> JSONValue {
        let plain: JSONValue = ["type": .string(type)]
        return ["description": .string(about), "anyOf": [plain, QuantitySchema.marked(plain)]]
    }
}

extension JSONValue {
    static let definitions = "#/definitions/"

    /// A definition of the same schema.
    static func reference(_ name: String) -> JSONValue { ["$ref": .string(definitions + name)] }

    static func words(_ words: [String]) -> JSONValue { .array(words.map { .string($0) }) }
    static func required(_ keys: [String]) -> JSONValue { ["required": words(keys)] }
    static func one(of keys: [String]) -> JSONValue { .array(keys.map { required([$0]) }) }

    static func not(_ demands: [JSONValue]) -> JSONValue {
        ["not": demands.count == 1 ? demands[0] : ["anyOf": .array(demands)]]
    }

    var members: [Member] { if case .object(let members) = self { members } else { [] } }
    func with(_ other: JSONValue) -> JSONValue { .object(members + other.members) }

    func described(_ about: String) -> JSONValue {
        JSONValue.object([Member("description", .string(about))]).with(self)
    }
}

/// A layout for people: in one line where it fits, else a line for each member.
extension JSONValue {
    /// Columns of a line.
    private static let width = 100

    /// - Parameters:
    ///   - indent: blanks before the line that the value begins in.
    ///   - used: columns of that line that are taken already.
    ///   - isLast: whether no comma follows.
    func laidOut(indent: Int = 0, used: Int = 0, isLast: Bool = true) -> String {
        let line = oneLine
        if used + line.unicodeScalars.count + (isLast ? 0 : 1) <= Self.width { return line }
        func lines(_ items: [(head: String, value: JSONValue)]) -> String {
            let blanks = String(repeating: " ", count: indent + 2)
            return items.enumerated().map { index, item in
                let used = indent + 2 + item.head.unicodeScalars.count
                let isLast = index == items.count - 1
                return blanks + item.head
                    + item.value.laidOut(indent: indent + 2, used: used, isLast: isLast)
            }.joined(separator: ",\n")
        }
        let end = String(repeating: " ", count: indent)
        switch self {
        case .array(let items) where !items.isEmpty:
            return "[\n\(lines(items.map { ("", $0) }))\n\(end)]"
        case .object(let members) where !members.isEmpty:
            return "{\n\(lines(members.map { ("\(Self.quoted($0.name)): ", $0.value) }))\n\(end)}"
        case .object, .array, .string, .number, .integer, .boolean, .null: return line
        }
    }

    private var oneLine: String {
        switch self {
        case .string(let text): Self.quoted(text)
        case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
        case .integer(let number): "\(number)"
        case .boolean(let flag): "\(flag)"
        case .null: "null"
        case .array(let items): "[\(items.map(\.oneLine).joined(separator: ", "))]"
        case .object(let members):
            "{"
                + members.map { "\(Self.quoted($0.name)): \($0.value.oneLine)" }
                .joined(separator: ", ") + "}"
        }
    }

    /// Our own words have no control characters.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for character in text.unicodeScalars {
            if character == "\"" || character == "\\" { quoted += "\\" }
            quoted.unicodeScalars.append(character)
        }
        return quoted + "\""
    }
}
