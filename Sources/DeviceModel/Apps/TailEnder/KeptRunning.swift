/// What keeps an app from being suspended in the background, by a mode whose own energy is not
/// counted.
public enum KeptRunning: String, CaseIterable, Hashable, Sendable {
    /// Nothing: it runs while its user has it in front, and where timers wake suspended apps.
    case nothing
    /// It plays sound.
    case audio
    /// It runs the standard location service.
    case location

    /// Whether an app runs all the time, unless its user ends it.
    func runsInBackground(_ system: SystemRules) -> Bool {
        self != .nothing || system.timers.wakesSuspended
    }

    /// Refuses what the system does not keep running.
    func check(_ system: SystemRules) throws(Refusal) {
        let isKept =
            switch self {
            case .nothing: true
            case .audio: system.audio.keepsRunning
            case .location: system.standardLocation.keepsRunning
            }
        if !isKept { throw .notKept(self, system: system.name) }
    }
}
