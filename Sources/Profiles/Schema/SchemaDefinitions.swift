import DeviceModel
import Forms
import Kernel

/// What all schemas define alike, each as far as it refers to it.
struct SchemaDefinitions {
    /// Whether a value may be a distribution, where it is known only roughly.
    let mayBeUncertain: Bool

    /// By the names that schemas have for it.
    var byName: [String: SchemaNode] {
        let quantities = QuantitySchema.kinds.flatMap {
            QuantitySchema(quantity: $0, mayBeUncertain: mayBeUncertain).definitions
        }
        let all = quantities + Self.texts + Self.sources + Self.plain
        return Dictionary(all.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    /// What pages say of those that no form has.
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

    /// What a name is like.
    static let namePattern = "^[A-Za-z0-9]([A-Za-z0-9._+-]*[A-Za-z0-9])?$"

    private static let texts: [SchemaNode.Member] = [
        define(
            "words", "Text that is not empty.",
            [.init("type", .text("string")), .init("pattern", .text("\\S"))]),
        define(
            "name", "Letters, digits, and . _ + - between them.",
            [
                .init("type", .text("string")), .init("maxLength", .number(64)),
                .init("pattern", .text(namePattern)),
            ]),
    ]

    private static let sources: [SchemaNode.Member] = [
        define(
            "assumption", "Why this value is plausible, where nothing was measured.",
            [SchemaNode.reference("words")]),
        define(
            "source", "A key of sources, or a source written out.",
            [
                .init(
                    "anyOf",
                    .list([
                        .object([SchemaNode.reference("words")]),
                        .object([SchemaNode.reference("sourceDetails")]),
                    ]))
            ]),
        define(
            "sourceDetails", "Something that a number can be looked up in.",
            [
                .init("type", .text("object")), .init("required", .words(["citation"])),
                .init("properties", .object(details)), .init("additionalProperties", .flag(false)),
            ]),
    ]

    private static let details: [SchemaNode.Member] = [
        define(
            "citation", "Authors, title, place, table or figure.", [SchemaNode.reference("words")]),
        define("url", "Where it can be read.", [SchemaNode.reference("words")]),
        define(
            "measured", "When: mostly a year.", [.init("type", .words(["string", "number"]))]),
        define(
            "confidence", "How near the number was seen to where it was first published.",
            [.init("enum", .words(Source.Confidence.allCases.map(\.rawValue)))]),
    ]

    /// Values without a unit, and positions.
    private static let plain: [SchemaNode.Member] = [
        define(
            "flag", "true or false, or a mapping with the source of the rule.",
            either(.object([.init("type", .text("boolean"))]))),
        define(
            "number", "A number without a unit.",
            either(.object([.init("type", .text("number"))]))),
        define(
            "scalar", "A text, a number, true or false.",
            [.init("type", .words(["string", "number", "boolean"]))]),
        define("bareNumber", "A number.", [.init("type", .text("number"))]),
        define("anything", "Whatever the key allows.", []),
        define(
            "metric", "A number that a run yields; see docs/reference/columns.md.",
            [.init("enum", .words(Metric.allCases.map(\.rawValue)))]),
        define(
            "position", "North and east: [48.137 °, 11.575 °].",
            [
                .init("type", .text("array")),
                .init("items", .object([SchemaNode.reference("angleText")])),
                .init("minItems", .number(2)), .init("maxItems", .number(2)),
            ]),
    ]

    private static func either(_ plain: SchemaNode) -> [SchemaNode.Member] {
        [.init("anyOf", .list([plain, QuantitySchema.marked(plain)]))]
    }

    private static func define(
        _ name: String, _ about: String, _ members: [SchemaNode.Member]
    ) -> SchemaNode.Member {
        .init(name, .object([.init("description", .text(about))] + members))
    }
}
