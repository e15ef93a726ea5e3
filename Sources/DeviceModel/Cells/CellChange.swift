import EventKernel
import Quantities

/// A radio cell, as a phone knows it.
public struct Cell: Hashable, Sendable {
    /// Which one it is, within its layout and replication.
    public let number: Int
    /// The location or tracking area that it belongs to.
    public let area: Int
    /// Where its tower stands on the itinerary's map; `nil` where there is no map.
    public let tower: MapPoint?
    /// How far it reaches: a hexagon's radius, a tower's range.
    public let radius: Meters
}

/// The phone leaves a cell for another.
public struct CellChange: Hashable, Sendable {
    public let time: Instant
    public let from: Cell
    public let to: Cell

    /// Whether the phone has to tell the network its new location area.
    public var updatesArea: Bool { from.area != to.area }
}
