import Forms

/// What a form says, as JSON Schema, draft 7.
///
/// Quantities, numbers and words refer to definitions that every schema has: `time`,
/// `timeAboveZero`, `number`, `words`; so do parts whose form has a name.
enum FormSchema {
    /// Properties that a mapping has beside the options of a form.
    struct Common {
        var required: [String] = []
        var properties: [SchemaNode.Member] = []
    }

    /// The schema of a mapping.
    ///
    /// - Parameters:
    ///   - shape: what a file can give.
    ///   - about: what the mapping means; `nil`: what the form says.
    ///   - common: what stands before the form's own options.
    ///   - showsDefaults: whether descriptions say what holds without an option; those of a
    ///     definition do not, whose users have defaults of their own.
    static func object(
        _ shape: FormShape, about: String? = nil, after common: Common = Common(),
        showsDefaults: Bool = true
    ) -> SchemaNode {
        var members: [SchemaNode.Member] = [
            .init("description", .text(about ?? shape.about)), .init("type", .text("object")),
        ]
        let chosen = Set(shape.alternatives.joined())
        let own = shape.fields.filter { $0.presence == .required && !chosen.contains($0.key) }
        let required = common.required + own.map(\.key)
        if !required.isEmpty { members.append(.init("required", .words(required))) }
        members.append(
            .init(
                "properties",
                .object(
                    common.properties
                        + shape.fields.map {
                            .init($0.key, field($0, showsDefaults: showsDefaults))
                        })))
        members += alternatives(of: shape) + exclusions(of: shape) + demands(of: shape)
        return .object(members + [.init("additionalProperties", .flag(false))])
    }

    /// One of several groups of options: the required ones of exactly one are there, and none that
    /// only another group has.
    private static func alternatives(of shape: FormShape) -> [SchemaNode.Member] {
        if shape.alternatives.isEmpty { return [] }
        let groups = shape.alternatives.map { keys -> SchemaNode in
            let needed = keys.filter { shape.field($0)?.presence == .required }
            let foreign = shape.alternatives.joined().filter {
                !keys.contains($0) && shape.field($0)?.presence != .required
            }
            let members: [SchemaNode.Member] = [.init("required", .words(needed))]
            if foreign.isEmpty { return .object(members) }
            let others = SchemaNode.object([
                .init("anyOf", .list(foreign.map { required([$0]) }))
            ])
            return .object(members + [.init("not", others)])
        }
        return [.init("oneOf", .list(groups))]
    }

    /// Options of which no two can be there.
    private static func exclusions(of shape: FormShape) -> [SchemaNode.Member] {
        let pairs = shape.exclusive.flatMap { keys in
            keys.indices.flatMap { first in
                keys[(first + 1)...].map { required([keys[first], $0]) }
            }
        }
        if pairs.isEmpty { return [] }
        return [.init("not", pairs.count == 1 ? pairs[0] : .object([.init("anyOf", .list(pairs))]))]
    }

    /// Options of which one or more must be there, and options that go together.
    private static func demands(of shape: FormShape) -> [SchemaNode.Member] {
        let least = shape.atLeastOne.map { keys in
            SchemaNode.Member("anyOf", .list(keys.map { required([$0]) }))
        }
        let pairs = shape.together.flatMap { keys in
            keys.map { key in SchemaNode.Member(key, .words(keys.filter { $0 != key })) }
        }
        return least + (pairs.isEmpty ? [] : [.init("dependencies", .object(pairs))])
    }

    static func required(_ keys: [String]) -> SchemaNode {
        .object([.init("required", .words(keys))])
    }

    /// An option beside those of a form.
    static func member(_ field: FieldShape) -> SchemaNode.Member {
        .init(field.key, Self.field(field, showsDefaults: true))
    }

    private static func field(_ field: FieldShape, showsDefaults: Bool) -> SchemaNode {
        let about = showsDefaults ? field.aboutWithDefault : field.about
        if case .part(let part) = field.content, part.name == nil {
            return object(part, about: about)
        }
        return .object([.init("description", .text(about))] + content(field.content))
    }

    private static func content(_ content: FieldContent) -> [SchemaNode.Member] {
        switch content {
        case .quantity(let quantity, let bound): [.reference(QuantitySchema.name(quantity, bound))]
        case .plain(let quantity):
            [.reference("\(QuantitySchema.name(quantity, .zeroOrMore))Text")]
        case .quantityOrWord(let quantity, let bound, let word):
            [
                .init(
                    "anyOf",
                    .list([
                        .object([.init("const", .text(word))]),
                        .object([.reference(QuantitySchema.name(quantity, bound))]),
                    ]))
            ]
        case .decimal: [.reference("number")]
        case .count(let range):
            [.init("type", .text("integer"))] + limits(range, "minimum", "maximum")
        case .flag: [.init("type", .text("boolean"))]
        case .choice(let words): [.init("enum", .words(words))]
        case .text: [.reference("words")]
        case .name: [.reference("name")]
        case .list(let item, let count):
            [.init("type", .text("array"))] + limits(count, "minItems", "maxItems")
                + [.init("items", node(item))]
        case .named(let item, let count):
            [.init("type", .text("object"))] + limits(count, "minProperties", "maxProperties") + [
                .init(
                    "patternProperties", .object([.init(SchemaDefinitions.namePattern, node(item))])
                ), .init("additionalProperties", .flag(false)),
            ]
        case .paths(let item):
            [.init("type", .text("object")), .init("additionalProperties", node(item))]
        case .either(let contents): [.init("anyOf", .list(contents.map(node)))]
        case .defined(let name): [.reference(name)]
        case .law(let quantity): [.reference("\(quantity.word)Distribution")]
        case .stated(.flag): [.reference("flag")]
        case .stated(let plain):
            [
                .init(
                    "anyOf",
                    .list([node(plain), QuantitySchema.marked(node(plain))]))
            ]
        case .part(let part): [.reference(part.name ?? "")]
        }
    }

    /// How many there can be.
    private static func limits(
        _ count: ClosedRange<Int>?, _ least: String, _ most: String
    ) -> [SchemaNode.Member] {
        guard let count else { return [] }
        let lower = SchemaNode.Member(least, .number(Double(count.lowerBound)))
        let upper = SchemaNode.Member(most, .number(Double(count.upperBound)))
        let isFree = count.lowerBound == 0 && least != "minimum"
        return (isFree ? [] : [lower]) + (count.upperBound < .max ? [upper] : [])
    }

    /// What stands behind no key: an entry, one of several.
    private static func node(_ content: FieldContent) -> SchemaNode {
        if case .part(let part) = content, part.name == nil { return object(part) }
        return .object(self.content(content))
    }
}

extension SchemaNode.Member {
    /// A definition of the same schema.
    fileprivate static func reference(_ name: String) -> SchemaNode.Member {
        SchemaNode.reference(name)
    }
}
