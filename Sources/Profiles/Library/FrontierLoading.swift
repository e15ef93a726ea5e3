struct DayPlaces {
    let name: String
    let places: Places
}

extension ProfileLibrary {
    /// The kinds of day of a scenario's frontier: those that it lists, or its own world.
    ///
    /// A movement of the command line replaces them all.
    ///
    /// - Parameters:
    ///   - own: The scenario's own world.
    ///   - faults: Receives the faults of movements and cells.
    func days(
        of text: ScenarioText, _ own: Places, _ overrides: ScenarioOverrides,
        of file: OpenedFile, _ faults: inout [Diagnostic]
    ) -> [DayPlaces] {
        guard let frontier = text.frontier else { return [] }
        if let movement = overrides.movement { return [DayPlaces(name: movement, places: own)] }
        if frontier.days.isEmpty {
            return [DayPlaces(name: text.world.movement?.name ?? text.name, places: own)]
        }
        return frontier.days.map { day in
            var world = text.world
            world.movement = .named(day.movement)
            if let cells = day.cells { world.cells = .named(cells) }
            return DayPlaces(
                name: day.name.text, places: places(world, overrides, of: file, &faults))
        }
    }
}

extension PartText {
    /// The movement's name; `nil` if it is described in place.
    fileprivate var name: String? {
        switch self {
        case .named(let name): name.text
        case .inPlace: nil
        }
    }
}

extension LoadedFrontier {
    /// Replaces the scenario's policies by the family, which has been validated with it.
    ///
    /// - Parameters:
    ///   - days: At least one.
    ///   - parts: The files of the scenario, device, radio and system.
    ///   - data: The files that the scenario itself names.
    init(
        _ text: FrontierText, _ days: [DayPlaces], of scenario: Scenario, parts: [InputFile],
        data: [InputFile], _ notes: [String]
    ) {
        let variants = text.variants.map { variant in
            PolicyVariant(
                policy: NamedPolicy(
                    name: variant.policy.name.text, options: variant.policy.options),
                family: variant.family, levels: variant.levels)
        }
        frontier = Frontier(
            cost: text.cost, error: text.error, variants: variants,
            days: days.map { day in
                FrontierDay(
                    name: day.name,
                    scenario: scenario.with(variants.map(\.policy), in: day.places.world))
            })
        let files =
            parts.map { $0.with(family: text.provenance) } + days.flatMap(\.places.files) + data
            + days.flatMap(\.places.dataFiles)
        // Several days may share cells.
        self.files = files.firstOfEach
        self.notes = (notes + days.flatMap(\.places.notes)).firstOfEach
    }
}

extension Scenario {
    /// The scenario with other policies and another world, all already validated.
    fileprivate func with(_ policies: [NamedPolicy], in world: WorldProfile) -> Scenario {
        do throws(ScenarioError) {
            return try Scenario(
                name: name, question: question, device: device, radio: radio, wifiRadio: wifiRadio,
                system: system, horizon: horizon, world: world, policies: policies, baseline: 0,
                replications: replications, seed: seed)
        } catch { preconditionFailure("a family that was checked: \(error)") }
    }
}

extension InputFile {
    /// The scenario's file with the family's numbers in place of its own policies'.
    fileprivate func with(family: [ProvenanceEntry]) -> InputFile {
        guard role == .scenario else { return self }
        return InputFile(
            role: role, path: path, label: label, bytes: bytes,
            provenance: provenance.filter { !$0.path.hasPrefix("policies[") } + family)
    }
}
