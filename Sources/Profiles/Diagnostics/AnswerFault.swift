/// Why a gap in a scenario's answer cannot be filled in.
public enum AnswerFault: Hashable, Sendable {
    /// A brace without its partner.
    case unpairedBrace
    /// What stands in braces asks for nothing.
    case notUnderstood(String)
    case unknownPolicy(String, possible: [String])
    case unknownMetric(String, possible: [String])
    /// One app of a policy that does not have it.
    case unknownApp(String, policy: String, possible: [String])
    /// Two numbers that cannot be subtracted, or divided.
    case unitsDiffer(String, left: String, right: String)
}

extension AnswerFault: Fault {
    var message: String {
        switch self {
        case .unpairedBrace: "a brace has no partner"
        case .notUnderstood(let gap): "\(quoted(gap)) asks for no figure"
        case .unknownPolicy(let name, _): "there is no policy named \(quoted(name))"
        case .unknownMetric(let name, _): "there is no metric named \(quoted(name))"
        case .unknownApp(let name, let policy, _):
            "the policy \(policy) has no app named \(quoted(name))"
        case .unitsDiffer(let gap, let left, let right):
            "\(quoted(gap)) takes \(Self.unit(left)) and \(Self.unit(right)) together"
        }
    }

    var advice: String {
        switch self {
        case .unpairedBrace: "A figure stands in { and }; other braces cannot be in an answer."
        case .notUnderstood:
            "Write {POLICY METRIC}, two of them with - or / between, {least METRIC} or "
                + "{most METRIC}; see docs/answers.md."
        case .unknownPolicy(_, let possible), .unknownApp(_, _, let possible):
            possible.isEmpty ? "It is not several apps." : possibilities(possible)
        case .unknownMetric: "The metrics are listed by tailwatt columns."
        case .unitsDiffer:
            "Subtract what has the same unit; divide by that, or by a count."
        }
    }

    var suggestion: String? {
        switch self {
        case .unknownPolicy(let name, let possible), .unknownMetric(let name, let possible),
            .unknownApp(let name, _, let possible):
            Spelling.closest(to: name, in: possible)
        case .unpairedBrace, .notUnderstood, .unitsDiffer: nil
        }
    }

    private static func unit(_ unit: String) -> String { unit.isEmpty ? "a count" : unit }
}
