/// An app as its file has it, made ready for its form: parameters are put where rules name them,
/// and what can be written as a word alone is a mapping.
struct AppNodes {
    let parameters: [AppParameter]
    let log: ReadingLog
    var used: Set<String> = []

    /// - Parameters:
    ///   - node: the app's mapping; anything else is left as it is.
    ///   - log: of the file.
    static func prepared(_ node: RawNode, _ log: ReadingLog) -> RawNode {
        guard case .mapping(let entries) = node.content else { return node }
        let parameters = AppParameter.all(of: node)
        var nodes = AppNodes(parameters: parameters, log: log)
        let prepared = entries.compactMap { entry in
            entry.key == "parameters" ? entry : nodes.prepared(entry)
        }
        for parameter in parameters where !nodes.used.contains(parameter.name) {
            log.warn("the parameter \(parameter.name) is never used", at: parameter.place)
        }
        return node.with(.mapping(prepared))
    }

    /// `nil`: the value is a parameter that the scenario leaves out.
    private mutating func prepared(_ entry: RawEntry) -> RawEntry? {
        prepared(entry.value).map { entry.with(shaped(entry.key, $0)) }
    }

    private mutating func prepared(_ node: RawNode) -> RawNode? {
        switch node.content {
        case .text(let text): return parameter(node, text)
        case .list(let nodes): return node.with(.list(nodes.compactMap { prepared($0) }))
        case .mapping(let entries): return node.with(.mapping(entries.compactMap { prepared($0) }))
        }
    }

    /// `$ping` stands for the parameter of that name.
    private mutating func parameter(_ node: RawNode, _ text: RawText) -> RawNode? {
        guard text.isPlain, text.text.hasPrefix("$") else { return node }
        let name = String(text.text.dropFirst())
        if let found = parameters.first(where: { $0.name == name }) {
            used.insert(name)
            return found.value
        }
        let possible = parameters.map { "$\($0.name)" }
        log.report(
            .notOneOf(text.text, what: "a parameter of the app", possible: possible),
            at: node.place)
        log.standIn(at: node.place)
        return RawNode("0", at: node.place)
    }

    private func shaped(_ key: String, _ node: RawNode) -> RawNode {
        switch key {
        case "on":
            if case .list = node.content {
                Self.each(node) { recorded(in: Self.asMapping($0, Self.empty)) }
            } else {
                recorded(in: Self.asMapping(node, Self.empty))
            }
        case "do", "as-task":
            Self.each(warned(node)) { Self.filled(Self.asMapping($0, Self.empty)) }
        case "if", "while", "only-if": Self.each(Self.asList(node), Self.condition)
        default: node
        }
    }

    /// Steps after a stop are never done.
    private func warned(_ node: RawNode) -> RawNode {
        guard case .list(let nodes) = node.content else { return node }
        let stop = nodes.firstIndex { step in
            if case .text(let text) = step.content { return text.text == "stop" }
            return step.entry("stop") != nil
        }
        if let stop, stop < nodes.count - 1 {
            log.warn("no step after stop is ever done", at: nodes[stop + 1].place)
        }
        return node
    }

    /// Replaces the name of the file under `recorded` by the content of the file.
    private func recorded(in node: RawNode) -> RawNode {
        guard case .mapping(let entries) = node.content,
            let entry = entries.first(where: { $0.key == "recorded" }),
            case .text = entry.value.content
        else { return node }
        let lines = RawEntry(
            key: "lines", keyPlace: entry.value.place, value: lines(of: entry.value))
        let repeats = entries.filter { $0.key == "repeats" }
        let log = RawNode(place: entry.value.place, content: .mapping([lines] + repeats))
        let rest = entries.filter { $0.key != "recorded" && $0.key != "repeats" }
        let own = RawEntry(key: "recorded", keyPlace: entry.keyPlace, value: log)
        return node.with(.mapping([own] + rest))
    }

    private func lines(of node: RawNode) -> RawNode {
        func entry(_ key: String, _ value: String) -> RawEntry {
            RawEntry(key: key, keyPlace: node.place, value: RawNode(value, at: node.place))
        }
        let lines = log.recordedMoments(node).map { moment in
            node.with(
                .mapping([
                    entry("at", "\(moment.at.nanoseconds) ns"),
                    entry("up", "\(moment.uplink) B"), entry("down", "\(moment.downlink) B"),
                    entry("work", "\(moment.work.nanoseconds) ns"),
                ]))
        }
        return node.with(.list(lines))
    }

    /// `in-front` is `{ in-front: true }`; of what is no flag there is nothing more to say.
    private static func condition(_ node: RawNode) -> RawNode {
        guard case .text(let text) = node.content else { return node }
        return asMapping(node, text.text == "fetched" ? empty : { RawNode("true", at: $0) })
    }

    private static func empty(_ place: SourcePlace) -> RawNode {
        RawNode(place: place, content: .mapping([]))
    }

    /// A word is a mapping with that key.
    private static func asMapping(_ node: RawNode, _ value: (SourcePlace) -> RawNode) -> RawNode {
        guard case .text(let text) = node.content, !text.isNothing else { return node }
        let entry = RawEntry(key: text.text, keyPlace: node.place, value: value(node.place))
        return node.with(.mapping([entry]))
    }

    /// A key with nothing behind it has an empty mapping there: `flush:`.
    private static func filled(_ node: RawNode) -> RawNode {
        guard case .mapping(let entries) = node.content else { return node }
        let filled = entries.map { entry in
            guard case .text(let text) = entry.value.content, text.isNothing else { return entry }
            return entry.with(empty(entry.value.place))
        }
        return node.with(.mapping(filled))
    }

    /// One thing alone is a list of one.
    private static func asList(_ node: RawNode) -> RawNode {
        if case .list = node.content { return node }
        return node.with(.list([node]))
    }

    private static func each(_ node: RawNode, _ change: (RawNode) -> RawNode) -> RawNode {
        guard case .list(let nodes) = node.content else { return node }
        return node.with(.list(nodes.map(change)))
    }
}

extension ReadingLog {
    /// Notes something that is no fault, with its line and column.
    func warn(_ words: String, at place: SourcePlace) {
        add(notes: [source.note(words, at: place)])
    }
}

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

    private func marked(_ entry: RawEntry, _ path: String) -> (RawNode, ProvenanceEntry.Origin?) {
        guard entry.value.entry("value") != nil else { return (entry.value, nil) }
        return MappingReader.read(
            entry.value, owner: entry.key, prefix: path + ".", place: entry.keyPlace, log: log
        ) { reader in (reader.entry("value")?.value ?? entry.value, reader.origin()) }
    }
}

extension RawNode {
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

    var without: String? { node.text(under: "without") }

    private static let words = ["about", "without"]

    static func all(of app: RawNode) -> [AppParameter] {
        guard case .mapping(let own)? = app.entry("parameters")?.content else { return [] }
        return own.map { AppParameter($0) }
    }
}
