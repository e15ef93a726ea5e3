import Kernel

/// Which of the positions that an app receives go to its server.
public enum LocationUploads: Hashable, Sendable {
    /// Each so many-th: 1 for every one.
    case fixes(Int)
    /// The newest, so often.
    case every(TimeSpan)
}

/// Options of `standard`: Core Location's standard location service.
public struct StandardOptions: Hashable, Sendable {
    public var accuracy: LocationAccuracy
    /// Positions nearer than this to the one delivered before are not delivered; `nil`: each is,
    /// which with satellites is one a second.
    public var distanceFilter: Meters?
    public var background = Background.location
    /// `nil`: each position is delivered when it is there.
    public var deferral: Deferral?
    /// Whether the system may pause the updates of a phone at rest. They go on when the phone
    /// comes into another cell, of which the app has itself told.
    public var pauses = false
    /// So long the first position waits for satellites before it is had otherwise.
    public var timeout = TimeSpan(Seconds(60))
    public var uploads: LocationUploads
    public var upload: TransferShape

    /// What becomes of the updates when the app leaves the foreground.
    public enum Background: Hashable, Sendable {
        /// The app has the location mode: it runs on, with the processor awake.
        case location
        /// The app is suspended after so long from the start, and the updates end.
        case foregroundOnly(TimeSpan)
    }

    /// The receiver keeps positions, and the processor sleeps, until the phone has gone so far or
    /// so long has passed.
    public struct Deferral: Hashable, Sendable {
        public var distance = Meters.zero
        public var timeout = TimeSpan.zero
    }
}

/// Options of `gps-periodic`.
public struct GPSPeriodicOptions: Hashable, Sendable {
    /// From one search for a position to the next.
    public var every: TimeSpan
    public var accuracy = LocationAccuracy.best
    /// So long each waits for satellites before the position is had otherwise.
    public var timeout = TimeSpan(Seconds(60))
    public var uploads: LocationUploads
    public var upload: TransferShape
}

/// Options of `gps-continuous`.
public struct GPSContinuousOptions: Hashable, Sendable {
    /// From one upload to the next, from the first fix on.
    public var uploadEvery: TimeSpan
    public var upload: TransferShape

    /// The same as standard location for navigation, without a filter.
    var standard: StandardOptions {
        StandardOptions(
            accuracy: .bestForNavigation, uploads: .every(uploadEvery), upload: upload)
    }
}
