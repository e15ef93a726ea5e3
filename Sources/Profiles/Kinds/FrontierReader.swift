/// A scenario's `frontier:` as its file has it, every list of values made into policies.
struct FrontierText {
    let cost: Objective
    let error: Objective
    /// Empty: the scenario's own day.
    let days: [DayText]
    let variants: [Variant]
    /// The values of the family, which decide nothing but the frontier.
    let provenance: [ProvenanceEntry]

    struct Variant {
        let policy: PolicyText
        let family: String
        let levels: [OptionLevel]
    }

    /// The most policies of a frontier: all are compared with each other.
    static let most = 200

    var policies: [PolicyText] { variants.map(\.policy) }

    init(_ frontier: MappingReader) {
        // Asked for in any case, so that a misspelt key is told from it.
        _ = frontier.entry("cost")
        cost = frontier.has("cost") ? Self.objective(frontier, "cost") : Objective(.marginalEnergy)
        error = Self.objective(frontier, "error")
        days = Self.days(frontier)
        (variants, provenance) = frontier.log.apart {
            var room = Self.most
            return frontier.list("policies", count: 1...Self.most) { entry in
                let found = Self.variants(entry, room: room)
                room -= found.count
                return found
            }.flatMap { $0 }
        }
        frontier.log.refuseRepeated(policies.map(\.name), "policy", "policies")
    }

    private static let mostDays = 50

    private static func days(_ frontier: MappingReader) -> [DayText] {
        guard let entry = frontier.entry("days"),
            let nodes = frontier.listed(entry.value, expected: "a list of movements")
        else { return [] }
        guard frontier.check(nodes.count, within: 1...mostDays, "days", at: entry.keyPlace) else {
            return []
        }
        let days = nodes.compactMap { DayText($0, frontier) }
        frontier.log.refuseRepeated(
            days.map(\.name), "day", "kinds of day",
            advice: "Give each a name of its own: { name: ..., movement: ... }.")
        return days
    }

    /// A metric of which less is better, or a mapping that says otherwise.
    private static func objective(_ frontier: MappingReader, _ key: String) -> Objective {
        if let entry = frontier.entry(key), case .mapping = entry.value.content {
            return frontier.mapping(in: entry) { objective in
                let better: Metric.Direction? = objective.optionalChoice(
                    "better", what: "a direction")
                return Objective(
                    objective.choice("metric", what: "a metric"), better: better ?? .smaller)
            }
        }
        return Objective(frontier.choice(key, what: "a metric"))
    }

    /// All combinations of the values of one entry of the family.
    ///
    /// - Parameter room: how many policies more there can be.
    private static func variants(_ entry: MappingReader, room: Int) -> [Variant] {
        let name = entry.has("name") ? entry.name("name") : nil
        _ = entry.entry("name")
        guard let policy = entry.policyEntry(of: PolicyKeys.behaviours) else { return [] }
        // If the app is a file, its parameters vary.
        let app = NamedApp(policy, in: entry)
        let options = app?.parameters ?? policy.variable
        let empty = options.emptyAlternatives
        for (key, place) in empty { entry.log.report(.noAlternatives(key), at: place) }
        if !empty.isEmpty { return [] }
        guard case .mapping = options.content, options.variationCount <= room else {
            if case .mapping = options.content {
                entry.log.report(
                    "the lists of values make more than \(most) policies together",
                    advice: "All combinations are compared; shorten or remove some lists.",
                    at: policy.keyPlace)
            } else {
                // Reports what belongs there.
                _ = PolicyText(named: PlacedText(policy), policy, options, in: entry)
            }
            return []
        }
        let family = name ?? app?.ownName ?? PlacedText(policy)
        return options.variations().map { variation in
            let words = [family.text] + variation.levels.map(\.text)
            let full = PlacedText(text: words.joined(separator: " "), place: family.place)
            let text =
                app.map { PolicyText(full, $0.with(variation), policy.keyPlace, in: entry) }
                ?? PolicyText(named: full, policy, policy.with(variation), in: entry)
            return Variant(policy: text, family: family.text, levels: variation.levels)
        }
    }
}

extension NamedApp {
    fileprivate var ownName: PlacedText {
        let node = RawNode(name.text, at: name.place)
        return PlacedText(text: node.asNamedApp.text(under: "name") ?? name.text, place: name.place)
    }

    fileprivate var parameters: RawNode {
        RawNode(place: name.place, content: .mapping(values.map(\.entry)))
    }

    fileprivate func with(_ variation: Variation) -> NamedApp {
        guard case .mapping(let chosen) = variation.node.content else { return self }
        return with(chosen, below: values.first?.prefix ?? "")
    }
}

extension RawEntry {
    /// Keys of an app of rules whose values are lists, but no lists of alternatives.
    private static let lists: Set = ["declares", "rules"]

    /// The part of a policy's options in which lists are alternatives.
    fileprivate var variable: RawNode {
        guard key == Behaviour.app.key, case .mapping(let entries) = value.content else {
            return value
        }
        return value.with(.mapping(entries.filter { !Self.lists.contains($0.key) }))
    }

    /// All of the options, with the variable part as it was chosen.
    fileprivate func with(_ variation: Variation) -> RawNode {
        guard key == Behaviour.app.key, case .mapping(let entries) = value.content,
            case .mapping(let chosen) = variation.node.content
        else { return variation.node }
        let fixed = entries.filter { Self.lists.contains($0.key) }
        return value.with(.mapping(chosen + fixed))
    }
}

extension PlacedText {
    fileprivate init(_ entry: RawEntry) { self.init(text: entry.key, place: entry.keyPlace) }
}

/// A kind of day: the scenario with another movement, and perhaps other cells.
struct DayText {
    let name: PlacedText
    let movement: PlacedText
    /// `nil`: those of the scenario.
    let cells: PlacedText?

    /// A movement's name or path, or a mapping of a movement and the name of the day.
    init?(_ node: RawNode, _ frontier: MappingReader) {
        guard case .mapping = node.content else {
            guard let movement = frontier.plainText(node) else { return nil }
            (name, self.movement, cells) = (movement, movement, nil)
            return
        }
        (name, movement, cells) = MappingReader.read(
            node, owner: "a day", prefix: "", place: node.place, log: frontier.log
        ) { day in
            let movement = day.placedText("movement")
            let cells = day.has("cells") ? day.placedText("cells") : nil
            _ = day.entry("cells")
            let name = day.has("name") ? day.name("name") : movement
            _ = day.entry("name")
            return (name, movement, cells)
        }
    }
}
