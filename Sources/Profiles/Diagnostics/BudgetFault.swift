import Kernel

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
    /// A limit on a trace in no unit of energy, or not above zero.
    case notTraceAmount(String)
    /// A share of a battery, or a charge, and no device that has one.
    case needsDevice(String)
    /// A limit for a radio that the budget does not name.
    case unknownRadio(String, possible: [String])
    /// No radio to put the trace on.
    case noRadios
    /// Two radios whose profiles have one name.
    case twoRadios(String)
    case noHost(String)
    case noAddress(String)
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
        case .notTraceAmount(let text): "\(quoted(text)) is no energy above zero, in a time or not"
        case .needsDevice(let text): "without a device \(quoted(text)) says nothing"
        case .unknownRadio(let name, _): "the budget has no radio named \(quoted(name))"
        case .noRadios: "there is no radio"
        case .twoRadios(let name): "two radios are named \(quoted(name))"
        case .noHost(let text): "\(quoted(text)) is no host"
        case .noAddress(let text): "\(quoted(text)) is no IP address"
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
        case .notTraceAmount:
            "Write, for example, 20 J, 300 J/h, 5 mAh, 0.5 %/h or 2 %/day."
        case .needsDevice: "Add device: with the phone whose battery is meant, or write joules."
        case .unknownRadio(_, let possible): possibilities(possible)
        case .noRadios: "Name one or more, as in radios: [lte-huang-2012]."
        case .twoRadios: "Name each radio once; give a changed profile a name of its own."
        case .noHost: "Write a name, *. and a name for all below it, or an address."
        case .noAddress: "Write one such as 192.168.1.7 or 2001:db8::7, without port."
        }
    }

    var suggestion: String? {
        switch self {
        case .unknownPolicy(let name, _, let possible):
            Spelling.closest(to: name, in: possible)
        case .unknownRadio(let name, let possible): Spelling.closest(to: name, in: possible)
        case .twoLimits, .againstItself, .needsAgainst, .notRelative, .shareOfShare, .noRatio,
            .notTraceAmount, .needsDevice, .noRadios, .twoRadios, .noHost, .noAddress:
            nil
        }
    }
}
