import EventKernel
import Quantities

/// What an app does in the background, with its options: one of the things that are compared.
public enum PolicyOptions: Hashable, Sendable {
    /// The app is not installed: the reference for marginal cost.
    case none
    /// An app that keeps a connection to its server open: VoIP, messages, mail.
    case keepAlive(KeepAliveOptions)
    /// A player that streams.
    case streaming(StreamingOptions)
    /// A tracker that keeps the satellite receiver on.
    case gpsContinuous(GPSContinuousOptions)
    /// A tracker that looks for its position now and then.
    case gpsPeriodic(GPSPeriodicOptions)
    /// An app that runs the standard location service.
    case standard(StandardOptions)
    /// An app that is told of significant changes.
    case significantChange(SignificantChangeOptions)
    /// An app that is told when the phone enters and leaves regions.
    case region(RegionOptions)
    /// An app that looks for one fix on each significant change.
    case hybrid(HybridOptions)
    /// A tracker that keeps the satellite receiver on outside its regions alone, or inside them.
    case regionTriggered(RegionTriggeredOptions)
    /// An app that has things to send which nobody waits for.
    case sending(SendingOptions)
    /// An app that wants what has come to its server.
    case refresh(RefreshOptions)
    /// An app whose items the system sends.
    case backgroundSession(BackgroundSessionOptions)
    /// A paper that the system downloads.
    case newsstand(NewsstandOptions)
    /// An app that listens to a device near the phone.
    case accessory(AccessoryOptions)
    /// An app that records what its user says.
    case recording(RecordingOptions)
    /// An app that shows its user the way.
    case navigation(NavigationOptions)
    /// An app that has the system remind its user.
    case localNotifications(LocalNotificationOptions)
    /// An app that computes in the background.
    case backgroundWork(BackgroundWorkOptions)
    /// Several apps on one phone.
    case apps(AppsOptions)
    /// An app that finishes its uploads when it is left.
    case taskCompletion(TaskCompletionOptions)
}
