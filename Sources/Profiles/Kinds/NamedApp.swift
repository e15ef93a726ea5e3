import DeviceModel

/// An app that is a file of its own, as a scenario names it: `app: messenger`, with other values of
/// its parameters beside it.
struct NamedApp {
    let name: PlacedText
    var values: [RawEntry] = []

    /// `nil`: the app is described in place, or the entry is no app.
    init?(_ entry: RawEntry, in owner: MappingReader) {
        guard entry.key == Behaviour.app.key, case .text = entry.value.content else { return nil }
        name =
            owner.plainText(entry.value) ?? PlacedText(text: "", place: entry.value.place)
        guard let with = owner.entry(PolicyKeys.with) else { return }
        guard case .mapping(let found) = with.value.content else {
            owner.reportWrongNode(with.value, expected: "a mapping of parameters")
            return
        }
        values = found
    }

    /// The same with more values of parameters, which go before those that it has.
    func with(_ more: [RawEntry]) -> NamedApp {
        var app = self
        app.values = values.filter { value in !more.contains { $0.key == value.key } } + more
        return app
    }

    /// The app that it names; `nil`, with faults in the log: there is none.
    func read(_ log: ReadingLog) -> ReadApp? {
        name.text.isEmpty ? nil : log.apps?.load(name, values, log)
    }

    /// As the file has it, in one line.
    var written: String {
        let with = values.map { "\($0.key): \($0.value.withoutProvenance.flowText)" }
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
