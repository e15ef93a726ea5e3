import DeviceModel

/// The values that a scenario gives to an app that is a file, and to its parameters.
///
/// Keys below keys are one name with points: `request: { up: 2 kB }` is `request.up`.
struct AppValues {
    /// A value without what says where it is from, which the scenario has noted.
    struct Value {
        let name: String
        let node: RawNode
    }

    private(set) var values: [Value] = []
    /// The names of all parameters.
    private let possible: [String]
    private let app: String
    private let log: ReadingLog

    /// - Parameters:
    ///   - app: its name.
    ///   - values: what the scenario says, and the keys that lead to it.
    ///   - possible: its parameters, and what else a scenario can say of it.
    ///   - log: of the scenario.
    init(
        of app: String, _ values: [(entry: RawEntry, prefix: String)], possible: [String],
        _ log: ReadingLog
    ) {
        (self.possible, self.app, self.log) = (possible, app, log)
        for (entry, prefix) in values { take(entry, entry.key, below: prefix) }
    }

    private mutating func take(_ entry: RawEntry, _ name: String, below prefix: String) {
        let path = prefix + entry.key
        guard possible.contains(name) else {
            let isBranch = possible.contains { $0.hasPrefix(name + ".") }
            guard isBranch, case .mapping(let inner) = entry.value.content else {
                return log.report(
                    .notOneOf(name, what: "a parameter of \(app)", possible: possible),
                    at: entry.keyPlace)
            }
            for inner in inner { take(inner, "\(name).\(inner.key)", below: path + ".") }
            return
        }
        let (node, origin) = marked(entry, path)
        values.append(Value(name: name, node: node))
        guard case .text(let text) = node.content, text.isAmount else {
            return log.recordWord(path, node.flowText, at: node.place)
        }
        log.record(path, text.text, origin, at: node.place)
    }

    /// The value, and its source if the entry has one.
    private func marked(_ entry: RawEntry, _ path: String) -> (RawNode, ProvenanceEntry.Origin?) {
        guard entry.value.entry("value") != nil else { return (entry.value, nil) }
        return MappingReader.read(
            entry.value, owner: entry.key, prefix: path + ".", place: entry.keyPlace, log: log
        ) { reader in
            (reader.entry("value")?.value ?? entry.value, reader.origin())
        }
    }
}

extension RawNode {
    /// Whether it is a number with a unit.
    fileprivate var isQuantity: Bool {
        guard case .text(let text) = content, text.isAmount else { return false }
        return text.boolean == nil && !text.isNumber
    }
}

extension RawText {
    /// Whether it is a number or a flag, and no word of the format.
    fileprivate var isAmount: Bool {
        boolean != nil || isPlain && (text.first.map { $0.isNumber || "+-.".contains($0) } ?? false)
    }
}

/// A parameter as the file of its app has it.
struct AppParameter {
    let name: String
    let place: SourcePlace
    private let node: RawNode

    init(_ entry: RawEntry) { (name, place, node) = (entry.key, entry.keyPlace, entry.value) }

    /// The value if the scenario gives none; `nil`: the option that it stands for is left out.
    var value: RawNode? {
        if let example = node.entry("example") { return example }
        guard case .mapping(let entries) = node.content else { return node }
        // Counts, flags and words cannot say where they are from.
        if let value = node.entry("value"), !value.isQuantity { return value }
        let kept = entries.filter { !Self.words.contains($0.key) }
        if kept.isEmpty, !entries.isEmpty { return nil }
        return RawNode(place: node.place, content: .mapping(kept))
    }

    /// Whether a scenario that names the app must give it; its file has an example then.
    var isNeeded: Bool { node.entry("example") != nil }

    /// What it means, in a sentence.
    var about: String? { node.text(under: "about") }

    /// The behaviour if it is left out.
    var without: String? { node.text(under: "without") }

    private static let words = ["about", "without"]

    /// The parameters of an app, in the order of its file.
    static func all(of app: RawNode) -> [AppParameter] {
        guard case .mapping(let own)? = app.entry("parameters")?.content else { return [] }
        return own.map { AppParameter($0) }
    }
}
