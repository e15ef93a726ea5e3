/// A form as a JSON Schema, draft 7.
///
/// Quantities, numbers and words refer to definitions that every schema has: `time`,
/// `timeAboveZero`, `number`, `words`; so do parts whose form has a name.
enum FormSchema {
    /// The schema of a mapping.
    ///
    /// - Parameters:
    ///   - shape: what a file can give.
    ///   - about: what the mapping means; `nil`: what the form says.
    ///   - common: properties before the form's own options.
    ///   - required: those of them that must be there.
    ///   - showsDefaults: whether descriptions say what holds without an option; those of a
    ///     definition do not, whose users have defaults of their own.
    static func object(
        _ shape: FormShape, about: String? = nil, after common: JSONValue = [:],
        requiring required: [String] = [], showsDefaults: Bool = true
    ) -> JSONValue {
        let chosen = Set(shape.alternatives.joined())
        let own = shape.fields.filter { $0.presence == .required && !chosen.contains($0.key) }
        let keys = required + own.map(\.key)
        let options = shape.fields.map {
            JSONValue.Member($0.key, field($0, showsDefaults: showsDefaults))
        }
        let type: JSONValue = ["type": "object"]
        return type.with(keys.isEmpty ? [:] : .required(keys))
            .with(["properties": common.with(.object(options))])
            .with(alternatives(of: shape)).with(exclusions(of: shape)).with(demands(of: shape))
            .with(["additionalProperties": false]).described(about ?? shape.about)
    }

    /// One of several groups of options: the required ones of exactly one are there, and none that
    /// only another group has.
    private static func alternatives(of shape: FormShape) -> JSONValue {
        if shape.alternatives.isEmpty { return [:] }
        func isNeeded(_ key: String) -> Bool { shape.field(key)?.presence == .required }
        let groups = shape.alternatives.map { keys -> JSONValue in
            let foreign = shape.alternatives.joined().filter { !keys.contains($0) && !isNeeded($0) }
            let needed = JSONValue.required(keys.filter(isNeeded))
            return foreign.isEmpty ? needed : needed.with(["not": ["anyOf": .one(of: foreign)]])
        }
        return ["oneOf": .array(groups)]
    }

    private static func exclusions(of shape: FormShape) -> JSONValue {
        let pairs = shape.exclusive.flatMap { keys in
            keys.indices.flatMap { first in
                keys[(first + 1)...].map { JSONValue.required([keys[first], $0]) }
            }
        }
        return pairs.isEmpty ? [:] : .not(pairs)
    }

    /// Options of which one or more must be there, and options that go together.
    private static func demands(of shape: FormShape) -> JSONValue {
        let least = shape.atLeastOne.map { JSONValue.Member("anyOf", .one(of: $0)) }
        let pairs = shape.together.flatMap { keys in
            keys.map { key in JSONValue.Member(key, .words(keys.filter { $0 != key })) }
        }
        return JSONValue.object(least).with(pairs.isEmpty ? [:] : ["dependencies": .object(pairs)])
    }

    static func field(_ field: FieldShape, showsDefaults: Bool = true) -> JSONValue {
        let about = showsDefaults ? field.aboutWithDefault : field.about
        if case .part(let part) = field.content, part.name == nil {
            return object(part, about: about)
        }
        return node(field.content).described(about)
    }

    private static func node(_ content: FieldContent) -> JSONValue {
        switch content {
        case .quantity(let quantity, let bound): .reference(QuantitySchema.name(quantity, bound))
        case .plain(let quantity): .reference("\(QuantitySchema.name(quantity, .zeroOrMore))Text")
        case .quantityOrWord(let quantity, let bound, let word):
            ["anyOf": [["const": .string(word)], .reference(QuantitySchema.name(quantity, bound))]]
        case .decimal: .reference("number")
        case .count(let range): sized("integer", range, "minimum", "maximum")
        case .flag: ["type": "boolean"]
        case .choice(let words): ["enum": .words(words)]
        case .text: .reference("words")
        case .name: .reference("name")
        case .list(let item, let count):
            sized("array", count, "minItems", "maxItems").with(["items": node(item)])
        case .named(let item, let count):
            sized("object", count, "minProperties", "maxProperties").with([
                "patternProperties": .object([.init(SchemaDefinitions.namePattern, node(item))]),
                "additionalProperties": false,
            ])
        case .paths(let item): ["type": "object", "additionalProperties": node(item)]
        case .either(let contents): ["anyOf": .array(contents.map(node))]
        case .defined(let name): .reference(name)
        case .law(let quantity): .reference("\(quantity.word)Distribution")
        case .stated(.flag): .reference("flag")
        case .stated(let plain): ["anyOf": [node(plain), QuantitySchema.marked(node(plain))]]
        case .part(let part): part.name.map { .reference($0) } ?? object(part)
        }
    }

    private static func sized(
        _ type: String, _ count: ClosedRange<Int>?, _ least: String, _ most: String
    ) -> JSONValue {
        var members = [JSONValue.Member("type", .string(type))]
        if let count, count.lowerBound > 0 || least == "minimum" {
            members.append(.init(least, .integer(Int64(count.lowerBound))))
        }
        if let count, count.upperBound < .max {
            members.append(.init(most, .integer(Int64(count.upperBound))))
        }
        return .object(members)
    }
}
