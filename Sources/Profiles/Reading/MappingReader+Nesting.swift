import Forms

/// Mappings and lists within a mapping.
extension MappingReader {
    /// The mapping under `key`, if there is one.
    func optionalMapping<Value>(_ key: String, _ read: (MappingReader) -> Value) -> Value? {
        entry(key).map { nested($0, key, read) }
    }

    /// The mapping in an entry that was found otherwise.
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

    /// The list of mappings under `key`, which must be there.
    func list<Value>(
        _ key: String, count: ClosedRange<Int>, _ read: (MappingReader) -> Value
    ) -> [Value] {
        requiredEntry(key).map { items($0, count: count, read) } ?? []
    }

    /// The list of mappings under `key`; empty if the key is missing.
    func optionalList<Value>(
        _ key: String, atMost most: Int, _ read: (MappingReader) -> Value
    ) -> [Value] {
        entry(key).map { items($0, count: 0...most, read) } ?? []
    }

    /// The mappings in a list that was found otherwise.
    func items<Value>(
        _ entry: RawEntry, count: ClosedRange<Int>, _ read: (MappingReader) -> Value
    ) -> [Value] {
        guard case .list(let nodes) = entry.value.content else {
            reportWrongNode(entry.value, expected: "a list")
            return []
        }
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
        log.report(
            "the number of \(what) is \(found), but must be \(count.inWords)", at: place)
        return false
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
