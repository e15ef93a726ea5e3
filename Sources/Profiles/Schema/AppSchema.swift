/// The definitions that the rules of apps refer to.
///
/// In rules a parameter may replace any value: `$ping`. A trigger, a step or a condition without
/// options may be a single word.
enum AppSchema {
    static let file: FormShape = {
        let app = Behaviour.app.shape
        let fields = app.fields.map { field -> FieldShape in
            let content = FieldContent.either([field.content, .defined(parameter)])
            return switch (field.content, field.presence) {
            case (.choice, .standard(let text)):
                .optional(field.key, content, field.about, standard: text)
            case (.flag, .optional(let words)):
                .optional(field.key, content, field.about, without: words)
            default: field
            }
        }
        return FormShape(app.about, fields)
    }()

    static var definitions: [JSONValue.Member] {
        OwnAppOptions.definitions.map { shape in
            let name = shape.name ?? ""
            let node = withParameters(FormSchema.object(shape))
            return .init(name, words[name].map { ["anyOf": [["enum": .words($0)], node]] } ?? node)
        } + [
            .init(
                parameter,
                QuantitySchema.text("^\\$.").described("Parameter of the app, by its name."))
        ]
    }

    private static let parameter = "appParameter"

    /// The triggers, conditions and steps that can be a single word.
    private static let words = [
        "appTrigger": [
            "launched", "opened", "left", "message", "item", "network", "significant-change",
            "transfer-done", "radio-up",
        ],
        "appCondition": ["in-front", "charging", "low-power", "fetched"],
        "appStep": ["fetch", "flush", "request", "locate", "notify", "ring", "stop"],
    ]

    /// The schema in which a parameter may replace each value, and an item a list of one.
    private static func withParameters(_ node: JSONValue) -> JSONValue {
        guard case .object(let members) = node else { return node }
        if isValue(members) { return either(members, .reference(parameter)) }
        return .object(
            members.map { member in
                switch (member.name, member.value) {
                case ("properties", .object(let properties)):
                    .init(member.name, .object(properties.map { .init($0.name, property($0)) }))
                case (_, .array(let nodes)):
                    .init(member.name, .array(nodes.map(withParameters)))
                default: .init(member.name, withParameters(member.value))
                }
            })
    }

    private static func property(_ property: JSONValue.Member) -> JSONValue {
        let node = withParameters(property.value)
        let isList = ["if", "while", "only-if"].contains(property.name)
        return isList ? either(node.members, .reference("appCondition")) : node
    }

    private static func isValue(_ members: [JSONValue.Member]) -> Bool {
        members.contains { member in
            switch (member.name, member.value) {
            case ("$ref", .string(let path)): !path.contains("/app")
            case ("enum", _): true
            case ("type", .string(let type)): type == "integer" || type == "boolean"
            default: false
            }
        }
    }

    /// Either the members or `other`, under the description of the members.
    private static func either(_ members: [JSONValue.Member], _ other: JSONValue) -> JSONValue {
        let about = members.filter { $0.name == "description" }
        let rest = members.filter { $0.name != "description" }
        return JSONValue.object(about).with(["anyOf": [.object(rest), other]])
    }
}

/// An app of the library as the key of a policy: what can be said of it, for schemas and pages.
public struct ShippedApp: Sendable {
    public let key: String
    let shape: FormShape

    init(_ key: String, _ node: RawNode) {
        self.key = key
        let parameters = Self.fields(AppParameter.all(of: node), below: "", Self.words(in: node))
        let names = parameters.map(\.key)
        let traits = Behaviour.traits.fields.filter { !names.contains($0.key) }
        let about = node.text(under: "description")?.firstSentence
        shape = FormShape(about ?? "App of the library.", parameters + traits)
    }

    /// The possible values of parameters that are words of the app's own, such as `kept-by`.
    private static func words(in node: RawNode) -> [String: FieldContent] {
        guard case .mapping(let entries) = node.content else { return [:] }
        var words: [String: FieldContent] = [:]
        for entry in entries {
            guard case .text(let text) = entry.value.content, text.text.hasPrefix("$") else {
                continue
            }
            words[String(text.text.dropFirst())] = Behaviour.app.shape.field(entry.key)?.content
        }
        return words
    }

    /// Names with points in them are keys below keys.
    private static func fields(
        _ parameters: [AppParameter], below path: String, _ words: [String: FieldContent]
    ) -> [FieldShape] {
        var fields: [FieldShape] = []
        for parameter in parameters where parameter.name.hasPrefix(path) {
            let parts = parameter.name.dropFirst(path.count).split(separator: ".")
            let key = String(parts.first ?? "")
            if fields.contains(where: { $0.key == key }) { continue }
            if parts.count == 1 {
                let content = words[parameter.name] ?? .defined("anything")
                fields.append(parameter.shape(key, content))
            } else {
                let inner = Self.fields(parameters, below: "\(path)\(key).", words)
                let about = "Values of its \(key)."
                fields.append(.optional(key, .part(FormShape(about, inner)), about))
            }
        }
        return fields
    }
}

extension AppParameter {
    fileprivate func shape(_ key: String, _ content: FieldContent) -> FieldShape {
        let about = about ?? "The app's parameter of this name."
        if isNeeded { return .needed(key, content, about) }
        guard let value else { return .optional(key, content, about, without: without) }
        let text = value.withoutProvenance.flowText
        return .optional(key, content, about, standard: text)
    }
}

extension String {
    /// Up to the first full stop before a blank.
    fileprivate var firstSentence: String {
        let words = split(whereSeparator: \.isWhitespace)
        guard let end = words.firstIndex(where: { $0.hasSuffix(".") }) else { return self }
        return words[...end].joined(separator: " ")
    }
}
