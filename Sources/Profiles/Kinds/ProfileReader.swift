/// Reads a file of one kind: what all kinds have in common, then what `body` asks for.
struct ProfileReader<Value> {
    let kind: ProfileKind
    /// Reads the rest. `nil` is for a value that faults in the log make impossible.
    let body: (MappingReader, String) -> Value?

    struct Result {
        let value: Value
        let name: PlacedText
        let description: String?
        let log: ReadingLog
    }

    /// - Parameters:
    ///   - file: as it was opened.
    ///   - node: what is in it.
    ///   - edits: what takes the place of some of its values.
    /// - Throws: everything that is wrong with the file, or with the edits.
    func read(
        _ file: SourceText, _ node: RawNode, edits: [ValueEdit] = []
    ) throws(ProfileFailure) -> Result {
        if let (fault, place) = wrongKind(of: node) {
            throw ProfileFailure(file.diagnostic(fault, at: place))
        }
        let (node, source) = try ValueEditing.apply(
            edits, skipping: kind == .scenario ? 0 : 1, to: node, of: file, shape: kind.shape)
        let log = ReadingLog(source, kind: kind)
        var value: Value?
        var name = PlacedText(text: "", place: .first)
        var description: String?
        MappingReader.read(
            node, owner: kind.words, prefix: "", place: node.place, log: log
        ) { root in
            log.root = root
            _ = root.requiredEntry("kind")
            name = root.name("name")
            description = root.optionalText("description")
            root.readSources()
            if kind.mayBeUncertain {
                let own = root.optionalMapping(ScenarioShape.uncertain.key, FactorsReader.uncertain)
                log.uncertain += (own ?? []).map { ("\($0.path)", $0.law) }
            }
            value = body(root, name.text)
        }
        try log.finish()
        guard let value else { preconditionFailure("no \(kind) and no fault in \(source.path)") }
        return Result(value: value, name: name, description: description, log: log)
    }

    /// A file of another kind has so many unknown keys that only its kind is reported.
    private func wrongKind(of node: RawNode) -> (Fault, SourcePlace)? {
        guard let (found, place) = node.kind, found != kind.rawValue else { return nil }
        if ProfileKind(rawValue: found) != nil {
            let fault = Fault(
                "this is \(ProfileKind.words(found)), but \(kind.words) is needed",
                advice: "Name a file that begins with kind: \(kind.rawValue).")
            return (fault, place)
        }
        let possible = ProfileKind.allCases.map(\.rawValue)
        return (.notOneOf(found, what: "a kind of profile", possible: possible), place)
    }
}

extension RawNode {
    var kind: (text: String, place: SourcePlace)? {
        guard case .mapping(let entries) = content,
            let value = entries.first(where: { $0.key == "kind" })?.value
        else { return nil }
        return (value.flowText, value.place)
    }
}

extension ProfileReader {
    /// Reads a file of which a form says all that is in it.
    ///
    /// - Parameters:
    ///   - kind: of the file.
    ///   - form: what a file of the kind can say.
    ///   - name: where the value keeps the name of the file.
    init(kind: ProfileKind, form: Form<Value>, name: WritableKeyPath<Value, String>)
    where Value: Sendable {
        self.init(kind: kind) { root, text in
            var value = form.value(from: root)
            value[keyPath: name] = text
            return value
        }
    }
}

extension ProfileKind {
    var shape: FormShape {
        switch self {
        case .device: DeviceProfile.form.shape
        case .radio: RadioFile.shape
        case .system: SystemRules.form.shape
        case .movement: MovementReader.shape
        case .cells: CellsReader.shape
        case .user: UserProfile.form.shape
        case .app: Behaviour.app.shape
        case .scenario: ScenarioShape.scenario
        case .budget: BudgetFile.shape
        }
    }
}
