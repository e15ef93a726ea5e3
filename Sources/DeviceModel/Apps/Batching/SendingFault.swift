import Quantities

/// Why a policy that sends an app's things cannot run.
public enum SendingFault: Hashable, Sendable {
    case nothingToSend
    /// The app has the mode and is suspended all the same.
    case notKept(KeptRunning, system: String)
    /// The app is suspended all the time.
    case neverRuns(system: String)
    case shareAboveOne(Fraction)

    public var message: String {
        switch self {
        case .nothingToSend: "the app has nothing to send in this world"
        case .notKept(let kept, let system):
            "\(system) suspends an app in the background, \(kept.rawValue) or not"
        case .neverRuns(let system):
            "\(system) suspends the app in the background, and nobody opens it in this world"
        case .shareAboveOne(let share): "share is \(share), but is a part of the tail"
        }
    }

    /// What is possible instead.
    public var advice: String {
        switch self {
        case .nothingToSend: "Describe what it has under world: outbox."
        case .notKept: "Leave kept-by out, or choose another system."
        case .neverRuns:
            "Say what keeps it running, such as kept-by: audio, or when it is opened under world: "
                + "sessions."
        case .shareAboveOne: "Set it to 100 % or less."
        }
    }

    /// The option at fault, as the file spells it, where there is one.
    public var option: String? {
        switch self {
        case .nothingToSend, .neverRuns: nil
        case .notKept: "kept-by"
        case .shareAboveOne: "share"
        }
    }
}
