import Forms
import Kernel

/// The definitions of one kind of quantity: `time`, `timeAboveZero` and what they rest on.
struct QuantitySchema {
    let quantity: QuantityShape
    /// Whether a value may be a distribution, where it is known only roughly.
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
    var definitions: [SchemaNode.Member] {
        [Bound.zeroOrMore, .aboveZero].flatMap { bound -> [SchemaNode.Member] in
            let name = Self.name(quantity, bound)
            return [.init("\(name)Text", text(bound)), .init(name, value(bound))]
        } + [
            SchemaNode.Member("\(quantity.word)Distribution", LawSchema(quantity).distribution)
        ]
    }

    /// The definition of a quantity within its bound.
    static func name(_ quantity: QuantityShape, _ bound: Bound) -> String {
        switch bound {
        case .any, .zeroOrMore: quantity.word
        case .aboveZero: "\(quantity.word)AboveZero"
        }
    }

    /// A number and a unit.
    private func text(_ bound: Bound) -> SchemaNode {
        let digit = bound == .aboveZero ? "(?=[^eE]*[1-9])" : ""
        let sign = quantity == QuantityShape(Degrees.self) ? "[-+]?" : "[+]?"
        let number = sign + "([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][-+]?[0-9]+)?"
        let unit = "[ \\t]*(\(quantity.spellings.joined(separator: "|")))"
        return .object([
            about(bound), .init("type", .text("string")),
            .init("pattern", .text("^\(digit)\(number)\(unit)$")),
        ])
    }

    /// A number and a unit, alone or beside its source.
    private func value(_ bound: Bound) -> SchemaNode {
        let text = "\(Self.name(quantity, bound))Text"
        let plain = [SchemaNode.object([SchemaNode.reference(text)]), Self.marked(text)]
        let all = mayBeUncertain ? plain + [LawSchema.uncertain(text)] : plain
        return .object([about(bound), .init("anyOf", .list(all))])
    }

    private func about(_ bound: Bound) -> SchemaNode.Member {
        let noun = quantity.noun.prefix(1).uppercased() + quantity.noun.dropFirst()
        let size = bound == .aboveZero ? ", greater than zero" : ""
        let units = quantity.units.joined(separator: ", ")
        return .init(
            "description",
            .text("\(noun)\(size), with its unit: \(quantity.example). Units: \(units)."))
    }

    /// `{ value: ..., source: ... }`.
    static func marked(_ text: String) -> SchemaNode {
        marked(.object([SchemaNode.reference(text)]))
    }

    /// The same with what the value can be.
    static func marked(_ value: SchemaNode) -> SchemaNode {
        .object([
            .init(
                "description",
                .text("A value with its source or the reason why it is assumed.")),
            .init("type", .text("object")), .init("required", .words(["value"])),
            .init(
                "properties",
                .object([.init("value", value)] + origin)),
            .init("additionalProperties", .flag(false)),
            .init("not", FormSchema.required(["source", "assumption"])),
        ])
    }

    /// What can stand beside a value.
    static let origin: [SchemaNode.Member] = ["source", "assumption"].map {
        .init($0, .object([SchemaNode.reference($0)]))
    }
}
