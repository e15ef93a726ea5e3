extension ProfileLibrary {
    func app(_ file: OpenedFile) throws(ProfileFailure) -> ProfileDocument<PolicyOptions> {
        try file.document(ProfileReader(kind: .app) { root, _ in MappingReader.app(root).options })
    }

    func shelf(of scenario: OpenedFile) -> AppShelf {
        AppShelf(
            load: { name, values, log in
                do throws(ProfileFailure) {
                    return try self.app(name, values, of: scenario, log)
                } catch {
                    log.add(error.diagnostics.map { $0.seen(from: log.source, at: name) })
                    return nil
                }
            },
            has: { self.names(of: .app).contains($0) }, names: { self.names(of: .app) })
    }

    private func app(
        _ name: PlacedText, _ values: [(entry: RawEntry, prefix: String)],
        of scenario: OpenedFile, _ log: ReadingLog
    ) throws(ProfileFailure) -> ReadApp? {
        let isOwnPath = Self.isPath(name.text) && name.place.edit == nil
        let plain = name.text.hasPrefix("./") ? String(name.text.dropFirst(2)) : name.text
        let path = isOwnPath ? resolved(plain, relativeTo: scenario.source.path) : name.text
        var file = try open(path, .app)
        let node = try file.nodes()
        let parameters = AppParameter.all(of: node)
        let before = log.faultCount
        let traits = Behaviour.traits.fields.map(\.key)
        let possible = parameters.map(\.name) + traits
        let given = AppValues(of: name.text, values, possible: possible, log).values
        for missing in parameters
        where missing.isNeeded && !given.contains(where: { $0.name == missing.name }) {
            log.report(.missingKey(missing.name, owner: name.text), at: name.place)
        }
        guard log.faultCount == before else { return nil }
        let app = AppWithValues(node, given, from: log.source)
        (file.composed, file.source.edits) = (app.node, app.texts)
        let document = try file.document(
            ProfileReader(kind: .app) { root, _ in MappingReader.app(root) })
        log.add(app: document.file)
        for data in document.dataFiles { log.add(app: data) }
        log.add(notes: document.notes)
        var read = document.value
        read.values = app.places
        return read
    }

    public func shippedApps() throws(ProfileFailure) -> [ShippedApp] {
        var apps: [ShippedApp] = []
        for name in names(of: .app) { apps.append(ShippedApp(name, try open(name, .app).nodes())) }
        return apps
    }
}

private struct AppWithValues {
    private(set) var node: RawNode
    private(set) var texts: [EditText] = []
    private(set) var places: [String: SourcePlace] = [:]

    init(_ app: RawNode, _ values: [AppValues.Value], from scenario: SourceText) {
        node = app
        for value in values {
            places[value.name] = value.node.place
            let index = texts.count
            texts.append(
                EditText(
                    source: scenario.edit(at: value.node.place)?.source ?? scenario, change: nil))
            put(value.node.edited(index), value.name)
        }
        noteUses(in: app)
    }

    private mutating func put(_ value: RawNode, _ name: String) {
        if let parameters = node.entry("parameters"), parameters.entry(name) != nil {
            node = node.replacing("parameters", parameters.replacing(name, value))
        } else {
            node = node.replacing(name, value)
        }
    }

    /// Maps keys that use a parameter to the parameter's place, where their faults are shown.
    private mutating func noteUses(in node: RawNode) {
        switch node.content {
        case .text: break
        case .list(let nodes): for node in nodes { noteUses(in: node) }
        case .mapping(let entries):
            for entry in entries {
                if case .text(let text) = entry.value.content, text.isPlain,
                    text.text.hasPrefix("$"), let place = places[String(text.text.dropFirst())],
                    places[entry.key] == nil
                {
                    places[entry.key] = place
                } else {
                    noteUses(in: entry.value)
                }
            }
        }
    }
}

extension RawNode {
    fileprivate func replacing(_ key: String, _ value: RawNode) -> RawNode {
        guard case .mapping(let entries) = content else { return self }
        let own = entries.first { $0.key == key }
        let changed = RawEntry(key: key, keyPlace: own?.keyPlace ?? place, value: value)
        let others = entries.map { $0.key == key ? changed : $0 }
        return with(.mapping(own == nil ? others + [changed] : others))
    }
}

extension MappingReader {
    /// - Parameter root: A reader of the app's mapping that has already read the keys that are not
    ///   an app's.
    static func app(_ root: MappingReader) -> ReadApp {
        let node = RawNode(place: root.place, content: .mapping(root.entries))
        let prepared = AppNodes.prepared(node, root.log)
        let reader = MappingReader(
            prepared, owner: root.owner, prefix: root.prefix, place: root.place, log: root.log)
        for key in ["kind", "name", "description", "source", "sources"] { _ = reader.entry(key) }
        let options = Behaviour.app.options(from: reader)
        reader.finish()
        for entry in root.entries { _ = root.entry(entry.key) }
        return ReadApp(options: options, places: AppPlaces(node, in: root.log.source))
    }
}
