import Kernel

/// The reason why a gap in a scenario's answer cannot be filled.
public enum AnswerFault: Hashable, Sendable {
    case unpairedBrace
    /// The text in braces is not a known form.
    case notUnderstood(String)
    case unknownPolicy(String, possible: [String])
    case unknownMetric(String, possible: [String])
    case unknownApp(String, policy: String, possible: [String])
    /// The numbers cannot be subtracted or divided.
    case unitsDiffer(String, left: String, right: String)
    /// Policies that need not provide a service have no cheapest.
    case costWithoutService(String)
    /// The text should limit a metric.
    case notBound(String)
    /// The text should compare two figures.
    case notCondition(String)
    /// The text should change a value of the scenario.
    case notChange(String)
    /// The metric is not a part of the count; `of` names the count that it is a part of.
    case noShare(String, of: String?)
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
        case .costWithoutService(let metric):
            "the policy with the least or most \(metric) need not be one that does its job"
        case .notBound(let text): "\(quoted(text)) limits no metric"
        case .notCondition(let text): "\(quoted(text)) compares no figures"
        case .notChange(let text): "\(quoted(text)) is no other value"
        case .noShare(let metric, _): "\(metric) is no part of that count"
        }
    }

    var advice: String {
        switch self {
        case .unpairedBrace: "A figure stands in { and }; other braces cannot be in an answer."
        case .notUnderstood:
            "Write {POLICY METRIC}, two of them with -, / or against between, {least METRIC} or "
                + "{most METRIC}; see docs/guide/answers.md."
        case .unknownPolicy(_, let possible), .unknownApp(_, _, let possible):
            possible.isEmpty ? "It is not several apps." : possibilities(possible)
        case .unknownMetric: "The metrics are listed by tailwatt columns."
        case .unitsDiffer:
            "Subtract what has the same unit; divide by that, or by a count."
        case .costWithoutService:
            "Say what service it must give: {least marginal-energy where unreachable-share <= 1 %}."
        case .notBound: "Write METRIC <= LIMIT or METRIC >= LIMIT, as in calls-missed <= 5 %."
        case .notCondition:
            "Write {yes|no: POLICY METRIC < POLICY METRIC}, < 2 * POLICY METRIC or < LIMIT, or >."
        case .notChange: "Write with PATH=VALUE, as in with world.push-connection=true."
        case .noShare(let metric, let whole):
            whole.map { "Write \(metric) of \($0)." } ?? "Divide by a count: A / B."
        }
    }

    var suggestion: String? {
        switch self {
        case .unknownPolicy(let name, let possible), .unknownMetric(let name, let possible),
            .unknownApp(let name, _, let possible):
            Spelling.closest(to: name, in: possible)
        case .unpairedBrace, .notUnderstood, .unitsDiffer, .costWithoutService, .notBound,
            .notCondition, .notChange, .noShare:
            nil
        }
    }

    private static func unit(_ unit: String) -> String { unit.isEmpty ? "a count" : unit }
}
