import EventKernel
import Quantities

/// Why a policy that brings an app's messages to the phone cannot run.
public enum RefreshFault: Hashable, Sendable {
    case noMessages
    /// The system does not have the mode.
    case noMode(String, system: String)
    /// The app is suspended all the time.
    case neverRuns(system: String)
    /// An app that works so long is ended before.
    case workTooLong(TimeSpan, allowed: TimeSpan, system: String)

    public var message: String {
        switch self {
        case .noMessages: "nothing comes to the app's server in this world"
        case .noMode(let mode, let system): "\(system) has no \(mode)"
        case .neverRuns(let system):
            "\(system) fires no timer of an app in the background, and nobody opens it in this "
                + "world"
        case .workTooLong(let work, let allowed, let system):
            "work is \(work.seconds), but \(system) ends the app after \(allowed.seconds)"
        }
    }

    /// What is possible instead.
    public var advice: String {
        switch self {
        case .noMessages: "Describe what comes under world: messages."
        case .noMode: "Choose a system that has it, such as ios-7."
        case .neverRuns: "Say when it is opened under world: sessions, or choose another system."
        case .workTooLong(_, let allowed, _): "Set it to \(allowed.seconds) or less."
        }
    }

    /// The option at fault, as the file spells it, where there is one.
    public var option: String? {
        switch self {
        case .noMessages, .noMode, .neverRuns: nil
        case .workTooLong: "work"
        }
    }
}
