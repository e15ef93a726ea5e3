import Kernel

/// Why a scenario's list of apps, or a choice among them, makes no sense.
public enum AppsFault: Hashable, Sendable {
    /// A choice names an app that is not in the list.
    case unknownApp(String, possible: [String])
    case twoApps(String, firstLine: Int)
    /// A policy that stands for no app, or for several, in the list of apps.
    case notOneApp(policy: String)
    /// A policy of several apps in a scenario without a list of them.
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
