import DeviceModel
import Forms
import Kernel
import Studies

/// The reason why valid values do not fit together.
public enum MeaningFault: Hashable, Sendable {
    case radio(RadioProfileError)
    case policy(Refusal)
    /// A limit of the system, with its origin.
    case policyRule(Refusal, ProvenanceEntry.Origin)
    case scenario(ScenarioError)
    case distribution(DistributionFault)
    /// The value's own check of its options.
    case form(FormFault)
    case twoRegions(String, firstLine: Int)
    case twoNamed(String, firstLine: Int)
    case twoBaselines(firstLine: Int)
    /// A state has only one inactivity timer.
    case twoDemotions(from: String, firstLine: Int)
    /// Combinations of all value lists of a family.
    case tooManyVariants(most: Int)
    case noFrontier(scenario: String)
    case twoDays(String, firstLine: Int)
    case apps(AppsFault)
    case answer(AnswerFault)
    case budget(BudgetFault)
}

/// The reason why a distribution cannot be used.
public enum DistributionFault: Hashable, Sendable {
    case outOfOrder(String, String)
    /// Events would be so close that simulated time would stand still.
    case meanTooSmall(mean: String, least: String)
    /// The draw is a divisor.
    case canBeZero(what: String)
    case noHeader
    case noValues
}

extension MeaningFault: Fault {
    var message: String {
        switch self {
        case .radio(let error): error.message
        case .policy(let error), .policyRule(let error, _): error.message
        case .scenario(let error): Self.message(error)
        case .distribution(let fault): fault.message
        case .form(let fault): fault.message
        case .twoRegions(let name, let firstLine):
            "two regions are named \(quoted(name)), the first in line \(firstLine)"
        case .twoNamed(let name, let firstLine):
            "two policies are named \(quoted(name)), the first in line \(firstLine)"
        case .twoBaselines(let firstLine):
            "there is a baseline already, in line \(firstLine)"
        case .twoDemotions(let state, let firstLine):
            "\(state) has a demotion already, in line \(firstLine)"
        case .tooManyVariants(let most):
            "the lists of values make more than \(most) policies together"
        case .twoDays(let name, let firstLine):
            "two kinds of day are named \(quoted(name)), the first in line \(firstLine)"
        case .noFrontier(let scenario):
            "\(scenario) does not say which policies' frontier to look for"
        case .apps(let fault): fault.message
        case .answer(let fault): fault.message
        case .budget(let fault): fault.message
        }
    }

    var advice: String {
        switch self {
        case .radio(let error): error.advice
        case .policy(let error): error.advice
        case .policyRule(let error, let origin): error.advice + Self.rule(origin)
        case .scenario(.radioCarriesOnlyPackets), .scenario(.wifiCarriesOnlyPackets):
            "Choose a radio with rates (tailwatt profiles list), or use tailwatt replay."
        case .scenario(.noWork):
            "Choose a movement with days (tailwatt profiles list), or put the region elsewhere."
        case .scenario(.wifiWithoutRadio):
            "Add wi-fi-radio, such as wifi-psm, or leave wi-fi out."
        case .scenario(.airPlayWithoutWiFi):
            "Add wi-fi-radio, such as wifi-psm, and wi-fi to the world, or leave air-play out."
        case .scenario(.wifiNowhere):
            "Add, for example, wi-fi: { at: [home] } under world."
        case .scenario(.notWiFi): "Choose a Wi-Fi radio, such as wifi-psm."
        case .scenario(.twoWiFiRadios): "Choose a cellular radio, such as umts-att-2010."
        case .scenario(.wifiAtNoWork):
            "Choose a movement with days (tailwatt profiles list), or leave work out."
        case .scenario(.standbyWithSessions):
            "Leave sessions, other-apps and opened out of the world, or write use: sessions."
        case .scenario(.noSessions):
            "Write use: standby, or choose a user (tailwatt profiles list)."
        case .scenario(.openedWithoutPickUps):
            "Choose a user with pick-ups (tailwatt profiles list), or leave opened out."
        case .scenario(.openedTooOften): "Lower some of them: the rest opens other apps."
        case .scenario(.neverExisted(_, _, let possible)):
            "Choose \(possible.joined(separator: " or ")), or ask for it: hypothetical: true "
                + "(--anyway)."
        case .scenario(.neverHad(_, _, let possible)):
            "Choose a radio of \(possible.joined(separator: " or ")), or ask for it: hypothetical: "
                + "true (--anyway)."
        case .scenario(.noLevel(_, _, let possible)): "Its levels are \(enumerated(possible))."
        case .scenario: ""
        case .distribution(let fault): fault.advice
        case .form(let fault): fault.advice
        case .twoRegions: "Give each region a name of its own: results show it."
        case .twoNamed: "Give each policy a name of its own: results show it."
        case .twoBaselines: "Mark one policy with baseline: true."
        case .twoDemotions: "A state has one inactivity timer; remove one of the two."
        case .tooManyVariants: "All combinations are compared; shorten or remove some lists."
        case .twoDays: "Give each a name of its own: { name: ..., movement: ... }."
        case .noFrontier:
            "Add frontier: with cost, error and policies, as in the scenario location."
        case .apps(let fault): fault.advice
        case .answer(let fault): fault.advice
        case .budget(let fault): fault.advice
        }
    }

    var suggestion: String? {
        if case .apps(let fault) = self { return fault.suggestion }
        if case .answer(let fault) = self { return fault.suggestion }
        if case .budget(let fault) = self { return fault.suggestion }
        if case .scenario(.noLevel(let level, _, let possible)) = self {
            return Spelling.closest(to: level, in: possible)
        }
        return nil
    }
}

extension MeaningFault {
    private static func rule(_ origin: ProvenanceEntry.Origin) -> String {
        switch origin {
        case .source(let source): " The rule is from: \(source.citation)."
        case .assumption(let reason): " The rule is assumed: \(reason)."
        case .changed(let change): " The rule is set by \(change.origin)."
        case .unstated, .byDefault, .word: ""
        }
    }

    /// Most of these are found earlier, in the file; the others come from a command line.
    private static func message(_ error: ScenarioError) -> String {
        switch error {
        case .nonPositiveHorizon(let horizon):
            "the horizon is \(horizon.seconds), but must be greater than zero"
        case .noPolicies: "there is no policy"
        case .twoPoliciesNamed(let name): "two policies are named \(quoted(name))"
        case .radioCarriesOnlyPackets(let name), .wifiCarriesOnlyPackets(let name):
            "the radio \(quoted(name)) lacks rates: it can replay recorded packets, but not carry "
                + "simulated transfers"
        case .noWork(let region):
            "the region \(quoted(region)) lies around work, and the movement has no place of work"
        case .wifiWithoutRadio: "there is Wi-Fi in the world, and the phone has no radio for it"
        case .airPlayWithoutWiFi:
            "sound goes to a receiver over Wi-Fi (air-play), and the phone has no radio for that"
        case .wifiNowhere(let name): "the world has no Wi-Fi for the radio \(quoted(name))"
        case .notWiFi(let name): "the radio \(quoted(name)) is no Wi-Fi radio"
        case .twoWiFiRadios(let name):
            "the radio \(quoted(name)) is a Wi-Fi radio already, beside wi-fi-radio"
        case .wifiAtNoWork: "there is Wi-Fi at work, and the movement has no place of work"
        case .standbyWithSessions:
            "the phone is in standby, but the world says when the user has an app in front"
        case .noSessions: "the user has the phone in hand in sessions alone, and there are none"
        case .openedWithoutPickUps:
            "opened is a share of the user's pick-ups, and this user makes none"
        case .openedTooOften(let share):
            "\(share) of the pick-ups open one of the apps, but 100 % are all"
        case .neverExisted(let device, let system, _):
            "\(quoted(device)) never ran \(quoted(system))"
        case .neverHad(let device, let technology, _):
            "\(quoted(device)) never had a radio of \(technology)"
        case .noLevel(let level, let radio, _):
            "the radio \(quoted(radio)) has no level \(quoted(level))"
        case .twoRegionsNamed(let name): "two regions are named \(quoted(name))"
        case .policy(let name, let error): "policy \(quoted(name)): \(error.message)"
        }
    }
}

extension DistributionFault: Fault {
    var message: String {
        switch self {
        case .outOfOrder(let low, let high): "\(low) is more than \(high), which follows it"
        case .meanTooSmall(let mean, let least):
            "the mean is \(mean), but must be \(least) or more here"
        case .canBeZero(let what): "\(what) could be zero"
        case .noHeader: "the first line is not the word value"
        case .noValues: "there are no values"
        }
    }

    var advice: String {
        switch self {
        case .outOfOrder: "Write the smaller value first."
        case .meanTooSmall: "Otherwise a run could go on for ever without getting any further."
        case .canBeZero: "Let all values be greater than zero."
        case .noHeader: "Write the word value, then one quantity with its unit in each line."
        case .noValues: "Write one quantity with its unit in each line after the first."
        }
    }
}

/// The reason why a scenario's apps, or a choice among them, are invalid.
public enum AppsFault: Hashable, Sendable {
    case unknownApp(String, possible: [String])
    case twoApps(String, firstLine: Int)
    /// A policy that is not exactly one app of the list.
    case notOneApp(policy: String)
    /// A policy of several apps in a scenario without a list of apps.
    case noApps
    case leavesNone
}

extension AppsFault: Fault {
    var message: String {
        switch self {
        case .unknownApp(let name, _): "no app of this scenario is named \(quoted(name))"
        case .twoApps(let name, let firstLine):
            "two apps are named \(quoted(name)), the first in line \(firstLine)"
        case .notOneApp(let policy): "\(quoted(policy)) is no policy of one app"
        case .noApps: "the policy is several apps, but this scenario has no apps"
        case .leavesNone: "no app is left"
        }
    }

    var advice: String {
        switch self {
        case .unknownApp(_, let possible): possibilities(possible)
        case .twoApps: "Give each app a name of its own: results show it."
        case .notOneApp:
            "Which of the apps are there is for policies to say: apps: { without: [NAME] }."
        case .noApps: "List them under apps:, beside policies:."
        case .leavesNone: "For the phone without any app, use the policy none: {}."
        }
    }

    var suggestion: String? {
        switch self {
        case .unknownApp(let name, let possible): Spelling.closest(to: name, in: possible)
        case .twoApps, .notOneApp, .noApps, .leavesNone: nil
        }
    }
}

/// The reason why a limit of a budget is invalid.
public enum BudgetFault: Hashable, Sendable {
    case unknownPolicy(String, scenario: String, possible: [String])
    case twoLimits(String, firstLine: Int)
    case againstItself(String)
    /// `5 % more` without a policy to compare with.
    case needsAgainst(String)
    /// A comparison with another policy that is neither more, less nor a multiple.
    case notRelative(String, example: String)
    case shareOfShare(String)
    /// A ratio below zero.
    case noRatio(String)
    /// A limit on a trace that is not an energy above zero.
    case notTraceAmount(String)
    case needsDevice(String)
    case unknownRadio(String, possible: [String])
    case noRadios
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
