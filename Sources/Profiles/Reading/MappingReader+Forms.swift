/// Answers the questions of forms like all other questions about a mapping.
extension MappingReader: FieldReader {
    func isThere(_ key: String) -> Bool { entry(key) != nil }
    func isMissing(_ key: String) { _ = requiredEntry(key) }
    func isMissing(oneOf keys: [String]) { _ = exactlyOne(of: keys) }

    func givenOne(of keys: [String]) -> String? {
        let found = atMostOne(among: keys)
        if found.isEmpty { isMissing(oneOf: keys) }
        return found.count == 1 ? found[0].key : nil
    }

    func refuseSeveral(of keys: [String]) {
        // Asked for only then, so that messages name the keys in the order of the form.
        if keys.count(where: has) > 1 { _ = atMostOne(of: keys) }
    }

    func recordDefault(_ key: String, _ text: String) { log.recordDefault(path(key), text) }

    func givenWord(_ key: String, of words: [String], what: String) -> String? {
        entry(key).flatMap { word($0.value, of: words, what: what) }
    }

    func givenRule(_ key: String, of words: [String], what: String) -> String? {
        let word = givenWord(key, of: words, what: what)
        if let word { log.recordWord(path(key), word, at: keyPlace(of: key)) }
        return word
    }

    func isWord(_ word: String, under key: String) -> Bool {
        guard case .text(let text)? = entry(key)?.value.content else { return false }
        return text.text == word
    }

    func isList(_ key: String) -> Bool {
        if case .list? = entry(key)?.value.content { true } else { false }
    }

    func hasOptions(_ key: String) -> Bool {
        guard let node = entry(key)?.value, case .mapping = node.content else { return false }
        return node.entry("value") == nil && !node.isUncertain
    }

    func givenText(_ key: String) -> String? { entry(key).flatMap { plainText($0.value)?.text } }

    func givenReference(_ key: String, to list: String, isRule: Bool) -> Int? {
        guard let name = entry(key).flatMap({ plainText($0.value) }) else { return nil }
        if isRule { log.recordWord(path(key), name.text, at: name.place) }
        let possible = log.names(under: list)
        let index = possible.firstIndex(of: name.text)
        if index == nil, !possible.isEmpty {
            let fault = Fault.unknown(
                name.text, among: possible, "there is no state \(quoted(name.text))",
                advice: "The states are \(enumerated(possible)).")
            log.report(fault, at: name.place)
        }
        return index
    }

    func hasUnit(_ unit: String, under key: String) -> Bool {
        guard let node = entry(key)?.value else { return false }
        return (node.entry("value") ?? node).flowText.contains(unit)
    }

    func givenName(_ key: String) -> String? { entry(key).map { _ in name(key).text } }

    func givenAngles(_ key: String) -> (north: Degrees, east: Degrees)? {
        guard let node = entry(key)?.value else { return nil }
        guard case .list(let nodes) = node.content, nodes.count == 2 else {
            reportWrongNode(
                node, expected: "a latitude and a longitude, such as [48.137 °, 11.575 °]")
            return nil
        }
        let angles = nodes.compactMap { log.quantity($0, .any) as Degrees? }
        guard angles.count == 2 else { return nil }
        log.recordWord(path(key), node.flowText, at: node.place)
        return (angles[0], angles[1])
    }

    func givenWords(_ key: String, of words: [String], what: String) -> [String]? {
        guard let node = entry(key)?.value else { return nil }
        guard case .list(let nodes) = node.content, !nodes.isEmpty else {
            reportWrongNode(node, expected: "a list of one or more: \(enumerated(words, "or"))")
            return nil
        }
        return nodes.compactMap { word($0, of: words, what: what) }
    }

    func givenWordOrWords(_ key: String, of words: [String], what: String) -> [String] {
        guard let node = entry(key)?.value else { return [] }
        guard case .list = node.content else {
            return word(node, of: words, what: what).map { [$0] } ?? []
        }
        return (givenWords(key, of: words, what: what) ?? []).firstOfEach
    }

    func givenNames(_ key: String) -> [String]? { entry(key).map { _ in texts(key) } }

    func givenData<Content>(_ key: String) -> Content? {
        guard let node = entry(key)?.value, plainText(node) != nil else { return nil }
        // Only recordings are in files of their own.
        return log.recordedMoments(node) as? Content
    }

    func givenPart<Part>(_ key: String, _ read: (any FieldReader) -> Part) -> Part? {
        optionalMapping(key) { read($0) }
    }

    func givenList<Part>(
        _ key: String, _ count: ClosedRange<Int>, _ read: (any FieldReader) -> Part
    ) -> [Part]? { entry(key).map { items($0, count: count) { read($0) } } }

    func isFaultless() -> Bool {
        finish()
        return log.faultCount == faultsBefore
    }

    func refuse(_ fault: FormFault) {
        let option = fault.option.flatMap { given($0)?.value }
        let item = fault.item.flatMap { option?.item($0) }
        let place = item?.place ?? option?.placeOfValue ?? place
        log.report(fault.message, advice: fault.advice, at: place)
    }
}

/// Options whose readers need more of a file than a form does.
extension Field {
    static func own(
        _ key: String, _ content: @autoclosure @escaping @Sendable () -> FieldContent,
        _ about: String, isRequired: Bool = false, without: String? = nil,
        _ read: @escaping @Sendable (MappingReader, inout Owner) -> Void
    ) -> Field {
        Field(
            key, about, isRequired: isRequired, without: without, content: { _ in content() },
            read: { reader, owner in
                if let reader = reader as? MappingReader { read(reader, &owner) }
            })
    }

    static func placed(_ key: String, _ path: Path<PlacedText>, _ about: String) -> Field {
        own(key, .text, about, isRequired: true) { $1[keyPath: path] = $0.placedText(key) }
    }

    static func placed(
        _ key: String, _ path: Path<PlacedText?>, _ about: String, without: String? = nil
    ) -> Field {
        own(key, .text, about, without: without) { $1[keyPath: path] = $0.optionalPlacedText(key) }
    }
}

extension FormShape {
    func moving(_ key: String, after other: String) -> FormShape {
        var shape = self
        shape.fields = fields.filter { $0.key != key }.flatMap {
            $0.key == other ? [$0, field(key)].compactMap(\.self) : [$0]
        }
        return shape
    }
}

extension MappingReader {
    func optionalMapping<Value>(_ key: String, _ read: (MappingReader) -> Value) -> Value? {
        entry(key).map { nested($0, key, read) }
    }

    func mapping<Value>(in entry: RawEntry, _ read: (MappingReader) -> Value) -> Value {
        nested(entry, entry.key, read)
    }

    private func nested<Value>(
        _ entry: RawEntry?, _ key: String, _ read: (MappingReader) -> Value
    ) -> Value {
        MappingReader.read(
            entry?.value, owner: key, prefix: path(key) + ".", place: entry?.keyPlace ?? place,
            log: log, read)
    }

    func givenNamed<Part>(
        _ key: String, _ count: ClosedRange<Int>, _ read: (String, any FieldReader) -> Part
    ) -> [Part]? {
        guard let entry = entry(key) else { return nil }
        guard case .mapping(let entries) = entry.value.content else {
            reportWrongNode(entry.value, expected: "a mapping of \(key)")
            return nil
        }
        guard check(entries.count, within: count, key, at: entry.keyPlace) else { return nil }
        return entries.map { item in
            MappingReader.read(
                item.value, owner: item.key, prefix: "\(path(key)).\(item.key).",
                place: item.keyPlace, log: log
            ) { reader in
                checkName(PlacedText(text: item.key, place: item.keyPlace))
                return read(item.key, reader)
            }
        }
    }

    /// The nodes of the list under `key`; none where there is no list.
    func nodes(_ key: String) -> [RawNode] { given(key)?.value.items ?? [] }

    func list<Value>(
        _ key: String, count: ClosedRange<Int>, _ read: (MappingReader) -> Value
    ) -> [Value] { requiredEntry(key).map { items($0, count: count, read) } ?? [] }

    /// The list of mappings under `key`; empty if the key is missing.
    func optionalList<Value>(
        _ key: String, atMost most: Int, _ read: (MappingReader) -> Value
    ) -> [Value] { entry(key).map { items($0, count: 0...most, read) } ?? [] }

    func items<Value>(
        _ entry: RawEntry, count: ClosedRange<Int>, _ read: (MappingReader) -> Value
    ) -> [Value] {
        guard let nodes = listed(entry.value, expected: "a list") else { return [] }
        guard check(nodes.count, within: count, entry.key, at: entry.keyPlace) else { return [] }
        let (owner, path, labels) = ("an entry of \(entry.key)", path(entry.key), labels(of: nodes))
        return nodes.indices.map { index in
            MappingReader.read(
                nodes[index], owner: owner, prefix: "\(path)[\(labels[index])].",
                place: nodes[index].place, log: log, read)
        }
    }

    /// Labels that tell the entries of a list apart; of entries with equal names, all but the first
    /// get a number.
    private func labels(of nodes: [RawNode]) -> [String] {
        var counts: [String: Int] = [:]
        return nodes.enumerated().map { index, node in
            guard let label = node.label else { return "\(index)" }
            counts[label, default: 0] += 1
            return counts[label] == 1 ? label : "\(label), \(counts[label] ?? 0)"
        }
    }

    func check(
        _ found: Int, within count: ClosedRange<Int>, _ what: String, at place: SourcePlace
    ) -> Bool {
        if count.contains(found) { return true }
        log.report("the number of \(what) is \(found), but must be \(count.inWords)", at: place)
        return false
    }

    /// A scalar that says something; what else the node is, is a fault.
    func scalar(_ node: RawNode, expected: String) -> RawText? {
        if case .text(let text) = node.content, !text.isNothing { return text }
        reportWrongNode(node, expected: expected)
        return nil
    }

    /// The entries of a list; what else the node is, is a fault.
    func listed(_ node: RawNode, expected: String) -> [RawNode]? {
        if case .list(let nodes) = node.content { return nodes }
        reportWrongNode(node, expected: expected)
        return nil
    }

    func reportWrongNode(_ node: RawNode, expected: String) {
        // A list in place of a list has the wrong length.
        let found = expected.hasPrefix("a list") ? node.countedDescription : node.description
        log.report(.wrongNode(found: found, expected: expected), at: node.place)
    }
}

extension ClosedRange<Int> {
    fileprivate var inWords: String {
        if lowerBound == upperBound { return "\(lowerBound)" }
        return lowerBound == 0 ? "at most \(upperBound)" : "\(lowerBound) to \(upperBound)"
    }
}

extension RawNode {
    /// In words, of a list how long it is.
    fileprivate var countedDescription: String {
        guard case .list(let nodes) = content else { return description }
        return nodes.isEmpty ? "an empty list" : "a list of \(nodes.count)"
    }

    /// The label of an entry of a list: its name, or the states that it leads from and to.
    fileprivate var label: String? {
        if let name = text(under: "name") { return name }
        guard let from = text(under: "from"), let to = text(under: "to") else { return nil }
        return "\(from) -> \(to)"
    }
}
