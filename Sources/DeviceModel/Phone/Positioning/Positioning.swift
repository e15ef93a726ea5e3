import EventKernel

/// What can be pending while the phone looks for its position.
enum PositioningStep: UInt8, BitwiseCopyable, Hashable, Sendable {
    /// The receiver finds its position.
    case acquired
    /// Satellites are received from now on, or no longer.
    case skyChanged
    /// The receiver falls asleep after its last use.
    case lingered
    /// Whoever asked for a fix does not wait for satellites any longer.
    case gaveUp
    /// A scan for access points has ended.
    case scanned
    /// A fix that took no time, or none.
    case answered
}

/// What an app may have to be told after a step.
struct PositioningNews: Hashable, Sendable {
    /// The fix that was asked for is there, or it has failed.
    var isAnswered = false
    /// The receiver that is kept on has found its satellites, or lost them.
    var hasSatellites: Bool?

    static let none = PositioningNews()
}

/// How far the phone is with finding its position: a part of it.
struct Positioning: Sendable {
    enum Receiver: Hashable, Sendable { case off, lingering, searching, tracking }

    /// A fix that an app waits for.
    struct Request: Sendable {
        var accuracy: LocationAccuracy
        var timeout: TimeSpan
        var cause: Cause
        /// The place of the source that is being tried in the accuracy's list.
        var attempt = 0
    }

    /// Internal transfers have their notices below zero; policies count from zero.
    enum Notice {
        static let assisted: Int32 = -1
        static let lookedUp: Int32 = -2
    }

    var receiver = Receiver.off
    var knowledge = SatelliteKnowledge()
    /// Who keeps the receiver on, if anybody does.
    var keeper: Cause?
    var request: Request?
    /// Whom the receiver's power and downloads are booked to.
    var user = Cause.nobody
    /// The answer to the last request; `nil`: there was none to be had.
    var answer: Fix?
    var isDownloading = false
    /// The districts whose access points the phone knows.
    var districts = KnownDistricts()
    /// How the receiver has started.
    var start = SatelliteKnowledge.Start.cold
    /// Since when it tracks.
    var trackingSince = Instant.start
    /// When it last had a fix.
    var lastTracked: Instant?
    /// Of receiver and request.
    var step: EventKey?
    var timeout: EventKey?
}
