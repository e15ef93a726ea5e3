import EventKernel
import Quantities

/// Why a policy that leaves its transfers, or its waiting, to the system cannot run.
public enum TransferFault: Hashable, Sendable {
    /// The system does not have the mode.
    case noMode(String, system: String)
    case nothingToSend
    /// Nobody hands anything to the system.
    case neverOpened
    case noIssues
    /// External accessories are lost to an app in the background.
    case closesOnSuspension(system: String)
    /// An app that works so long is ended before.
    case workTooLong(TimeSpan, allowed: TimeSpan, system: String)

    public var message: String {
        switch self {
        case .noMode(let mode, let system): "\(system) has no \(mode)"
        case .nothingToSend: "the app has nothing to send in this world"
        case .neverOpened:
            "the app hands its items to the system when it is opened, and nobody opens it in this "
                + "world"
        case .noIssues: "no issue comes out in this world"
        case .closesOnSuspension(let system):
            "\(system) closes an accessory's session when the app is suspended, and nobody opens "
                + "it in this world"
        case .workTooLong(let work, let allowed, let system):
            "work is \(work.seconds), but \(system) ends the app after \(allowed.seconds)"
        }
    }

    /// What is possible instead.
    public var advice: String {
        switch self {
        case .noMode: "Choose a system that has it, such as ios-7."
        case .nothingToSend: "Describe what it has under world: outbox."
        case .neverOpened, .closesOnSuspension: "Say when it is opened under world: sessions."
        case .noIssues: "Describe the issues under world: messages."
        case .workTooLong(_, let allowed, _): "Set it to \(allowed.seconds) or less."
        }
    }

    /// The option at fault, as the file spells it, where there is one.
    public var option: String? {
        switch self {
        case .noMode, .nothingToSend, .neverOpened, .noIssues, .closesOnSuspension: nil
        case .workTooLong: "work"
        }
    }
}
