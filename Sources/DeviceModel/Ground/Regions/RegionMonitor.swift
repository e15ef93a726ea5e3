import Kernel

/// The phone has entered or left a region.
struct RegionEvent: BitwiseCopyable, Hashable, Sendable {
    /// The region's place in the world's list.
    var region: Int
    var isEntry: Bool
    /// When monitoring was sure of it; the app hears of it later.
    var time: Instant
}

/// The rule by which one region's borders are watched: an event needs the phone to be beyond the
/// border, by the distance of ``RegionBorder``, and to stay there for a while.
///
/// A value that is fed with zones in order of time, and knows nothing of where they come from: an
/// exact way or positions of cells. Events are entries and exits by turns. No event is left out or
/// merged with another, however close together they come (SR-029).
struct RegionMonitor: Hashable, Sendable {
    let region: Int
    /// Beyond the border for this long (IO-014).
    let dwell: TimeSpan
    /// What the app has been told, or knew at the start.
    private(set) var isInside: Bool
    /// Since when the phone has been beyond the border on the other side.
    private var crossed: Instant?

    /// - Parameter isInside: whether the phone is in the region when it is registered, which is no
    ///   event.
    init(region: Int, isInside: Bool, dwell: TimeSpan) {
        (self.region, self.isInside, self.dwell) = (region, isInside, dwell)
    }

    /// When the next event is certain if the phone stays in its zone; `nil` if none is.
    var due: Instant? { crossed.map { $0 + dwell } }

    /// Lives through the time until `time`, in the zone that was seen last.
    ///
    /// - Returns: the event that has become certain by then. There is one at most, since the next
    ///   needs another zone.
    mutating func advance(to time: Instant) -> RegionEvent? {
        guard let due, due <= time else { return nil }
        crossed = nil
        isInside.toggle()
        return RegionEvent(region: region, isEntry: isInside, time: due)
    }

    /// The phone is now in `zone`, having been advanced to `time`. Whoever comes back before the
    /// dwell has ended has not crossed at all.
    mutating func observe(_ zone: RegionZone, at time: Instant) {
        let isBeyond = zone == (isInside ? .outside : .inside)
        if !isBeyond { crossed = nil } else if crossed == nil { crossed = time }
    }
}
