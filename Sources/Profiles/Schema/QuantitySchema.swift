import Forms
import Kernel
import Show

/// The definitions of one kind of quantity: `time`, `timeAboveZero` and what they rest on.
struct QuantitySchema {
    let quantity: QuantityShape
    /// Whether an uncertain value may be a distribution.
    let mayBeUncertain: Bool

    /// The kinds that schemas define alike.
    static let kinds: [QuantityShape] = [
        QuantityShape(Seconds.self), QuantityShape(Milliwatts.self),
        QuantityShape(Millijoules.self), QuantityShape(MilliampereHours.self),
        QuantityShape(Volts.self), QuantityShape(Bytes.self), QuantityShape(BitsPerSecond.self),
        QuantityShape(Meters.self), QuantityShape(MetersPerSecond.self),
        QuantityShape(MilliwattsPerMegabit.self), QuantityShape(Fraction.self),
        QuantityShape(Decibels.self), QuantityShape(PerKilometer.self),
        QuantityShape(PerHour.self), QuantityShape(Degrees.self),
    ]

    /// All of them, by their names.
    var definitions: [JSONValue.Member] {
        [Bound.zeroOrMore, .aboveZero].flatMap { bound -> [JSONValue.Member] in
            let name = Self.name(quantity, bound)
            return [.init("\(name)Text", text(bound)), .init(name, value(bound))]
        } + [.init("\(quantity.word)Distribution", LawSchema(quantity).distribution)]
    }

    /// The definition of a quantity within its bound.
    static func name(_ quantity: QuantityShape, _ bound: Bound) -> String {
        switch bound {
        case .any, .zeroOrMore: quantity.word
        case .aboveZero: "\(quantity.word)AboveZero"
        }
    }

    /// A number and a unit.
    private func text(_ bound: Bound) -> JSONValue {
        let digit = bound == .aboveZero ? "(?=[^eE]*[1-9])" : ""
        let sign = quantity == QuantityShape(Degrees.self) ? "[-+]?" : "[+]?"
        let number = sign + "([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][-+]?[0-9]+)?"
        let unit = "[ \\t]*(\(quantity.spellings.joined(separator: "|")))"
        return Self.text("^\(digit)\(number)\(unit)$").described(about(bound))
    }

    /// Text like this.
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

    /// The keys that give the origin of a value.
    static let origin: JSONValue = [
        "source": .reference("source"), "assumption": .reference("assumption"),
    ]
}
