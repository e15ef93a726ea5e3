import DeviceModel

/// An app that is a file of its own, as a scenario names it: `app: messenger`, with other values of
/// its parameters beside it, or `messenger: { ... }` with these below.
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
        name =
            owner.plainText(entry.value) ?? PlacedText(text: "", place: entry.value.place)
        if let with = owner.entry(PolicyKeys.with) { take(with, in: owner) }
    }

    private mutating func take(_ entry: RawEntry, in owner: MappingReader) {
        guard case .mapping(let found) = entry.value.content else {
            return owner.reportWrongNode(entry.value, expected: "a mapping of parameters")
        }
        let prefix = owner.path(entry.key) + "."
        values = found.map { ($0, prefix) }
    }

    /// The same with more values of parameters, which go before those that it has.
    ///
    /// - Parameter prefix: the keys that lead to them.
    func with(_ more: [RawEntry], below prefix: String) -> NamedApp {
        var app = self
        app.values =
            values.filter { value in !more.contains { $0.key == value.entry.key } }
            + more.map { ($0, prefix) }
        return app
    }

    /// The app that it names; `nil`, with faults in the log: there is none.
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

extension RawEntry {
    /// Ready for the form of an app, where it is one.
    func prepared(_ log: ReadingLog) -> RawEntry {
        guard key == Behaviour.app.key else { return self }
        return RawEntry(key: key, keyPlace: keyPlace, value: AppNodes.prepared(value, log))
    }
}
