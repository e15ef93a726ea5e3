import Forms
import Show

/// The whole schema of a kind of file, of what a form says of it.
struct SchemaFile {
    let kind: ProfileKind
    let shape: FormShape
    /// Definitions that only this kind has.
    var others: [JSONValue.Member] = []
    /// Further conditions on a file.
    var demands: JSONValue = [:]

    /// As its file has it.
    var text: String { root.laidOut() + "\n" }

    private var root: JSONValue {
        let head: JSONValue = [
            "$schema": "http://json-schema.org/draft-07/schema#",
            "title": .string(kind.words.prefix(1).uppercased() + kind.words.dropFirst()),
        ]
        let body = FormSchema.object(shape, after: common, requiring: ["kind", "name"])
        return head.with(body).with(demands)
            .with(["definitions": .object(definitions(for: body))])
    }

    /// The keys that all kinds of files have.
    private var common: JSONValue {
        let own: JSONValue = [
            "kind": [
                "description": "Kind of file.", "const": .string(kind.rawValue),
            ],
            "name": JSONValue.reference("name").described(kind.aboutName),
            "description": JSONValue.reference("words").described("Note for readers."),
            "source": JSONValue.reference("source").described(
                "Source of all numbers without their own."),
            "sources": [
                "description": "Sources, by the names that values use.", "type": "object",
                "additionalProperties": .reference("sourceDetails"),
            ],
        ]
        let uncertain = ScenarioShape.uncertain
        return kind.mayBeUncertain
            ? own.with(.object([.init(uncertain.key, FormSchema.field(uncertain))])) : own
    }

    /// The definitions that `body` refers to, directly or indirectly, in order of appearance.
    private func definitions(for body: JSONValue) -> [JSONValue.Member] {
        var known = SchemaDefinitions(mayBeUncertain: kind.mayBeUncertain).byName
        for other in others { known[other.name] = other.value }
        for part in shape.namedParts + [ScenarioShape.uncertainValue] {
            known[part.name ?? ""] = FormSchema.object(part)
        }
        var found: [JSONValue.Member] = []
        var names = body.references
        while !names.isEmpty {
            let name = names.removeFirst()
            if found.contains(where: { $0.name == name }) { continue }
            guard let node = known[name] else { preconditionFailure("nothing is called \(name)") }
            found.append(.init(name, node))
            names += node.references
        }
        return found
    }
}

extension FormShape {
    /// The parts that have a name, of this form and of its parts.
    var namedParts: [FormShape] {
        fields.flatMap(\.content.parts).flatMap { ($0.name == nil ? [] : [$0]) + $0.namedParts }
    }
}

extension FieldContent {
    /// The forms of what stands behind a key.
    fileprivate var parts: [FormShape] {
        switch self {
        case .part(let part): [part]
        case .stated(let content), .list(let content, _), .named(let content, _),
            .paths(let content):
            content.parts
        case .either(let contents): contents.flatMap(\.parts)
        case .quantity, .plain, .quantityOrWord, .decimal, .count, .flag, .choice, .text, .name,
            .law,
            .defined:
            []
        }
    }
}

extension JSONValue {
    /// The names of the definitions that are referred to, in the order of the text.
    fileprivate var references: [String] {
        switch self {
        case .string, .number, .integer, .boolean, .null: []
        case .array(let items): items.flatMap(\.references)
        case .object(let members):
            members.flatMap { member -> [String] in
                if member.name == "$ref", case .string(let path) = member.value {
                    return [String(path.dropFirst(Self.definitions.count))]
                }
                return member.value.references
            }
        }
    }
}
