/// A policy as the scenario has it, with the places that later faults point at.
struct PolicyText {
    let name: PlacedText
    let isBaseline: Bool
    let options: PolicyOptions
    /// The policy's own key and its options, as the file has them, in one line.
    let written: String
    let keyPlace: SourcePlace
    let optionPlaces: [String: SourcePlace]
    /// The scenario's apps, if the policy is several of them.
    var apps: [AppText] = []
    var named: NamedApp?
    /// Where an app of rules has them, if it is one: in this file or its own.
    var appPlaces: AppPlaces?
}

extension PolicyText {
    /// Reads one entry of `policies:`, which may make several policies.
    ///
    /// - Parameters:
    ///   - policy: the entry.
    ///   - apps: those of the scenario; `nil`: it has no list of them.
    static func read(_ policy: MappingReader, apps: [AppText]?) -> [PolicyText] {
        let name = policy.name("name")
        let isBaseline = policy.givenFlag("baseline") ?? false
        let keys = PolicyKeys.behaviours + [PolicyKeys.apps]
        guard let entry = policy.policyEntry(of: keys) else { return [] }
        if entry.key == PolicyKeys.apps {
            return AppsReader.policies(name, isBaseline: isBaseline, entry, in: policy, of: apps)
        }
        return [PolicyText(name, isBaseline: isBaseline, entry, in: policy)]
    }

    /// Reads the policy of one of several apps, which is named after the app.
    init(app: MappingReader) {
        let name = app.name("name")
        guard let entry = app.policyEntry(of: AppsReader.keys(in: app)),
            AppsReader.isApp(entry, app.log)
        else {
            self.init(
                name: name, isBaseline: false, options: .none, written: "", keyPlace: app.place,
                optionPlaces: [:])
            return
        }
        self.init(name, isBaseline: false, entry, in: app)
    }

    private init(_ name: PlacedText, isBaseline: Bool, _ entry: RawEntry, in owner: MappingReader) {
        if let named = NamedApp(entry, in: owner) {
            self.init(name, isBaseline: isBaseline, named, entry.keyPlace, in: owner)
            return
        }
        let (options, places) = Self.behaviour(entry, in: owner)
        self.init(
            name: name, isBaseline: isBaseline, options: options, written: entry.written,
            keyPlace: entry.keyPlace, optionPlaces: places)
        if entry.key == Behaviour.app.key {
            appPlaces = AppPlaces(entry.value, in: owner.log.source)
        }
    }

    /// A policy that is a file of its own.
    init(
        _ name: PlacedText, isBaseline: Bool = false, _ named: NamedApp, _ keyPlace: SourcePlace,
        in owner: MappingReader
    ) {
        let app = named.read(owner.log)
        self.init(
            name: name, isBaseline: isBaseline, options: app?.options ?? PolicyOptions.none,
            written: named.written, keyPlace: keyPlace, optionPlaces: app?.values ?? [:])
        (self.named, appPlaces) = (named, app?.places)
    }

    /// One variation of the options of a policy in a family.
    ///
    /// - Parameters:
    ///   - name: as results show it.
    ///   - entry: the policy's key and its options, from which the variation was made.
    ///   - node: the options with the values chosen.
    ///   - family: the entry of the family that contains it.
    init(named name: PlacedText, _ entry: RawEntry, _ node: RawNode, in family: MappingReader) {
        self.init(name, isBaseline: false, entry.with(node), in: family)
    }

    private static func behaviour(
        _ entry: RawEntry, in owner: MappingReader
    ) -> (PolicyOptions, [String: SourcePlace]) {
        guard let behaviour = Behaviour.named(entry.key) else { return (.none, [:]) }
        return owner.mapping(in: entry.prepared(owner.log)) {
            (behaviour.options(from: $0), $0.valuePlaces)
        }
    }

    /// Where the reader of a refusal should look: at the option at fault, if it is there.
    func place(of refusal: Refusal) -> SourcePlace {
        if let app = refusal.app {
            var own = refusal
            own.app = nil
            return apps.first { $0.policy.name.text == app }?.policy.place(of: own) ?? keyPlace
        }
        if named == nil, let place = appPlaces?.place(of: refusal) { return place }
        let places = [refusal.option, refusal.elsewhere].compactMap { $0 }
        return places.lazy.compactMap { optionPlaces[$0] }.first ?? keyPlace
    }

    /// The place in an app's own file that a refusal is about; `nil`: there is no such file.
    func related(to refusal: Refusal) -> Diagnostic.Related? {
        if let app = refusal.app {
            return apps.first { $0.policy.name.text == app }?.policy.appPlaces(ofFile: refusal)
        }
        return appPlaces(ofFile: refusal)
    }

    private func appPlaces(ofFile refusal: Refusal) -> Diagnostic.Related? {
        named == nil ? nil : appPlaces?.related(to: refusal)
    }
}

extension RawEntry {
    /// A policy's key and options as a reader wants to see them.
    var written: String { "\(key): \(value.withoutProvenance.flowText)" }
}
