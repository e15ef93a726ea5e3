import DeviceModel
import Forms
import Kernel
import Show

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
        "number": "a number", "bareNumber": "a number", "scalar": "a value",
        "anything": "a value", "metric": "a [metric](columns.md)",
        "position": "a position, as `[48.137 °, 11.575 °]`", "source": "a source",
        "assumption": "a text", "policy": "a [policy](behaviours.md)",
        "app": "an [app](behaviours.md)", "appRule": "a [rule](apps.md)",
        "appBehaviour": "a behaviour of this page",
        "appTrigger": "a [trigger](apps.md)",
        "appCondition": "a [condition](apps.md)", "appStep": "a [step](apps.md)",
        "appLog": "a [log](apps.md)",
        "policyFamily": "a [policy](behaviours.md) with lists of values",
        "limitAmount": "an amount, as `2 kJ` or `5 % more`",
        "toleranceAmount": "an amount, as `100 J` or `1 %`",
    ]

    /// The pattern of a valid name.
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
