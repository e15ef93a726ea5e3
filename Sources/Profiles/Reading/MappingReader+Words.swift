import Kernel

/// Texts, names and choices.
extension MappingReader {
    /// Any text, which must be there.
    func text(_ key: String) -> String { placedText(key).text }

    func optionalText(_ key: String) -> String? {
        entry(key).map { plainText($0.value)?.text ?? "" }
    }

    func optionalPlacedText(_ key: String) -> PlacedText? {
        entry(key).flatMap { plainText($0.value) }
    }

    func placedText(_ key: String) -> PlacedText {
        requiredEntry(key).flatMap { plainText($0.value) } ?? PlacedText(text: "", place: place)
    }

    /// A text that results, file names and other files can refer to.
    func name(_ key: String) -> PlacedText {
        let name = placedText(key)
        if !name.text.isEmpty { checkName(name) }
        return name
    }

    func checkName(_ name: PlacedText) {
        if name.text.isName { return }
        log.report(
            "\(quoted(name.text)) cannot be a name",
            advice: "A name has 1 to 64 letters, digits, and . _ + - between them, and no spaces.",
            at: name.place)
    }

    /// A list of texts.
    func texts(_ key: String) -> [String] { placedTexts(key).map(\.text) }

    func placedTexts(_ key: String) -> [PlacedText] {
        guard let entry = requiredEntry(key) else { return [] }
        guard case .list(let nodes) = entry.value.content else {
            reportWrongNode(entry.value, expected: "a list")
            return []
        }
        return nodes.compactMap { plainText($0) }
    }

    /// One of the words of `Choice`.
    func choice<Choice: RawRepresentable & CaseIterable>(
        _ key: String, what: String
    ) -> Choice where Choice.RawValue == String {
        requiredEntry(key).flatMap { choice($0.value, what: what) }
            ?? Choice.allCases[Choice.allCases.startIndex]
    }

    /// One of `words`, which may say where it came from.
    func givenStatedWord(_ key: String, of words: [String], what: String) -> String? {
        guard let value = entry(key).flatMap(marked),
            let word = word(value.node, of: words, what: what)
        else { return nil }
        record(value, under: key, as: word)
        return word
    }

    func optionalChoice<Choice: RawRepresentable & CaseIterable>(
        _ key: String, what: String
    ) -> Choice? where Choice.RawValue == String {
        entry(key).flatMap { choice($0.value, what: what) }
    }

    private func choice<Choice: RawRepresentable & CaseIterable>(
        _ node: RawNode, what: String
    ) -> Choice? where Choice.RawValue == String {
        word(node, of: Choice.allCases.map(\.rawValue), what: what).flatMap(Choice.init)
    }

    /// One of `possible`.
    func word(_ node: RawNode, of possible: [String], what: String) -> String? {
        guard case .text(let text) = node.content, !text.isNothing else {
            reportWrongNode(node, expected: "\(what): \(enumerated(possible, "or"))")
            return nil
        }
        if possible.contains(text.text) { return text.text }
        log.report(.notOneOf(text.text, what: what, possible: possible), at: node.place)
        return nil
    }

    /// The text of a node that is neither empty nor, for YAML, something else than text.
    func plainText(_ node: RawNode) -> PlacedText? {
        guard case .text(let text) = node.content, !text.isNothing else {
            reportWrongNode(node, expected: "a text")
            return nil
        }
        if let type = text.typeInYAML {
            log.report(
                "found \(type), \(text.text), instead of text",
                advice: "If it is meant as text, write \"\(text.text)\" in quotes.",
                at: node.place)
            return nil
        }
        if text.text.allSatisfy(\.isWhitespace) {
            log.report("the text is empty", at: node.place)
            return nil
        }
        return PlacedText(text: text.text, place: node.place)
    }
}

extension String {
    /// Whether it can be part of a file name and of a cell in a table: letters, digits, and
    /// . _ + - between them.
    var isName: Bool {
        func isAlphanumeric(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: false
            }
        }
        guard utf8.count <= 64, let first = utf8.first, let last = utf8.last else { return false }
        return isAlphanumeric(first) && isAlphanumeric(last)
            && utf8.allSatisfy { isAlphanumeric($0) || "._+-".utf8.contains($0) }
    }
}
