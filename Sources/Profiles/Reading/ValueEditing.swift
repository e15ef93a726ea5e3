struct ValueEditing {
    /// `PATH=VALUE`, under the name of what asks for it, so that messages show both.
    private let source: SourceText
    private let value: RawNode
    private let keys: [String]
    private let origin: String
    private let index: Int
    /// How many keys were used up before: `radio` of `radio.initial`.
    private let skipped: Int
    /// Whether what the file does not mark otherwise has a source.
    private let hasDefaultSource: Bool
    private let shape: FormShape

    /// The file with values put into it, and the nodes that follow.
    ///
    /// - Parameters:
    ///   - edits: in order; of two with the same path the last one stays.
    ///   - skipped: how many keys of their paths led to this file.
    ///   - node: the file's.
    ///   - file: the file.
    ///   - shape: what such a file can say.
    /// - Throws: if a path leads nowhere, or a text is no YAML.
    static func apply(
        _ edits: [ValueEdit], skipping skipped: Int, to node: RawNode, of file: SourceText,
        shape: @autoclosure () -> FormShape
    ) throws(ProfileFailure) -> (RawNode, SourceText) {
        var (node, file) = (node, file)
        if edits.isEmpty { return (node, file) }
        let shape = shape()
        let hasDefaultSource = node.entry("source") != nil
        for edit in edits {
            let editing = try ValueEditing(
                edit, index: file.edits.count, skipping: skipped,
                hasDefaultSource: hasDefaultSource, shape: shape)
            var replaced: ValueChange?
            node = try editing.edited(node, editing.keys[...], isEntry: false, &replaced)
            let change = replaced ?? ValueChange(origin: edit.origin, was: nil, wasSourced: false)
            file.edits.append(EditText(source: editing.source, change: change))
        }
        return (node, file)
    }

    private init(
        _ edit: ValueEdit, index: Int, skipping skipped: Int, hasDefaultSource: Bool,
        shape: FormShape
    ) throws(ProfileFailure) {
        let path = "\(edit.path)"
        let source = try SourceText(path: edit.origin, bytes: Array("\(path)=\(edit.text)".utf8))
        // Blanks in place of the path: the value's columns are those of the whole text.
        let blanks = String(repeating: " ", count: path.unicodeScalars.count + 1)
        do throws(ProfileFailure) {
            let text = try SourceText(path: edit.origin, bytes: Array((blanks + edit.text).utf8))
            value = try YAMLComposer.compose(text).edited(index)
        } catch { throw ProfileFailure(error.diagnostics.map { Self.shown($0, in: source) }) }
        (self.source, self.index, self.skipped) = (source, index, skipped)
        (self.hasDefaultSource, self.shape) = (hasDefaultSource, shape)
        keys = Array(edit.path.keys.dropFirst(skipped))
        origin = edit.origin
    }

    /// A fault of the value, with the path before it.
    private static func shown(_ fault: Diagnostic, in source: SourceText) -> Diagnostic {
        if fault.fault == .empty {
            let fault = Fault(
                "there is no value after the path",
                advice: "Write a value as in a profile: 12 s, or { exponential: 3 s }.")
            return source.diagnostic(fault, at: source.end)
        }
        guard let place = fault.place else { return fault }
        // A parser that misses the end of something sees it in the line after the last.
        return source.diagnostic(fault.fault, at: place.line == 1 ? place : source.end)
    }

    /// - Parameters:
    ///   - node: where the walk has come to.
    ///   - keys: that are left.
    ///   - isEntry: whether the node is an entry of a list, in which a policy's key may be left
    ///     out.
    ///   - replaced: gets what was there before.
    private func edited(
        _ node: RawNode, _ keys: ArraySlice<String>, isEntry: Bool, _ replaced: inout ValueChange?
    ) throws(ProfileFailure) -> RawNode {
        if keys.isEmpty {
            replaced = change(of: node)
            return value
        }
        switch node.content {
        case .mapping(let entries):
            return try editedMapping(node, entries, keys, isEntry: isEntry, &replaced)
        case .list(let nodes): return try editedList(node, nodes, keys, &replaced)
        case .text(let text) where text.isNothing:
            return try editedMapping(node, [], keys, isEntry: isEntry, &replaced)
        case .text:
            let fault = Fault(
                "\(walked(to: keys)) is \(quoted(node.flowText)), without keys of its own",
                advice: "Leave out what follows in the path.")
            throw failure(fault, at: keys)
        }
    }

    private func editedMapping(
        _ node: RawNode, _ entries: [RawEntry], _ keys: ArraySlice<String>, isEntry: Bool,
        _ replaced: inout ValueChange?
    ) throws(ProfileFailure) -> RawNode {
        if isEntry, let named = try editedNamedApp(node, entries, keys, &replaced) { return named }
        var entries = entries
        let found = keys.firstMatch { key in entries.firstIndex { $0.key == key } }
        let policy = isEntry ? policy(in: entries, keys) : nil
        if let (at, rest) = found {
            entries[at] = try edited(entries[at], rest, isPolicy: at == policy, &replaced)
        } else if let policy, entries[policy].key == Behaviour.app.key,
            let parameters = entries[policy].value.entry("parameters"),
            keys.firstMatch({ key in parameters.entry(key).map { _ in 0 } }) != nil
        {
            // An app that stands here: a path leads to its parameters, as to those of a file.
            let changed = try edited(parameters, keys, isEntry: false, &replaced)
            entries[policy] = entries[policy].with(changed, under: "parameters")
        } else if let policy, !Self.entryKeys.contains(keys.joined(separator: ".")) {
            entries[policy] = try edited(entries[policy], keys, isPolicy: true, &replaced)
        } else if keys.count == 1, let key = keys.first {
            // Whether there can be such a key is known to who reads the file, and said there.
            entries.append(RawEntry(key: key, keyPlace: place(of: keys), value: value))
        } else if let opened = try opened(keys, &replaced) {
            entries.append(opened)
        } else {
            throw noSuch(keys, among: entries.map(\.key))
        }
        return node.with(.mapping(entries))
    }

    /// A mapping that the file lacks and may have, with what the path puts into it.
    private func opened(
        _ keys: ArraySlice<String>, _ replaced: inout ValueChange?
    ) throws(ProfileFailure) -> RawEntry? {
        guard let key = keys.first, shape.hasMapping(at: self.keys[...keys.startIndex]) else {
            return nil
        }
        let place = place(of: keys)
        let inside = try edited(
            RawNode(place: place, content: .mapping([])), keys.dropFirst(), isEntry: false,
            &replaced)
        return RawEntry(key: key, keyPlace: place, value: inside)
    }

    /// Which key of an entry says what its app does: a behaviour's, or an app's name.
    private func policy(in entries: [RawEntry], _ keys: ArraySlice<String>) -> Int? {
        let policies = PolicyKeys.behaviours + [PolicyKeys.apps]
        if let found = entries.firstIndex(where: { policies.contains($0.key) }) { return found }
        let list = walked(to: keys).prefix { $0 != "." }
        guard list == "policies" || list == PolicyKeys.apps else { return nil }
        let beside = Self.entryKeys + [PolicyKeys.with]
        return entries.firstIndex { !beside.contains($0.key) }
    }

    /// A policy's key that is an app's name has parameters below it.
    private func edited(
        _ entry: RawEntry, _ keys: ArraySlice<String>, isPolicy: Bool,
        _ replaced: inout ValueChange?
    ) throws(ProfileFailure) -> RawEntry {
        let isFile = entry.key != PolicyKeys.apps && Behaviour.named(entry.key) == nil
        let changed =
            isPolicy && isFile && !keys.isEmpty
            ? try editedParameters(entry.value, keys, &replaced)
            : try edited(entry.value, keys, isEntry: false, &replaced)
        return entry.with(changed)
    }

    /// Parameters of an app, of which the file need not have any.
    private func editedParameters(
        _ node: RawNode, _ keys: ArraySlice<String>, _ replaced: inout ValueChange?
    ) throws(ProfileFailure) -> RawNode {
        guard case .mapping(let entries) = node.content,
            keys.firstMatch({ key in entries.firstIndex { $0.key == key } }) == nil
        else { return try edited(node, keys, isEntry: false, &replaced) }
        let own = RawEntry(
            key: keys.joined(separator: "."), keyPlace: place(of: keys), value: value)
        return node.with(.mapping(entries + [own]))
    }

    /// The edited entry of an app that is a file: a path leads to its parameters, under `with`.
    ///
    /// - Returns: `nil` if the node is no such app, or the path leads to a key next to the app.
    private func editedNamedApp(
        _ node: RawNode, _ entries: [RawEntry], _ keys: ArraySlice<String>,
        _ replaced: inout ValueChange?
    ) throws(ProfileFailure) -> RawNode? {
        guard case .text? = node.entry(Behaviour.app.key)?.content,
            !Self.entryKeys.contains(keys[keys.startIndex]), keys.first != Behaviour.app.key
        else { return nil }
        let rest = keys.first == PolicyKeys.with ? keys.dropFirst() : keys
        if rest.isEmpty { return nil }
        let with = node.entry(PolicyKeys.with) ?? node.with(.mapping([]))
        let value = try editedParameters(with, rest, &replaced)
        let place = entries.first { $0.key == PolicyKeys.with }?.keyPlace ?? node.place
        let others = entries.filter { $0.key != PolicyKeys.with }
        let entry = RawEntry(key: PolicyKeys.with, keyPlace: place, value: value)
        return node.with(.mapping(others + [entry]))
    }

    /// The fault of the first of `keys`, of which more follow. In its place could stand what has
    /// keys of its own, also where the file lacks it, and at the top of a scenario the profiles
    /// that it names.
    private func noSuch(_ keys: ArraySlice<String>, among found: [String]) -> ProfileFailure {
        guard let below = shape.branches(at: self.keys[..<keys.startIndex]) else {
            return noSuch(keys, possible: found)
        }
        let key = keys[keys.startIndex]
        if below.contains(key) {
            let fault = Fault(
                "\(walked(to: keys)) has no \(quoted(key)) yet",
                advice: "Write all of it, in a path that ends with \(key).")
            return failure(fault, at: keys)
        }
        let isTop = skipped == 0 && keys.startIndex == self.keys.startIndex
        let parts = isTop ? ValuePath.Part.allCases.map(\.rawValue) : []
        let possible = parts.filter(found.contains) + below
        return noSuch(keys, possible: possible.isEmpty ? found : possible)
    }

    /// The keys next to the policy in an entry of `policies:` or `apps:`.
    private static let entryKeys = ["name", "baseline", "world"]

    private func editedList(
        _ node: RawNode, _ nodes: [RawNode], _ keys: ArraySlice<String>,
        _ replaced: inout ValueChange?
    ) throws(ProfileFailure) -> RawNode {
        if keys.first == ValuePath.everyEntry, keys.count > 1 {
            return try editedEach(node, nodes, keys, &replaced)
        }
        var nodes = nodes
        let names = nodes.entryNames
        guard let (at, rest) = keys.firstMatch({ nodes.position(of: $0, names) }) else {
            let key = keys.first ?? ""
            let several = nodes.filter { $0.text(under: "from") == key }.compactMap(\.ends)
            if several.count > 1 {
                let fault = Fault(
                    "\(walked(to: keys)) has several entries that lead from \(quoted(key))",
                    advice: possibilities(several))
                throw failure(fault, at: keys)
            }
            throw noSuch(keys, possible: names)
        }
        let entry = walked(to: keys) == PolicyKeys.apps ? nodes[at].asNamedApp : nodes[at]
        nodes[at] = try edited(entry, rest, isEntry: true, &replaced)
        return node.with(.list(nodes))
    }

    /// The list with every entry edited that has the key after the first, or an app with a
    /// parameter of that name.
    private func editedEach(
        _ node: RawNode, _ nodes: [RawNode], _ keys: ArraySlice<String>,
        _ replaced: inout ValueChange?
    ) throws(ProfileFailure) -> RawNode {
        let rest = keys.dropFirst()
        let key = rest[rest.startIndex]
        let chosen = nodes.indices.filter {
            (nodes[$0].entry(key) ?? nodes[$0].parameters?.entry(key)) != nil
        }
        if chosen.isEmpty { throw noSuch(rest, possible: nodes.flatMap(\.keys).firstOfEach) }
        var nodes = nodes
        for at in chosen { nodes[at] = try edited(nodes[at], rest, isEntry: true, &replaced) }
        return node.with(.list(nodes))
    }

    private func change(of node: RawNode) -> ValueChange {
        let isSourced =
            node.entry("source") != nil || (hasDefaultSource && node.entry("assumption") == nil)
        return ValueChange(
            origin: origin, was: (node.entry("value") ?? node.unmarked).flowText,
            wasSourced: isSourced)
    }

    private func noSuch(_ keys: ArraySlice<String>, possible: [String]) -> ProfileFailure {
        let key = keys.first ?? ""
        let fault = Fault.unknown(
            key, among: possible, "\(walked(to: keys)) has no \(quoted(key))",
            advice: possible.isEmpty ? "" : nil)
        return failure(fault, at: keys)
    }

    private func failure(_ fault: Fault, at keys: ArraySlice<String>) -> ProfileFailure {
        ProfileFailure(source.diagnostic(fault, at: place(of: keys)))
    }

    private func walked(to keys: ArraySlice<String>) -> String {
        let path = source.text.prefix { $0 != "=" }.split(separator: ".")
        let walked = path.prefix(skipped + keys.startIndex).joined(separator: ".")
        return walked.isEmpty ? "a scenario" : walked
    }

    /// The place of the first of `keys` in the path.
    private func place(of keys: ArraySlice<String>) -> SourcePlace {
        let path = source.text.prefix { $0 != "=" }.split(separator: ".")
        let before = path.prefix(skipped + keys.startIndex)
        let column = before.reduce(1) { $0 + $1.unicodeScalars.count + 1 }
        let length = keys.first?.unicodeScalars.count ?? 1
        return SourcePlace(line: 1, column: column, length: length).edited(index)
    }
}

extension ArraySlice<String> {
    /// The place that the first key leads to, or the first two with a point between them, and so
    /// on, since names may contain points; with the keys that are left.
    fileprivate func firstMatch(_ find: (String) -> Int?) -> (Int, ArraySlice<String>)? {
        for count in 1...Swift.max(1, self.count) {
            if let at = find(prefix(count).joined(separator: ".")) { return (at, dropFirst(count)) }
        }
        return nil
    }
}

extension RawNode {
    /// The parameters that an entry of `policies:` gives its app, in this file or its own.
    fileprivate var parameters: RawNode? {
        entry(Behaviour.app.key)?.entry("parameters") ?? entry(PolicyKeys.with)
    }
}

extension [RawNode] {
    fileprivate var entryNames: [String] {
        enumerated().map { index, node in
            if let name = node.asNamedApp.text(under: "name"), !node.isNumber { return name }
            guard let from = node.text(under: "from") else { return "\(index + 1)" }
            let isOnly = count(where: { $0.text(under: "from") == from }) == 1
            return isOnly ? from : node.ends ?? "\(index + 1)"
        }
    }

    /// The index of the entry with this name, these two states, or this number from 1.
    func position(of key: String, _ names: [String] = []) -> Int? {
        if let index = names.firstIndex(of: key) { return index }
        if let index = firstIndex(where: { $0.ends == key }) { return index }
        guard let number = Int(key), number >= 1, number <= count else { return nil }
        return number - 1
    }
}

extension RawNode {
    fileprivate var keys: [String] { entries.map(\.key) }

    /// Whether it is a number alone, and so no name of an app.
    fileprivate var isNumber: Bool {
        if case .text(let text) = content { text.text.first?.isNumber ?? true } else { false }
    }

    /// The name of an entry that leads from one state to another.
    fileprivate var ends: String? {
        guard let from = text(under: "from"), let to = text(under: "to") else { return nil }
        return "\(from)>\(to)"
    }

    /// Without what says where the value is from.
    fileprivate var unmarked: RawNode {
        guard case .mapping(let entries) = content else { return self }
        return with(.mapping(entries.filter { !["source", "assumption"].contains($0.key) }))
    }

    /// A copy whose places are in the edit instead of the file.
    func edited(_ index: Int) -> RawNode {
        let content: Content =
            switch content {
            case .text: content
            case .list(let nodes): .list(nodes.map { $0.edited(index) })
            case .mapping(let entries):
                .mapping(
                    entries.map {
                        RawEntry(
                            key: $0.key, keyPlace: $0.keyPlace.edited(index),
                            value: $0.value.edited(index))
                    })
            }
        return RawNode(place: place.edited(index), content: content)
    }
}
