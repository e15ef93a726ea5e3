/// An app that was read, with the places that later faults and notes point at.
struct ReadApp: Sendable {
    let options: PolicyOptions
    let places: AppPlaces
    /// Where a scenario gives values of its parameters, by the parameters' names and by the keys
    /// under which rules have them.
    var values: [String: SourcePlace] = [:]
}

/// Where a text that describes an app has its rules and options.
struct AppPlaces: Sendable {
    let source: SourceText
    /// By name: where the name stands.
    private var rules: [String: SourcePlace] = [:]
    /// By key: where the value stands.
    private var options: [String: SourcePlace] = [:]
    private var modes: [String: SourcePlace] = [:]

    /// - Parameters:
    ///   - node: the app's mapping; anything else has no places.
    ///   - source: the text that contains it.
    init(_ node: RawNode, in source: SourceText) {
        self.source = source
        guard case .mapping(let entries) = node.content else { return }
        for entry in entries { options[entry.key] = entry.value.place }
        if case .list(let nodes)? = node.entry("rules")?.content {
            for rule in nodes {
                guard let name = rule.text(under: "name") else { continue }
                rules[name] = rule.entry("name")?.place
            }
        }
        guard case .list(let nodes)? = node.entry("declares")?.content else { return }
        for node in nodes {
            if case .text(let mode) = node.content { modes[mode.text] = node.place }
        }
    }

    func place(ofRule name: String) -> SourcePlace? { rules[name] }
    func place(of mode: AppMode) -> SourcePlace? { modes[mode.rawValue] }

    /// The rule at fault, or else the option.
    func place(of refusal: Refusal) -> SourcePlace? {
        if let rule = refusal.appRule { return rules[rule] }
        return [refusal.option, refusal.elsewhere].lazy.compactMap { $0.flatMap { options[$0] } }
            .first
    }

    /// The place that a refusal is about, for a message that points at the name of the app.
    func related(to refusal: Refusal) -> Diagnostic.Related? {
        guard let place = place(of: refusal) else { return nil }
        let what = refusal.appRule == nil ? "what the app says" : "the rule"
        return source.related(what, at: place)
    }
}

struct AppShelf {
    /// The app of that name or path, with other values of its parameters and the keys that lead to
    /// each; `nil`, with faults in the log, if no such app can be read.
    let load: (PlacedText, [(entry: RawEntry, prefix: String)], ReadingLog) -> ReadApp?
    let has: (String) -> Bool
    let names: () -> [String]
}

extension MappingReader {
    /// The key that says what an entry does: a behaviour, or an app of the library by its name.
    ///
    /// - Parameter keys: what else it may be, and behaviours.
    func policyEntry(of keys: [String]) -> RawEntry? {
        let beside = ["name", "baseline", "world", PolicyKeys.with]
        let own = entries.map(\.key).filter {
            !keys.contains($0) && !beside.contains($0) && log.apps?.has($0) ?? false
        }
        let isThere = !own.isEmpty || keys.contains(where: has)
        return exactlyOne(of: keys + (isThere ? own : log.apps?.names() ?? []))
    }
}

/// The keys that say what an entry of `policies:` or `apps:` does.
enum PolicyKeys {
    /// The key of the list of apps, and of a policy that runs several of them.
    static let apps = "apps"

    /// Beside an app that is a file: other values of its parameters.
    static let with = "with"

    static var behaviours: [String] { Behaviour.all.map(\.key) }
}

extension RawNode {
    /// `messenger` is `{ name: messenger, app: messenger }`, and so is `{ app: messenger }`.
    var asNamedApp: RawNode {
        switch content {
        case .text(let text):
            let app = RawEntry(key: Behaviour.app.key, keyPlace: place, value: self)
            return RawNode(place: place, content: .mapping([name(of: text.text), app]))
        case .mapping(let entries):
            guard entry("name") == nil, let app = text(under: Behaviour.app.key) else {
                return self
            }
            return RawNode(place: place, content: .mapping([name(of: app)] + entries))
        case .list: return self
        }
    }

    private func name(of app: String) -> RawEntry {
        var word = app.split(separator: "/").last.map(String.init) ?? app
        if word.hasSuffix(".yaml") { word = String(word.dropLast(".yaml".count)) }
        let text = RawText(text: word, isPlain: true)
        return RawEntry(
            key: "name", keyPlace: place, value: RawNode(place: place, content: .text(text)))
    }
}
