public struct LoadedBudget: Sendable {
    public let budget: Budget
    /// With the budget's radio, device, system, horizon, seed and replications.
    public let scenario: LoadedScenario
    public let description: String?
    public let file: InputFile

    public var files: [InputFile] { [file] + scenario.files }
}

public struct LoadedTraceBudget: Sendable {
    public let budget: TraceBudget
    /// The path of the trace, resolved relative to the budget.
    public let trace: String
    /// At least one.
    public let radios: [ProfileDocument<RadioProfile>]
    /// The phone with the battery; `nil` if no limit needs one.
    public let device: ProfileDocument<DeviceProfile>?
    public let apps: String?
    /// The length of the recorded run; `nil` ends it when the radio is at rest.
    public let horizon: TimeSpan?
    /// The phone's own addresses; empty if the capture tells them.
    public let addresses: [IPAddress]
    /// The interfaces whose packets count; empty for those of one radio.
    public let interfaces: [String]
    public let description: String?
    public let file: InputFile

    public var files: [InputFile] { [file] + radios.map(\.file) + (device.map { [$0.file] } ?? []) }
}

public enum AnyBudget: LoadedFile {
    case scenario(LoadedBudget)
    case trace(LoadedTraceBudget)

    public var description: String? {
        switch self {
        case .scenario(let loaded): loaded.description
        case .trace(let loaded): loaded.description
        }
    }

    public var file: InputFile {
        switch self {
        case .scenario(let loaded): loaded.file
        case .trace(let loaded): loaded.file
        }
    }
}

extension ProfileLibrary {
    /// Loads a budget with its scenario, or with the radios for its trace.
    ///
    /// - Parameters:
    ///   - nameOrPath: A path that ends in `.yaml`; no budgets are shipped.
    ///   - sampling: Overrides the replications of budget and scenario.
    /// - Throws: All faults of the budget, or of its scenario's files.
    public func loadBudget(
        _ nameOrPath: String, sampling: ScenarioOverrides.Sampling = .init()
    ) throws(ProfileFailure) -> AnyBudget {
        try budget(open(nameOrPath, .budget), sampling: sampling)
    }

    func budget(
        _ file: OpenedFile, sampling: ScenarioOverrides.Sampling
    ) throws(ProfileFailure) -> AnyBudget {
        let result = try file.read(ProfileReader(kind: .budget) { BudgetFile.read($0, name: $1) })
        return result.value.isTrace
            ? .trace(try traceBudget(result.value, file, result))
            : .scenario(try budget(result.value, file, result, sampling))
    }

    private func traceBudget(
        _ text: BudgetFile, _ file: OpenedFile, _ result: ProfileReader<BudgetFile>.Result
    ) throws(ProfileFailure) -> LoadedTraceBudget {
        let log = result.log
        var radios: [ProfileDocument<RadioProfile>] = []
        for name in text.radios {
            let radio = try named(name, in: file, loadRadio)
            if radios.contains(where: { $0.value.name == radio.value.name }) {
                log.report(
                    "two radios are named \(quoted(radio.value.name))",
                    advice: "Name each radio once; give a changed profile a name of its own.",
                    at: name.place)
            }
            radios.append(radio)
        }
        text.checkRadios(log)
        let device = try text.device.map { name throws(ProfileFailure) in
            try named(name, in: file, loadDevice)
        }
        try log.finish()
        let limits = text.traceLimits.compactMap { limit in
            let place = text.radios.firstIndex { $0.text == limit.radio?.text }
            return limit.limit(radio: place.map { radios[$0].value.name })
        }
        func found(_ path: PlacedText) -> String {
            resolved(path.text, relativeTo: file.source.path)
        }
        return LoadedTraceBudget(
            budget: TraceBudget(
                name: text.name, limits: limits, undecidedPasses: text.undecided == .pass),
            trace: found(text.subject), radios: radios, device: device, apps: text.apps.map(found),
            horizon: text.horizon, addresses: text.addresses, interfaces: text.interfaces,
            description: result.description, file: file.inputFile(.budget, log))
    }

    /// Loads a profile that a budget names, and shows faults of the name in the budget.
    private func named<Value>(
        _ name: PlacedText, in file: OpenedFile,
        _ load: (String) throws(ProfileFailure) -> ProfileDocument<Value>
    ) throws(ProfileFailure) -> ProfileDocument<Value> {
        let path = Self.name(name.text, in: file.source.path)
        do throws(ProfileFailure) {
            return try load(path)
        } catch {
            throw ProfileFailure(
                error.diagnostics.map { diagnostic in
                    diagnostic.isAbout(name.text, as: path)
                        ? diagnostic.seen(in: file.source, at: name) : diagnostic
                })
        }
    }

    private func budget(
        _ text: BudgetFile, _ file: OpenedFile, _ result: ProfileReader<BudgetFile>.Result,
        _ sampling: ScenarioOverrides.Sampling
    ) throws(ProfileFailure) -> LoadedBudget {
        let log = result.log
        let scenario = try scenario(of: text, in: file, sampling: sampling)
        checkPolicies(text, scenario.scenario, log)
        try log.finish()
        return LoadedBudget(
            budget: Budget(
                name: text.name, limits: text.limits.compactMap(\.limit),
                undecidedPasses: text.undecided == .pass),
            scenario: scenario, description: result.description, file: file.inputFile(.budget, log))
    }

    private func scenario(
        of text: BudgetFile, in file: OpenedFile, sampling: ScenarioOverrides.Sampling
    ) throws(ProfileFailure) -> LoadedScenario {
        func found(_ name: PlacedText) -> String { Self.name(name.text, in: file.source.path) }
        // A requested precision may take as many replications as it needs.
        var sampling = sampling
        if sampling.precision == nil && sampling.pairedPrecision == nil {
            sampling.replications = sampling.replications ?? text.replications
        }
        let overrides = ScenarioOverrides(
            device: text.device.map(found), radio: text.radio.map(found),
            system: text.system.map(found), horizon: text.horizon, seed: text.seed,
            sampling: sampling)
        do throws(ProfileFailure) {
            return try loadScenario(found(text.subject), overrides: overrides)
        } catch {
            let names = [text.subject, text.device, text.radio, text.system].compactMap { $0 }
            let seen = error.diagnostics.map { diagnostic in
                let name = names.first { diagnostic.isAbout($0.text, as: found($0)) }
                return diagnostic.seen(in: file.source, at: name ?? text.subject)
            }
            // The budget's own faults in text order, then those of other files.
            let own = seen.filter { $0.file == file.source.path }
            let others = seen.filter { $0.file != file.source.path }
            throw ProfileFailure(
                own.sorted { ($0.place ?? .first) < ($1.place ?? .first) } + others)
        }
    }

    private func checkPolicies(_ text: BudgetFile, _ scenario: Scenario, _ log: ReadingLog) {
        let possible = scenario.policies.map(\.name)
        for name in text.limits.flatMap({ [$0.policy] + ($0.against.map { [$0] } ?? []) })
        where !possible.contains(name.text) {
            let fault = Fault.unknown(
                name.text, among: possible,
                "the scenario \(quoted(scenario.name)) has no policy named \(quoted(name.text))")
            log.report(fault, at: name.place)
        }
    }
}

extension Diagnostic {
    /// Whether the fault is that the named file is missing, or invalid as a whole.
    fileprivate func isAbout(_ name: String, as found: String) -> Bool {
        switch fault.subject {
        case .profile(let asked): asked == name
        case .file, .text: file == found
        case .part: false
        }
    }

    /// Shows a fault of no file, or of a whole file, at its name in the budget.
    fileprivate func seen(in source: SourceText, at name: PlacedText) -> Diagnostic {
        file == nil ? source.diagnostic(fault, at: name.place) : seen(from: source, at: name)
    }
}
