/// A part of a file in which some values are lists of alternatives, with one of each chosen.
///
/// Where a value is expected, a list of values makes it a factor; the variations of a part are all
/// combinations of its factors, the last one varying fastest (a full factorial design). A list
/// within such a list is a value that is itself a list, and the numbers of a distribution are no
/// alternatives.
struct Variation {
    /// With the values chosen, each at its own place.
    let node: RawNode
    /// The factors with the values chosen, in the order of the file.
    let levels: [OptionLevel]
}

extension RawNode {
    /// The number of variations; `Int.max` for more than can be counted, 0 if a list is empty.
    var variationCount: Int {
        switch content {
        case .text: 1
        case .list(let alternatives): alternatives.reduce(0) { $0.clampedSum($1.valueCount) }
        case .mapping(let entries): entries.reduce(1) { $0.clampedProduct($1.variationCount) }
        }
    }

    private var valueCount: Int {
        if case .list = content { return 1 }
        return variationCount
    }

    /// All of them.
    ///
    /// - Parameter path: the option that this is the value of, with the keys that lead to it;
    ///   empty for the mapping of all options.
    /// - Complexity: O(`variationCount`), which the caller should check before.
    func variations(of path: String = "") -> [Variation] {
        switch content {
        case .text: [Variation(node: self, levels: [])]
        case .list(let alternatives): alternatives.flatMap { $0.alternatives(of: path) }
        case .mapping(let entries): combined(entries, path)
        }
    }

    /// One value of a list, which may be a mapping that varies in itself.
    private func alternatives(of path: String) -> [Variation] {
        let level = OptionLevel(option: path, value: levelText)
        switch content {
        case .text, .list: return [Variation(node: self, levels: [level])]
        case .mapping:
            return variations(of: path).map { variation in
                Variation(
                    node: variation.node,
                    levels: [OptionLevel(option: path, value: variation.node.levelText)])
            }
        }
    }

    private func combined(_ entries: [RawEntry], _ path: String) -> [Variation] {
        var partial: [(entries: [RawEntry], levels: [OptionLevel])] = [([], [])]
        for entry in entries {
            let choices = entry.variations(below: path)
            partial = partial.flatMap { made in
                choices.map { choice in
                    let chosen = RawEntry(
                        key: entry.key, keyPlace: entry.keyPlace, value: choice.node)
                    return (made.entries + [chosen], made.levels + choice.levels)
                }
            }
        }
        return partial.map {
            Variation(node: RawNode(place: place, content: .mapping($0.entries)), levels: $0.levels)
        }
    }

    /// The lists without any value, each with the key that it stands under.
    var emptyAlternatives: [(key: String, place: SourcePlace)] {
        guard case .mapping(let entries) = content else { return [] }
        return entries.flatMap { entry -> [(key: String, place: SourcePlace)] in
            if entry.isFixed { return [] }
            guard case .list(let alternatives) = entry.value.content else {
                return entry.value.emptyAlternatives
            }
            if alternatives.isEmpty { return [(entry.key, entry.value.place)] }
            return alternatives.flatMap(\.emptyAlternatives)
        }
    }

    /// As the name of a policy shows it: the value without its source, and without spaces.
    private var levelText: String {
        switch content {
        case .text(let text): text.text.filter { !$0.isWhitespace }
        case .list(let nodes): nodes.map(\.levelText).joined(separator: "+")
        case .mapping(let entries):
            entries.first { $0.key == "value" }?.value.levelText
                ?? entries.map { "\($0.key)=\($0.value.levelText)" }.joined(separator: "+")
        }
    }
}

extension RawEntry {
    /// The keys that lead to a part of the value name its factor; `value:` with a source is not
    /// counted as such a key.
    fileprivate func variations(below path: String) -> [Variation] {
        if isFixed { return [Variation(node: value, levels: [])] }
        if key == "value", !path.isEmpty { return value.variations(of: path) }
        return value.variations(of: path.isEmpty ? key : "\(path).\(key)")
    }

    fileprivate var variationCount: Int { isFixed ? 1 : value.variationCount }
    fileprivate var isFixed: Bool { MappingReader.laws.contains(key) }
}

extension Int {
    fileprivate func clampedSum(_ other: Int) -> Int {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? .max : sum
    }

    fileprivate func clampedProduct(_ other: Int) -> Int {
        let (product, overflows) = multipliedReportingOverflow(by: other)
        return overflows ? .max : product
    }
}
