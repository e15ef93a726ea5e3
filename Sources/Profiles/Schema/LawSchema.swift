import Forms
import Studies

/// The laws that a quantity can be drawn from.
struct LawSchema {
    private let quantity: QuantityShape
    /// Any value, and one that is greater than zero.
    private let text: String
    private let aboveZero: String

    init(_ quantity: QuantityShape) {
        self.quantity = quantity
        text = "\(QuantitySchema.name(quantity, .zeroOrMore))Text"
        aboveZero = "\(QuantitySchema.name(quantity, .aboveZero))Text"
    }

    /// A constant or a law.
    var distribution: SchemaNode {
        let example = quantity.example
        let laws = MappingReader.simpleLaws.map { SchemaNode.Member($0, law($0)) }
        return .object([
            .init(
                "description",
                .text(
                    "A constant such as \(example), or the law that it is drawn from: "
                        + "{ exponential: \(example) }.")),
            .init(
                "anyOf",
                .list([
                    .object([SchemaNode.reference(text)]), QuantitySchema.marked(text),
                    .object(
                        [
                            .init("description", .text("The law that the value is drawn from.")),
                            .init("type", .text("object")), oneOf(MappingReader.laws),
                            .init(
                                "properties",
                                .object(
                                    laws + [.init(MappingReader.mixture, mixture(laws))]
                                        + QuantitySchema.origin)),
                        ] + Self.closed),
                ])),
        ])
    }

    private func oneOf(_ words: [String]) -> SchemaNode.Member {
        .init("oneOf", .list(words.map { FormSchema.required([$0]) }))
    }

    private static let closed: [SchemaNode.Member] = [
        .init("additionalProperties", .flag(false)),
        .init("not", FormSchema.required(["source", "assumption"])),
    ]

    private func law(_ word: String) -> SchemaNode {
        switch word {
        case "exponential":
            .object([.init("description", .text("By its mean.")), SchemaNode.reference(aboveZero)])
        case "uniform": Self.values(text, 2, "Between two values, the smaller first.")
        case "triangular": Self.values(text, 3, "Least, most likely and greatest value.")
        case "lognormal":
            Self.parameters(
                aboveZero, "median", "sigma", LawRange.sigma,
                "By its median and the standard deviation of its logarithm.")
        case "weibull":
            Self.parameters(
                aboveZero, "scale", "shape", LawRange.weibullShape, "By scale and shape.")
        case "gamma":
            Self.parameters(
                aboveZero, "scale", "shape", LawRange.gammaShape,
                "By scale and shape; the mean is their product.")
        default:
            .object([
                .init(
                    "description",
                    .text(
                        "A file, relative to this one: the word value, then one quantity with its "
                            + "unit in each line.")), SchemaNode.reference("words"),
            ])
        }
    }

    private func mixture(_ laws: [SchemaNode.Member]) -> SchemaNode {
        let weight = SchemaNode.Member(
            "weight",
            .object(
                [
                    .init(
                        "description",
                        .text("How often this law is drawn from, as against the others."))
                ] + Self.number(LawRange.weight)))
        let item = SchemaNode.object(
            [
                .init("type", .text("object")), .init("required", .words(["weight"])),
                oneOf(MappingReader.simpleLaws),
                .init("properties", .object([weight] + laws + QuantitySchema.origin)),
            ] + Self.closed)
        return .object([
            .init(
                "description",
                .text("One of several laws, each drawn from as often as its weight says.")),
            .init("type", .text("array")),
            .init("minItems", .number(Double(LawRange.parts.lowerBound))),
            .init("maxItems", .number(Double(LawRange.parts.upperBound))), .init("items", item),
        ])
    }

    /// What a value may be that is known only roughly.
    static func uncertain(_ text: String) -> SchemaNode {
        let laws: [SchemaNode.Member] = [
            .init(
                "triangular",
                values(text, 3, "The least, the most likely and the greatest value.")),
            .init("uniform", values(text, 2, "The least and the greatest value.")),
            .init(
                "lognormal",
                parameters(
                    text, "median", "sigma", LawRange.sigma,
                    "The median, and the standard deviation of the logarithm.")),
        ]
        return .object([
            .init(
                "description",
                .text(
                    "What it may be, where that is not known: the mode, the middle or the median "
                        + "counts, until compare --uncertain draws from it.")),
            .init("type", .text("object")),
            .init("properties", .object(laws + QuantitySchema.origin)),
            .init("oneOf", .list(UncertainLaw.words.map { FormSchema.required([$0]) })),
            .init("additionalProperties", .flag(false)),
        ])
    }

    private static func values(_ text: String, _ count: Int, _ about: String) -> SchemaNode {
        .object([
            .init("description", .text(about)), .init("type", .text("array")),
            .init("items", .object([SchemaNode.reference(text)])),
            .init("minItems", .number(Double(count))), .init("maxItems", .number(Double(count))),
        ])
    }

    /// A quantity and a plain number.
    private static func parameters(
        _ text: String, _ quantity: String, _ number: String, _ range: ClosedRange<Double>,
        _ about: String
    ) -> SchemaNode {
        .object([
            .init("description", .text(about)), .init("type", .text("object")),
            .init("required", .words([quantity, number])),
            .init(
                "properties",
                .object([
                    .init(quantity, .object([SchemaNode.reference(text)])),
                    .init(number, .object(Self.number(range))),
                ])), .init("additionalProperties", .flag(false)),
        ])
    }

    private static func number(_ range: ClosedRange<Double>) -> [SchemaNode.Member] {
        [
            .init("type", .text("number")), .init("minimum", .number(range.lowerBound)),
            .init("maximum", .number(range.upperBound)),
        ]
    }
}
