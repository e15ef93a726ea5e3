import Quantities

/// Why a limit of a budget makes no sense.
public enum BudgetFault: Hashable, Sendable {
    case unknownPolicy(String, scenario: String, possible: [String])
    case twoLimits(String, firstLine: Int)
    case againstItself(String)
    /// `5 % more` without anything to have more than.
    case needsAgainst(String)
    /// Against another policy, and neither more, less nor so many times.
    case notRelative(String, example: String)
    /// A share of a metric that is a share itself.
    case shareOfShare(String)
    /// Less than nothing times.
    case noRatio(String)
}

extension BudgetFault: Fault {
    var message: String {
        switch self {
        case .unknownPolicy(let name, let scenario, _):
            "the scenario \(quoted(scenario)) has no policy named \(quoted(name))"
        case .twoLimits(let name, let firstLine):
            "two limits are named \(quoted(name)), the first in line \(firstLine)"
        case .againstItself(let name): "\(quoted(name)) is compared with itself"
        case .needsAgainst(let text): "\(quoted(text)) does not say of what"
        case .notRelative(let text, _):
            "\(quoted(text)) does not say how the two policies are compared"
        case .shareOfShare(let text):
            "\(quoted(text)) can be meant in two ways: the metric is a share itself"
        case .noRatio(let text): "\(quoted(text)) is no number of times above zero"
        }
    }

    var advice: String {
        switch self {
        case .unknownPolicy(_, _, let possible): possibilities(possible)
        case .twoLimits: "Give each limit a name of its own: results show it."
        case .againstItself: "Name another policy after against:, or leave it out."
        case .needsAgainst: "Add against: with the name of the other policy."
        case .notRelative(_, let example):
            "Write, for example, 5 % more, 5 % less, 1.05 times or \(example) more."
        case .shareOfShare:
            "Write percentage points, such as 5 points, or so many times, such as 1.05 times."
        case .noRatio: "Write, for example, 1.05 times."
        }
    }

    var suggestion: String? {
        switch self {
        case .unknownPolicy(let name, _, let possible):
            Spelling.closest(to: name, in: possible)
        case .twoLimits, .againstItself, .needsAgainst, .notRelative, .shareOfShare, .noRatio: nil
        }
    }
}
