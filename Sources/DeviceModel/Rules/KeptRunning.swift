/// Why an app is not suspended in the background. The energy of the mode itself is not counted.
public enum KeptRunning: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
    /// The app runs only in front, or wherever timers wake suspended apps.
    case nothing, audio, location
    /// A foreground service that synchronises with a server.
    case dataSync = "data-sync"
    /// A foreground service that processes pictures or sound.
    case mediaProcessing = "media-processing"
    /// A foreground service that talks to a nearby device, or any other without a time limit.
    case connectedDevice = "connected-device"
    /// A foreground service for a short task.
    case shortService = "short-service"
    /// The app is the phone's VPN: packets wake it, and its timers stand still while the phone
    /// sleeps (R057).
    case packetTunnel = "packet-tunnel"

    /// Whether an app runs all the time, unless its user ends it.
    func runsInBackground(_ system: SystemRules) -> Bool {
        self != .nothing || system.timers.wakesSuspended
    }

    var isService: Bool {
        switch self {
        case .nothing, .audio, .location, .packetTunnel: false
        case .dataSync, .mediaProcessing, .connectedDevice, .shortService: true
        }
    }
}
