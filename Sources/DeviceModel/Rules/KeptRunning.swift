/// What keeps an app from being suspended in the background, by a mode whose own energy is not
/// counted.
public enum KeptRunning: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
    /// Nothing: it runs while its user has it in front, and where timers wake suspended apps.
    case nothing
    /// It plays sound.
    case audio
    /// It runs the standard location service.
    case location
    /// A foreground service that synchronises with a server.
    case dataSync = "data-sync"
    /// A foreground service that works on pictures or sound.
    case mediaProcessing = "media-processing"
    /// A foreground service that talks to a device near the phone, or any other that has no limit
    /// of time.
    case connectedDevice = "connected-device"
    /// A foreground service for something that is done soon.
    case shortService = "short-service"

    /// Whether an app runs all the time, unless its user ends it.
    func runsInBackground(_ system: SystemRules) -> Bool {
        self != .nothing || system.timers.wakesSuspended
    }

    /// Whether it is a foreground service, by whose rules the app runs.
    var isService: Bool {
        switch self {
        case .nothing, .audio, .location: false
        case .dataSync, .mediaProcessing, .connectedDevice, .shortService: true
        }
    }
}
