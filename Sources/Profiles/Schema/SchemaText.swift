import DeviceModel
import Forms

/// A schema as its file has it, each definition in lines of its own.
struct SchemaText {
    private(set) var text: String

    /// The text with other definitions in place of those of the same names; those that it does not
    /// have are left out.
    func renewed(_ definitions: [SchemaNode.Member]) -> SchemaText {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for definition in definitions { Self.renew(definition, in: &lines) }
        return SchemaText(text: lines.joined(separator: "\n"))
    }

    /// Whether there is a definition of that name.
    func defines(_ name: String) -> Bool {
        let lines = text.split(separator: "\n")
        let definitions = lines.firstIndex(of: Self.start).map { lines[$0...] } ?? []
        return definitions.contains { $0.hasPrefix("    \"\(name)\": ") }
    }

    private static let start: Substring = "  \"definitions\": {"

    /// Whether a definition ends in the line: with it, or in the line that it begins in.
    private static func isEnd(_ line: Substring) -> Bool {
        let text = line.hasSuffix(",") ? line.dropLast() : line
        return text == "    }" || (text.hasPrefix("    \"") && text.hasSuffix("}"))
    }

    private static func renew(_ definition: SchemaNode.Member, in lines: inout [Substring]) {
        let head = "    \"\(definition.key)\": "
        guard let start = lines.firstIndex(of: start),
            let first = lines[start...].firstIndex(where: { $0.hasPrefix(head) }),
            let last = lines[first...].firstIndex(where: isEnd)
        else { return }
        let isLast = !lines[last].hasSuffix(",")
        let json = definition.value.json(indent: 4, used: head.unicodeScalars.count, isLast: isLast)
        let new = (head + json + (isLast ? "" : ",")).split(separator: "\n")
        lines.replaceSubrange(first...last, with: new)
    }
}

extension ProfileLibrary {
    /// The JSON Schema of a kind of file, for editors.
    ///
    /// What forms say is made of them: whole schemas, or quantities, laws and behaviours in one.
    ///
    /// - Throws: if the library has no such schema.
    public func schema(of kind: ProfileKind) throws(ProfileFailure) -> String {
        if let shape = kind.shape { return SchemaFile(kind: kind, shape: shape).text }
        let path = "\(root)/schema/\(kind.rawValue).schema.json"
        let schema = SchemaText(text: try SourceText(contentsOf: path).text)
        let quantities = QuantitySchema.kinds.flatMap {
            QuantitySchema(quantity: $0, mayBeUncertain: kind.mayBeUncertain)
                .definitions(in: schema)
        }
        switch kind {
        case .scenario: return schema.renewed(quantities + ScenarioSchema.definitions).text
        case .device, .radio, .system, .movement, .cells, .budget:
            return schema.renewed(quantities).text
        }
    }
}

extension ProfileKind {
    /// What a file of the kind can say, where a form says all of it.
    fileprivate var shape: FormShape? {
        switch self {
        case .device: DeviceProfile.form.shape
        case .system: SystemRules.form.shape
        case .radio, .movement, .cells, .scenario, .budget: nil
        }
    }

    /// What the name of such a file is, in a sentence.
    var aboutName: String {
        switch self {
        case .device, .radio, .system, .movement, .cells, .scenario, .budget:
            "The same as the file's name, without .yaml."
        }
    }
}
