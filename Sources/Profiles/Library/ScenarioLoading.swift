extension ProfileLibrary {
    /// Loads a scenario with the command line's overrides, and checks the policies against the
    /// result.
    ///
    /// - Throws: All faults of all its files.
    public func loadScenario(
        _ nameOrPath: String, overrides: ScenarioOverrides = ScenarioOverrides()
    ) throws(ProfileFailure) -> LoadedScenario {
        try scenario(open(nameOrPath, .scenario), overrides)
    }

    func scenario(
        _ file: OpenedFile, _ overrides: ScenarioOverrides
    ) throws(ProfileFailure) -> LoadedScenario {
        let shelf = shelf(of: file)
        let result = try file.with(overrides.edits { $0.part == nil }).read(
            ProfileReader(kind: .scenario) { root, name in
                root.log.apps = shelf
                return ScenarioText(root, name: name)
            })
        let (text, log) = (result.value, result.log)
        var file = file
        file.source = log.source
        var faults: [Diagnostic] = []
        let device = part(text.device, .device, overrides, of: file, &faults, device)
        let radio = part(text.radio, .radio, overrides, of: file, &faults, radio)
        let wifiRadio = wifiRadio(text, overrides, of: file, &faults)
        let system = part(text.system, .system, overrides, of: file, &faults, system)
        let places = places(text.world, overrides, of: file, &faults)
        let days = days(of: text, places, overrides, of: file, &faults)
        guard let device, let radio, let system, faults.isEmpty else {
            throw ProfileFailure(faults)
        }
        let phone = Phone(
            device: device.value, radio: radio.value, wifiRadio: wifiRadio?.value,
            system: system.value, rules: system.file.provenance)
        try checkExists(phone, text, overrides, log.source)
        check(text.policies, of: text, phone, places.world, log)
        if let family = text.frontier?.policies {
            for day in days { check(family, of: text, phone, day.places.world, log) }
        }
        try log.finish()
        let scenario = try assemble(text, phone, places.world, overrides, log)
        let parts =
            [file.inputFile(.scenario, log), device.file, radio.file]
            + [wifiRadio?.file].compactMap { $0 } + [system.file] + log.appFiles
        let data = file.dataFiles(log)
        return LoadedScenario(
            scenario: scenario, description: result.description,
            policyTexts: text.policies.map(\.written),
            files: parts + places.files + data + places.dataFiles,
            notes: log.notes + places.notes + scenario.notes
                + text.policies.idleNotes(in: scenario),
            replaced: text.replaced(in: scenario),
            frontier: text.frontier.map {
                LoadedFrontier(
                    $0, days, of: scenario, parts: parts, data: data,
                    log.notes + $0.policies.idleNotes(in: scenario))
            }, factors: text.factors,
            uncertain: text.uncertain(
                beside: [
                    (.radio, radio.uncertain), (.wiFiRadio, wifiRadio?.uncertain ?? []),
                    (.device, device.uncertain), (.system, system.uncertain),
                ], replaced: text.parts(replacedBy: overrides), edits: overrides.edits))
    }

    /// A system or technology that the device never had needs `hypothetical`.
    private func checkExists(
        _ phone: Phone, _ text: ScenarioText, _ overrides: ScenarioOverrides, _ source: SourceText
    ) throws(ProfileFailure) {
        if text.isHypothetical { return }
        let (device, system) = (phone.device, phone.system.name)
        if let possible = device.systems, !possible.contains(system),
            names(of: .system).contains(system)
        {
            let fault = ScenarioError(
                .system, "\(quoted(device.name)) never ran \(quoted(system))",
                advice: Self.orHypothetical("--system ", possible))
            throw ProfileFailure(diagnostic(fault, text, overrides, source))
        }
        guard let possible = device.technologies else { return }
        let spoken = [phone.radio, phone.wifiRadio].compactMap { $0?.technology }
        guard let other = spoken.first(where: { !possible.contains($0) }) else { return }
        let fault = ScenarioError(
            .otherRadio, "\(quoted(device.name)) never had a radio of \(other.rawValue)",
            advice: Self.orHypothetical("a radio of ", possible.map(\.rawValue)))
        throw ProfileFailure(diagnostic(fault, text, overrides, source))
    }

    private static func orHypothetical(_ what: String, _ possible: [String]) -> String {
        "Choose \(what)\(possible.joined(separator: " or ")). --anyway (in the scenario: "
            + "hypothetical: true) runs what never existed."
    }

    private func wifiRadio(
        _ text: ScenarioText, _ overrides: ScenarioOverrides, of scenario: OpenedFile,
        _ faults: inout [Diagnostic]
    ) -> ProfileDocument<RadioProfile>? {
        let named =
            text.wifiRadio ?? overrides.wifiRadio.map { PlacedText(text: $0, place: .first) }
        if named == nil, let edit = overrides.edits({ $0.part == .wiFiRadio }).first {
            let part = edit.path.keys[0]
            let fault = Fault(
                "the scenario has no \(part)",
                advice: "Leave the path out, or name one by --\(part).")
            faults.append(Diagnostic(fault, file: "\(edit.origin) \(edit.path)"))
        }
        return named.flatMap { part($0, .wiFiRadio, overrides, of: scenario, &faults, radio) }
    }

    private func part<Value>(
        _ named: PlacedText, _ which: ValuePath.Part, _ overrides: ScenarioOverrides,
        of scenario: OpenedFile, _ faults: inout [Diagnostic],
        _ read: (OpenedFile) throws(ProfileFailure) -> ProfileDocument<Value>
    ) -> ProfileDocument<Value>? {
        let edits = overrides.edits { $0.part == which }
        return part(named, overrides.name(of: which), of: scenario, &faults) {
            (name: String) throws(ProfileFailure) in
            try read(open(name, which.kind).with(edits))
        }
    }

    /// The world, with the movement and cells of the command line or the scenario.
    func places(
        _ text: WorldText, _ overrides: ScenarioOverrides, of scenario: OpenedFile,
        _ faults: inout [Diagnostic]
    ) -> Places {
        var places = Places(world: text.profile)
        places.world.regions = text.regions.map(\.region)
        let movement = worldPart(text.movement, overrides.movement, of: scenario, &places, &faults)
        { (name) throws(ProfileFailure) in try loadMovement(name) }
        if let movement { places.world.movement = movement }
        places.world.cells =
            worldPart(text.cells, overrides.cells, of: scenario, &places, &faults, loadCells)
            ?? places.world.cells
        let use = overrides.use.map { UseText(word: $0) } ?? text.use
        places.world.user = user(use, text, overrides, of: scenario, &places, &faults)
        places.world.hasOwnWork = use?.isBare != true
        return places
    }

    /// The user; `nil` for a phone in standby.
    private func user(
        _ use: UseText?, _ text: WorldText, _ overrides: ScenarioOverrides,
        of scenario: OpenedFile, _ places: inout Places, _ faults: inout [Diagnostic]
    ) -> UserProfile? {
        switch use?.content {
        case nil: return text.profile.hasSessions ? UserProfile.form.standard : nil
        case .standby, .bare:
            if text.profile.hasSessions || text.profile.opened > .zero {
                let fault = Fault(
                    "the phone is in standby, but the world says when the user has an app in front",
                    advice: "Leave sessions, other-apps and opened out of the world, or write use: "
                        + "sessions.")
                faults.append(
                    overrides.use == nil
                        ? scenario.source.diagnostic(fault, at: use?.place ?? .first)
                        : Diagnostic(fault, file: nil))
            }
            return nil
        case .sessions: return UserProfile.form.standard
        case .user(let user):
            return worldPart(user, overrides.use, of: scenario, &places, &faults, loadUser)
        }
    }

    /// A part of the world, whose file `places` takes if it has one.
    private func worldPart<Value>(
        _ text: PartText<Value>?, _ override: String?, of scenario: OpenedFile,
        _ places: inout Places, _ faults: inout [Diagnostic],
        _ load: (String) throws(ProfileFailure) -> ProfileDocument<Value>
    ) -> Value? {
        var name = override.map { PlacedText(text: $0, place: .first) }
        switch text {
        case .named(let own): name = own
        case .inPlace(let value) where override == nil: return value
        case .inPlace, nil: break
        }
        return name.flatMap { part($0, override, of: scenario, &faults, load) }
            .map { places.take($0) }
    }

    /// The profile that the command line names, otherwise the scenario's.
    private func part<Value>(
        _ named: PlacedText, _ override: String?, of scenario: OpenedFile,
        _ faults: inout [Diagnostic],
        _ load: (String) throws(ProfileFailure) -> ProfileDocument<Value>
    ) -> ProfileDocument<Value>? {
        let source = scenario.source
        let isPath = Self.isPath(named.text)
        // Paths on the command line are relative to the working directory.
        let ownName =
            isPath && named.place.edit == nil
            ? resolved(named.text, relativeTo: source.path) : named.text
        do throws(ProfileFailure) {
            return try load(override ?? ownName)
        } catch {
            faults += error.diagnostics.map {
                override == nil ? $0.seen(from: source, at: named) : $0
            }
            return nil
        }
    }

    /// Reports policies that cannot run on the phone in the world.
    private func check(
        _ policies: [PolicyText], of text: ScenarioText, _ phone: Phone, _ world: WorldProfile,
        _ log: ReadingLog
    ) {
        RegionText.check(text.world.regions, world.movement, log)
        text.world.checkWiFi(world.movement, log)
        for policy in policies {
            do throws(Refusal) {
                try policy.options.check(
                    system: phone.system, device: phone.device, radio: phone.radio, world: world)
            } catch {
                let better = advised(
                    error, for: policy.options, on: phone.device, phone.radio, phone.system,
                    in: world)
                log.report(
                    phone.fault(better), at: policy.place(of: error),
                    related: policy.related(to: error))
            }
        }
    }

    private func assemble(
        _ text: ScenarioText, _ phone: Phone, _ world: WorldProfile, _ overrides: ScenarioOverrides,
        _ log: ReadingLog
    ) throws(ProfileFailure) -> Scenario {
        do throws(ScenarioError) {
            return try Scenario(
                name: text.name, question: text.question, device: phone.device,
                radio: phone.radio, wifiRadio: phone.wifiRadio, system: phone.system,
                horizon: overrides.horizon ?? text.horizon, world: world,
                policies: text.policies.map {
                    NamedPolicy(name: $0.name.text, options: $0.options)
                },
                baseline: text.baseline, replications: text.plan(overrides),
                seed: overrides.seed ?? text.seed,
                answer: text.keepsItsWords(overrides) ? text.answer : nil)
        } catch { throw ProfileFailure(diagnostic(error, text, overrides, log.source)) }
    }
}

/// The fault at its place in the scenario; a fault of the command line has no file.
private func diagnostic(
    _ error: ScenarioError, _ text: ScenarioText, _ overrides: ScenarioOverrides,
    _ source: SourceText
) -> Diagnostic {
    let (isOverridden, place): (Bool, SourcePlace?) =
        switch error.place {
        case .scenario: (false, nil)
        case .radio: (overrides.radio != nil, text.radio.place)
        case .otherRadio:
            (
                overrides.radio != nil || overrides.wifiRadio != nil || overrides.device != nil,
                text.radio.place
            )
        case .wifiRadio:
            (overrides.wifiRadio != nil || text.wifiRadio == nil, text.wifiRadio?.place)
        case .ownWiFiRadio: (text.wifiRadio == nil, text.wifiRadio?.place)
        case .wifi: (false, text.world.wifiPlace ?? text.radio.place)
        case .system: (overrides.system != nil || overrides.device != nil, text.system.place)
        case .use: (overrides.use != nil, text.world.use?.place)
        case .level(let level, _): (false, text.world.levelPlaces[level])
        }
    if isOverridden { return Diagnostic(Fault(error), file: nil) }
    return place.map { source.diagnostic(Fault(error), at: $0) }
        ?? Diagnostic(Fault(error), file: source.path)
}

struct Places {
    var world: WorldProfile
    var files: [InputFile] = []
    var dataFiles: [InputFile] = []
    var notes: [String] = []

    mutating func take<Value>(_ document: ProfileDocument<Value>) -> Value {
        files.append(document.file)
        dataFiles += document.dataFiles
        notes += document.notes
        return document.value
    }
}

private struct Phone {
    let device: DeviceProfile
    let radio: RadioProfile
    let wifiRadio: RadioProfile?
    let system: SystemRules
    let rules: [ProvenanceEntry]

    /// The refusal, with the origin of the system's rule that it comes from.
    func fault(_ refusal: Refusal) -> Fault {
        let rule = rules.first { $0.path == refusal.rule }
        let origin =
            switch rule?.origin {
            case .source(let source): " The rule is from: \(source.citation)."
            case .assumption(let reason): " The rule is assumed: \(reason)."
            case .changed(let change): " The rule is set by \(change.origin)."
            case .unstated, .byDefault, .word, nil: ""
            }
        return Fault(refusal.message, advice: refusal.advice + origin)
    }
}

extension ScenarioText {
    /// The parts that the question names and that now differ.
    fileprivate func replaced(in scenario: Scenario) -> [LoadedScenario.Replaced] {
        let parts = [
            ("radio", radio.text, scenario.radio.name),
            ("device", device.text, scenario.device.name),
            ("system", system.text, scenario.system.name),
            ("horizon", "\(horizon.seconds)", "\(scenario.horizon.seconds)"),
        ]
        return parts.filter { !ProfileLibrary.isPath($0.1) && $0.1 != $0.2 }.map { part in
            LoadedScenario.Replaced(what: part.0, asked: part.1, used: part.2)
        }
    }

    /// Whether the scenario's answer is still true in words.
    ///
    /// It names the policies' options and the run's length, which its figures cannot follow.
    fileprivate func keepsItsWords(_ overrides: ScenarioOverrides) -> Bool {
        if let other = overrides.horizon, other != horizon { return false }
        let wordless = [
            "radio", "wi-fi-radio", "device", "system", "replications", "seed", "hypothetical",
        ]
        return overrides.edits.allSatisfy { wordless.contains($0.path.keys[0]) }
            || overrides.edits.contains { $0.path.keys == ["answer"] }
    }

    fileprivate func plan(_ overrides: ScenarioOverrides) -> ReplicationPlan {
        let (own, sampling) = (replications, overrides.sampling)
        return ReplicationPlan(
            atLeast: sampling.replications ?? own.atLeast,
            atMost: sampling.replications ?? own.atMost, metrics: own.metrics,
            relativeHalfWidth: sampling.precision ?? own.relativeHalfWidth,
            pairedHalfWidth: sampling.pairedPrecision ?? own.pairedHalfWidth,
            equivalence: overrides.equivalence ?? own.equivalence,
            isAntithetic: sampling.isAntithetic ?? own.isAntithetic)
    }
}

extension ScenarioOverrides {
    fileprivate func edits(_ isWanted: (ValuePath) -> Bool) -> [ValueEdit] {
        edits.filter { isWanted($0.path) }
    }

    func name(of part: ValuePath.Part) -> String? {
        switch part {
        case .radio: radio
        case .wiFiRadio: wifiRadio
        case .device: device
        case .system: system
        }
    }
}

extension ValuePath.Part {
    fileprivate var kind: ProfileKind {
        switch self {
        case .radio, .wiFiRadio: .radio
        case .device: .device
        case .system: .system
        }
    }
}
