import DeviceModel

extension ProfileLibrary {
    /// A scenario by name or path, with what the command line changes in it.
    ///
    /// The device, the radio and the system that take part are the changed ones, and the policies
    /// are checked against them.
    /// - Throws: everything that is wrong with all the files together.
    public func loadScenario(
        _ nameOrPath: String, overrides: ScenarioOverrides = ScenarioOverrides()
    ) throws(ProfileFailure) -> LoadedScenario {
        try scenario(open(nameOrPath, .scenario), overrides)
    }

    func scenario(
        _ file: OpenedFile, _ overrides: ScenarioOverrides
    ) throws(ProfileFailure) -> LoadedScenario {
        let result = try file.read(ProfileReader(kind: .scenario, body: ScenarioText.init))
        let (text, log) = (result.value, result.log)
        var faults: [Diagnostic] = []
        let device = part(text.device, overrides.device, of: file, &faults, loadDevice)
        let radio = part(text.radio, overrides.radio, of: file, &faults, loadRadio)
        let system = part(text.system, overrides.system, of: file, &faults, loadSystem)
        guard let device, let radio, let system else { throw ProfileFailure(faults) }
        let phone = Phone(device: device.value, radio: radio.value, system: system.value)
        return LoadedScenario(
            scenario: try assemble(text, phone, overrides, log),
            description: result.description,
            files: [file.inputFile(.scenario, log), device.file, radio.file, system.file]
                + log.dataFiles.map { $0.labelled(relativeTo: file.label) })
    }

    /// The profile that the command line names, or else the one that the scenario names.
    private func part<Value>(
        _ named: PlacedText, _ override: String?, of scenario: OpenedFile,
        _ faults: inout [Diagnostic],
        _ load: (String) throws(ProfileFailure) -> ProfileDocument<Value>
    ) -> ProfileDocument<Value>? {
        let source = scenario.source
        let isPath = Self.isPath(named.text)
        let ownName = isPath ? resolved(named.text, relativeTo: source.path) : named.text
        do throws(ProfileFailure) {
            return try load(override ?? ownName)
        } catch {
            faults += error.diagnostics.map {
                override == nil ? $0.seen(from: source, at: named) : $0
            }
            return nil
        }
    }

    private func assemble(
        _ text: ScenarioText, _ phone: Phone, _ overrides: ScenarioOverrides, _ log: ReadingLog
    ) throws(ProfileFailure) -> Scenario {
        for policy in text.policies {
            do throws(PolicyError) {
                try policy.options.check(
                    system: phone.system, device: phone.device, world: text.world)
            } catch {
                log.report(.meaning(.policy(error)), at: policy.place(of: error))
            }
        }
        try log.finish()
        do throws(ScenarioError) {
            return try Scenario(
                name: text.name, question: text.question, device: phone.device,
                radio: phone.radio, system: phone.system,
                horizon: overrides.horizon ?? text.horizon, world: text.world,
                policies: text.policies.map {
                    NamedPolicy(name: $0.name.text, options: $0.options)
                },
                baseline: text.baseline, replications: text.plan(overrides.replications),
                seed: overrides.seed ?? text.seed)
        } catch {
            throw ProfileFailure(diagnostic(error, text, overrides, log.source))
        }
    }
}

/// The fault, at the place in the scenario that causes it; what the command line causes stands in
/// no file.
private func diagnostic(
    _ error: ScenarioError, _ text: ScenarioText, _ overrides: ScenarioOverrides,
    _ source: SourceText
) -> Diagnostic {
    let fault = Diagnostic.Kind.meaning(.scenario(error))
    switch error {
    case .radioCarriesOnlyPackets:
        guard overrides.radio == nil else { return Diagnostic(fault, file: nil) }
        return source.diagnostic(fault, at: text.radio.place)
    case .nonPositiveHorizon, .noPolicies, .twoPoliciesNamed, .policy:
        return Diagnostic(fault, file: source.path)
    }
}

/// What a scenario runs on.
private struct Phone {
    let device: DeviceProfile
    let radio: RadioProfile
    let system: SystemRules
}

extension ScenarioText {
    /// The scenario's own plan, or exactly as many replications as somebody asked for.
    fileprivate func plan(_ exactly: Int?) -> ReplicationPlan {
        guard let exactly else { return replications }
        return ReplicationPlan(
            atLeast: exactly, atMost: exactly, metric: replications.metric,
            relativeHalfWidth: replications.relativeHalfWidth)
    }
}
