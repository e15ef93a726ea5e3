import Kernel

/// A radio cell, as a phone knows it.
public struct Cell: Hashable, Sendable {
    /// Which one it is, within its layout and replication. A key: of a hexagon two steps packed
    /// into one, which says nothing to a reader. ``listed`` is for those.
    public let number: Int
    /// The location or tracking area that it belongs to; a key too.
    public let area: Int
    /// Where its tower stands on the itinerary's map; `nil` where there is no map.
    public let tower: MapPoint?
    /// How far it reaches: a hexagon's radius, a tower's range.
    public let radius: Meters
    /// The numbers that files show, 0 and up: as the keys, but hexagons are counted from the middle
    /// of the layout outward.
    public let listed: Listed

    /// A cell and its area, as files number them.
    public struct Listed: Hashable, Sendable {
        public let cell: Int
        public let area: Int
    }

    /// - Parameter listed: where its keys are not good to be shown.
    init(number: Int, area: Int, tower: MapPoint?, radius: Meters, listed: Listed? = nil) {
        (self.number, self.area, self.tower, self.radius) = (number, area, tower, radius)
        self.listed = listed ?? Listed(cell: number, area: area)
    }
}

/// The phone leaves a cell for another.
public struct CellChange: Hashable, Sendable {
    public let time: Instant
    public let from: Cell
    public let to: Cell

    /// Whether the phone has to tell the network its new location area.
    public var updatesArea: Bool { from.area != to.area }
}
