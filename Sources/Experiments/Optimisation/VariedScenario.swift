import Studies

/// A scenario with one value that varies, and the policy to evaluate.
public struct VariedScenario: Sendable {
    public let policy: String
    private let factor: Factor
    private let source: any ScenarioSource

    public init(
        _ factor: Factor, policy named: String?, of scenario: Scenario,
        from source: any ScenarioSource
    ) throws(VariedScenarioError) {
        self.factor = factor
        self.source = source
        let place = try Self.policy(named, factor.path, scenario)
        policy = scenario.policies[place].name
    }

    public var unit: String {
        switch factor.levels {
        case .values: ""
        case .range(let range): range.unit
        }
    }

    public func edits(at x: Double) -> [ValueEdit] { [factor.edit(value(at: x))] }

    private func value(at x: Double) -> String {
        switch factor.levels {
        case .values: factor.value(atLevel: Int(x))
        case .range(let range): range.text(x)
        }
    }

    public func point(at x: Double) throws -> OptimisationPoint {
        let scenario = try source.scenario(with: edits(at: x))
        return OptimisationPoint(
            scenario: scenario, policy: try Self.place(of: policy, in: scenario),
            value: value(at: x))
    }

    /// The named policy, else the one of the path, else the only one that does something.
    private static func policy(
        _ named: String?, _ path: ValuePath, _ scenario: Scenario
    ) throws(VariedScenarioError) -> Int {
        if let named { return try place(of: named, in: scenario) }
        if path.keys[0] == "policies", path.keys.count > 1 {
            // Names may contain dots.
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
        throw .severalPolicies(path, possible: scenario.policies.map(\.name))
    }

    private static func place(
        of name: String, in scenario: Scenario
    ) throws(VariedScenarioError) -> Int {
        if let place = scenario.policies.firstIndex(where: { $0.name == name }) { return place }
        throw .noPolicy(name, possible: scenario.policies.map(\.name))
    }
}

/// Why the policy to evaluate is ambiguous.
public enum VariedScenarioError: Error, Equatable, Sendable {
    case noPolicy(String, possible: [String])
    case severalPolicies(ValuePath, possible: [String])
}
