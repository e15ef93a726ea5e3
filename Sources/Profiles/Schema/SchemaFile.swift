import Forms

/// The whole schema of a kind of file, of what a form says of it.
struct SchemaFile {
    let kind: ProfileKind
    let shape: FormShape
    /// Definitions that only this kind has.
    var others: [SchemaNode.Member] = []
    /// What a file must be like beside that.
    var demands: [SchemaNode.Member] = []

    /// As its file has it.
    var text: String { root.json() + "\n" }

    private var root: SchemaNode {
        let members: [SchemaNode.Member] = [
            .init("$schema", .text("http://json-schema.org/draft-07/schema#")),
            .init("title", .text(title)),
        ]
        guard case .object(let body) = FormSchema.object(shape, after: common) else {
            preconditionFailure("the schema of a mapping is no object")
        }
        return .object(
            members + body + demands + [.init("definitions", .object(definitions(for: body)))])
    }

    private var title: String {
        kind.words.prefix(1).uppercased() + kind.words.dropFirst()
    }

    /// What all kinds of files have.
    private var common: FormSchema.Common {
        FormSchema.Common(
            required: ["kind", "name"],
            properties: [
                .init(
                    "kind",
                    .object([
                        .init("description", .text("What the file describes.")),
                        .init("const", .text(kind.rawValue)),
                    ])),
                described("name", kind.aboutName, "name"),
                described("description", "What a reader should know.", "words"),
                described(
                    "source", "Where all numbers come from that do not say otherwise.", "source"),
                .init(
                    "sources",
                    .object([
                        .init("description", .text("Sources by the names that values use.")),
                        .init("type", .text("object")),
                        .init(
                            "additionalProperties",
                            .object([SchemaNode.reference("sourceDetails")])),
                    ])),
            ] + (kind.mayBeUncertain ? [FormSchema.member(ScenarioShape.uncertain)] : []))
    }

    private func described(_ key: String, _ about: String, _ name: String) -> SchemaNode.Member {
        .init(
            key,
            .object([.init("description", .text(about)), SchemaNode.reference(name)]))
    }

    /// What `members` refer to, and what that refers to, in the order in which it comes up.
    private func definitions(for members: [SchemaNode.Member]) -> [SchemaNode.Member] {
        var known = SchemaDefinitions(mayBeUncertain: kind.mayBeUncertain).byName
        for other in others { known[other.key] = other.value }
        for part in shape.namedParts + [ScenarioShape.uncertainValue] {
            known[part.name ?? ""] = FormSchema.object(part)
        }
        var found: [SchemaNode.Member] = []
        var names = SchemaNode.object(members).references
        while !names.isEmpty {
            let name = names.removeFirst()
            if found.contains(where: { $0.key == name }) { continue }
            guard let node = known[name] else { preconditionFailure("nothing is called \(name)") }
            found.append(SchemaNode.Member(name, node))
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

extension SchemaNode {
    /// The names of the definitions that are referred to, in the order of the text.
    fileprivate var references: [String] {
        switch self {
        case .text, .number, .flag: []
        case .list(let items): items.flatMap(\.references)
        case .object(let members):
            members.flatMap { member -> [String] in
                if member.key == "$ref", case .text(let path) = member.value {
                    return [String(path.dropFirst(SchemaNode.definitions.count))]
                }
                return member.value.references
            }
        }
    }
}
