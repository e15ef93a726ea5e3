struct AppText {
    /// Under the app's name.
    let policy: PolicyText
    let world: AppWorldProfile

    init(_ app: MappingReader) {
        policy = PolicyText(app: app)
        let form = AppWorldProfile.form
        world = app.givenPart("world") { form.value(from: $0) } ?? form.standard
    }
}

/// Reads a scenario's list of apps, and the policies that put several of them on one phone.
enum AppsReader {
    /// As many as a phone can number.
    static let most = 255

    /// The apps of a scenario, in its order; `nil` where it has no list of them.
    static func apps(_ root: MappingReader) -> [AppText]? {
        guard let entry = root.entry(PolicyKeys.apps) else { return nil }
        let apps = root.items(entry.withNamedApps, count: 1...most, AppText.init)
        root.log.refuseRepeated(apps.map(\.policy.name), "app", "apps")
        return apps
    }

    /// The keys that an entry of the list can have, and the wrong ones that this entry has.
    static func keys(in app: MappingReader) -> [String] {
        let wrong = [Behaviour.none.key, PolicyKeys.apps]
        return PolicyKeys.behaviours.filter { !wrong.contains($0) } + wrong.filter(app.has)
    }

    /// Whether the key is that of one app; if not, the log has it.
    static func isApp(_ entry: RawEntry, _ log: ReadingLog) -> Bool {
        if ![Behaviour.none.key, PolicyKeys.apps].contains(entry.key) { return true }
        log.report(
            "\(quoted(entry.key)) is no policy of one app",
            advice: "Which of the apps are there is for policies to say: apps: { without: [NAME] "
                + "}.",
            at: entry.keyPlace)
        return false
    }

    /// The policies that one entry of `policies:` makes.
    ///
    /// - Parameters:
    ///   - name: of the policy, or what the names of several begin with.
    ///   - isBaseline: whether the first of them is the one that others are compared with.
    ///   - entry: the key and the choice among the apps.
    ///   - policy: the mapping that contains the entry.
    ///   - apps: those of the scenario; `nil`: it has no list of them.
    static func policies(
        _ name: PlacedText, isBaseline: Bool, _ entry: RawEntry, in policy: MappingReader,
        of apps: [AppText]?
    ) -> [PolicyText] {
        let (choices, places) = policy.mapping(in: entry) {
            (AppsReader.choices($0, of: apps ?? []), $0.valuePlaces)
        }
        guard let apps else {
            policy.log.report(
                "the policy is several apps, but this scenario has no apps",
                advice: "List them under apps:, next to policies:.", at: entry.keyPlace)
            return []
        }
        return choices.enumerated().map { index, choice in
            if choice.places.isEmpty && !apps.isEmpty {
                policy.log.report(
                    "no app is left",
                    advice: "For the phone without any app, use the policy none: {}.",
                    at: entry.keyPlace)
            }
            let full = PlacedText(text: name.text + choice.suffix, place: name.place)
            if !choice.suffix.isEmpty { policy.checkName(full) }
            let options = AppsOptions(
                apps: choice.places.map {
                    AppsOptions.App(
                        name: apps[$0].policy.name.text,
                        options: choice.changed[$0] ?? apps[$0].policy.options, place: $0 + 1)
                })
            return PolicyText(
                name: full, isBaseline: isBaseline && index == 0, options: .apps(options),
                written: "apps: [\(options.apps.map(\.name).joined(separator: ", "))]",
                keyPlace: entry.keyPlace, optionPlaces: places, apps: apps)
        }
    }

    /// Some of the apps, by their places in the list from 0, and what they add to the name of the
    /// policy.
    private struct Choice {
        var places: [Int]
        var suffix = ""
        /// By place, what takes the place of an app's own options.
        var changed: [Int: PolicyOptions] = [:]
    }

    enum Each: String, CaseIterable {
        case leftOut = "left-out"
        case alone
    }

    private static func choices(_ choice: MappingReader, of apps: [AppText]) -> [Choice] {
        let all = Array(apps.indices)
        let changed = changedApps(choice, of: apps)
        guard let entry = choice.atMostOne(of: ["without", "only", "each"]) else {
            return [Choice(places: all, changed: changed)]
        }
        if entry.key == "each" {
            let each: Each? = choice.optionalChoice("each", what: "a choice of apps")
            return all.map { place in
                Choice(
                    places: each == .alone ? [place] : all.filter { $0 != place },
                    suffix: "-\(apps[place].policy.name.text)", changed: changed)
            }
        }
        let names = choice.placedTexts(entry.key)
        let possible = apps.map(\.policy.name.text)
        let unknown = names.filter { !possible.contains($0.text) }
        for name in unknown where !apps.isEmpty {
            choice.log.report(
                .unknown(
                    name.text, among: possible,
                    "no app of this scenario is named \(quoted(name.text))"), at: name.place)
        }
        if !unknown.isEmpty { return [] }
        let isOnly = entry.key == "only"
        let named = names.map(\.text)
        return [
            Choice(places: all.filter { named.contains(possible[$0]) == isOnly }, changed: changed)
        ]
    }

    /// The apps of whose parameters the policy has other values: `apps: { messenger: { ping: 60 s
    /// } }`.
    private static func changedApps(
        _ choice: MappingReader, of apps: [AppText]
    ) -> [Int: PolicyOptions] {
        var changed: [Int: PolicyOptions] = [:]
        for (place, app) in apps.enumerated() {
            guard let named = app.policy.named, let entry = choice.entry(app.policy.name.text)
            else { continue }
            guard case .mapping(let values) = entry.value.content else {
                choice.reportWrongNode(entry.value, expected: "a mapping of parameters")
                continue
            }
            let prefix = choice.path(entry.key) + "."
            let app = named.with(values, below: prefix).read(choice.log)
            changed[place] = app?.options ?? PolicyOptions.none
        }
        return changed
    }
}

extension RawEntry {
    /// The list of apps, in which a file alone is named after itself.
    fileprivate var withNamedApps: RawEntry {
        guard case .list(let nodes) = value.content else { return self }
        return with(value.with(.list(nodes.map(\.asNamedApp))))
    }

    func prepared(_ log: ReadingLog) -> RawEntry {
        guard key == Behaviour.app.key else { return self }
        return with(AppNodes.prepared(value, log))
    }
}

/// An app that is a file of its own, as a scenario names it: `app: messenger` with values of its
/// parameters in the same mapping, or `messenger: { ... }` with the values below.
struct NamedApp {
    let name: PlacedText
    /// Values of parameters, with the keys that lead to each.
    var values: [(entry: RawEntry, prefix: String)] = []
    /// Whether the app's name is the key, below which the values stand.
    private var isKey = false

    /// `nil`: the app is described in place, or the entry is a behaviour.
    init?(_ entry: RawEntry, in owner: MappingReader) {
        if entry.key != Behaviour.app.key {
            guard Behaviour.named(entry.key) == nil else { return nil }
            name = PlacedText(text: entry.key, place: entry.keyPlace)
            isKey = true
            take(entry, in: owner)
            return
        }
        guard case .text = entry.value.content else { return nil }
        name = owner.plainText(entry.value) ?? PlacedText(text: "", place: entry.value.place)
        if let with = owner.entry(PolicyKeys.with) { take(with, in: owner) }
    }

    private mutating func take(_ entry: RawEntry, in owner: MappingReader) {
        guard case .mapping(let found) = entry.value.content else {
            return owner.reportWrongNode(entry.value, expected: "a mapping of parameters")
        }
        let prefix = owner.path(entry.key) + "."
        values = found.map { ($0, prefix) }
    }

    /// A copy with more values of parameters, which override those that it has.
    ///
    /// - Parameter prefix: the keys that lead to them.
    func with(_ more: [RawEntry], below prefix: String) -> NamedApp {
        var app = self
        app.values =
            values.filter { value in !more.contains { $0.key == value.entry.key } }
            + more.map { ($0, prefix) }
        return app
    }

    /// The app that it names; `nil`, with faults in the log, if no app can be read.
    func read(_ log: ReadingLog) -> ReadApp? {
        name.text.isEmpty ? nil : log.apps?.load(name, values, log)
    }

    /// As the file has it, in one line.
    var written: String {
        let with = values.map { "\($0.entry.key): \($0.entry.value.withoutProvenance.flowText)" }
        if isKey {
            return with.isEmpty
                ? "\(name.text): {}" : "\(name.text): { \(with.joined(separator: ", ")) }"
        }
        let app = "app: \(name.text)"
        return with.isEmpty ? app : "\(app), with: { \(with.joined(separator: ", ")) }"
    }
}
