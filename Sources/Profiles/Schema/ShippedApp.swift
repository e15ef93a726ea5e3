import DeviceModel
import Forms

/// An app of the library as the key of a policy: what can be said of it, for schemas and pages.
public struct ShippedApp: Sendable {
    /// The file's name.
    public let key: String
    let shape: FormShape

    init(_ key: String, _ node: RawNode) {
        self.key = key
        let parameters = Self.fields(
            AppParameter.all(of: node), below: "", Self.words(in: node))
        let names = parameters.map(\.key)
        let traits = Behaviour.traits.fields.filter { !names.contains($0.key) }
        let about = node.text(under: "description")?.firstSentence
        shape = FormShape(about ?? "An app of the library.", parameters + traits)
    }

    /// What can stand for the parameters that are words of the app's own, such as `kept-by`.
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
        guard let value else {
            return .optional(key, content, about, without: without)
        }
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
