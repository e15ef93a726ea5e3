/// Which of the app's positions go to its server.
public enum LocationUploads: Hashable, Sendable {
    /// Every *n*-th position; 1 for each.
    case fixes(Int)
    /// The newest position, at intervals.
    case every(TimeSpan)
}

/// Options of `standard`: Core Location's standard location service.
public struct StandardOptions: Hashable, Sendable {
    public var accuracy: LocationAccuracy
    /// The least distance between delivered positions; `nil`: all are delivered, one a second with
    /// satellites.
    public var distanceFilter: Meters?
    public var background = Background.location
    public var deferral: Deferral?
    /// Whether the system may pause updates at rest, until the phone changes cells.
    public var pauses = false
    /// The first position's wait for satellites.
    public var timeout = TimeSpan(Seconds(60))
    public var uploads: LocationUploads
    public var upload: TransferShape

    /// What happens to updates when the app leaves the front.
    public enum Background: Hashable, Sendable {
        /// The app has the location mode, and runs on with the processor awake.
        case location
        /// Updates end and the app is suspended this long after the start.
        case foregroundOnly(TimeSpan)
    }

    /// The receiver stores positions while the processor sleeps, up to a distance or a time.
    public struct Deferral: Hashable, Sendable {
        public var distance = Meters.zero
        public var timeout = TimeSpan.zero
    }
}

public struct GPSPeriodicOptions: Hashable, Sendable {
    public var every: TimeSpan
    public var accuracy = LocationAccuracy.best
    public var timeout = TimeSpan(Seconds(60))
    public var uploads: LocationUploads
    public var upload: TransferShape
}

public struct GPSContinuousOptions: Hashable, Sendable {
    /// Between uploads, from the first fix on.
    public var uploadEvery: TimeSpan
    public var upload: TransferShape

    /// Standard location for navigation, without a filter.
    var standard: StandardOptions {
        StandardOptions(accuracy: .bestForNavigation, uploads: .every(uploadEvery), upload: upload)
    }
}
