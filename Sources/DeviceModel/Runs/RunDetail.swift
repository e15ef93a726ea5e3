import Kernel

/// What of a run is emitted while it goes on.
public struct RunDetail: Hashable, Sendable {
    /// Every interval of every part of the phone, and of the states of its apps.
    public var hasTimeline: Bool
    /// From one moment of the track to the next while the phone moves; `nil`: no track.
    public var trackStep: TimeSpan?

    /// - Parameters:
    ///   - hasTimeline: whether intervals are emitted.
    ///   - trackStep: longer than zero; `nil`: no moments of the track are emitted.
    public init(hasTimeline: Bool = false, trackStep: TimeSpan? = nil) {
        self.hasTimeline = hasTimeline
        self.trackStep = trackStep
    }
}

/// A detail of a run.
public enum RunEvent: Sendable {
    case interval(Posting)
    /// Comes after the intervals of the phone's parts that end with it.
    case state(AppInterval)
    case moment(TrackMoment)
}
