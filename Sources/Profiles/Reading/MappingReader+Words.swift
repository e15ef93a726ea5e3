/// A text with the place where it stands.
struct PlacedText: Hashable {
    let text: String
    let place: SourcePlace
}

/// Texts, names and choices.
extension MappingReader {
    /// Any text, which must be there.
    func text(_ key: String) -> String { placedText(key).text }

    func optionalText(_ key: String) -> String? {
        entry(key).map { plainText($0.value)?.text ?? "" }
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
        log.report(.value(.badName(name.text)), at: name.place)
    }

    /// A list of texts.
    func texts(_ key: String) -> [String] {
        guard let entry = requiredEntry(key) else { return [] }
        guard case .list(let nodes) = entry.value.content else {
            reportWrongNode(entry.value, expected: "a list")
            return []
        }
        return nodes.compactMap { plainText($0)?.text }
    }

    /// One of the words of `Choice`.
    func choice<Choice: RawRepresentable & CaseIterable>(
        _ key: String, what: String
    ) -> Choice where Choice.RawValue == String {
        requiredEntry(key).flatMap { choice($0.value, what: what) }
            ?? Choice.allCases[Choice.allCases.startIndex]
    }

    func optionalChoice<Choice: RawRepresentable & CaseIterable>(
        _ key: String, what: String
    ) -> Choice? where Choice.RawValue == String {
        entry(key).flatMap { choice($0.value, what: what) }
    }

    private func choice<Choice: RawRepresentable & CaseIterable>(
        _ node: RawNode, what: String
    ) -> Choice? where Choice.RawValue == String {
        guard let word = plainText(node) else { return nil }
        if let choice = Choice(rawValue: word.text) { return choice }
        let possible = Choice.allCases.map(\.rawValue)
        log.report(.value(.notOneOf(word.text, what: what, possible: possible)), at: word.place)
        return nil
    }

    /// The text of a node that is neither empty nor, for YAML, something else than text.
    func plainText(_ node: RawNode) -> PlacedText? {
        guard case .text(let text) = node.content, !text.isNothing else {
            reportWrongNode(node, expected: "a text")
            return nil
        }
        if let type = text.typeInYAML {
            log.report(.value(.needsQuotes(text.text, takenFor: type)), at: node.place)
            return nil
        }
        if text.text.allSatisfy(\.isWhitespace) {
            log.report(.value(.emptyText), at: node.place)
            return nil
        }
        return PlacedText(text: text.text, place: node.place)
    }
}

extension String {
    /// Whether it can be part of a file name and of a cell in a table.
    var isName: Bool {
        count <= 64 && wholeMatch(of: /[A-Za-z0-9]([A-Za-z0-9._+\-]*[A-Za-z0-9])?/) != nil
    }
}
