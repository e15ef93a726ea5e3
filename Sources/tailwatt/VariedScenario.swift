import DeviceModel
import Experiments
import Profiles
import Studies

/// A scenario with one value that varies, and the policy that is looked at.
struct VariedScenario: Sendable {
    private let factor: Factor
    /// The name of the one that is looked at.
    let policy: String
    private let scenario: String
    private let overrides: ScenarioOverrides
    private let library: ProfileLibrary

    /// - Parameters:
    ///   - factor: what varies.
    ///   - named: the policy, where somebody names it.
    ///   - loaded: the scenario as it is.
    ///   - scenario: its name or path.
    ///   - overrides: what else is changed in it.
    /// - Throws: if it is not clear which policy is meant.
    init(
        _ factor: Factor, policy named: String?, in loaded: LoadedScenario, scenario: String,
        overrides: ScenarioOverrides
    ) throws {
        self.factor = factor
        self.scenario = scenario
        self.overrides = overrides
        library = try ProfilesFolder.library.remembering
        let place = try Self.policy(named, factor.path, loaded.scenario)
        policy = loaded.scenario.policies[place].name
    }

    /// The unit of a range; empty for a list.
    var unit: String {
        switch factor.levels {
        case .values: ""
        case .range(let range): range.unit
        }
    }

    /// The scenario with a number of the range, or the value at that place of the list.
    func point(at x: Double) throws -> OptimisationPoint {
        let value =
            switch factor.levels {
            case .values: factor.value(atLevel: Int(x))
            case .range(let range): range.text(x)
            }
        var changed = overrides
        changed.edits.append(ValueEdit(factor.path, value, origin: "--vary"))
        let loaded = try library.loadScenario(scenario, overrides: changed)
        return OptimisationPoint(
            scenario: loaded.scenario,
            policy: try PolicyNames.place(of: policy, in: loaded.scenario), value: value)
    }

    /// The policy that is named, or that the path leads to, or the only one that does something.
    private static func policy(
        _ named: String?, _ path: ValuePath, _ scenario: Scenario
    ) throws -> Int {
        if let named { return try PolicyNames.place(of: named, in: scenario) }
        if path.keys[0] == "policies", path.keys.count > 1 {
            // Names may contain points.
            for count in 1..<path.keys.count {
                let name = path.keys[1...count].joined(separator: ".")
                let place = scenario.policies.firstIndex { $0.name == name }
                if let place { return place }
            }
            if let number = Int(path.keys[1]), scenario.policies.indices.contains(number - 1) {
                return number - 1
            }
        }
        let acting = scenario.policies.indices.filter { scenario.policies[$0].options != .none }
        if acting.count == 1 { return acting[0] }
        let names = scenario.policies.map(\.name).joined(separator: ", ")
        throw CommandFailure(
            message: "\(path) leads to none of the scenario's policies, and it has several",
            advice: "Name one with --policy. The policies are \(names).", exitCode: .usage)
    }
}
