/// The definitions of one kind of quantity: `time`, `timeAboveZero` and what they rest on.
struct QuantitySchema {
    let quantity: QuantityShape
    let mayBeUncertain: Bool

    static let kinds: [QuantityShape] = [
        QuantityShape(Seconds.self), QuantityShape(Milliwatts.self),
        QuantityShape(Millijoules.self), QuantityShape(MilliampereHours.self),
        QuantityShape(Volts.self), QuantityShape(Bytes.self), QuantityShape(BitsPerSecond.self),
        QuantityShape(Meters.self), QuantityShape(MetersPerSecond.self),
        QuantityShape(MilliwattsPerMegabit.self), QuantityShape(Fraction.self),
        QuantityShape(Decibels.self), QuantityShape(PerKilometer.self),
        QuantityShape(PerHour.self), QuantityShape(Degrees.self),
    ]

    var definitions: [JSONValue.Member] {
        [Bound.zeroOrMore, .aboveZero].flatMap { bound -> [JSONValue.Member] in
            let name = Self.name(quantity, bound)
            return [.init("\(name)Text", text(bound)), .init(name, value(bound))]
        } + [.init("\(quantity.word)Distribution", LawSchema(quantity).distribution)]
    }

    static func name(_ quantity: QuantityShape, _ bound: Bound) -> String {
        switch bound {
        case .any, .zeroOrMore: quantity.word
        case .aboveZero: "\(quantity.word)AboveZero"
        }
    }

    private func text(_ bound: Bound) -> JSONValue {
        let digit = bound == .aboveZero ? "(?=[^eE]*[1-9])" : ""
        let sign = quantity == QuantityShape(Degrees.self) ? "[-+]?" : "[+]?"
        let number = sign + "([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][-+]?[0-9]+)?"
        let unit = "[ \\t]*(\(quantity.spellings.joined(separator: "|")))"
        return Self.text("^\(digit)\(number)\(unit)$").described(about(bound))
    }

    static func text(_ pattern: String) -> JSONValue {
        ["type": "string", "pattern": .string(pattern)]
    }

    /// A number and a unit, alone or beside its source.
    private func value(_ bound: Bound) -> JSONValue {
        let text = JSONValue.reference("\(Self.name(quantity, bound))Text")
        let plain = [text, Self.marked(text)]
        let all = mayBeUncertain ? plain + [LawSchema.uncertain(text)] : plain
        return JSONValue.object([.init("anyOf", .array(all))]).described(about(bound))
    }

    private func about(_ bound: Bound) -> String {
        let noun = quantity.noun.prefix(1).uppercased() + quantity.noun.dropFirst()
        let size = bound == .aboveZero ? ", greater than zero" : ""
        let units = quantity.units.joined(separator: ", ")
        return "\(noun)\(size), with its unit: \(quantity.example). Units: \(units)."
    }

    /// `{ value: ..., source: ... }`.
    static func marked(_ value: JSONValue) -> JSONValue {
        [
            "description": "A value with its source or the reason why it is assumed.",
            "type": "object", "required": ["value"],
            "properties": JSONValue.object([.init("value", value)]).with(origin),
            "additionalProperties": false, "not": .required(["source", "assumption"]),
        ]
    }

    static let origin: JSONValue = [
        "source": .reference("source"), "assumption": .reference("assumption"),
    ]
}

/// The laws that a quantity can be drawn from.
struct LawSchema {
    private let quantity: QuantityShape
    /// Any value, and one that is greater than zero.
    private let text: JSONValue
    private let aboveZero: JSONValue

    init(_ quantity: QuantityShape) {
        self.quantity = quantity
        text = .reference("\(QuantitySchema.name(quantity, .zeroOrMore))Text")
        aboveZero = .reference("\(QuantitySchema.name(quantity, .aboveZero))Text")
    }

    var distribution: JSONValue {
        let example = quantity.example
        let all = laws.with(.object([.init(MappingReader.mixture, mixture)]))
        let law: JSONValue = [
            "description": "Distribution that the value is drawn from.", "type": "object",
            "oneOf": .one(of: MappingReader.laws), "properties": all.with(QuantitySchema.origin),
        ]
        return [
            "description": .string(
                "A constant such as \(example), or a distribution: { exponential: \(example) }."),
            "anyOf": [text, QuantitySchema.marked(text), law.with(Self.closed)],
        ]
    }

    private static let closed: JSONValue = [
        "additionalProperties": false, "not": .required(["source", "assumption"]),
    ]

    private var laws: JSONValue { .object(MappingReader.simpleLaws.map { .init($0, law($0)) }) }

    private func law(_ word: String) -> JSONValue {
        switch word {
        case "exponential": aboveZero.described("Exponential, by its mean.")
        case "uniform": Self.values(text, 2, "Uniform between two values, the smaller first.")
        case "triangular":
            Self.values(text, 3, "Triangular, by the least, most likely and greatest value.")
        case "lognormal":
            Self.parameters(
                aboveZero, "median", "sigma", LawRange.sigma,
                "Lognormal, by its median and the standard deviation of its logarithm.")
        case "weibull":
            Self.parameters(
                aboveZero, "scale", "shape", LawRange.weibullShape, "By scale and shape.")
        case "gamma":
            Self.parameters(
                aboveZero, "scale", "shape", LawRange.gammaShape,
                "By scale and shape; the mean is their product.")
        default:
            JSONValue.reference("words").described(
                "Path of a file, relative to this one: the word value, then one quantity with "
                    + "its unit per line.")
        }
    }

    private var mixture: JSONValue {
        let weight = Self.number(LawRange.weight).described(
            "Weight of this distribution relative to the others.")
        let part: JSONValue = [
            "type": "object", "required": ["weight"],
            "oneOf": .one(of: MappingReader.simpleLaws),
            "properties": JSONValue.object([.init("weight", weight)]).with(laws)
                .with(QuantitySchema.origin),
        ]
        return [
            "description":
                "A mixture of distributions, drawn from by weight.",
            "type": "array", "minItems": .integer(Int64(LawRange.parts.lowerBound)),
            "maxItems": .integer(Int64(LawRange.parts.upperBound)), "items": part.with(Self.closed),
        ]
    }

    static func uncertain(_ text: JSONValue) -> JSONValue {
        let laws: JSONValue = [
            "triangular": values(
                text, 3, "Triangular, by the least, most likely and greatest value."),
            "uniform": values(text, 2, "Least and greatest value."),
            "lognormal": parameters(
                text, "median", "sigma", LawRange.sigma,
                "Median, and standard deviation of the logarithm."),
        ]
        return [
            "description": .string(
                "Range of an unknown value: its mode, middle or median counts, until compare "
                    + "--uncertain draws from it."),
            "type": "object", "properties": laws.with(QuantitySchema.origin),
            "oneOf": .one(of: UncertainLaw.words), "additionalProperties": false,
        ]
    }

    private static func values(_ text: JSONValue, _ count: Int64, _ about: String) -> JSONValue {
        [
            "description": .string(about), "type": "array", "items": text,
            "minItems": .integer(count), "maxItems": .integer(count),
        ]
    }

    private static func parameters(
        _ text: JSONValue, _ quantity: String, _ number: String, _ range: ClosedRange<Double>,
        _ about: String
    ) -> JSONValue {
        [
            "description": .string(about), "type": "object",
            "required": .words([quantity, number]),
            "properties": .object([.init(quantity, text), .init(number, Self.number(range))]),
            "additionalProperties": false,
        ]
    }

    private static func number(_ range: ClosedRange<Double>) -> JSONValue {
        [
            "type": "number", "minimum": .number(range.lowerBound),
            "maximum": .number(range.upperBound),
        ]
    }
}
