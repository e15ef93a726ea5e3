import Kernel

/// An entry into a region or an exit from it.
struct RegionEvent: BitwiseCopyable, Hashable, Sendable {
    /// The region's index in the world's list.
    var region: Int
    var isEntry: Bool
    /// When monitoring was certain; the app is told later.
    var time: Instant
}

/// Detects the events of one region: the phone must be beyond a ``RegionBorder`` and stay there for
/// a while.
///
/// It is fed with zones in order of time, from an exact itinerary or from cell positions. Entries
/// and exits alternate. No event is dropped or merged, however close together they are (SR-029).
struct RegionMonitor: Hashable, Sendable {
    let region: Int
    /// The time beyond the border that an event needs (IO-014).
    let dwell: TimeSpan
    /// What the app was told last, or knew at the start.
    private(set) var isInside: Bool
    /// Since when the phone has been beyond the border on the other side.
    private var crossed: Instant?

    /// - Parameter isInside: whether the phone is in the region at registration, which causes no
    ///   event.
    init(region: Int, isInside: Bool, dwell: TimeSpan) {
        (self.region, self.isInside, self.dwell) = (region, isInside, dwell)
    }

    /// When the next event becomes certain if the phone stays in its zone; `nil`: no event.
    var due: Instant? { crossed.map { $0 + dwell } }

    /// Passes the time until `time`, in the last zone.
    ///
    /// - Returns: the event that has become certain; at most one, because the next needs another
    ///   zone.
    mutating func advance(to time: Instant) -> RegionEvent? {
        guard let due, due <= time else { return nil }
        crossed = nil
        isInside.toggle()
        return RegionEvent(region: region, isEntry: isInside, time: due)
    }

    /// Sets the zone after advancing to `time`. A return before the dwell ends cancels the
    /// crossing.
    mutating func observe(_ zone: RegionZone, at time: Instant) {
        let isBeyond = zone == (isInside ? .outside : .inside)
        if !isBeyond { crossed = nil } else if crossed == nil { crossed = time }
    }
}
