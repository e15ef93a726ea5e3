import DeviceModel
import Studies

/// Apps whose rules did nothing in any run.
public enum IdleErrands: Hashable, Sendable {
    /// The system let no errand of the app begin, of so many a run.
    case refused(perRun: Double)
    /// One rule began no errand, though the system refused none and its trigger may come.
    case neverBegan(rule: String)

    /// What was found, in a few words.
    public var words: String {
        switch self {
        case .refused: "rules that could do nothing"
        case .neverBegan(let rule): "rule \(rule) began no errand in any run"
        }
    }

    /// What to do about it, in a sentence.
    public var advice: String {
        switch self {
        case .refused:
            "Look at what it declares, what keeps it running, and when the world opens it."
        case .neverBegan: "Look at when it fires, at its conditions and at the horizon."
        }
    }
}

extension ExperimentResult {
    /// What did nothing, with the policy or the app of it, in the order of policies and rules.
    public var idleErrands: [(app: String, found: IdleErrands)] {
        policies.flatMap { policy in
            policy.idleErrands(in: scenario).map { (policy.name(ofApp: $0.app), $0.found) }
        }
    }
}

extension PolicyResult {
    fileprivate func name(ofApp app: String) -> String {
        app.isEmpty ? policy.name : "\(app) of \(policy.name)"
    }

    fileprivate func idleErrands(
        in scenario: Scenario
    ) -> [(app: String, found: IdleErrands)] {
        guard !replications.isEmpty else { return [] }
        var apps: [String] = []
        for rule in errands where !apps.contains(rule.rule.app) { apps.append(rule.rule.app) }
        return apps.flatMap { app in
            let rules = errands.filter { $0.rule.app == app }
            let refused = rules.reduce(0) { $0 + $1.mean(.refused) }
            if refused > 0, rules.allSatisfy({ $0.mean(.begun) == 0 }) {
                return [(app, IdleErrands.refused(perRun: refused))]
            }
            let known = policy.options.idleRules(ofApp: app, in: scenario)
            return rules.filter {
                $0.mean(.begun) == 0 && $0.mean(.refused) == 0 && !known.contains($0.rule.rule)
            }.map { (app, IdleErrands.neverBegan(rule: $0.rule.rule)) }
        }
    }
}

extension RuleErrands {
    /// By replication, whatever its pair.
    fileprivate func mean(_ figure: Figure) -> Double {
        let values = values(of: figure).compactMap { $0 }
        return values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
    }
}

extension PolicyOptions {
    /// The rules of an app that a scenario's notes name: nothing fires them in its world.
    fileprivate func idleRules(ofApp app: String, in scenario: Scenario) -> [String] {
        let named = severalApps?.apps.first { $0.name == app }
        var world = scenario.world
        if let place = named?.place, world.apps.indices.contains(place) {
            world.apps = [world.apps[place]]
        }
        let options = (named?.options ?? self).options(as: OwnAppOptions.self)
        return options?.idleRules(in: world, on: scenario.radio.technology).map(\.rule) ?? []
    }
}
