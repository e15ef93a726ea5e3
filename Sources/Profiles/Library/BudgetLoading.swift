import DeviceModel
import Quantities
import Studies

/// A budget with the scenario that it is for.
public struct LoadedBudget: Sendable {
    public let budget: Budget
    /// With the radio, device, system, horizon, seed and replications that the budget names.
    public let scenario: LoadedScenario
    public let description: String?
    /// The budget's own.
    public let file: InputFile

    /// The budget's file and those of its scenario.
    public var files: [InputFile] { [file] + scenario.files }
}

extension ProfileLibrary {
    /// A budget by path, with its scenario.
    ///
    /// - Parameters:
    ///   - nameOrPath: A path that ends in `.yaml`; there are no shipped budgets.
    ///   - sampling: What comes before the budget's and the scenario's replications.
    /// - Throws: everything that is wrong with the budget, or with the files of its scenario.
    public func loadBudget(
        _ nameOrPath: String, sampling: ScenarioOverrides.Sampling = .init()
    ) throws(ProfileFailure) -> LoadedBudget {
        try budget(open(nameOrPath, .budget), sampling: sampling)
    }

    func budget(
        _ file: OpenedFile, sampling: ScenarioOverrides.Sampling
    ) throws(ProfileFailure) -> LoadedBudget {
        let result = try file.read(
            ProfileReader(kind: .budget) { root, name in BudgetText(root, name: name) })
        let (text, log) = (result.value, result.log)
        let scenario = try scenario(of: text, in: file, sampling: sampling)
        checkPolicies(text, scenario.scenario, log)
        try log.finish()
        return LoadedBudget(
            budget: Budget(
                name: text.name, limits: text.limits.compactMap(\.limit),
                undecidedPasses: text.undecidedPasses),
            scenario: scenario, description: result.description,
            file: file.inputFile(.budget, log))
    }

    private func scenario(
        of text: BudgetText, in file: OpenedFile, sampling: ScenarioOverrides.Sampling
    ) throws(ProfileFailure) -> LoadedScenario {
        func found(_ name: PlacedText) -> String {
            Self.isPath(name.text)
                ? resolved(name.text, relativeTo: file.source.path) : name.text
        }
        // A precision that somebody asks for is met with as many replications as that takes.
        var sampling = sampling
        if sampling.precision == nil && sampling.pairedPrecision == nil {
            sampling.replications = sampling.replications ?? text.replications
        }
        let overrides = ScenarioOverrides(
            device: text.device.map(found), radio: text.radio.map(found),
            system: text.system.map(found), horizon: text.horizon, seed: text.seed,
            sampling: sampling)
        do throws(ProfileFailure) {
            return try loadScenario(found(text.scenario), overrides: overrides)
        } catch {
            let names = [text.scenario, text.device, text.radio, text.system].compactMap { $0 }
            let seen = error.diagnostics.map { diagnostic in
                let name = names.first { diagnostic.isAbout($0.text, as: found($0)) }
                return diagnostic.seen(in: file.source, at: name ?? text.scenario)
            }
            // Those of the budget itself in the order of its text, then those of other files.
            let own = seen.filter { $0.file == file.source.path }
            let others = seen.filter { $0.file != file.source.path }
            throw ProfileFailure(
                own.sorted { ($0.place ?? .first) < ($1.place ?? .first) } + others)
        }
    }

    private func checkPolicies(_ text: BudgetText, _ scenario: Scenario, _ log: ReadingLog) {
        let possible = scenario.policies.map(\.name)
        for name in text.limits.flatMap({ [$0.policy] + ($0.against.map { [$0] } ?? []) })
        where !possible.contains(name.text) {
            let fault = BudgetFault.unknownPolicy(
                name.text, scenario: scenario.name, possible: possible)
            log.report(.meaning(.budget(fault)), at: name.place)
        }
    }
}

extension Diagnostic {
    /// Whether the file that a budget names is not there, or is wrong as a whole.
    fileprivate func isAbout(_ name: String, as found: String) -> Bool {
        switch kind {
        case .name(.noProfile(let asked, _, _)): asked == name
        case .file: file == found
        default: false
        }
    }

    /// What no file is at fault for, or a file as a whole, is shown where the budget names it.
    fileprivate func seen(in source: SourceText, at name: PlacedText) -> Diagnostic {
        file == nil ? source.diagnostic(kind, at: name.place) : seen(from: source, at: name)
    }
}
