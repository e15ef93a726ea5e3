import DeviceModel

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
