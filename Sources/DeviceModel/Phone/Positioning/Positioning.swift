import EventKernel

/// What an app may have to be told after a step.
struct PositioningOutcome: Hashable, Sendable {
    /// The fix that was asked for is there, or it has failed.
    var isAnswered = false
    /// The receiver that is kept on has found its satellites, or lost them.
    var hasSatellites: Bool?

    static let none = PositioningOutcome()
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

    /// The transfers that the phone waits for.
    enum Awaited: UInt8, AppStep { case assisted, lookedUp }

    var receiver = Receiver.off
    var knowledge = SatelliteKnowledge()
    /// Who keeps the receiver on, if anybody does.
    var keeper: Cause?
    var request: Request?
    /// Whom the receiver's power and downloads are booked to.
    var user = Cause.noActivity
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
