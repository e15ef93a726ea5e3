import DeviceModel
import Studies

extension ProfileLibrary {
    /// An app by name or path.
    public func loadApp(
        _ nameOrPath: String
    ) throws(ProfileFailure) -> ProfileDocument<PolicyOptions> {
        try app(open(nameOrPath, .app))
    }

    func app(_ file: OpenedFile) throws(ProfileFailure) -> ProfileDocument<PolicyOptions> {
        let document = try readApp(file)
        return ProfileDocument(
            value: document.value.options, description: document.description,
            file: document.file, dataFiles: document.dataFiles, notes: document.notes,
            uncertain: document.uncertain)
    }

    private func readApp(_ file: OpenedFile) throws(ProfileFailure) -> ProfileDocument<ReadApp> {
        try file.document(
            ProfileReader(kind: .app) { root, _ in
                let node = RawNode(place: root.place, content: .mapping(root.entries))
                return MappingReader.app(node, after: root)
            })
    }

    /// Where the scenario in a file finds its apps.
    func shelf(of scenario: OpenedFile) -> AppShelf {
        AppShelf { name, values, log in
            do throws(ProfileFailure) {
                let document = try self.app(name, values, of: scenario, log)
                log.add(app: document.file)
                for data in document.dataFiles { log.add(app: data) }
                log.add(notes: document.notes)
                return document.value
            } catch {
                log.add(error.diagnostics.map { $0.seen(from: log.source, at: name) })
                return nil
            }
        }
    }

    private func app(
        _ name: PlacedText, _ values: [RawEntry], of scenario: OpenedFile, _ log: ReadingLog
    ) throws(ProfileFailure) -> ProfileDocument<ReadApp> {
        let isOwnPath = Self.isPath(name.text) && name.place.edit == nil
        let path =
            isOwnPath ? resolved(name.text.plainPath, relativeTo: scenario.source.path) : name.text
        var file = try open(path, .app)
        let node =
            if let known = file.composed { known } else {
                try YAMLComposer.compose(file.source)
            }
        file.composed = node
        var possible: [String] = []
        if case .mapping(let own)? = node.entry("parameters")?.content {
            possible = own.map(\.key)
        }
        var edits: [ValueEdit] = []
        for value in values {
            guard possible.contains(value.key),
                let path = try? ValuePath("app.parameters.\(value.key)")
            else {
                let fault = ValueFault.notOneOf(
                    value.key, what: "a parameter of \(name.text)", possible: possible)
                throw ProfileFailure(log.source.diagnostic(.value(fault), at: value.keyPlace))
            }
            edits.append(ValueEdit(path, value.value.flowText, origin: "with"))
        }
        return try readApp(file.with(edits))
    }
}

extension MappingReader {
    /// The app that a mapping describes.
    ///
    /// - Parameters:
    ///   - node: the app's mapping.
    ///   - root: reads the same mapping, and has asked for the keys that are no app's.
    static func app(_ node: RawNode, after root: MappingReader) -> ReadApp {
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

extension String {
    /// Without `./` at its beginning, which says nothing.
    fileprivate var plainPath: String { hasPrefix("./") ? String(dropFirst(2)) : self }
}
