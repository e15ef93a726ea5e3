import Kernel

/// How a position was found.
public enum PositionSource: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
    case gnss
    case wifi = "wi-fi"
    case cell
    /// A monitored region that the phone has entered or left.
    case region
}

/// A position as an app is told it.
public struct Fix: Hashable, Sendable {
    /// When it was measured.
    public var time: Instant
    /// On the map of the phone's itinerary.
    public var point: MapPoint
    public var source: PositionSource
    /// The median distance from the truth that its source is good for.
    public var accuracy: Meters
}
