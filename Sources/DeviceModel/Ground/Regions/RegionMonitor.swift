/// An entry into a region or an exit from it.
struct RegionEvent: BitwiseCopyable, Hashable, Sendable {
    /// An index of the world's list.
    var region: Int
    var isEntry: Bool
    /// When monitoring was certain; the app is told later.
    var time: Instant
}

/// Detects events of one region: the phone must stay beyond a ``RegionBorder`` for a while.
///
/// Zones come in order of time, from an exact itinerary or from cells. Entries and exits alternate,
/// and none is dropped or merged (SR-029).
struct RegionMonitor: Hashable, Sendable {
    let region: Int
    /// Time beyond the border (IO-014).
    let dwell: TimeSpan
    /// Whether the phone is inside, as the app was last told, or knew at the start.
    private(set) var isInside: Bool
    /// Since when the phone is beyond the border.
    private var crossed: Instant?

    /// - Parameter isInside: at registration, which causes no event.
    init(region: Int, isInside: Bool, dwell: TimeSpan) {
        (self.region, self.isInside, self.dwell) = (region, isInside, dwell)
    }

    /// When the next event becomes certain in this zone; `nil`: never.
    var due: Instant? { crossed.map { $0 + dwell } }

    /// Advances in the last zone.
    ///
    /// - Returns: the event that is certain by then; at most one, because the next needs another
    ///   zone.
    mutating func advance(to time: Instant) -> RegionEvent? {
        guard let due, due <= time else { return nil }
        crossed = nil
        isInside.toggle()
        return RegionEvent(region: region, isEntry: isInside, time: due)
    }

    /// Sets the zone at the time of the last advance. A return before the dwell ends cancels the
    /// crossing.
    mutating func observe(_ zone: RegionZone, at time: Instant) {
        let isBeyond = zone == (isInside ? .outside : .inside)
        if !isBeyond { crossed = nil } else if crossed == nil { crossed = time }
    }
}
